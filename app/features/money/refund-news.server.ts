import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { payments, refunds } from '~/db/schema'
import { type Paise, paise, ZERO } from '~/domain/money'
import { makeRoom, newRefund, refundAfter } from '~/domain/refund-life'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayRefund } from '~/platform/payment-gateway.server'
import { ANOTHER_WAY, enterRefund, lockPayment, moveRefund, type RefundRow, shrinkRefund } from './refund-move.server'
import { queueRefund, returnWhatCameBack, takeTasksBackAfterLoss } from './return-owed.server'

type PaymentRow = typeof payments.$inferSelect

/**
 * Follows the provider's word on a payment's refunds: ours move on, and one that was made in the provider's own console is
 * entered in the books. False when the provider could not be asked.
 */
export async function followRefunds(context: AppContext, providerPaymentId: string): Promise<boolean> {
  const { db, gateway } = context
  const payment = await db.query.payments.findFirst({ where: eq(payments.providerPaymentId, providerPaymentId) })
  if (!payment) return true
  const answer = await gateway.listRefunds(providerPaymentId)
  if (!answer.ok) return false
  for (const refund of failedFirst(answer.value))
    await db.transaction((tx) => followRefund(context, tx, payment, refund))
  return true
}

/** Enters what the provider lists of a payment that is entered in this very transaction, as money that went back before. */
export async function enterListed(
  context: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  listed: readonly GatewayRefund[],
): Promise<void> {
  for (const refund of failedFirst(listed)) await followRefund(context, tx, payment, refund)
}

/** What failed first: only then has the rest its room. */
const failedFirst = (listed: readonly GatewayRefund[]): GatewayRefund[] =>
  [...listed].sort((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'))

/** A word that we do not know yet: the provider has it, no more is concluded. */
const NEWS = { pending: 'taken', processed: 'processed', failed: 'failed', unknown: 'taken' } as const

/** What the provider says of one refund of a payment, which this transaction locks: see `followRefunds`. */
export async function followRefund(
  context: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  told: GatewayRefund,
): Promise<void> {
  const { refunds: rows } = await lockPayment(tx, payment)
  const ours =
    rows.find(({ providerRefundId }) => providerRefundId === told.id) ??
    rows.find(({ providerRefundId, idempotencyKey }) => !providerRefundId && idempotencyKey === told.receipt)
  if (ours) return hear(context, tx, payment, ours, told)
  const earlier = await tx.query.refundTries.findFirst({
    where: (one, { or }) => or(eq(one.providerRefundId, told.id), eq(one.idempotencyKey, told.receipt ?? '')),
  })
  if (!earlier) return enter(context, tx, payment, rows, told)
  // a try that was given up: nothing new while it failed, but it may have gone through after all
  const refund = rows.find(({ id }) => id === earlier.refundId)
  if (told.status === 'failed' || !refund) return
  const stuck = refund.status === 'failed' || refund.status === 'with-staff'
  const unsent = refund.status === 'queued' && refund.silences === 0
  if (!(stuck || unsent) || refund.amount !== told.amount) return enter(context, tx, payment, rows, told)
  const open = stuck ? await moveRefund(context, tx, refund, 'again', { actor: 'system' }) : refund
  if (open) await hear(context, tx, payment, open, told)
}

/**
 * The provider speaks of a refund that we know. One that failed at the bank is to be sent again, but for what went back in the
 * provider's own console meanwhile.
 */
async function hear(
  context: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  refund: RefundRow,
  told: GatewayRefund,
): Promise<void> {
  const { id: providerRefundId, status } = told
  if (refund.status === status && refund.providerRefundId === providerRefundId) return
  const error = status === 'failed' ? 'The refund failed at the bank.' : undefined
  const moved = await moveRefund(context, tx, refund, NEWS[status], { actor: 'provider', providerRefundId, error })
  if (status === 'failed' && refund.origin === 'provider') {
    // each night's look hears it once more; what is owed since is not what came back
    if (!moved) return
    await restore(context, tx, payment, refund.amount)
    await returnWhatCameBack(context, tx, payment)
    return
  }
  // one that had given way to another may have gone all the same
  const { refunds: rows } = await lockPayment(tx, payment)
  for (const { refund: unsent, left } of makeRoom(payment.amount, rows, ZERO))
    await shrinkRefund(context, tx, unsent, left)
}

const RESTORED = 'What was to go back in another way did not'

/**
 * A refund that was made in the provider's console failed: so much of ours as had given way to it is queued again, and
 * counted once however often that happens. What it was beyond that is its maker's to repeat.
 */
async function restore(context: AppContext, tx: Transaction, payment: PaymentRow, failed: Paise): Promise<void> {
  const { left } = await lockPayment(tx, payment)
  const ours = await tx.query.refunds.findMany({
    where: and(eq(refunds.paymentId, payment.id), eq(refunds.origin, 'ours')),
    with: { tries: true },
  })
  const gaveWay = ours.map(({ amount, status, lastError, reason, tries }) => {
    const shrunk = tries.filter(({ error }) => error === ANOTHER_WAY).map((one) => one.amount)
    const whole = Math.max(amount, ...shrunk)
    const now = status === 'dropped' && lastError === ANOTHER_WAY ? 0 : amount
    return whole - now - (reason === RESTORED ? whole : 0)
  })
  const missing = gaveWay.reduce((total, one) => total + one, 0)
  const amount = paise(Math.max(0, Math.min(failed, left, missing)))
  if (amount > 0) await queueRefund(context, tx, payment, { reason: RESTORED, amount })
}

/** Enters a refund that was made in the provider's own console; what we had not sent of that payment gives way to it. */
async function enter(
  context: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  rows: readonly RefundRow[],
  { id, amount, status }: GatewayRefund,
): Promise<void> {
  const now = context.clock.now()
  const begun = newRefund(now, { byHand: false, origin: 'provider' })
  const life = refundAfter(begun, NEWS[status], now) ?? begun
  if (life.status !== 'dropped') {
    for (const { refund, left } of makeRoom(payment.amount, rows, amount)) await shrinkRefund(context, tx, refund, left)
  }
  const reason = 'Refunded at the payment provider'
  await enterRefund(tx, payment, life, { mode: payment.mode, amount, reason, idempotencyKey: id, providerRefundId: id })
  const detail = { providerRefundId: id, amount }
  if (!payment.bookingId) return
  await recordEvent(tx, payment.bookingId, { at: now, kind: 'refund-at-provider', actor: 'provider', detail })
  if (life.status !== 'dropped') await takeTasksBackAfterLoss(context, tx, payment.bookingId, amount)
}
