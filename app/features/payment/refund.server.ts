import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { payments, refunds } from '~/db/schema'
import { type Paise, paise, sum } from '~/domain/money'
import type { AppContext } from '~/platform/context.server'
import type { GatewayRefund } from '~/platform/payment-gateway.server'

type PaymentRow = typeof payments.$inferSelect
type RefundRow = typeof refunds.$inferSelect

const DAY_MS = 86_400_000

/** Queues money to go back in the caller's transaction; the whole payment unless an amount is named. */
export async function queueRefund(
  { clock, jobs }: AppContext,
  tx: Transaction,
  payment: PaymentRow,
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
    requestBody: { amount, notes: { booking: payment.bookingId } },
    dueAt: new Date(now.getTime() + DAY_MS),
    createdAt: now,
  })
  if (payment.mode === 'online') await jobs.enqueue(tx, 'send-refund', { refundId: id })
}

/**
 * Sends one queued refund with its frozen key and body, so that a repeat is the same refund; one that was sent before is
 * only followed. Throws while the provider has not taken it, so that the job comes again.
 */
export async function sendRefund(context: AppContext, refundId: string): Promise<void> {
  const { db, gateway, log } = context
  const refund = await db.query.refunds.findFirst({ where: eq(refunds.id, refundId) })
  if (!refund || refund.mode !== 'online' || (refund.status !== 'queued' && refund.status !== 'pending')) return
  const payment = await db.query.payments.findFirst({ where: eq(payments.id, refund.paymentId) })
  if (!payment?.providerPaymentId) return
  if (refund.providerRefundId) return followRefunds(context, payment.providerPaymentId)
  const answer = await gateway.refund({
    paymentId: payment.providerPaymentId,
    amount: refund.amount,
    idempotencyKey: refund.idempotencyKey,
    notes: (refund.requestBody?.notes ?? {}) as Record<string, string>,
  })
  const tried = { attempts: sql`${refunds.attempts} + 1` }
  if (answer.ok) {
    await db.update(refunds).set(tried).where(eq(refunds.id, refundId))
    return takeOver(context, payment, answer.value)
  }
  log.error({ refundId, code: answer.code, outcome: answer.outcome }, 'a refund was not taken')
  const lastError = `${answer.code}: ${answer.description}`
  await db
    .update(refunds)
    .set({ ...tried, lastError })
    .where(eq(refunds.id, refundId))
  // it may have happened all the same: then the provider lists it under our key
  await followRefunds(context, payment.providerPaymentId)
  const after = await db.query.refunds.findFirst({ where: eq(refunds.id, refundId) })
  if (!after?.providerRefundId) throw new Error(`The refund was not taken: ${answer.code}`)
}

/** Money that goes back at the counter waits for staff to hand it over; online money is the provider's to send. */
export const waitsForHand = ({ mode, status }: Pick<RefundRow, 'mode' | 'status'>): boolean =>
  mode !== 'online' && status === 'queued'

/** Closes a counter refund that was handed over; undefined when no such one waits on this booking. */
export async function settleByHand(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  { bookingId, refundId }: { bookingId: string; refundId: string },
): Promise<RefundRow | undefined> {
  const refund = await tx.query.refunds.findFirst({ where: eq(refunds.id, refundId), with: { payment: true } })
  if (refund?.bookingId !== bookingId || !waitsForHand(refund)) return undefined
  await tx.update(refunds).set({ status: 'processed', settledAt: clock.now() }).where(eq(refunds.id, refundId))
  await markRefunded(tx, refund.payment)
  return refund
}

/**
 * Follows the provider's word on a payment's refunds: pending becomes processed or failed, and one that was made in the
 * provider's own console is entered in the books.
 */
export async function followRefunds(context: AppContext, providerPaymentId: string): Promise<void> {
  const { db, gateway } = context
  const payment = await db.query.payments.findFirst({ where: eq(payments.providerPaymentId, providerPaymentId) })
  if (!payment) return
  const answer = await gateway.listRefunds(providerPaymentId)
  if (!answer.ok) throw new Error(`The refunds could not be read: ${answer.code}`)
  for (const refund of answer.value) await takeOver(context, payment, refund)
}

async function takeOver({ db, clock }: AppContext, payment: PaymentRow, told: GatewayRefund): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for('update')
    const rows = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id))
    const ours =
      rows.find(({ providerRefundId }) => providerRefundId === told.id) ??
      rows.find(({ providerRefundId, idempotencyKey }) => !providerRefundId && idempotencyKey === told.receipt)
    const settledAt = told.status === 'processed' ? now : null
    if (!ours) {
      await tx.insert(refunds).values({
        bookingId: payment.bookingId,
        paymentId: payment.id,
        mode: 'online',
        amount: told.amount,
        reason: 'Refunded at the payment provider',
        idempotencyKey: told.id,
        providerRefundId: told.id,
        status: told.status,
        dueAt: now,
        settledAt,
      })
    } else if (ours.status === 'queued' || ours.status === 'pending') {
      const known = { providerRefundId: told.id, status: told.status, settledAt, lastError: null }
      await tx.update(refunds).set(known).where(eq(refunds.id, ours.id))
    }
    await markRefunded(tx, payment)
  })
}

/** A payment that went back whole says so. */
async function markRefunded(tx: Transaction, payment: PaymentRow): Promise<void> {
  const done = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), inArray(refunds.status, ['processed'])))
  if (sum(done.map(({ amount }) => paise(amount))) < payment.amount) return
  await tx
    .update(payments)
    .set({ status: 'refunded' })
    .where(and(eq(payments.id, payment.id), isNull(payments.voidedAt)))
}
