import { addDays, type CalendarDate, formatDay, monthOf } from './calendar'
import { formatRupees, type Paise, paise, sum } from './money'
import { beginWords, differenceWords, type Movement } from './till'
import { timesWords } from './times'

/** So many days of the till are added up at once. */
export const MOST_TILL_DAYS = 92

/** So many days before a day are looked through for one that nobody closed. */
const REMINDED_DAYS = 14

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

/** The days before a day that are said where it is closed, when nobody closed them. */
export const daysReminded = (date: CalendarDate): Days => ({
  from: addDays(date, -REMINDED_DAYS),
  to: addDays(date, -1),
})

/**
 * What is said of the days before one that nobody closed, the last one first, beside those that somebody did. Nothing of what lies
 * before all of these: there the till was not counted yet, or is not at all (rule M32).
 */
export function unclosedWords(open: readonly CalendarDate[], closed: readonly CalendarDate[]): string {
  const missed = open.filter((date) => closed.some((counted) => counted < date))
  const [last] = missed
  if (!last) return ''
  if (missed.length === 1) return `${formatDay(last)} was never closed`
  return `${missed.length} days before this one were never closed, the last of them ${formatDay(last)}`
}

/** A closed day: what had to be there, what was counted, and what that comes to with the entries that correct it. */
export interface CountedDay {
  expected: Paise
  counted: Paise
  corrected: Paise
}

/** A closed day against what had to be there, and how much more or less it began with than the last closed day left. */
interface ClosedCounting {
  state: 'closed'
  difference: Paise
  /** The difference as it was counted, before entries corrected it. */
  atFirst: Paise
  begun: Paise
  /** What was noted when it was closed. */
  reason: string
}

/** How the counting of a location's day stands (rule M32). */
export type Counting = { state: 'nothing' | 'still' | 'open' | 'no-till' } | ClosedCounting

/**
 * How the counting of a location's day stands: a day that is over and on which money moved by hand is to be closed; what came online
 * alone is nothing to count. Of money that belongs to no location, as one that came for no booking, no till is counted (rule M32).
 */
export function countingOf(
  movements: readonly Pick<Movement<unknown>, 'mode'>[],
  closing: (CountedDay & Pick<ClosedCounting, 'begun' | 'reason'>) | undefined,
  { over, ofLocation }: { over: boolean; ofLocation: boolean },
): Counting {
  if (closing) {
    const { expected, counted, corrected, begun, reason } = closing
    return {
      state: 'closed',
      difference: paise(corrected - expected),
      atFirst: paise(counted - expected),
      begun,
      reason,
    }
  }
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

/** Whether entries made a shortage smaller that was admitted when the day was counted: it is said all the same. */
const wasShort = ({ difference, atFirst }: ClosedCounting): boolean => atFirst < 0 && difference > atFirst

const BEFORE_CORRECTIONS = 'before corrections'

/** How the counting stands, in words; of a day that began with another sum, why: `₹1,500 less to begin with: brought to the bank`. */
export function countingWords(counting: Counting): string {
  if (counting.state !== 'closed') return COUNTING_WORDS[counting.state]
  const { difference, atFirst, begun, reason } = counting
  return [
    differenceWords(difference),
    ...(wasShort(counting) ? [`${BEFORE_CORRECTIONS} ${differenceWords(atFirst)}`] : []),
    ...(begun !== 0 ? [`${beginWords(begun)}: ${reason}`] : []),
  ].join(', ')
}

/**
 * Whether somebody should look at it: nobody counted, something else was counted than had to be there, be it corrected since, or the day
 * began with another sum than was left.
 */
export const isAmiss = (counting: Counting): boolean =>
  counting.state === 'open' ||
  (counting.state === 'closed' && (counting.difference !== 0 || counting.begun !== 0 || wasShort(counting)))

/** So many tills that nobody closed, and of how many days they are where that is another number. */
function openWords(days: readonly (readonly Counting[])[]): string[] {
  const perDay = days.map((tills) => tills.filter(({ state }) => state === 'open').length).filter((open) => open > 0)
  const tills = perDay.reduce((all, open) => all + open, 0)
  if (!tills) return []
  const of = perDay.length === 1 ? '1 day' : `${perDay.length} days`
  if (tills > perDay.length) return [`${tills} tills of ${of} are not closed`]
  return [`${of} ${tills === 1 ? 'is' : 'are'} not closed`]
}

/** What is amiss with the tills of some days, for the owner: `2 days are not closed, ₹600 too little (3 times).` */
export function amissWords(days: readonly (readonly Counting[])[]): string {
  const countings = days.flat()
  const closed = countings.flatMap((one) => (one.state === 'closed' ? [one] : []))
  const differences = closed.map(({ difference }) => difference)
  const corrected = closed.filter(wasShort).map(({ atFirst }) => atFirst)
  const begun = closed.map((one) => one.begun)
  const added = (some: readonly Paise[], words: (all: Paise) => string = differenceWords) =>
    some.length ? [`${words(sum(some))} (${timesWords(some.length)})`] : []
  const said = [
    ...openWords(days),
    ...added(differences.filter((one) => one < 0)),
    ...added(differences.filter((one) => one > 0)),
    ...added(corrected, (all) => `${BEFORE_CORRECTIONS} ${differenceWords(all)}`),
    ...added(
      begun.filter((one) => one < 0),
      beginWords,
    ),
    ...added(
      begun.filter((one) => one > 0),
      beginWords,
    ),
  ]
  return said.length ? `${said.join(', ')}.` : ''
}

/** What technical failures took off the visits of some days, in words; undefined when none did (rule M32). */
export const reducedWords = ({ visits, off }: { visits: number; off: Paise }): string | undefined =>
  visits > 0
    ? `After technical failures ${formatRupees(off)} was taken off ${visits} ${visits === 1 ? 'visit' : 'visits'} of these days.`
    : undefined
