import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, payments, refundReversals, refunds, refundTries } from '~/db/schema'
import { type Paise, paise, sum, ZERO } from '~/domain/money'
import { deskModeOf } from '~/domain/payment-mode'
import {
  isLiveRefund,
  makeRoom,
  newRefund,
  type RefundLife,
  type RefundNews,
  refundAfter,
  refundableOf,
  refundDueAt,
} from '~/domain/refund-life'
import { goesOnline } from '~/domain/refund-parts'
import { announceNotSent } from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import type { AppContext } from '~/platform/context.server'
import { announceRefundWithStaff } from './money-alerts.server'

type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

type RefundColumns = Partial<Omit<typeof refunds.$inferInsert, 'id' | 'status'>>

/** A payment and its refunds, locked until the transaction ends; its booking first, as everywhere. */
export async function lockPayment(
  tx: Transaction,
  { id, bookingId }: Pick<PaymentRow, 'id' | 'bookingId'>,
): Promise<{ payment: PaymentRow; refunds: RefundRow[]; left: Paise }> {
  if (bookingId) await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for('update')
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!payment) throw new Error('The payment of a refund is gone.')
  const rows = await refundsOf(tx, id)
  return { payment, refunds: rows, left: refundableOf(payment.amount, rows) }
}

/** The refunds of a payment, the oldest first: what gives way among them is the same each time. */
const refundsOf = (tx: Transaction, paymentId: string): Promise<RefundRow[]> =>
  tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.createdAt), asc(refunds.id))

interface Told {
  /** Whose word it is, for the history. */
  actor: string
  /** The provider's name for the refund that the news is about. */
  providerRefundId?: string | null
  /** What went wrong, in the provider's words. */
  error?: string
  columns?: RefundColumns
}

/**
 * Moves a refund by some news: asks the rule, writes the row, the history and what staff must be told. Nothing else sets a
 * refund's status. The caller has locked its payment. Answers the new row; undefined when the news is none for it.
 */
export async function moveRefund(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  refund: RefundRow,
  news: RefundNews,
  { actor, providerRefundId = refund.providerRefundId, error, columns }: Told,
): Promise<RefundRow | undefined> {
  const now = context.clock.now()
  const next = refundAfter({ ...refund, byHand: refund.mode !== 'online' }, news, now)
  if (!next) return undefined
  const { status, failures, silences, nextAt } = next
  const settledAt = status === 'processed' ? now : null
  const tried = { ...refund, providerRefundId }
  // a try that failed is over: the next one is another refund to the provider
  const lastError = error ?? (news === 'taken' || news === 'processed' ? null : refund.lastError)
  // what is paid out once more, after it came back, goes out where its booking is by now
  const place = settledAt && !refund.settledAt ? { locationId: null } : {}
  // only what is still to be sent waits for its customer's choice (rule P25)
  const held = status === 'queued' ? {} : { heldUntil: null }
  const key =
    status === 'failed' || status === 'with-staff' ? await newKey(tx, tried, error, now) : { providerRefundId }
  const [moved] = await tx
    .update(refunds)
    .set({ ...columns, ...key, ...place, ...held, lastError, status, failures, silences, nextAt, settledAt })
    .where(eq(refunds.id, refund.id))
    .returning()
  if (!moved) throw new Error('A refund is gone.')
  if (refund.settledAt && !settledAt) await recordReversal(tx, refund, refund.settledAt, now)
  await markRefunded(tx, refund.paymentId)
  const { id: refundId, bookingId, amount } = refund
  const record = async (kind: 'refund-failed' | 'refund-with-staff' | 'refund-again' | 'refund-dropped') =>
    bookingId && recordEvent(tx, bookingId, { at: now, kind, actor, detail: { refundId, amount } })
  if (status === 'failed') await record('refund-failed')
  if (news === 'again' && actor !== 'system') await record('refund-again')
  if (status === 'dropped') await record('refund-dropped')
  if (status === 'with-staff') {
    await record('refund-with-staff')
    await announceRefundWithStaff(context, tx, { refundId, failures })
    if (bookingId) await announceNotSent(context, tx, { id: refundId, bookingId })
  }
  return moved
}

/** Notes of money that had been paid out when and where it went, and that it came back: its day stays as it was (rule M25). */
async function recordReversal(
  tx: Transaction,
  { id: refundId, bookingId, locationId, amount }: RefundRow,
  paidOutAt: Date,
  cameBackAt: Date,
): Promise<void> {
  const booking =
    bookingId && !locationId ? await tx.query.bookings.findFirst({ where: eq(bookings.id, bookingId) }) : undefined
  await tx
    .insert(refundReversals)
    .values({ refundId, locationId: locationId ?? booking?.locationId, amount, paidOutAt, cameBackAt })
}

/** Puts the key of a try that ended aside and gives the refund a new one: the provider knows each key only once. */
async function newKey(
  tx: Transaction,
  { id, idempotencyKey, providerRefundId, amount }: RefundRow,
  error: string | undefined,
  endedAt: Date,
): Promise<RefundColumns> {
  await tx.insert(refundTries).values({ refundId: id, idempotencyKey, providerRefundId, amount, error, endedAt })
  const tries = await tx.$count(refundTries, eq(refundTries.refundId, id))
  return { idempotencyKey: `refund_${id}_${tries + 1}`, providerRefundId: null }
}

