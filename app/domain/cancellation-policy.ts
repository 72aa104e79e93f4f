import type { Attendance, BookingStatus } from './booking-status'
import { type CalendarDate, weekdayOf } from './calendar'
import { HOUR_MS } from './durations'
import type { Paise } from './money'
import { REFUND_DAYS } from './refund-life'
import type { RefundPart, Rest } from './refund-parts'
import type { InstantRange } from './slots'

/** So many hours before its start a booking can last be cancelled for a refund, or moved (rules M20, M22). */
export const NOTICE_HOURS = 72
const NOTICE_MS = NOTICE_HOURS * HOUR_MS
const FRIDAY = 5

/** What goes back besides what is owed: what the policy gives, everything that was received, or nothing. */
export const CANCELLATION_REFUNDS = ['policy', 'full', 'none'] as const
export type CancellationRefund = (typeof CANCELLATION_REFUNDS)[number]

export interface BookingForPolicy {
  visitDate: CalendarDate
  start: Date
  /** The moves that its customer has used; those that the business had to make are none of them (`movesUsed`). */
  rescheduleCount: number
}

export type CancellationReason = 'in-time' | 'too-late' | 'weekend' | 'rescheduled' | 'by-business'

export interface CancellationQuote {
  /** What goes back of the money that is not owed anyway. */
  gives: Rest
  reason: CancellationReason
  explanation: string
}

/** What a cancellation gives by what was chosen; by the policy, what that said at the time. */
export const givenBy = (chosen: CancellationRefund, policy: Pick<CancellationQuote, 'gives'>): Rest =>
  (({ policy: policy.gives, full: 'everything', none: 'nothing' }) as const)[chosen]

/**
 * Which refunds staff are asked about, by the parts that each would queue, and what the policy, which stands chosen, comes to: everything or
 * nothing too is given as the policy's, which is told to the customer with its reason, and no two choices come to the same (rule M21).
 */
export function refundsAsked(parts: Record<CancellationRefund, readonly RefundPart[]>): {
  asked: CancellationRefund[]
  policyIs: CancellationRefund
} {
  const alike = (one: CancellationRefund, other: CancellationRefund) =>
    JSON.stringify(parts[one]) === JSON.stringify(parts[other])
  const policyIs = alike('policy', 'none') ? 'none' : alike('policy', 'full') ? 'full' : 'policy'
  const asked = CANCELLATION_REFUNDS.filter((one) => one === 'policy' || !alike(one, 'policy'))
  return { asked, policyIs }
}

const EXPLANATIONS: Record<CancellationReason, string> = {
  'in-time': 'Refunded except payment-gateway charges.',
  'too-late': `There is no refund less than ${NOTICE_HOURS} hours before the booking.`,
  weekend: 'There is no refund for Friday, Saturday or Sunday bookings.',
  rescheduled: 'There is no refund for rescheduled bookings.',
  'by-business': `We had to cancel: everything you paid comes back within ${REFUND_DAYS}.`,
}

/** The last instant at which a booking may be cancelled for a refund, or moved. */
export const changesEnd = ({ start }: Pick<BookingForPolicy, 'start'>): Date => new Date(start.getTime() - NOTICE_MS)

const inTime = (booking: BookingForPolicy, now: Date) => booking.start.getTime() - now.getTime() >= NOTICE_MS
const isWeekend = (date: CalendarDate) => weekdayOf(date) === 0 || weekdayOf(date) >= FRIDAY

const GIVES: Record<CancellationReason, Rest> = {
  'in-time': 'less-charges',
  'too-late': 'nothing',
  weekend: 'nothing',
  rescheduled: 'nothing',
  'by-business': 'everything',
}

/**
 * What comes back when a booking is cancelled now (rules M20, M21). Exactly `NOTICE_HOURS` count as in
 * time; the weekday is that of the visit date. What the business itself cancels comes back whole, charges included.
 */
export function quoteCancellation(
  booking: BookingForPolicy,
  now: Date,
  by: 'customer' | 'business' = 'customer',
): CancellationQuote {
  const reason = by === 'business' ? 'by-business' : reasonOf(booking, now)
  return { gives: GIVES[reason], reason, explanation: EXPLANATIONS[reason] }
}

/**
 * The words of a quote for the money that a booking holds, of which `back` comes back: charges are named only where some are kept, as cash
 * has none (rule M20).
 */
export function explanationFor({ reason, explanation }: CancellationQuote, held: Paise, back: Paise): string {
  if (reason !== 'in-time' || back < held) return explanation
  return held > 0 ? 'Refunded in full.' : 'We hold no money of it, so nothing comes back.'
}

function reasonOf(booking: BookingForPolicy, now: Date): CancellationReason {
  if (!inTime(booking, now)) return 'too-late'
  if (isWeekend(booking.visitDate)) return 'weekend'
  return booking.rescheduleCount > 0 ? 'rescheduled' : 'in-time'
}

/** What decides whether a customer may change a visit at all. */
interface ChangeableVisit {
  status: BookingStatus
  attendance: Attendance
  during: InstantRange
}

/** Whether a visit's guests are in the house: what is changed of it then is a matter between them and the desk. */
export const isInHouse = ({ status, attendance, during }: ChangeableVisit, now: Date): boolean =>
  status === 'booked' && attendance === 'arrived' && during.to > now

/** Whether a customer may move or cancel a visit by its link: while it stands, before it begins, and before its guests came (rule M20). */
export const isOpenToChanges = (visit: ChangeableVisit, now: Date): boolean =>
  visit.status === 'booked' && visit.during.from > now && !isInHouse(visit, now)

/** Whether the customer may move the booking: once, at least `NOTICE_HOURS` before, and not from Friday to Sunday (rule M22). */
export function quoteReschedule(
  booking: BookingForPolicy,
  now: Date,
): { allowed: true } | { allowed: false; explanation: string } {
  if (booking.rescheduleCount > 0) return { allowed: false, explanation: 'A booking can be rescheduled once.' }
  if (!inTime(booking, now)) {
    return { allowed: false, explanation: `Rescheduling ends ${NOTICE_HOURS} hours before the booking.` }
  }
  if (isWeekend(booking.visitDate)) {
    return { allowed: false, explanation: 'Friday, Saturday and Sunday bookings cannot be rescheduled.' }
  }
  return { allowed: true }
}
