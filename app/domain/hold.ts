import type { BookingSource, BookingStatus } from './booking-status'
import { HOUR_MS, MINUTE_MS } from './durations'
import { formatRupees, type Paise } from './money'

/** How long a slot is kept for somebody who pays (rule S2). What depends on a hold goes by its own end, not by this. */
export const HOLD_MINUTES = 15
/** The least, and the most, that the provider takes (rule P5). */
const CAPTURE_LIMITS = { least: 12, most: 7_200 } as const
const CAPTURE_MARGIN_MINUTES = 3
/** For how long an unpaid order is asked about every minute: so long, and until so long after its hold ended (rule P11). */
const WATCHED_CLOSELY_MS = { atLeast: 45 * MINUTE_MS, afterHold: 30 * MINUTE_MS } as const
/** In the last minutes of a hold a payment that is under way is looked for every minute. */
const LAST_MINUTES_MS = 3 * MINUTE_MS
/** A hold lasts at least this much longer from the moment at which a payment of it was authorised (rule P9). */
const STRETCH_MS = 15 * MINUTE_MS
/** How long the provider's window stays open, in seconds. */
export const PAYMENT_WINDOW_SECONDS = 600
const LAST_SECONDS = 15
/** Live holds that one network may have; a draft has one at a time (docs/decisions/0013-whose-holds-are-counted.md). */
export const MAX_LIVE_HOLDS = 4
/** How long a network may keep one slot, and all slots together, within a day without paying. */
export const UNPAID_HOURS = { slot: 1, together: 6 } as const
/** Holds older than this count no more. */
export const COUNTED_MS = 24 * HOUR_MS

/** When a hold of so many minutes ends. */
export const holdEnd = (begun: Date, minutes: number): Date => new Date(begun.getTime() + minutes * MINUTE_MS)

/** The end of a hold of which a payment has just been authorised; never earlier than it was. */
export const stretchedHoldEnd = (holdEndsAt: Date, now: Date): Date =>
  new Date(Math.max(holdEndsAt.getTime(), now.getTime() + STRETCH_MS))

/** Minutes after its beginning in which the provider captures a payment by itself: while the hold lasts, where there is one. */
export function captureMinutes(holdEndsAt: Date | null, now: Date): number {
  const left = holdEndsAt ? Math.round((holdEndsAt.getTime() - now.getTime()) / MINUTE_MS) : 0
  return Math.min(CAPTURE_LIMITS.most, Math.max(CAPTURE_LIMITS.least, left - CAPTURE_MARGIN_MINUTES))
}

/** Until when an unpaid order that was made, or last pressed to be paid, at `begunAt` is asked about every minute. */
export function watchedCloselyUntil(begunAt: Date, holdEndsAt: Date | null): Date {
  const { atLeast, afterHold } = WATCHED_CLOSELY_MS
  return new Date(Math.max(begunAt.getTime() + atLeast, (holdEndsAt?.getTime() ?? 0) + afterHold))
}

/**
 * Milliseconds until the last minutes of a hold that lasts longer than an order is watched closely (staff give such); 0 in them, and
 * while the order is young. In between a minute does not matter.
 */
export function beforeLongHoldEnds(begunAt: Date, holdEndsAt: Date | null, now: Date): number {
  const young = now.getTime() < begunAt.getTime() + WATCHED_CLOSELY_MS.atLeast
  return young || !holdEndsAt ? 0 : Math.max(0, holdEndsAt.getTime() - LAST_MINUTES_MS - now.getTime())
}

/** Whether a hold has run out; at its last instant it has, and blocks nobody any more. */
export const holdIsOver = (holdEndsAt: Date, now: Date): boolean => holdEndsAt <= now

/** A booking as far as its slot is concerned. */
interface Slotted {
  status: BookingStatus
  holdEndsAt: Date | null
}

/** Whether a booking is a hold that has not run out. */
export const isLiveHold = ({ status, holdEndsAt }: Slotted, now: Date): boolean =>
  status === 'pending' && holdEndsAt !== null && !holdIsOver(holdEndsAt, now)

/** Whether a booking is a hold that staff gave, for somebody who pays from a distance. */
export const isStaffHold = ({ status, source }: { status: BookingStatus; source: BookingSource }): boolean =>
  status === 'pending' && source === 'staff'

/** How a booking stands: a hold that has run out has ended, also while nothing has written that down (rule S2). */
export const statusAt = (booking: Slotted, now: Date): BookingStatus =>
  booking.status === 'pending' && !isLiveHold(booking, now) ? 'expired' : booking.status

