import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { bookingEvents, type payments } from '~/db/schema'
import { type Paise, ZERO } from '~/domain/money'
import { newRefund } from '~/domain/refund-life'
import {
  goesOnline,
  type HeldPayment,
  partsOwed,
  type RefundPart,
  type ReturnedSums,
  sumsOf,
} from '~/domain/refund-parts'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { lockStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments } from './desk-money.server'
import { BY_HAND, enterRefund, lockPayment } from './refund-move.server'

type PaymentRow = typeof payments.$inferSelect

/**
 * Queues money to go back in the caller's transaction; the whole payment unless an amount is named. What came at the
 * front desk waits for somebody to hand it over. What is held until a time is given to no job before it (`wakeRefunds`).
 *
 * @throws when more would go back than the payment still holds; then the caller's transaction must not stand
 */
export async function queueRefund(
  { clock, jobs }: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  reason: string,
  amount: Paise = payment.amount,
  heldUntil?: Date,
): Promise<void> {
  const { left } = await lockPayment(tx, payment)
  if (amount <= 0 || amount > left) throw new Error('More would go back than the payment still holds.')
  const id = newId()
  const online = goesOnline(payment.mode === 'online', amount)
  await enterRefund(tx, payment, newRefund(!online, clock.now(), 'ours', heldUntil), {
    id,
    mode: !online && payment.mode === 'online' ? BY_HAND : payment.mode,
    amount,
    reason,
    heldUntil: online ? heldUntil : undefined,
    idempotencyKey: `refund_${id}`,
    requestBody: { amount, notes: payment.bookingId ? { booking: payment.bookingId } : {} },
  })
  if (online && !heldUntil) await jobs.enqueue(tx, 'send-refund', { refundId: id })
}

type MoneyOfBooking = Pick<StoredBooking, 'payments' | 'refunds'>

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
  { payments }: Pick<StoredBooking, 'payments'>,
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
  stored: StoredBooking,
  { actor, reason }: { actor: string; reason: string },
): Promise<ReturnedSums> {
  const sums = await queueParts(context, tx, stored, owedOf(stored), reason)
  if (sums.all > 0) {
    const detail = { returned: sums.all, reason }
    await recordEvent(tx, stored.id, { at: context.clock.now(), kind: 'refund-started', actor, detail })
  }
  return sums
}

const wasSold = async (tx: Transaction, bookingId: string): Promise<boolean> =>
  (await tx.$count(bookingEvents, and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.toStatus, 'booked')))) >
  0

/** A booking with what it costs: nothing when it never stood. */
export const asOwing = async (tx: Transaction, stored: StoredBooking): Promise<StoredBooking> =>
  stored.status === 'booked' || (await wasSold(tx, stored.id)) ? stored : { ...stored, total: ZERO }

/**
 * Money that had gone back came back to us, since the bank did not take it or took back its own word: what of it the booking
 * has no use for any more, because somebody paid it again meanwhile, is owed like any other sum. The caller has locked the
 * booking; one that still waits for its payment is left to that.
 */
export async function returnWhatCameBack(context: AppContext, tx: Transaction, bookingId: string): Promise<void> {
  const stored = await lockStoredBooking(tx, bookingId)
  if (!stored || stored.status === 'pending') return
  const reason = 'Received again after a refund that did not arrive'
  await returnOwed(context, tx, await asOwing(tx, stored), { actor: 'system', reason })
}
