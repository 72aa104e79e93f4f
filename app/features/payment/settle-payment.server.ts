import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { bookingEvents, bookings, paymentAttempts, payments } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { canMove } from '~/domain/booking-status'
import { holdEnd } from '~/domain/hold'
import { recordMove } from '~/features/booking/place-booking.server'
import { announce, announceConfirmation } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'
import { queueRefund } from './refund.server'

type Attempt = typeof paymentAttempts.$inferSelect
type Booking = typeof bookings.$inferSelect

export type Settled =
  | { ok: true; booking: Booking; attempt: Attempt; state: 'booked' | 'waiting' | 'nothing-yet' | 'returned' }
  | { ok: false; reason: 'unknown-order' | 'provider-unreachable' }

/**
 * Makes our books follow what the provider says of one order. Verify, webhook, poller and staff all end here; it only
 * moves forward, and running it again changes nothing (reference: Razorpay §14).
 */
export async function applyGatewayTruth(context: AppContext, orderId: string): Promise<Settled> {
  const { db, gateway, clock, log } = context
  const attempt = await db.query.paymentAttempts.findFirst({ where: eq(paymentAttempts.providerOrderId, orderId) })
  const found = attempt && (await db.query.bookings.findFirst({ where: eq(bookings.id, attempt.bookingId) }))
  if (!attempt || !found) return { ok: false, reason: 'unknown-order' }
  const answer = await gateway.fetchOrderPayments(orderId)
  if (!answer.ok) {
    log.warn({ orderId, code: answer.code }, 'the payment provider could not be asked')
    return { ok: false, reason: 'provider-unreachable' }
  }
  const ours = answer.value.filter((payment) => belongs(context, attempt, payment))
  const toCapture: GatewayPayment[] = []
  const booking = await inScreenTransaction(db, found.screenId, async (tx) => {
    const now = clock.now()
    await tx
      .update(paymentAttempts)
      .set({ checkedAt: now, checks: attempt.checks + 1 })
      .where(eq(paymentAttempts.id, attempt.id))
    for (const payment of ours) {
      const current = await lockBooking(tx, attempt.bookingId)
      if (payment.status === 'authorized' && (await mayCapture(tx, current, attempt, now))) toCapture.push(payment)
      if (payment.status === 'captured') await receive(context, tx, current, attempt, payment)
    }
    return lockBooking(tx, attempt.bookingId)
  })
  let captured = false
  for (const payment of toCapture) captured = (await gateway.capture(payment.id, payment.amount)).ok || captured
  if (captured) return applyGatewayTruth(context, orderId)
  const waiting = ours.some(({ status }) => status === 'authorized' || status === 'created')
  const paid = ours.some(({ status }) => status === 'captured')
  const state = booking.status === 'booked' ? 'booked' : waiting ? 'waiting' : paid ? 'returned' : 'nothing-yet'
  return { ok: true, booking, attempt, state }
}

/** A payment counts only for its own order, over the whole amount, in our currency; anything else is logged. */
function belongs({ log }: AppContext, attempt: Attempt, payment: GatewayPayment): boolean {
  const fits =
    payment.orderId === attempt.providerOrderId &&
    payment.amount === attempt.amount &&
    payment.currency === attempt.currency
  if (!fits) log.error({ paymentId: payment.id, orderId: attempt.providerOrderId }, 'a payment does not fit its order')
  return fits
}

async function lockBooking(tx: Transaction, bookingId: string): Promise<Booking> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('update')
  if (!booking) throw new Error('The booking of a payment attempt is gone.')
  return booking
}

/** Money that only waits is taken while it can still buy something; its hold is stretched meanwhile. */
async function mayCapture(tx: Transaction, booking: Booking, attempt: Attempt, now: Date): Promise<boolean> {
  if (attempt.purpose === 'balance') return booking.status === 'booked'
  if (booking.status === 'pending') {
    await tx
      .update(bookings)
      .set({ holdEndsAt: holdEnd(now) })
      .where(eq(bookings.id, booking.id))
    return true
  }
  if (booking.status === 'booked') return false
  return tryToBlock(tx, booking)
}

/** Whether a run-out or cancelled booking could have its slot again: tried, and taken back. */
async function tryToBlock(tx: Transaction, booking: Booking): Promise<boolean> {
  const undo = new Error('only tried')
  try {
    await tx.transaction(async (probe) => {
      await probe.update(bookings).set({ status: 'booked' }).where(eq(bookings.id, booking.id))
      throw undo
    })
  } catch (error) {
    return error === undo
  }
  return false
}

/** Captured money arrives in the ledger once; then it books, or goes back in full. */
async function receive(
  context: AppContext,
  tx: Transaction,
  booking: Booking,
  attempt: Attempt,
  payment: GatewayPayment,
): Promise<void> {
  const now = context.clock.now()
  const [row] = await tx
    .insert(payments)
    .values({
      bookingId: booking.id,
      attemptId: attempt.id,
      providerPaymentId: payment.id,
      mode: 'online',
      status: 'captured',
      purpose: attempt.purpose,
      amount: payment.amount,
      fee: payment.fee,
      tax: payment.tax,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return
  await tx.update(paymentAttempts).set({ status: 'paid' }).where(eq(paymentAttempts.id, attempt.id))
  await tx.insert(bookingEvents).values({
    bookingId: booking.id,
    at: now,
    kind: 'payment-received',
    actor: 'provider',
    detail: { paymentId: payment.id, amount: payment.amount },
  })
  if (booking.status === 'booked') {
    if (attempt.purpose !== 'balance') await queueRefund(context, tx, row, 'Paid twice')
    return
  }
  const cause = booking.status === 'pending' ? 'paid' : 'late-payment'
  if (attempt.purpose !== 'balance' && canMove(booking.status, 'booked', cause) && (await book(tx, booking))) {
    await recordMove(tx, booking, 'booked', cause, now, { paymentId: payment.id }, 'provider')
    await announceConfirmation(context, tx, booking.id)
    return
  }
  await queueRefund(context, tx, row, 'The slot was no longer free when the payment arrived')
  await announce(context, tx, {
    kind: 'refund-late-payment',
    dedupeKey: `refund-late-payment:${row.id}`,
    payload: { bookingId: booking.id },
  })
}

/** Moves a booking to `booked` unless somebody else has the slot by now: the database decides. */
async function book(tx: Transaction, booking: Booking): Promise<boolean> {
  try {
    await tx.transaction((inner) =>
      inner.update(bookings).set({ status: 'booked', holdEndsAt: null }).where(eq(bookings.id, booking.id)),
    )
    return true
  } catch (error) {
    if (constraintRefusal(error)?.reason === 'slot-taken') return false
    throw error
  }
}
