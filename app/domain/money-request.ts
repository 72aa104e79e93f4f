import { type BookingSource, type BookingStatus, isMissed } from './booking-status'
import {
  addDays,
  type ClockTime,
  clockTimeIn,
  formatClockTime,
  formatDay,
  instantOf,
  parseCalendarDate,
  parseClockTime,
  todayIn,
} from './calendar'
import { HOUR_MS, MINUTE_MS } from './durations'
import { holdIsOver, isStaffHold } from './hold'
import type { LedgerState } from './ledger'
import { formatRupees, type Paise, paise, ZERO } from './money'
import { amountToCharge, SMALLEST_PAYMENT } from './payment-choice'
import type { Refused } from './result'
import type { InstantRange } from './slots'

/** How long staff may hold a slot for somebody (rule E20), and how long before the slot it is free again at the latest. */
const LEAST_MS = 15 * MINUTE_MS
const MOST_MS = 48 * HOUR_MS
const BEFORE_SLOT_MS = 30 * MINUTE_MS
/** A payment that is under way when its hold ends has so much longer; it ends before the slot all the same. */
const GRACE_MS = 15 * MINUTE_MS
const TONIGHT = '22:00' as ClockTime
/** For how long after a visit what is due of it may still be paid online. */
const AFTER_VISIT_MS = 48 * HOUR_MS

export const DEADLINES = ['half-hour', 'two-hours', 'tonight', 'time'] as const
export type Deadline = (typeof DEADLINES)[number]

/** What a deadline is called on its button. */
export const DEADLINE_WORDS: Record<Deadline, string> = {
  'half-hour': '30 min',
  'two-hours': '2 hours',
  tonight: 'Tonight, 10 PM',
  time: 'A time',
}

export type DeadlineRefusal = 'slot-too-near' | 'deadline-unreadable' | 'deadline-out-of-range' | 'deadline-not-later'

const UNCHOSEN = 'Choose until when the slot is held'

interface DeadlineFacts {
  now: Date
  slotStart: Date
  zone: string
  /** The end of the hold that is extended: hours are added to it. */
  current?: Date
  /** What was typed for "a time", as `2027-03-01T18:30` on the business's clock. */
  typed?: string
}

/**
 * When a hold ends that staff give (rule E20): 15 minutes to 48 hours from now, at the latest 30 minutes before the slot. Hours
 * that reach further are cut to it; a time that was typed is refused. One that is extended ends later than before.
 */
export function deadlineOf(
  choice: Deadline,
  { now, slotStart, zone, current, typed = '' }: DeadlineFacts,
): { ok: true; at: Date } | Refused<DeadlineRefusal> {
  const least = now.getTime() + LEAST_MS
  const most = Math.min(now.getTime() + MOST_MS, slotStart.getTime() - BEFORE_SLOT_MS)
  if (most < least) {
    const message = 'The slot begins too soon to be held for a payment. Book it, or take the money at the desk.'
    return { ok: false, reason: 'slot-too-near', message }
  }
  const wanted = choice === 'time' ? instantTyped(typed, zone) : pressed(choice, now, zone, current)
  if (!wanted) return { ok: false, reason: 'deadline-unreadable', message: UNCHOSEN }
  const at = new Date(choice === 'time' ? wanted : Math.min(wanted.getTime(), most))
  const words = (one: Date | number) => momentWords(new Date(one), now, zone)
  if (at.getTime() < least || at.getTime() > most) {
    const message = `The hold can end from ${words(least)} to ${words(most)}`
    return { ok: false, reason: 'deadline-out-of-range', message }
  }
  if (current && at <= current) {
    return { ok: false, reason: 'deadline-not-later', message: `The hold lasts until ${words(current)} as it is` }
  }
  return { ok: true, at }
}

/** What a button asks for, whatever the limits are: hours from now, or from the end of the hold that is extended. */
function pressed(choice: Exclude<Deadline, 'time'>, now: Date, zone: string, current: Date | undefined): Date {
  if (choice === 'tonight') return instantOf(todayIn(zone, now), TONIGHT, zone)
  const from = Math.max(now.getTime(), current?.getTime() ?? 0)
  return new Date(from + (choice === 'half-hour' ? HOUR_MS / 2 : 2 * HOUR_MS))
}

