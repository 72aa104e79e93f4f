import { ALL_LOCATIONS, type AskedDay, askedDay, type PlaceOption } from './asked-day'
import type { CalendarDate } from './calendar'
import { formatRupees, type Paise, paise, sum, ZERO } from './money'
import { DESK_MODES, type PaymentMode } from './payment-mode'
import type { Refused } from './result'
import type { InstantRange } from './slots'

/** In the order in which a till is counted. */
export const TILL_MODES = [...DESK_MODES, 'online'] as const satisfies readonly PaymentMode[]
export type TillMode = PaymentMode

/** Who took or gave money: `id` is their account's, null where only a name is known. */
export interface TillPerson {
  id: string | null
  name: string
  email: string
}

/** A payment as the till sees it; one that was struck out stays what it was on the day it was taken. */
export interface TillPayment {
  amount: Paise
  mode: TillMode
  at: Date
  person: TillPerson
  voidedAt: Date | null
  voidedBy: TillPerson
  booking: string | null
  /** What a bank calls it. */
  reference: string
}

/** Money that was handed over, or reached the customer's account, `at`. */
export interface TillRefund {
  amount: Paise
  mode: TillMode
  at: Date
  person: TillPerson
  booking: string | null
  /** What was noted beside it when it was handed over. */
  reference?: string
  /** When the bank sent it back, or gave back what it had taken. */
  cameBackAt: Date | null
}

/** A day of the till: its hours, and when it was closed. */
export interface TillHours extends InstantRange {
  closedAt?: Date
}

/** Money that came in (positive) or went out (negative). */
export interface Movement<Person = string> {
  amount: Paise
  mode: TillMode
  at: Date
  person: Person
  booking: string | null
  /** What a bank calls it, or what was noted beside it. */
  reference?: string
  what: 'payment' | 'struck out' | 'refund' | 'came back'
  /** It moved after its day had been closed. */
  late: boolean
}

/**
 * Whether what moved at an instant was `undone` before anybody could count it, both of one day (rule M25): then nothing moved. What was
 * in the till when it was closed was counted, and what undoes it is a movement of its own.
 */
export const isUndoneUncounted = (at: Date, undone: Date, closedAt: Date | undefined): boolean =>
  !closedAt || closedAt < at || undone <= closedAt

/**
 * What moved within a day (rule M25): payments on the day they were received, refunds on the day they were paid out. A payment
 * that is struck out later, or after its day was closed, goes out again then, and a refund that comes back later comes in then, so
 * that a day that is over stays as it was.
 */
