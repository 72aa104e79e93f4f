import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { payments, refunds } from '~/db/schema'
import { type Paise, paise } from '~/domain/money'
import type { AppContext } from '~/platform/context.server'

const DAY_MS = 86_400_000

/** Queues money to go back in the caller's transaction; the whole payment unless an amount is named. */
export async function queueRefund(
  { clock, jobs }: AppContext,
  tx: Transaction,
  payment: typeof payments.$inferSelect,
  reason: string,
  amount: Paise = payment.amount,
): Promise<void> {
  const id = newId()
  const now = clock.now()
  await tx.insert(refunds).values({
    id,
    bookingId: payment.bookingId,
    paymentId: payment.id,
    mode: payment.mode,
    amount,
    reason,
    idempotencyKey: `refund_${id}`,
    dueAt: new Date(now.getTime() + DAY_MS),
  })
  await jobs.enqueue(tx, 'send-refund', { refundId: id })
}

/** Sends one queued refund; with its frozen key it can be repeated. Throws while the provider has not answered. */
export async function sendRefund(context: AppContext, refundId: string): Promise<void> {
  const { db, gateway, clock } = context
  const refund = await db.query.refunds.findFirst({ where: eq(refunds.id, refundId) })
  if (!refund || refund.status === 'processed' || refund.mode !== 'online') return
  const payment = await db.query.payments.findFirst({ where: eq(payments.id, refund.paymentId) })
  if (!payment?.providerPaymentId) return
  const answer = await gateway.refund({
    paymentId: payment.providerPaymentId,
    amount: refund.amount,
    idempotencyKey: refund.idempotencyKey,
    notes: { booking: refund.bookingId },
  })
  const tried = { attempts: sql`${refunds.attempts} + 1` }
  if (!answer.ok) {
    await db
      .update(refunds)
      .set({ ...tried, lastError: `${answer.code}: ${answer.description}` })
      .where(eq(refunds.id, refundId))
    throw new Error(`The refund was not taken: ${answer.code}`)
  }
  const settledAt = answer.value.status === 'processed' ? clock.now() : null
  await db
    .update(refunds)
    .set({ ...tried, providerRefundId: answer.value.id, status: answer.value.status, settledAt, lastError: null })
    .where(eq(refunds.id, refundId))
}

/** Follows the provider's word on a payment's refunds: pending becomes processed or failed. */
export async function followRefunds({ db, gateway, clock }: AppContext, providerPaymentId: string): Promise<void> {
  const answer = await gateway.listRefunds(providerPaymentId)
  if (!answer.ok) throw new Error(`The refunds could not be read: ${answer.code}`)
  for (const { id, status, amount } of answer.value) {
    await db
      .update(refunds)
      .set({ status, amount: paise(amount), settledAt: status === 'processed' ? clock.now() : null })
      .where(eq(refunds.providerRefundId, id))
  }
}
