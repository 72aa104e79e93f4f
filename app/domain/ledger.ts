import { BLOCKING_STATUSES, type BookingStatus, isBlocking } from './booking-status'
import { type Paise, paise, sum, ZERO } from './money'
import { isLiveRefund, type RefundStatus } from './refund-life'

/** Of a payment in the books, where each one came: `refunded` is one of which all went back. */
export const PAYMENT_STATUSES = ['captured', 'refunded'] as const

export interface LedgerPayment {
  amount: Paise
  status: (typeof PAYMENT_STATUSES)[number]
  voided: boolean
}

export interface LedgerRefund {
  amount: Paise
  status: RefundStatus
}

export interface LedgerState {
  /** Money received: what the API calls `advance`. */
  received: Paise
  /** Money refunded, or on its way back. */
  refunded: Paise
  /** What is still to be paid; nothing once the booking is cancelled or its hold is over. */
  remaining: Paise
  /** What the booking brings in: its total, or what is kept of it when it does not stand. */
  income: Paise
  /** What was received beyond the total, after refunds. */
  refundDue: Paise
  state: 'unpaid' | 'part-paid' | 'paid'
}

/** Whether a payment counts as received, whatever went back of it: one that was struck out counts for nothing (rule M14). */
export const isReceived = ({ status, voided }: Omit<LedgerPayment, 'amount'>): boolean =>
  !voided && PAYMENT_STATUSES.includes(status)

/** The statuses in which a booking is to be paid. */
export const PAYABLE_STATUSES: readonly BookingStatus[] = BLOCKING_STATUSES

/** What a booking's money may be kept for: its price, and nothing of one that never stood. A hold that waits may still stand (rule M17). */
export const chargedFor = (booking: { status: BookingStatus; wasBooked: boolean; total: Paise }): Paise =>
  booking.wasBooked || isBlocking(booking.status) ? booking.total : ZERO

/** What a booking's rows come to: received counts what was captured and is not voided, refunded all but what was dropped. */
export interface LedgerSums {
  received: Paise
  refunded: Paise
}

/** Where a booking's money stands, from its rows (rule M14). */
export function ledgerOf(
  booking: { total: Paise; status: BookingStatus },
  payments: readonly LedgerPayment[],
  refunds: readonly LedgerRefund[] = [],
): LedgerState {
  const received = sum(payments.filter(isReceived).map(({ amount }) => amount))
  const refunded = sum(refunds.filter(({ status }) => isLiveRefund(status)).map(({ amount }) => amount))
  return ledgerOfSums({ ...booking, received, refunded })
}

/**
 * Where a booking's money stands, from its sums, which the database keeps beside it: remaining = max(0, total − received +
 * refunded) while it is to be paid, and nothing of a cancelled or expired one (rule M15).
 */
export function ledgerOfSums({
  total,
  status: of,
  received,
  refunded,
}: { total: Paise; status: BookingStatus } & LedgerSums): LedgerState {
  const kept = received - refunded
  const payable = PAYABLE_STATUSES.some((one) => one === of)
  return {
    received,
    refunded,
    remaining: payable ? paise(Math.max(0, total - kept)) : ZERO,
    income: payable ? total : paise(Math.max(0, kept)),
    refundDue: paise(Math.max(0, kept - total)),
    state: kept >= total ? 'paid' : kept > 0 ? 'part-paid' : 'unpaid',
  }
}
