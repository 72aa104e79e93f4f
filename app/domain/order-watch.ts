import { HOUR_MS, MINUTE_MS } from './durations'
import { beforeLongHoldEnds, watchedCloselyUntil } from './hold'

/** At these ages every order is asked about again; UPI money has come days late, and paid orders are paid twice. */
const LATER_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 72 * HOUR_MS, 96 * HOUR_MS, 120 * HOUR_MS]
const LONGEST_SILENCE_MS = HOUR_MS
/** So often an order is asked about in the middle of a hold of hours. */
const QUIET_MS = 15 * MINUTE_MS
/** After a refusal the order is asked about again at these distances; then it is left to people. */
const AFTER_REFUSAL_MS = [5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** An order is shown to staff after more silences in a row than these, and after any refusal. */
export const SILENCES_BORNE = 5

/** What has become of an order: not yet known to the provider, known, paid, or given up. */
export const ATTEMPT_STATUSES = ['created', 'ordered', 'paid', 'closed'] as const

/** What the provider said when it was asked about an order: something, nothing, or that it does not know of it. */
export type OrderAnswer = 'answered' | 'silence' | 'refused'

/** The provider's list of an order's payments may lack for so long one that has just begun (rule P8). */
const LIST_LAGS_MS = MINUTE_MS

/**
 * When it was last known that a payment of an order is under way, or not ruled out; null once nothing is. `before` is what was known
 * until now, `statuses` are those of the payments that the provider lists.
 */
export function underWayAt(before: Date | null, statuses: readonly string[], now: Date): Date | null {
  if (statuses.includes('captured')) return null
  if (statuses.some((one) => one === 'created' || one === 'authorized')) return now
  return before && now.getTime() - before.getTime() < LIST_LAGS_MS ? before : null
}

/** Whether money of an order may still come that was begun to be paid; one that nobody asks about any more is none. */
export const mayStillCome = (order: { underWayAt: Date | null; nextCheckAt: Date | null }): boolean =>
  order.underWayAt !== null && order.nextCheckAt !== null

export interface OrderWatch {
  /** When it was made, or its customer last pressed to pay it: an order may be paid days later. */
  begunAt: Date
  /** When the hold of its booking ends, or ended; null where there is none (any more). */
  holdEndsAt: Date | null
  /** No more money is expected of it, though it may come. */
  paid: boolean
  /** How often in a row there was no answer, and how often in a row a refusal. */
  silences: number
  refusals: number
}

/** When an order is asked about next by itself, and what is remembered until then; null: not again. */
export interface NextLook {
  nextCheckAt: Date | null
  silences: number
  refusals: number
}

/**
 * When one order is asked about again. An answer moves on to the next age; silence is tried again at growing pauses, for as
 * long as it lasts; a refusal a few times, since the keys may have been wrong.
 */
export function nextLook(
  { begunAt, holdEndsAt, paid, silences, refusals }: OrderWatch,
  answer: OrderAnswer,
  now: Date,
): NextLook {
  const later = (ms: number) => new Date(now.getTime() + ms)
  if (answer === 'silence') {
    const pause = Math.min(LONGEST_SILENCE_MS, MINUTE_MS * 2 ** Math.min(silences, 10))
    return { nextCheckAt: later(pause), silences: silences + 1, refusals }
  }
  if (answer === 'refused') {
    const pause = AFTER_REFUSAL_MS[refusals]
    return { nextCheckAt: pause === undefined ? null : later(pause), silences: 0, refusals: refusals + 1 }
  }
  const age = now.getTime() - begunAt.getTime()
  if (!paid && now < watchedCloselyUntil(begunAt, holdEndsAt)) {
    const pause = Math.min(QUIET_MS, Math.max(MINUTE_MS, beforeLongHoldEnds(begunAt, holdEndsAt, now)))
    return { nextCheckAt: later(pause), silences: 0, refusals: 0 }
  }
  const mark = LATER_MS.find((one) => one > age)
  const nextCheckAt = mark === undefined ? null : new Date(begunAt.getTime() + mark)
  return { nextCheckAt, silences: 0, refusals: 0 }
}

/** When an order made now is asked about for the first time. */
export const firstLook = (now: Date): Date => new Date(now.getTime() + MINUTE_MS)
