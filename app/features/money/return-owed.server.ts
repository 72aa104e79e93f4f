import { and, desc, eq, ne } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { bookingEvents, moneyCases, type payments } from '~/db/schema'
import { CANCELLATION_REFUNDS, givenBy, quoteCancellation } from '~/domain/cancellation-policy'
import { RETURNS, type ReturnReason } from '~/domain/late-money'
import { chargedFor } from '~/domain/ledger'
import { type Paise, paise, sum, ZERO } from '~/domain/money'
import { deskModeOf } from '~/domain/payment-mode'
import { newRefund } from '~/domain/refund-life'
import {
  goesOnline,
  type HeldPayment,
  partsAfterCancellation,
  partsOwed,
  type RefundPart,
  type ReturnedSums,
  sumsOf,
  takenBack,
} from '~/domain/refund-parts'
import { announceReturn } from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { lockStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments, ledgerOfRows } from './desk-money.server'
import { uncountDeskRefunds } from './desk-refund.server'
import { enterRefund, lockPayment, moveRefund } from './refund-move.server'

type PaymentRow = typeof payments.$inferSelect

/**
 * Queues money to go back in the caller's transaction; the whole payment unless an amount is named. What came at the
 * front desk waits for somebody to hand it over. What is held until a time is given to no job before it (`wakeRefunds`). Answers the
 * refund's id.
 *
 * @throws when more would go back than the payment still holds; then the caller's transaction must not stand
 */
export async function queueRefund(
  { clock, jobs }: AppContext,
  tx: Transaction,
  payment: PaymentRow,
  { reason, amount = payment.amount, heldUntil }: { reason: string; amount?: Paise; heldUntil?: Date | undefined },
): Promise<string> {
  const { left } = await lockPayment(tx, payment)
  if (amount <= 0 || amount > left) throw new Error('More would go back than the payment still holds.')
  const id = newId()
  const online = goesOnline(payment.mode === 'online', amount)
  await enterRefund(tx, payment, newRefund(clock.now(), { byHand: !online, heldUntil }), {
    id,
    mode: online ? payment.mode : deskModeOf(payment.mode),
    amount,
    reason,
    heldUntil: online ? heldUntil : undefined,
    idempotencyKey: `refund_${id}`,
    requestBody: { amount, notes: payment.bookingId ? { booking: payment.bookingId } : {} },
  })
  if (online && !heldUntil) await jobs.enqueue(tx, 'send-refund', { refundId: id })
  return id
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
  const begun: string[] = []
  for (const part of parts) {
    const payment = payments.find(({ id }) => id === part.payment)
    if (!payment) throw new Error('A part was promised of a payment that is gone.')
    begun.push(await queueRefund(context, tx, payment, { reason, amount: part.amount }))
  }
  return { ...sumsOf(parts), refunds: begun }
}

/**
 * Queues what a locked booking received beyond its total (rule M17) and writes it into the history; of one that costs more again, what
 * waits to be handed over pays for that first. Answers how much is queued, and how much of what waited is `needed`.
 */
export async function returnOwed(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  told: { actor: string; reason: string },
): Promise<ReturnedSums> {
  const { booking, taken } = await takeTasksBack(context, tx, stored, told.actor)
  const sums = await returnParts(context, tx, booking, owedOf(booking), told)
  return taken > sums.all ? { ...sums, needed: paise(taken - sums.all) } : sums
}

/** The tasks of the front desk that pay for a booking, as it is to cost, since it costs more again (rule M17). */
export function tasksTakenBack(
  booking: Pick<StoredBooking, 'total' | 'status' | 'payments' | 'refunds'>,
): StoredBooking['refunds'] {
  const { remaining } = ledgerOfRows(booking, booking.payments, booking.refunds)
  return takenBack(deskTasks(booking), remaining)
}

/** What waits for somebody to hand it over at the front desk. */
export const deskTasks = ({ refunds }: Pick<StoredBooking, 'refunds'>): StoredBooking['refunds'] =>
  refunds.filter(({ mode, status, origin }) => mode !== 'online' && status === 'queued' && origin === 'ours')

/**
 * Takes them back, for a reason: nobody hands over what is to be paid again. Answers the booking without them, what they come to, and
 * how much of that counts no longer against what the front desk may send back.
 */
export async function takeTasksBack(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  actor: string,
  error = NEEDED_AGAIN,
): Promise<{ booking: StoredBooking; taken: Paise; uncounted: Paise }> {
  const taken = tasksTakenBack(stored)
  for (const task of taken) {
    const payment = stored.payments.find(({ id }) => id === task.paymentId)
    if (!payment) throw new Error('The payment of a refund is gone.')
    await lockPayment(tx, payment)
    await moveRefund(context, tx, task, 'dropped', { actor, error })
  }
  const uncounted = await uncountDeskRefunds(tx, stored.id, taken)
  const booking = { ...stored, refunds: stored.refunds.filter((one) => !taken.includes(one)) }
  return { booking, taken: sum(taken.map(({ amount }) => amount)), uncounted }
}

/** Why nobody hands over a sum that was to be given back. */
const NEEDED_AGAIN = 'The booking costs more again'
const GONE_ELSEWHERE = 'So much of the booking’s money went back in another way'