/** Whether nobody else can have a booking's slot: it is booked, or held and the hold has not run out (rules S2, S6). */
export const occupies = (booking: Slotted, now: Date): boolean =>
  booking.status === 'booked' || isLiveHold(booking, now)

/**
 * How a hold can end that nothing was paid for: its customer released it, its time was over, or staff gave it up; `under-way`: the bank has
 * yet to say whether it was paid (rule S8).
 */
export type HoldEnd = 'released' | 'run-out' | 'let-go' | 'under-way'

const HOLD_ENDS: Record<HoldEnd, { state: string; words: string }> = {
  released: { state: 'given back, nothing paid', words: 'The slot was given back. Nothing was paid for it.' },
  'run-out': {
    state: 'not paid in time, nothing paid',
    words: 'The slot was not paid in time. Nothing was paid for it.',
  },
  'let-go': { state: 'no longer held, nothing paid', words: 'The slot is no longer held. Nothing was paid for it.' },
  'under-way': {
    state: 'not booked; your bank has not told us yet whether you paid',
    words:
      'Your bank has not told us yet whether you paid. Once it does, this page says what becomes of your money: please do not pay again for it.',
  },
}

/** How a hold ended, in a few words, as a list says it. */
export const holdEndState = (end: HoldEnd): string => HOLD_ENDS[end].state

/** The same in whole sentences. */
export const holdEndWords = (end: HoldEnd): string => HOLD_ENDS[end].words

const NO_LONGER: Record<'run-out' | 'let-go', string> = {
  'run-out': 'The time to pay for your slot is over.',
  'let-go': 'The slot is no longer held.',
}

/**
 * What the payment page says of it, also to who has paid a moment ago: of that nobody knows yet. `now`: what holding the same again costs,
 * where that is something else than it `was`.
 */
export function noLongerHeldWords(end: 'run-out' | 'let-go', price?: { was: Paise; now: Paise }): string {
  const anew = price ? `: the price is now ${formatRupees(price.now)} instead of ${formatRupees(price.was)}` : ''
  return `${NO_LONGER[end]} If you have just paid, wait for our mail. If not, press Pay to hold it again${anew}.`
}

/** Seconds the payment window may stay open: 600, or until 15 s before the hold ends; 0 when that is over. */
export function paymentWindowSeconds(holdEndsAt: Date, now: Date): number {
  const left = Math.floor((holdEndsAt.getTime() - now.getTime()) / 1000) - LAST_SECONDS
  return Math.max(0, Math.min(PAYMENT_WINDOW_SECONDS, left))
}

/** A hold that was taken from a network and not paid for; it lasted, or lasts, from `from` until `until`. */
export interface UnpaidHold {
  from: Date
  until: Date
  /** Whether it is the slot that is wanted now. */
  sameSlot: boolean
}

/**
 * Why a network may have no further booking with nothing to pay, `coming` being those that it made lately and that are not over: what costs
 * nothing blocks as a hold does, and does not run out. Undefined when it may.
 */
export const freeLimitFault = (coming: number, factor = 1): string | undefined =>
  coming >= MAX_LIVE_HOLDS * factor
    ? 'Four bookings with nothing to pay were made from your network lately. Please call us, and we will book for you.'
    : undefined

const HELD_TOO_LONG = 'has been held from your network without a payment'

/**
 * Why a network may not hold one more slot now, in words; undefined when it may. Renewing a hold does not help: what counts
 * is for how long slots were kept. `factor` multiplies the limits, for tests in which one machine plays many visitors.
 */
export function holdLimitFault(unpaid: readonly UnpaidHold[], now: Date, factor = 1): string | undefined {
  if (unpaid.filter(({ until }) => !holdIsOver(until, now)).length >= MAX_LIVE_HOLDS * factor) {
    return 'Four slots are held from your network just now and not paid yet. If one is yours, finish it first. If not, many share this network: use another one, try again in a quarter of an hour, or call us.'
  }
  const hours = (holds: readonly UnpaidHold[]) =>
    holds.reduce((total, { from, until }) => total + Math.max(0, until.getTime() - from.getTime()), 0) / HOUR_MS
  if (hours(unpaid.filter(({ sameSlot }) => sameSlot)) >= UNPAID_HOURS.slot * factor) {
    return `This slot ${HELD_TOO_LONG} for an hour today. Please choose another one, or call us.`
  }
  if (hours(unpaid) >= UNPAID_HOURS.together * factor) {
    return `Slot after slot ${HELD_TOO_LONG} today. Please call us, and we will book for you.`
  }
  return undefined
}