/** A deadline by one press; one that is `cut` ends before what its button is called. */
export interface Pressable {
  choice: Exclude<Deadline, 'time'>
  at: Date
  cut: boolean
}

/**
 * The deadlines that may be chosen now by one press, each with its end; empty when the slot begins too soon. One that would be cut is
 * left out (rule E20); where all would be, the shortest is offered, to be called by its end.
 */
export function deadlinesOn(facts: Omit<DeadlineFacts, 'typed'>): Pressable[] {
  const found = DEADLINES.flatMap((choice): Pressable[] => {
    const end = choice === 'time' ? undefined : deadlineOf(choice, facts)
    if (choice === 'time' || !end?.ok) return []
    return [{ choice, at: end.at, cut: end.at < pressed(choice, facts.now, facts.zone, facts.current) }]
  })
  const whole = found.filter(({ cut }) => !cut)
  const offered = whole.length ? whole : found.slice(0, 1)
  return offered.filter(({ at }, index) => offered.findIndex((one) => one.at.getTime() === at.getTime()) === index)
}

/** Which deadline a page has chosen: the one that was, while it is offered; until there was one, two hours; or else the first. */
export function chosenDeadline(
  wanted: Deadline | undefined,
  offered: readonly Pick<Pressable, 'choice'>[],
): Deadline | undefined {
  const asked = wanted ?? 'two-hours'
  return asked === 'time' || offered.some(({ choice }) => choice === asked) ? asked : offered[0]?.choice
}

/** When a new hold ends: as was chosen of what is offered (rule E20), and never as nobody chose. */
export function holdEnd(
  choice: Deadline | undefined,
  facts: Omit<DeadlineFacts, 'current'>,
): { ok: true; at: Date } | Refused<DeadlineRefusal | 'deadline-unchosen'> {
  const offered = deadlinesOn(facts)
  if (!offered.length || choice === 'time') return deadlineOf('time', facts)
  const pressable = offered.find((one) => one.choice === choice)
  if (!pressable) return { ok: false, reason: 'deadline-unchosen', message: UNCHOSEN }
  return { ok: true, at: pressable.at }
}

function instantTyped(text: string, zone: string): Date | undefined {
  const [typedDate, typedTime, ...more] = text.trim().split('T')
  const [date, time] = [parseCalendarDate(typedDate), parseClockTime(typedTime)]
  return date && time && !more.length ? instantOf(date, time, zone) : undefined
}

/** An instant beside now: `7:30 PM`, `7:30 PM tomorrow`, `7:30 PM on Wednesday, 03/03/2027`. */
export function momentWords(at: Date, now: Date, zone: string): string {
  const time = formatClockTime(clockTimeIn(zone, at))
  const [day, today] = [todayIn(zone, at), todayIn(zone, now)]
  if (day === today) return time
  return day === addDays(today, 1) ? `${time} tomorrow` : `${time} on ${formatDay(day)}`
}

export const ASKED_SUMS = ['advance', 'full', 'own'] as const
export type AskedSum = (typeof ASKED_SUMS)[number]

export type AskedRefusal = 'nothing-due' | 'amount-unreadable' | 'amount-out-of-range'

/** What is asked of somebody who owes `due`: the advance (or all, when that is less), all of it, or an own sum from ₹1 on. */
export function askedAmount(
  choice: AskedSum,
  due: Paise,
  own: Paise | undefined,
): { ok: true; amount: Paise } | Refused<AskedRefusal> {
  if (due < SMALLEST_PAYMENT) return { ok: false, reason: 'nothing-due', message: 'Nothing is to be paid' }
  if (choice !== 'own') return { ok: true, amount: amountToCharge(choice, due) }
  if (own === undefined)
    return {
      ok: false,
      reason: 'amount-unreadable',
      message: 'Type the amount to ask for in rupees, as 1,499 or 10.50',
    }
  if (own < SMALLEST_PAYMENT || own > due) {
    const message = `Ask for ₹1 to ${formatRupees(due)}`
    return { ok: false, reason: 'amount-out-of-range', message }
  }
  return { ok: true, amount: own }
}

