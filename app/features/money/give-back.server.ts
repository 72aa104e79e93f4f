import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookingEvents } from '~/db/schema'
import { formatRupees, type Paise, ZERO } from '~/domain/money'
import { type HeldPayment, partsOwed, type RefundPart, type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import type { Result } from '~/domain/result'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { lockSoldBooking, type SoldBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments } from './desk-money.server'
import { queueRefund, tellByStaff } from './refund.server'

type MoneyOfBooking = Pick<SoldBooking, 'payments' | 'refunds'>

/** The payments of a booking that still hold money. */
export const heldOf = ({ payments, refunds }: MoneyOfBooking): HeldPayment[] =>
  countedPayments(payments, refunds).filter(({ held }) => held > 0)

/** What is owed to a booking's customer at a total, part by part. */
export const owedOf = (booking: MoneyOfBooking & { total: Paise }): RefundPart[] =>
  partsOwed(heldOf(booking), booking.total)

/** Queues exactly the parts that were promised: online money by the provider, the rest is a task for the front desk. */
export async function queueParts(
  context: AppContext,
  tx: Transaction,
  { payments }: Pick<SoldBooking, 'payments'>,
  parts: readonly RefundPart[],
  reason: string,
): Promise<ReturnedSums> {
  for (const part of parts) {
    const payment = payments.find(({ id }) => id === part.payment)
    if (!payment) throw new Error('A part was promised of a payment that is gone.')
    await queueRefund(context, tx, payment, reason, part.amount)
  }
  return sumsOf(parts)
}

/**
 * Queues what a locked booking received beyond its total (rule M17) and
 * writes it into the history. Answers how much that is.
 */
export async function returnOwed(
  context: AppContext,
  tx: Transaction,
  sold: SoldBooking,
  { actor, reason }: { actor: string; reason: string },
): Promise<ReturnedSums> {
  const sums = await queueParts(context, tx, sold, owedOf(sold), reason)
  if (sums.all > 0) {
    const detail = { returned: sums.all, reason }
    await recordEvent(tx, sold.id, { at: context.clock.now(), kind: 'refund-started', actor, detail })
  }
  return sums
}

const wasSold = async (tx: Transaction, bookingId: string): Promise<boolean> =>
  (await tx.$count(bookingEvents, and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.toStatus, 'booked')))) >
  0

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
    // what never stood costs nothing
    const stood = sold.status === 'booked' || (await wasSold(tx, bookingId))
    const { all: due } = await returnOwed(context, tx, stood ? sold : { ...sold, total: ZERO }, {
      actor: staff.name,
      reason: 'Received more than the total',
    })
    if (due === 0) return { ok: false, reason: 'nothing-due', message: 'Nothing is due any more.' }
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { Refund: formatRupees(due) },
    })
    return { ok: true, returned: due }
  })
}

/**
 * Notes that a refund was handed over, so that it waits no longer: one of the front desk, or one that the provider could not
 * send. The note says how. A second press finds nothing that waits, and changes nothing.
 */
export async function handOverRefund(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  refundId: string,
  note = '',
): Promise<Result<{ handed: Paise }, 'not-found' | 'nothing-due'>> {
  return context.db.transaction(async (tx) => {
    const sold = await lockSoldBooking(tx, bookingId)
    if (!sold || !mayTouch(staff, sold.locationId)) {
      return { ok: false, reason: 'not-found', message: 'Invalid Booking ID' }
    }
    const refund = await tellByStaff(context, tx, { bookingId, refundId }, 'handed-over', { actor: staff.name, note })
    if (!refund) return { ok: false, reason: 'nothing-due', message: 'This was handed over already.' }
    const detail = { refundId, amount: refund.amount, ...(note && { note }) }
    await recordEvent(tx, bookingId, { at: context.clock.now(), kind: 'handed-over', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { 'Refund handed over': formatRupees(refund.amount), ...(note && { How: note }) },
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
