import { type CalendarDate, weekdayOf } from './calendar'
import { type Paise, paise, sum } from './money'

const NOTICE_MS = 72 * 3_600_000
const FRIDAY = 5

export interface BookingForPolicy {
  visitDate: CalendarDate
  start: Date
  rescheduleCount: number
}

export interface PaidOnline {
  amount: Paise
  /** The gateway's charge with its tax; not given back. */
  fee: Paise
}

export type CancellationReason = 'in-time' | 'too-late' | 'weekend' | 'rescheduled'

export interface CancellationQuote {
  refund: Paise
  reason: CancellationReason
  explanation: string
}

const EXPLANATIONS: Record<CancellationReason, string> = {
  'in-time': 'Refunded except payment-gateway charges; it takes 5–7 business days.',
  'too-late': 'There is no refund less than 72 hours before the booking.',
  weekend: 'There is no refund for Friday, Saturday or Sunday bookings.',
  rescheduled: 'There is no refund for rescheduled bookings.',
}

const inTime = (booking: BookingForPolicy, now: Date) => booking.start.getTime() - now.getTime() >= NOTICE_MS
const isWeekend = (date: CalendarDate) => weekdayOf(date) === 0 || weekdayOf(date) >= FRIDAY

/**
 * What comes back when the customer cancels now (spec customer-side §9, Refund policy). Exactly 72 hours counts as in
 * time; the weekday is that of the visit date.
 */
export function quoteCancellation(
  booking: BookingForPolicy,
  paid: readonly PaidOnline[],
  now: Date,
): CancellationQuote {
  const reason: CancellationReason = !inTime(booking, now)
    ? 'too-late'
    : isWeekend(booking.visitDate)
      ? 'weekend'
      : booking.rescheduleCount > 0
        ? 'rescheduled'
        : 'in-time'
  const refund =
    reason === 'in-time' ? paise(Math.max(0, sum(paid.map((one) => paise(one.amount - one.fee))))) : paise(0)
  return { refund, reason, explanation: EXPLANATIONS[reason] }
}

/** Whether the customer may move the booking: once, at least 72 hours before, weekends included (decisions.md). */
export function quoteReschedule(
  booking: BookingForPolicy,
  now: Date,
): { allowed: true } | { allowed: false; explanation: string } {
  if (booking.rescheduleCount > 0) return { allowed: false, explanation: 'A booking can be rescheduled once.' }
  if (!inTime(booking, now)) {
    return { allowed: false, explanation: 'Rescheduling ends 72 hours before the booking.' }
  }
  return { allowed: true }
}