type Kept = Pick<LedgerState, 'received' | 'refunded' | 'remaining'>

/** What a booking is to hold once that is paid which is asked for now; kept instead of the sum, so that other payments count. */
export const askedUpTo = ({ received, refunded }: Kept, amount: Paise): Paise => paise(received - refunded + amount)

/** What of a request is still to be paid: never more than is due, and less by whatever came in another way (rule E21). */
export const stillAsked = (upTo: Paise, { received, refunded, remaining }: Kept): Paise =>
  paise(Math.min(remaining, Math.max(0, upTo - (received - refunded))))

/** When the customer of a hold is reminded: when a quarter of the time is left, 10 minutes to 2 hours before its end. */
export function remindAt(now: Date, until: Date): Date {
  const quarter = (until.getTime() - now.getTime()) / 4
  return new Date(until.getTime() - Math.min(2 * HOUR_MS, Math.max(10 * MINUTE_MS, quarter)))
}

/** Until when what is due of a booking that stands is asked for: its slot; once that has begun, two days after it. */
export const balanceDeadline = ({ from, to }: InstantRange, now: Date): Date =>
  now < from ? from : new Date(to.getTime() + AFTER_VISIT_MS)

/** Until when money is asked for a hold (rule E22): as was promised, and never later than a hold may end before its slot. */
export const holdAsked = (promised: Date, { from }: Pick<InstantRange, 'from'>): Date =>
  new Date(Math.min(promised.getTime(), from.getTime() - BEFORE_SLOT_MS))

/** The end of a hold of which a payment is begun, or under way at its end: up to 15 minutes beyond what was promised (rule E22). */
export function endWhilePaying(holdEndsAt: Date, until: Date, now: Date): Date {
  const wanted = Math.min(now.getTime() + GRACE_MS, until.getTime() + GRACE_MS)
  return new Date(Math.max(holdEndsAt.getTime(), wanted))
}

/** What is asked of a booking as it stands. */
export interface OpenRequest {
  upTo: Paise
  until: Date
}

/** What a booking's own page lets its customer pay. */
export interface Payable {
  /** What staff ask for; nothing when nobody does, or when it has been paid. */
  asked: Paise
  /** All that is due. */
  due: Paise
  until: Date
}

/** Where what a change costs more is paid: on the booking's own page too, where what is due of it may be. */
export const differenceWords = (payable: Payable | undefined): string =>
  `You pay the difference ${payable ? 'here or ' : ''}at the theatre.`

interface PayableBooking {
  status: BookingStatus
  source: BookingSource
  holdEndsAt: Date | null
  during: InstantRange
}

/**
 * What may be paid on a booking's own page (rule E21): of a hold that staff gave, while it lasts; of a booking that stands, until two
 * days after the visit. Undefined when nothing may.
 */
export function payableOf(
  booking: PayableBooking,
  ledger: Kept,
  request: OpenRequest | undefined,
  now: Date,
): Payable | undefined {
  const { status, holdEndsAt, during } = booking
  const { remaining: due } = ledger
  if (due < SMALLEST_PAYMENT) return undefined
  const open = request ? stillAsked(request.upTo, ledger) : ZERO
  const asked = open < SMALLEST_PAYMENT ? ZERO : open
  if (status === 'pending') {
    if (!isStaffHold(booking) || !holdEndsAt || holdIsOver(holdEndsAt, now)) return undefined
    return { asked, due, until: holdEndsAt }
  }
  const until = balanceDeadline(during, now)
  if (status !== 'booked' || until <= now) return undefined
  return { asked, due, until }
}

/** What of that its customer is invited to pay: of a visit that is over, and to which nobody came, only what staff ask for (rule E21). */
export const invitedTo = (
  payable: Payable | undefined,
  visit: Parameters<typeof isMissed>[0],
  now: Date,
): Payable | undefined => {
  if (!payable || !isMissed(visit, now)) return payable
  return payable.asked ? { ...payable, due: payable.asked } : undefined
}