/**
 * The same for a booking whose money went in another way: a bank took it by a dispute, or somebody sent it back in the provider's console.
 * What of the tasks is owed still waits anew, and its customer is told of that. One that owed something before `lost` went is left alone:
 * what waits for it was meant to go back all the same. The caller has locked the payment that the money was of.
 */
export async function takeTasksBackAfterLoss(
  context: AppContext,
  tx: Transaction,
  bookingId: string,
  lost: Paise,
): Promise<void> {
  const stored = await lockStoredBooking(tx, bookingId)
  if (stored?.status !== 'booked' || tasksTakenBack(stored).length === 0) return
  if (ledgerOfRows(stored, stored.payments, stored.refunds).remaining > lost) return
  const { booking } = await takeTasksBack(context, tx, stored, 'provider', GONE_ELSEWHERE)
  const why = 'too-much'
  const sums = await returnParts(context, tx, booking, owedOf(booking), {
    actor: 'system',
    reason: RETURNS[why].refund,
  })
  await announceOwed(context, tx, stored, sums, why)
}

async function returnParts(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  parts: readonly RefundPart[],
  why: Why,
): Promise<ReturnedSums> {
  const sums = await queueParts(context, tx, stored, parts, why.reason)
  if (sums.all > 0) await noteStarted(context, tx, stored.id, why, sums.all)
  return sums
}

/** By whom and for what money goes back. */
interface Why {
  actor: string
  reason: string
}

/** Writes into a booking's history that money goes back. */
const noteStarted = ({ clock }: AppContext, tx: Transaction, id: string, { actor, reason }: Why, returned: Paise) =>
  recordEvent(tx, id, { at: clock.now(), kind: 'refund-started', actor, detail: { returned, reason } })

/** A booking with what its money may be kept for: nothing when it never stood. */
export const asOwing = (stored: StoredBooking): StoredBooking => ({ ...stored, total: chargedFor(stored) })

/** What is due to go back of what a booking holds by now: owed while it stands, else what its cancellation gives. */
async function partsDue(tx: Transaction, stored: StoredBooking): Promise<RefundPart[]> {
  const { id, status, wasBooked, cancelledAt, visitDate, during, rescheduleCount, total } = stored
  if (status !== 'cancelled' || !cancelledAt || !wasBooked) return owedOf(asOwing(stored))
  const cancelled = await tx.query.bookingEvents.findFirst({
    where: and(eq(bookingEvents.bookingId, id), eq(bookingEvents.toStatus, 'cancelled')),
    orderBy: [desc(bookingEvents.at), desc(bookingEvents.id)],
  })
  const chosen = CANCELLATION_REFUNDS.find((one) => one === cancelled?.detail?.refund) ?? 'policy'
  const policy = quoteCancellation({ visitDate, start: during.from, rescheduleCount }, cancelledAt)
  return partsAfterCancellation(heldOf(stored), total, { at: cancelledAt, gives: givenBy(chosen, policy) })
}

/**
 * Money of a payment that had gone back came back to us, since the bank did not take it or took back its own word. What of it its booking
 * has no use for goes back by itself, and the customer is told: what somebody paid again meanwhile, or what a
 * cancellation gives; of money that belongs to no booking all of it. The caller has locked the payment; a booking that still waits for its
 * payment is left to that.
 */
export async function returnWhatCameBack(context: AppContext, tx: Transaction, payment: PaymentRow): Promise<void> {
  if (!payment.bookingId) return returnStray(context, tx, payment)
  const stored = await lockStoredBooking(tx, payment.bookingId)
  if (!stored || stored.status === 'pending') return
  const why = 'not-arrived'
  const sums = await returnParts(context, tx, stored, await partsDue(tx, stored), {
    actor: 'system',
    reason: RETURNS[why].refund,
  })
  await announceOwed(context, tx, stored, sums, why)
}

/** What is left of a payment that was sent back as nobody's; whoever it was meant for is told, where that is known. */
async function returnStray(context: AppContext, tx: Transaction, payment: PaymentRow): Promise<void> {
  const { left } = await lockPayment(tx, payment)
  if (left === 0) return
  const why = 'not-arrived'
  const refund = await queueRefund(context, tx, payment, { reason: RETURNS[why].refund, amount: left })
  const meant = await tx.query.moneyCases.findFirst({
    where: and(eq(moneyCases.providerPaymentId, payment.providerPaymentId ?? ''), ne(moneyCases.kind, 'dispute')),
  })
  if (!meant?.bookingId) return
  await noteStarted(context, tx, meant.bookingId, { actor: 'system', reason: RETURNS[why].refund }, left)
  const desk = goesOnline(true, left) ? ZERO : left
  // with its refund: of the payment another letter has told before
  const of = `${payment.providerPaymentId}:${refund}`
  await announceReturn(context, tx, meant.bookingId, { of, why, amount: left, desk })
}

/** Tells a customer of what goes back of a booking without his asking, each time that it happens. */
export async function announceOwed(
  context: AppContext,
  tx: Transaction,
  { id, refunds: before }: Pick<StoredBooking, 'id' | 'refunds'>,
  { all, desk, refunds }: ReturnedSums,
  why: ReturnReason,
): Promise<void> {
  if (all > 0) await announceReturn(context, tx, id, { of: `${id}:${before.length}`, why, amount: all, desk, refunds })
}
