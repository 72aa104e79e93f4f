import type { Transaction } from '~/db/client.server'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { refundableOf } from '~/domain/refund-life'
import type { Result } from '~/domain/result'
import { ledgerOfRows } from '~/features/payment/counter-money.server'
import { queueRefund, tellByStaff } from '~/features/payment/refund.server'
import type { AppContext } from '~/platform/context.server'
import { recordBookingChange, recordEvent } from './booking-history.server'
import { lockSoldBooking, type SoldBooking } from './sold-booking.server'
import { type ActingStaff, mayTouch } from './staff-booking.server'

interface Returnable {
  payment: SoldBooking['payments'][number]
  /** What of it has not gone back yet. */
  left: Paise
}

/** The money of a booking that could go back, payment by payment. */
export function returnables({ payments, refunds }: SoldBooking): Returnable[] {
  return payments
    .filter(({ voidedAt, status }) => voidedAt === null && (status === 'captured' || status === 'refunded'))
    .map((payment) => {
      const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
      return { payment, left: refundableOf(payment.amount, own) }
    })
    .filter(({ left }) => left > 0)
}

/**
 * Queues what a locked booking received beyond its total, the latest money first: online money by the provider, the rest
 * is on record and handed over at the counter (decisions.md Money, refund due). Answers how much that is.
 */
export async function returnDue(
  context: AppContext,
  tx: Transaction,
  sold: SoldBooking,
  reason: string,
): Promise<Paise> {
  const due = ledgerOfRows(sold, sold.payments, sold.refunds).refundDue
  const latest = returnables(sold).sort((a, b) => b.payment.receivedAt.getTime() - a.payment.receivedAt.getTime())
  let open: number = due
  for (const { payment, left } of latest) {
    const amount = paise(Math.min(left, open))
    if (amount > 0) await queueRefund(context, tx, payment, reason, amount)
    open -= amount
  }
  return due
}

/** Gives back what was received beyond the total. A second press finds nothing due. */
export async function giveBackDue(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
): Promise<Result<{ returned: Paise }, 'not-found' | 'nothing-due'>> {
  return context.db.transaction(async (tx) => {
    const sold = await lockSoldBooking(tx, bookingId)
    if (!sold || !mayTouch(staff, sold.locationId)) {
      return { ok: false, reason: 'not-found', message: 'Invalid Booking ID' }
    }
    const due = await returnDue(context, tx, sold, 'Received more than the total')
    if (due === 0) return { ok: false, reason: 'nothing-due', message: 'Nothing is due any more.' }
    const detail = { returned: due }
    await recordEvent(tx, bookingId, { at: context.clock.now(), kind: 'refund-started', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { Refund: formatRupees(due) },
    })
    return { ok: true, returned: due }
  })
}

/**
 * Notes that a refund was handed over, so that it waits no longer: one of the counter, or one that the provider could not
 * send. A second press finds nothing that waits, and changes nothing.
 */
export async function handOverRefund(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  refundId: string,
): Promise<Result<{ handed: Paise }, 'not-found' | 'nothing-due'>> {
  return context.db.transaction(async (tx) => {
    const sold = await lockSoldBooking(tx, bookingId)
    if (!sold || !mayTouch(staff, sold.locationId)) {
      return { ok: false, reason: 'not-found', message: 'Invalid Booking ID' }
    }
    const refund = await tellByStaff(context, tx, { bookingId, refundId }, 'handed-over', { actor: staff.name })
    if (!refund) return { ok: false, reason: 'nothing-due', message: 'This was handed over already.' }
    const detail = { refundId, amount: refund.amount }
    await recordEvent(tx, bookingId, { at: context.clock.now(), kind: 'handed-over', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { 'Refund handed over': formatRupees(refund.amount) },
    })
    return { ok: true, handed: refund.amount }
  })
}

/** Sends a refund once more that the provider would not take before. A second press finds nothing to send. */
export async function sendRefundAgain(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  refundId: string,
): Promise<Result<{ sent: Paise }, 'not-found' | 'nothing-due'>> {
  return context.db.transaction(async (tx) => {
    const sold = await lockSoldBooking(tx, bookingId)
    if (!sold || !mayTouch(staff, sold.locationId)) {
      return { ok: false, reason: 'not-found', message: 'Invalid Booking ID' }
    }
    const refund = await tellByStaff(context, tx, { bookingId, refundId }, 'again', { actor: staff.name })
    if (!refund) return { ok: false, reason: 'nothing-due', message: 'This refund does not wait for you any more.' }
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { 'Refund sent again': formatRupees(refund.amount) },
    })
    return { ok: true, sent: refund.amount }
  })
}