export function movementsOf(
  payments: readonly TillPayment[],
  refunds: readonly TillRefund[],
  day: TillHours,
): Movement<TillPerson>[] {
  const within = (at: Date | null): at is Date => at !== null && day.from <= at && at < day.to
  const found: Omit<Movement<TillPerson>, 'late'>[] = []
  const add = (
    moved: Omit<Movement<TillPerson>, 'late'>,
    undone: Omit<Movement<TillPerson>, 'late' | 'at'> & { at: Date | null },
  ) => {
    const { at } = undone
    if (within(moved.at) && within(at) && isUndoneUncounted(moved.at, at, day.closedAt)) return
    if (within(moved.at)) found.push(moved)
    if (within(at)) found.push({ ...undone, at })
  }
  for (const { voidedAt, voidedBy, ...payment } of payments) {
    const amount = paise(-payment.amount)
    add({ ...payment, what: 'payment' }, { ...payment, amount, at: voidedAt, person: voidedBy, what: 'struck out' })
  }
  for (const { cameBackAt, ...refund } of refunds)
    add({ ...refund, amount: paise(-refund.amount), what: 'refund' }, { ...refund, at: cameBackAt, what: 'came back' })
  const isLate = ({ at }: { at: Date }) => day.closedAt !== undefined && at > day.closedAt
  return found.map((one) => ({ ...one, late: isLate(one) })).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Movements with their people by name; of two people with one name, each by name and e-mail address (rule M25). */
export function byName<One extends Movement<TillPerson>>(
  movements: readonly One[],
): (Omit<One, 'person'> & Movement)[] {
  const accounts = new Map<string, Set<string | null>>()
  for (const { person } of movements) accounts.set(person.name, (accounts.get(person.name) ?? new Set()).add(person.id))
  return movements.map((one) => {
    const { name, email } = one.person
    const several = (accounts.get(name)?.size ?? 0) > 1
    return { ...one, person: several && email ? `${name}, ${email}` : name }
  })
}

export interface TillSum {
  name: string
  in: Paise
  out: Paise
  net: Paise
}

/** Movements added up by one of their words, people as `byName` calls them, in the order of `names` and then as they came. */
export function sumsBy(
  movements: readonly Movement[],
  word: 'mode' | 'person',
  names: readonly string[] = [],
): TillSum[] {
  const found = [...new Set([...names, ...movements.map((one) => one[word])])]
  return found.map((name) => {
    const own = movements.filter((one) => one[word] === name).map(({ amount }) => amount)
    const [came, went] = [sum(own.filter((one) => one > 0)), sum(own.filter((one) => one < 0))]
    return { name, in: came, out: paise(-went), net: paise(came + went) }
  })
}

/** All of them added up. */
export const allOf = (sums: readonly TillSum[]): Omit<TillSum, 'name'> => ({
  in: sum(sums.map((one) => one.in)),
  out: sum(sums.map(({ out }) => out)),
  net: sum(sums.map(({ net }) => net)),
})

/** The cash that must lie in the till: what it began with, and what moved in cash. */
export const expectedCash = (
  openingFloat: Paise,
  movements: readonly Pick<Movement<unknown>, 'mode' | 'amount'>[],
): Paise => sum([openingFloat, ...movements.filter(({ mode }) => mode === 'cash').map(({ amount }) => amount)])

/** A closed day, and the entries that correct it. */
interface ClosedCash {
  openingFloat: Paise
  expected: Paise
  counted: Paise
  corrections: readonly { amount: Paise }[]
}

/**
 * The cash that a closed day left for the next one: what was counted, with the entries that corrected it and what moved in cash since, on
 * its `own` day and `later`.
 */
export function cashLeft(
  { openingFloat, expected, counted, corrections }: ClosedCash,
  moved: Record<'own' | 'later', readonly Pick<Movement<unknown>, 'mode' | 'amount'>[]>,
): Paise {
  const entered = corrections.map(({ amount }) => amount)
  const since = paise(expectedCash(openingFloat, moved.own) - expected)
  return expectedCash(sum([counted, since, ...entered]), moved.later)
}

/** How much more (positive) or less a day began with than the last closed day `left`; nothing where that is not known. */
export const begunWith = (openingFloat: Paise, left: Paise | null): Paise =>
  left === null ? ZERO : paise(openingFloat - left)

/** It in words: `₹1,500 less to begin with`. */
export const beginWords = (begun: Paise): string =>
  `${formatRupees(paise(Math.abs(begun)))} ${begun > 0 ? 'more' : 'less'} to begin with`

/** The cash beside which a day is counted: what moved on it, and what the last closed day left for it; null where there is none. */
interface CashOfDay {
  moved: Paise
  left: Paise | null
}

/**
 * In words, what of the cash of a day is otherwise by now than it was `seen`: who counted saw another difference (rule M26). Empty where
 * nothing is; what the page did not say is not compared.
 */
export function movedWords(seen: Partial<CashOfDay>, now: CashOfDay): string {
  const more = paise(now.moved - (seen.moved ?? now.moved))
  const left = (amount: Paise | null) => (amount === null ? 'not known' : formatRupees(amount))
  return [
    ...(more > 0 ? [`In cash ${formatRupees(more)} more came in since this page was opened.`] : []),
    ...(more < 0 ? [`In cash ${formatRupees(paise(-more))} went out since this page was opened.`] : []),
    ...(seen.left !== undefined && seen.left !== now.left
      ? [`What was left for this day is ${left(now.left)} now, and was ${left(seen.left)} when this page was opened.`]
      : []),
  ].join(' ')
}

export type ClosingRefusal = 'reason-missing' | 'day-not-begun' | 'unsure'

/**
 * Closes a day: counted cash against what must be there. A difference needs its reason, and so does a float other than the one that the
 * last closed day `left`: cash can leave the drawer between two days (rule M26). What there is to ask first is closed by a yes to just that.
 */
export function closeTill(given: {
  openingFloat: Paise
  left: Paise | null
  counted: Paise
  reason: string
  movements: readonly Movement[]
  begun: boolean
  asks?: string
  sure?: string
}): { ok: true; expected: Paise; difference: Paise } | Refused<ClosingRefusal> {
  if (!given.begun) return { ok: false, reason: 'day-not-begun', message: 'A day that has not begun is not closed' }
  const expected = expectedCash(given.openingFloat, given.movements)
  const difference = paise(given.counted - expected)
  const begun = begunWith(given.openingFloat, given.left)
  const unexplained = [
    ...(begun !== 0 ? [`${beginWords(begun)} than was left`] : []),
    ...(difference !== 0 ? [differenceWords(difference)] : []),
  ]
  if (unexplained.length && !given.reason)
    return { ok: false, reason: 'reason-missing', message: `${unexplained.join(', ')}: what is the reason?` }
  if (given.asks && given.sure !== given.asks) return { ok: false, reason: 'unsure', message: given.asks }
  return { ok: true, expected, difference }
}

/** A difference in words: `₹200 too little`. */
export const differenceWords = (difference: Paise): string =>
  difference === 0
    ? 'Counted as expected'
    : `${formatRupees(paise(Math.abs(difference)))} too ${difference > 0 ? 'much' : 'little'}`

/**
 * How a closed till stands with the entries that correct it and the cash that moved `since`: what should be in the drawer, what is, and
 * the difference.
 */
export function standingWords(till: { expected: Paise; corrected: Paise; since: Paise }): string {
  const [should, is] = [till.expected, till.corrected].map((amount) => formatRupees(paise(amount + till.since)))
  const difference = paise(till.corrected - till.expected)
  const words = difference === 0 ? 'no difference' : differenceWords(difference)
  return `In the drawer should be ${should}, by the count and its corrections it is ${is}: ${words}.`
}

/** What parties of a day still owe, said before it is closed (rule M26); nothing where none does. */
export const owingWords = ({ parties, due }: { parties: number; due: Paise }): string =>
  parties === 0
    ? ''
    : `${parties === 1 ? '1 party of this day still owes' : `${parties} parties of this day still owe`} ${formatRupees(due)}`

/** What is asked before a day is closed that still waits for money or for guests (rule M26): a closed day is not opened again. Else nothing. */
export function closingQuestion({ parties, due, toCome }: { parties: number; due: Paise; toCome: number }): string {
  const waiting = [
    ...(parties
      ? [`${parties === 1 ? '1 party still owes' : `${parties} parties still owe`} ${formatRupees(due)}`]
      : []),
    ...(toCome ? [`${toCome === 1 ? '1 visit is' : `${toCome} visits are`} not over yet`] : []),
  ]
  return waiting.length ? `Close now? ${waiting.join(', and ')}.` : ''
}

/** The entry by which a closed till comes to what somebody else counted in it; undefined where it does already. */
export function entryFor(counted: Paise, standing: Paise): { sign: 'more' | 'less'; amount: Paise } | undefined {
  if (counted === standing) return undefined
  return { sign: counted > standing ? 'more' : 'less', amount: paise(Math.abs(counted - standing)) }
}

interface TillAsked extends AskedDay<PlaceOption> {
  /** Set when date and location are both named: what is entered is of what was shown, whenever it arrives (rule M26). */
  named: { date: CalendarDate; place: PlaceOption } | undefined
}

/** Which day of which till an address asks for: of the only location, unless it names another, be that here or not. */
export function tillAsked(
  query: { date?: string; location?: string },
  today: CalendarDate,
  places: readonly PlaceOption[],
): TillAsked {
  const asked = askedDay(query, today, places)
  const { date, place, faults } = asked
  const another = query.location && query.location !== ALL_LOCATIONS
  return {
    ...asked,
    place: place ?? (places.length === 1 && !another ? places[0] : undefined),
    named: query.date && place && !faults.length ? { date, place } : undefined,
  }
}
