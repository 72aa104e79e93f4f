import { addDays, type CalendarDate, monthOf } from './calendar'
import { type Paise, paise, sum } from './money'
import { differenceWords, type Movement } from './till'
import { timesWords } from './times'

/** So many days of the till are added up at once. */
export const MOST_TILL_DAYS = 92

/** Two dates, both included. */
export interface Days {
  from: CalendarDate
  to: CalendarDate
}

/**
 * Which days of the till an address asks for: this month so far, unless it names a first or a last one. Where they are more than are
 * added up at once, the last of them, and `faults` say so.
 */
export function tillDaysAsked(asked: Partial<Days>, today: CalendarDate): Days & { faults: string[] } {
  const to = asked.to ?? (asked.from && asked.from > today ? asked.from : today)
  const from = asked.from ?? (`${monthOf(to)}-01` as CalendarDate)
  const first = addDays(to, 1 - MOST_TILL_DAYS)
  if (from >= first) return { from, to, faults: [] }
  return { from: first, to, faults: [`At most ${MOST_TILL_DAYS} days are added up at once`] }
}

/** A closed day: what had to be there, and what was counted with the entries that correct it. */
export interface CountedDay {
  expected: Paise
  corrected: Paise
}

/** How the counting of a location's day stands (rule M32). */
export type Counting = { state: 'nothing' | 'still' | 'open' | 'no-till' } | { state: 'closed'; difference: Paise }

/**
 * How the counting of a location's day stands: a day that is over and on which money moved by hand is to be closed; what came online
 * alone is nothing to count. Of money that belongs to no location, as one that came for no booking, no till is counted (rule M32).
 */
export function countingOf(
  movements: readonly Pick<Movement<unknown>, 'mode'>[],
  closing: CountedDay | undefined,
  over: boolean,
  ofLocation = true,
): Counting {
  if (closing) return { state: 'closed', difference: paise(closing.corrected - closing.expected) }
  if (!movements.some(({ mode }) => mode !== 'online')) return { state: 'nothing' }
  if (!ofLocation) return { state: 'no-till' }
  return { state: over ? 'open' : 'still' }
}

const COUNTING_WORDS = {
  nothing: 'Nothing to count',
  still: 'Not over yet',
  open: 'Not closed',
  'no-till': 'In no till',
}

/** How the counting stands, in words. */
export const countingWords = (counting: Counting): string =>
  counting.state === 'closed' ? differenceWords(counting.difference) : COUNTING_WORDS[counting.state]

/** Whether somebody should look at it: nobody counted, or something else was counted than had to be there. */
export const isAmiss = (counting: Counting): boolean =>
  counting.state === 'open' || (counting.state === 'closed' && counting.difference !== 0)

/** What is amiss with some days of some locations, for the owner: `Not closed 2 times, ₹600 too little (3 times).` */
export function amissWords(countings: readonly Counting[]): string {
  const differences = countings.flatMap((one) => (one.state === 'closed' ? [one.difference] : []))
  const open = countings.filter(({ state }) => state === 'open').length
  const added = (some: readonly Paise[]) =>
    some.length ? [`${differenceWords(sum(some))} (${timesWords(some.length)})`] : []
  const said = [
    ...(open ? [`Not closed ${timesWords(open)}`] : []),
    ...added(differences.filter((one) => one < 0)),
    ...added(differences.filter((one) => one > 0)),
  ]
  return said.length ? `${said.join(', ')}.` : ''
}
