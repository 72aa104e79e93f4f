import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { bookingEvents, bookings, paymentAttempts, payments, refunds } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { BookingEventKind } from '~/domain/booking-events'
import { isLiveHold, stretchedHoldEnd } from '~/domain/hold'
import { fateOf, type PaidBooking, RETURNS, type ReturnReason } from '~/domain/late-money'
import { type Paise, paise } from '~/domain/money'
import { addsUp } from '~/domain/payment-purposes'
import { goesOnline } from '~/domain/refund-parts'
import { rescueUntil } from '~/domain/rescue'
import { nextVersion } from '~/features/back-office/save.server'
import { stillOffered } from '~/features/offer/still-offered.server'
import {
  announceConfirmation,
  announceMoneyReceived,
  announceReturn,
  announceSlotLost,
} from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import type { AppContext } from '~/platform/context.server'
import { type GatewayPayment, isRefused } from '~/platform/payment-gateway.server'
import { ledgerOfRows } from './desk-money.server'
import { openPaymentCase } from './money-case.server'
import { keepWhilePaying, stopReminding } from './money-request.server'
import { followRefunds } from './refund.server'
import { refundedOtherwise, wentBackWhole } from './refunded-otherwise.server'
import { queueRefund } from './return-owed.server'

type Attempt = typeof paymentAttempts.$inferSelect
type Booking = typeof bookings.$inferSelect

/** Where an order's money stands: `waiting` for the bank, `returned` as the slot was gone, `nothing-yet` when no try went through. */
export type SettledState = 'booked' | 'waiting' | 'nothing-yet' | 'returned'

export type Settled =
  | { ok: true; booking: Booking; attempt: Attempt; state: SettledState }
  | { ok: false; reason: 'unknown-order' | 'provider-unreachable' | 'provider-refused' }

/**
 * Makes our books follow what the provider says of one order. Verify, webhook, poller and staff all end here; it only
 * moves forward, and running it again changes nothing (rule P1).
 */
export async function applyGatewayTruth(context: AppContext, orderId: string): Promise<Settled> {
  const first = await follow(context, orderId)
  // whatever the provider answers to a capture, only a fresh look says what became of it
  const captures = first.ok ? first.toCapture : []
  for (const { id, amount } of captures) await context.gateway.capture(id, amount)
  const last = captures.length ? await follow(context, orderId) : first
  if (last.ok) for (const id of last.refundsDiffer) await followRefunds(context, id)
  return last
}

async function follow(context: AppContext, orderId: string): Promise<Followed> {
  const { db, gateway, clock, log } = context
  const attempt = await db.query.paymentAttempts.findFirst({ where: eq(paymentAttempts.providerOrderId, orderId) })
  const found = attempt && (await db.query.bookings.findFirst({ where: eq(bookings.id, attempt.bookingId) }))
  if (!attempt || !found) return { ok: false, reason: 'unknown-order' }
  const answer = await gateway.fetchOrderPayments(orderId)
  if (!answer.ok) {
    log.warn({ orderId, code: answer.code }, 'the payment provider could not be asked')
    return { ok: false, reason: isRefused(answer) ? 'provider-refused' : 'provider-unreachable' }
  }
  return inScreenTransaction(db, found.screenId, async (tx) => {
    const now = clock.now()
    const toCapture: GatewayPayment[] = []
    const ours: GatewayPayment[] = []
    await tx
      .update(paymentAttempts)
      .set({ checkedAt: now, checks: sql`${paymentAttempts.checks} + 1` })
      .where(eq(paymentAttempts.id, attempt.id))
    for (const payment of answer.value) {
      const current = await lockBooking(tx, attempt.bookingId)
      if (!fits(attempt, payment)) {
        log.error({ paymentId: payment.id, orderId }, 'a payment does not fit its order')
        await recordOnce(tx, current, 'payment-unfitting', payment, now)
        if (payment.status === 'captured') await openPaymentCase(context, tx, payment, current.id)
        continue
      }
      ours.push(payment)
      if (payment.status === 'authorized') {
        const may = await mayCapture(context, tx, current, attempt)
        // what is not taken goes back by itself; the customer is told once
        if (may.capture) toCapture.push(payment)
        else if (may.why !== 'paid-twice' && !(await isEntered(tx, payment))) {
          await announceReturn(context, tx, current.id, { of: payment.id, why: may.why, amount: payment.amount })
        }
      }
      // a bank that is being asked may still say yes: the hold does not end over it
      if (payment.status === 'created') await keepWhilePaying(tx, current, now)
      if (payment.status === 'captured') await receive(context, tx, current, attempt, payment)
    }
    const booking = await lockBooking(tx, attempt.bookingId)
    const refundsDiffer = await refundedOtherwise(tx, booking, ours)
    const state = stateOf(booking, ours, attempt, await wentBackWhole(tx, ours))
    return { ok: true, booking, attempt, state, toCapture, refundsDiffer }
  })
}