/** Why a refund of ours became smaller, or nothing. */
export const ANOTHER_WAY = 'Part of it went back in another way'

/** Makes an unsent refund smaller, since part of its money went back in another way; one that is nothing is dropped. */
export async function shrinkRefund(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  refund: RefundRow,
  left: Paise,
): Promise<void> {
  if (left === 0) {
    await moveRefund(context, tx, refund, 'dropped', { actor: 'provider', error: ANOTHER_WAY })
    return
  }
  // the provider sends nothing so small
  const toDesk = refund.mode === 'online' && !goesOnline(true, left)
  if (toDesk) await moveRefund(context, tx, refund, 'again', { actor: 'system' })
  const renewed = await newKey(tx, refund, ANOTHER_WAY, context.clock.now())
  await tx
    .update(refunds)
    .set({
      ...renewed,
      ...(toDesk && { mode: deskModeOf(refund.mode), nextAt: null, heldUntil: null }),
      amount: left,
      requestBody: { notes: {}, ...refund.requestBody, amount: left },
    })
    .where(eq(refunds.id, refund.id))
}

/** Enters a refund that begins now, by us or in the provider's own console. The caller has locked its payment. */
export async function enterRefund(
  tx: Transaction,
  payment: PaymentRow,
  life: RefundLife,
  columns: Omit<typeof refunds.$inferInsert, 'bookingId' | 'paymentId' | 'dueAt' | 'status'>,
): Promise<void> {
  const { status, origin, nextAt, createdAt } = life
  const { bookingId, id: paymentId } = payment
  const settledAt = status === 'processed' ? createdAt : null
  const whole = { ...columns, bookingId, paymentId, status, origin, nextAt, createdAt, settledAt }
  await tx.insert(refunds).values({ ...whole, dueAt: refundDueAt(createdAt) })
  await markRefunded(tx, paymentId)
}

/**
 * Enters what a customer's bank took back by a dispute that was lost: money that has gone. What was not sent yet gives way
 * to it. Answers how much is entered now, and what of it found no room, since it had gone back before. The caller has locked the payment.
 */
export async function enterDisputeLoss(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  payment: PaymentRow,
  { id, amount }: { id: string; amount: Paise },
): Promise<{ entered: Paise; beyond: Paise }> {
  const rows = await refundsOf(tx, payment.id)
  const known = rows.filter((row) => isOfDispute(row, id))
  const live = known.filter(({ status }) => isLiveRefund(status))
  const wanted = paise(amount - sum(live.map((row) => row.amount)))
  if (wanted <= 0) return { entered: ZERO, beyond: ZERO }
  for (const { refund, left } of makeRoom(payment.amount, rows, wanted)) await shrinkRefund(context, tx, refund, left)
  const { left } = await lockPayment(tx, payment)
  const fits = paise(Math.min(wanted, left))
  const now = context.clock.now()
  const again = live.length ? undefined : known[0]
  if (again && fits > 0) {
    const [row] = await tx.update(refunds).set({ amount: fits }).where(eq(refunds.id, again.id)).returning()
    if (row) await moveRefund(context, tx, row, 'processed', { actor: 'provider' })
    await markRefunded(tx, payment.id)
  } else if (fits > 0) {
    const life = refundAfter(newRefund(now, { byHand: false, origin: 'dispute' }), 'processed', now)
    const reason = 'Taken back by the customer’s bank'
    // what is taken later is of its own day: the first one's may be closed by then (rule M25)
    const idempotencyKey = known.length ? `${id}:${known.length + 1}` : id
    if (life) await enterRefund(tx, payment, life, { mode: payment.mode, amount: fits, reason, idempotencyKey })
  }
  return { entered: fits, beyond: paise(wanted - fits) }
}

/** Whether a refund is what a dispute took, or took later. */
const isOfDispute = ({ idempotencyKey }: RefundRow, id: string): boolean =>
  idempotencyKey === id || idempotencyKey.startsWith(`${id}:`)

/** The bank gave back what it had taken by a dispute; whether the books said so before. The caller has locked the payment. */
export async function undoDisputeLoss(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  payment: PaymentRow,
  id: string,
): Promise<boolean> {
  let undone = false
  for (const row of (await refundsOf(tx, payment.id)).filter((one) => isOfDispute(one, id)))
    undone = (await moveRefund(context, tx, row, 'failed', { actor: 'provider' })) !== undefined || undone
  return undone
}

/** A payment that went back whole says so, and one whose refund came back does not. */
async function markRefunded(tx: Transaction, paymentId: string): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment) return
  const done = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'processed')))
  const status = sum(done.map(({ amount }) => amount)) < payment.amount ? 'captured' : 'refunded'
  await tx
    .update(payments)
    .set({ status })
    .where(and(eq(payments.id, paymentId), isNull(payments.voidedAt), ne(payments.status, status)))
}
