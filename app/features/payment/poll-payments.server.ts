import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm'
import { bookings, paymentAttempts, refunds } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth } from './settle-payment.server'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After a hold has ended, its order is asked for again at these ages; UPI money has come days late. */
const LATER_CHECKS_MS = [30 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 120 * HOUR_MS]
const SOON_MS = 30 * MINUTE_MS

/** Asks the provider about orders whose browser or webhook never came back: often at first, then at growing ages. */
export async function pollPayments(context: AppContext): Promise<number> {
  const now = context.clock.now().getTime()
  const oldest = new Date(now - 121 * HOUR_MS)
  const open = await context.db
    .select({
      orderId: paymentAttempts.providerOrderId,
      createdAt: paymentAttempts.createdAt,
      checkedAt: paymentAttempts.checkedAt,
    })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, paymentAttempts.bookingId))
    .where(
      and(
        eq(paymentAttempts.status, 'ordered'),
        isNotNull(paymentAttempts.providerOrderId),
        gt(paymentAttempts.createdAt, oldest),
        lt(paymentAttempts.createdAt, new Date(now - MINUTE_MS)),
      ),
    )
  let asked = 0
  for (const { orderId, createdAt, checkedAt } of open) {
    const age = now - createdAt.getTime()
    const lastAge = checkedAt ? checkedAt.getTime() - createdAt.getTime() : -1
    const due = age <= SOON_MS || LATER_CHECKS_MS.some((mark) => lastAge < mark && age >= mark)
    if (!orderId || !due) continue
    await applyGatewayTruth(context, orderId)
    asked++
  }
  return asked
}

/** Nightly: every open order of the last five days and every refund that is not settled is looked at again. */
export async function reconcilePayments(context: AppContext): Promise<void> {
  const since = new Date(context.clock.now().getTime() - 121 * HOUR_MS)
  const open = await context.db
    .select({ orderId: paymentAttempts.providerOrderId })
    .from(paymentAttempts)
    .where(and(gt(paymentAttempts.createdAt, since), isNotNull(paymentAttempts.providerOrderId)))
  for (const { orderId } of open) if (orderId) await applyGatewayTruth(context, orderId)
  const unsettled = await context.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['queued', 'pending']), eq(refunds.mode, 'online')))
  for (const { id } of unsettled) await context.jobs.enqueue(context.db, 'send-refund', { refundId: id })
}