type Followed =
  | Exclude<Settled, { ok: true }>
  | (Extract<Settled, { ok: true }> & { toCapture: GatewayPayment[]; refundsDiffer: string[] })

function stateOf(
  { status }: Booking,
  tries: readonly GatewayPayment[],
  { purpose }: Attempt,
  wentBack: boolean,
): SettledState {
  const captured = tries.some((one) => one.status === 'captured')
  if (addsUp(purpose) && wentBack) return 'returned'
  // of what stands already, only money of this order says that it was paid
  if (status === 'booked' && (captured || !addsUp(purpose))) return 'booked'
  if (captured) return 'returned'
  return tries.some((one) => one.status === 'authorized' || one.status === 'created') ? 'waiting' : 'nothing-yet'
}

/** Whether a payment is in our books: the provider's answer may be older than them. */
const isEntered = async (tx: Transaction, { id }: GatewayPayment): Promise<boolean> =>
  (await tx.$count(payments, eq(payments.providerPaymentId, id))) > 0

/** A payment counts only for its own order, over the whole amount, in our currency. */
const fits = (attempt: Attempt, { orderId, amount, currency }: GatewayPayment): boolean =>
  orderId === attempt.providerOrderId && amount === attempt.amount && currency === attempt.currency

async function lockBooking(tx: Transaction, bookingId: string): Promise<Booking> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('update')
  if (!booking) throw new Error('The booking of a payment attempt is gone.')
  return booking
}

/** Writes something about a payment into the history, the first time it is seen. */
async function recordOnce(
  tx: Transaction,
  booking: Booking,
  kind: BookingEventKind,
  { id: paymentId, amount, currency }: GatewayPayment,
  at: Date,
): Promise<void> {
  const known = await tx.query.bookingEvents.findMany({
    where: and(eq(bookingEvents.bookingId, booking.id), eq(bookingEvents.kind, kind)),
  })
  if (known.some(({ detail }) => detail?.paymentId === paymentId)) return
  await recordEvent(tx, booking.id, { at, kind, actor: 'provider', detail: { paymentId, amount, currency } })
}

/** Money that only waits is taken while it can still buy something; a hold is stretched meanwhile. */
async function mayCapture(
  context: AppContext,
  tx: Transaction,
  booking: Booking,
  attempt: Attempt,
): Promise<{ capture: true } | { capture: false; why: ReturnReason }> {
  const now = context.clock.now()
  const fate = fateOf(await paidBooking(tx, booking, attempt, now))
  if (fate.to === 'return') return { capture: false, why: fate.why }
  if (fate.to === 'balance') {
    return (await remainingOf(tx, booking)) > 0 ? { capture: true } : { capture: false, why: 'too-much' }
  }
  if (!fate.late) {
    const holdEndsAt = stretchedHoldEnd(booking.holdEndsAt ?? now, now)
    await tx.update(bookings).set({ holdEndsAt }).where(eq(bookings.id, booking.id))
    return { capture: true }
  }
  return (await tryToBlock(tx, booking, now)) ? { capture: true } : { capture: false, why: 'slot-taken' }
}

/** What the rule about late money wants to know. */
async function paidBooking(tx: Transaction, booking: Booking, attempt: Attempt, now: Date): Promise<PaidBooking> {
  const { status, during, customerNumber } = booking
  return {
    status,
    held: isLiveHold(booking, now),
    balance: addsUp(attempt.purpose),
    begun: during.from <= now,
    known: customerNumber !== '',
    ...(await stillOffered(tx, booking)),
  }
}

