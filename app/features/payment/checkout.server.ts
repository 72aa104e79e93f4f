import { and, eq } from 'drizzle-orm'
import { bookingEvents, bookings, paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { paymentWindowSeconds } from '~/domain/hold'
import type { Paise } from '~/domain/money'
import { recordMove } from '~/features/booking/place-booking.server'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth, type Settled } from './settle-payment.server'

type Attempt = typeof paymentAttempts.$inferSelect
type Booking = typeof bookings.$inferSelect

/** A hold that waits for its money, with what the provider's window and form need. */
export interface OpenCheckout {
  token: string
  bookingId: string
  orderId: string
  amount: Paise
  currency: string
  holdEndsAt: Date
  windowSeconds: number
  customer: { name: string; email: string; number: string }
}

/** Finds an attempt and its booking by one of its names. */
async function findAttempt(
  { db }: AppContext,
  by: { id: string } | { token: string } | { orderId: string },
): Promise<{ attempt: Attempt; booking: Booking } | undefined> {
  const where =
    'id' in by
      ? eq(paymentAttempts.id, by.id)
      : 'token' in by
        ? eq(paymentAttempts.token, by.token)
        : eq(paymentAttempts.providerOrderId, by.orderId)
  const row = await db.query.paymentAttempts.findFirst({ where, with: { booking: true } })
  if (!row) return undefined
  const { booking, ...attempt } = row
  return { attempt, booking }
}

/**
 * Creates the provider's order for a hold, outside any transaction, once. A refused order gives the slot back; one of
 * unknown outcome leaves the hold, so that trying again finds it.
 */
export async function startPayment(
  context: AppContext,
  attemptId: string,
): Promise<{ ok: true; orderId: string } | { ok: false; message: string }> {
  const found = await findAttempt(context, { id: attemptId })
  if (!found) return { ok: false, message: 'This payment is not known.' }
  const { attempt, booking } = found
  if (attempt.providerOrderId) return { ok: true, orderId: attempt.providerOrderId }
  const order = await context.gateway.createOrder({
    amount: attempt.amount,
    receipt: attempt.receipt,
    notes: { booking: booking.code },
  })
  if (!order.ok) {
    context.log.error({ attemptId, code: order.code, outcome: order.outcome }, 'no order could be created')
    const lastError = `${order.code}: ${order.description}`
    await context.db.update(paymentAttempts).set({ lastError }).where(eq(paymentAttempts.id, attempt.id))
    if (order.outcome === 'rejected') await giveBack(context, booking, 'order-refused')
    return { ok: false, message: 'The payment provider does not answer. Please try again in a moment.' }
  }
  await context.db
    .update(paymentAttempts)
    .set({ providerOrderId: order.value.id, status: 'ordered' })
    .where(eq(paymentAttempts.id, attempt.id))
  return { ok: true, orderId: order.value.id }
}

/** The live hold of a draft's attempt, ready to be paid; undefined when there is none. */
export async function openCheckout(context: AppContext, bookingAttemptId: string): Promise<OpenCheckout | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: and(eq(bookings.attemptId, bookingAttemptId), eq(bookings.status, 'pending')),
    with: { attempts: true },
  })
  const attempt = booking?.attempts.find(({ purpose }) => purpose !== 'balance')
  if (!booking?.holdEndsAt || !attempt?.providerOrderId) return undefined
  const windowSeconds = paymentWindowSeconds(booking.holdEndsAt, context.clock.now())
  if (windowSeconds === 0) return undefined
  return {
    token: attempt.token,
    bookingId: booking.id,
    orderId: attempt.providerOrderId,
    amount: attempt.amount,
    currency: attempt.currency,
    holdEndsAt: booking.holdEndsAt,
    windowSeconds,
    customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
  }
}

export type Verified = Settled | { ok: false; reason: 'not-ours' | 'bad-signature' }

/**
 * Checks what the checkout handed to the browser and settles the order. The order id is ours; the posted one must equal
 * it. A right signature is not money: the provider is asked.
 */
export async function verifyPayment(
  context: AppContext,
  claim: { token?: string; orderId: string; paymentId: string; signature: string },
): Promise<Verified> {
  const found = await findAttempt(context, claim.token ? { token: claim.token } : { orderId: claim.orderId })
  const orderId = found?.attempt.providerOrderId
  if (!found || !orderId || orderId !== claim.orderId) {
    context.log.warn({ orderId: claim.orderId }, 'a payment was claimed for an order that is not its own')
    return { ok: false, reason: 'not-ours' }
  }
  if (!context.gateway.isCheckoutSignature({ orderId, paymentId: claim.paymentId, signature: claim.signature })) {
    context.log.warn({ orderId }, 'a payment was claimed with a wrong signature')
    return { ok: false, reason: 'bad-signature' }
  }
  return applyGatewayTruth(context, orderId)
}

/** Logs a failed try; the hold stays, since the customer may try again in the same window. Idempotent, never final. */
export async function logPaymentFailure(
  context: AppContext,
  by: { token: string } | { orderId: string },
  reason: string,
): Promise<void> {
  const found = await findAttempt(context, by)
  if (!found) return
  await context.db.insert(bookingEvents).values({
    bookingId: found.booking.id,
    at: context.clock.now(),
    kind: 'payment-failed',
    actor: 'customer',
    detail: { reason: reason.slice(0, 300) },
  })
}

/**
 * The window was dismissed. The hold ends only when the provider confirms that nothing is under way: a UPI request may
 * still be paid (decisions.md, Slots are promised once).
 */
export async function releaseHold(
  context: AppContext,
  by: { token: string } | { orderId: string },
): Promise<'released' | 'kept' | 'booked' | 'unknown'> {
  const found = await findAttempt(context, by)
  if (!found) return 'unknown'
  const { attempt, booking } = found
  if (booking.status === 'booked') return 'booked'
  if (booking.status !== 'pending') return 'released'
  if (attempt.providerOrderId) {
    const order = await context.gateway.fetchOrder(attempt.providerOrderId)
    const tries = await context.gateway.fetchOrderPayments(attempt.providerOrderId)
    if (!order.ok || !tries.ok) return 'kept'
    const failed = tries.value.filter(({ status }) => status === 'failed').length
    if (tries.value.length > failed || order.value.attempts > failed) {
      const settled = await applyGatewayTruth(context, attempt.providerOrderId)
      return settled.ok && settled.booking.status === 'booked' ? 'booked' : 'kept'
    }
  }
  await giveBack(context, booking, 'released')
  return 'released'
}

async function giveBack(context: AppContext, booking: Booking, kind: string): Promise<void> {
  await inScreenTransaction(context.db, booking.screenId, async (tx) => {
    const moved = await tx
      .update(bookings)
      .set({ status: 'expired' })
      .where(and(eq(bookings.id, booking.id), eq(bookings.status, 'pending')))
      .returning({ id: bookings.id })
    if (moved.length) await recordMove(tx, booking, 'expired', kind, context.clock.now())
  })
}