/** Whether a hold that is over could have its slot again: tried, and taken back. */
async function tryToBlock(tx: Transaction, booking: Booking, at: Date): Promise<boolean> {
  const undo = new Error('only tried')
  try {
    await tx.transaction(async (probe) => {
      await moveStatus(probe, booking, { to: 'booked', cause: 'late-payment', at, actor: 'provider' })
      throw undo
    })
  } catch (error) {
    if (error === undo) return true
    if (!isSlotTaken(error)) throw error
  }
  return false
}

/** Captured money arrives in the ledger once; then it books, pays a balance, or goes back. */
async function receive(
  context: AppContext,
  tx: Transaction,
  booking: Booking,
  attempt: Attempt,
  payment: GatewayPayment,
): Promise<void> {
  const now = context.clock.now()
  const due = await remainingOf(tx, booking)
  const { amount, fee, tax, bankReference } = payment
  const [row] = await tx
    .insert(payments)
    .values({
      bookingId: booking.id,
      attemptId: attempt.id,
      providerPaymentId: payment.id,
      bankReference,
      mode: 'online',
      status: 'captured',
      purpose: attempt.purpose,
      amount,
      fee,
      tax,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) {
    // the charge, and what the bank calls it, may be named later than the capture
    const named = eq(payments.providerPaymentId, payment.id)
    if (fee !== null) {
      await tx
        .update(payments)
        .set({ fee, tax })
        .where(and(named, isNull(payments.fee)))
    }
    if (bankReference !== null) {
      await tx
        .update(payments)
        .set({ bankReference })
        .where(and(named, isNull(payments.bankReference)))
    }
    return
  }
  // an edit that was begun before must not go by the money as it was then
  await tx.update(bookings).set(nextVersion(bookings)).where(eq(bookings.id, booking.id))
  await tx.update(paymentAttempts).set({ status: 'paid' }).where(eq(paymentAttempts.id, attempt.id))
  await recordOnce(tx, booking, 'payment-received', payment, now)
  const fate = fateOf(await paidBooking(tx, booking, attempt, now))
  if (fate.to === 'book' && (await book(context, tx, booking, payment, now, fate.late))) return
  if (fate.to === 'balance' && due > 0)
    await announceMoneyReceived(context, tx, { bookingId: booking.id, paymentId: row.id })
  if (fate.to === 'balance' && amount <= due) return
  const why = fate.to === 'return' ? fate.why : fate.to === 'book' ? 'slot-taken' : 'too-much'
  const back = fate.to === 'balance' ? paise(amount - due) : amount
  // another slot may be had for it first
  const until = why === 'slot-taken' && !(await holdsMoney(tx, booking)) ? rescueUntil(now) : undefined
  await queueRefund(context, tx, row, RETURNS[why].refund, back, until)
  if (until && goesOnline(true, back)) return announceSlotLost(context, tx, booking.id, payment.id)
  await announceReturn(context, tx, booking.id, { of: payment.id, why, amount: back })
}

/** Whether money of an earlier payment of the booking waits for another slot already. */
const holdsMoney = async (tx: Transaction, { id }: Booking): Promise<boolean> =>
  (await tx.$count(refunds, and(eq(refunds.bookingId, id), isNotNull(refunds.heldUntil)))) > 0

/** Moves a booking to `booked` unless somebody else has the slot by now: the database decides. */
async function book(
  context: AppContext,
  tx: Transaction,
  booking: Booking,
  { id: paymentId }: GatewayPayment,
  at: Date,
  late: boolean,
): Promise<boolean> {
  const cause = late ? 'late-payment' : 'paid'
  const move = {
    to: 'booked',
    cause,
    at,
    actor: 'provider',
    detail: { paymentId },
    columns: { holdEndsAt: null },
  } as const
  try {
    if (!(await tx.transaction((inner) => moveStatus(inner, booking, move)))) return false
  } catch (error) {
    if (isSlotTaken(error)) return false
    throw error
  }
  await stopReminding(tx, booking.id)
  await announceConfirmation(context, tx, booking)
  return true
}

async function remainingOf(tx: Transaction, booking: Booking): Promise<Paise> {
  const rows = await tx.select().from(payments).where(eq(payments.bookingId, booking.id))
  const back = await tx.select().from(refunds).where(eq(refunds.bookingId, booking.id))
  return ledgerOfRows(booking, rows, back).remaining
}
