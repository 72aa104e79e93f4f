import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { bookings, moneyCases, type paymentAttempts, payments, refunds } from '~/db/schema'
import { isLiveHold, stretchedHoldEnd } from '~/domain/hold'
import { fateOf, type PaidBooking, RETURNS, type ReturnReason } from '~/domain/late-money'
import { type Paise, paise, ZERO } from '~/domain/money'
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
  isReturnAnnounced,
} from '~/features/stored-booking/announce-booking.server'
import { hasBookedSince, lockSiblings, type Sibling, winAttempt } from '~/features/stored-booking/attempt-name.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayDispute, GatewayPayment } from '~/platform/payment-gateway.server'
import { type Books, recordPayment, remainingOf } from './booking-books.server'
import { enterDisputes } from './dispute.server'
import { closeCase, lockCasesOf, PROVIDER } from './money-case.server'
import { stopReminding } from './money-request.server'
import { lockPayment } from './refund-move.server'
import { queueRefund } from './return-owed.server'

/** What one payment of an order does to its booking: whether it is taken, and what comes of it once it is. */

type Attempt = typeof paymentAttempts.$inferSelect
type Booking = typeof bookings.$inferSelect

/** Money that only waits is taken while it can still buy something; a hold is stretched meanwhile. */
export async function mayCapture(
  context: AppContext,
  tx: Transaction,
  books: Books,
  attempt: Attempt,
): Promise<{ capture: true } | { capture: false; why: ReturnReason }> {
  const { booking } = books
  const now = context.clock.now()
  const { paid, siblings } = await paidBooking(tx, booking, attempt, now)
  const fate = fateOf(paid)
  if (fate.to === 'return') return { capture: false, why: fate.why }
  if (fate.to === 'balance') {
    return remainingOf(books) > 0 ? { capture: true } : { capture: false, why: 'too-much' }
  }
  if (!fate.late) {
    const holdEndsAt = stretchedHoldEnd(booking.holdEndsAt ?? now, now)
    await tx.update(bookings).set({ holdEndsAt }).where(eq(bookings.id, booking.id))
    return { capture: true }
  }
  return (await tryToBlock(tx, booking, siblings, now)) ? { capture: true } : { capture: false, why: 'slot-taken' }
}

/** What the rule about late money wants to know, and what else was begun in the same attempt, where that matters. */
async function paidBooking(
  tx: Transaction,
  booking: Booking,
  attempt: Attempt,
  now: Date,
): Promise<{ paid: PaidBooking; siblings: readonly Sibling[] }> {
  const { status, during, customerNumber } = booking
  const held = isLiveHold(booking, now)
  const late = !held && (status === 'pending' || status === 'expired')
  const siblings = late ? await lockSiblings(tx, booking) : []
  const paid = {
    status,
    held,
    balance: addsUp(attempt.purpose),
    begun: during.from <= now,
    known: customerNumber !== '',
    bookedOtherwise: hasBookedSince(siblings, booking),
    // a living hold is a promise, whatever has changed since
    ...(held ? { closed: false, offered: true, scheduled: true } : await stillOffered(tx, booking)),
  }
  return { paid, siblings }
}

/** Whether a hold that is over could have its slot again: tried, and taken back. */
async function tryToBlock(tx: Transaction, booking: Booking, siblings: readonly Sibling[], at: Date): Promise<boolean> {
  const undo = new Error('only tried')
  try {
    await tx.transaction(async (probe) => {
      await bookLate(probe, booking, siblings, { to: 'booked', cause: 'late-payment', at, actor: 'provider' })
      throw undo
    })
  } catch (error) {
    if (error === undo) return true
    if (!isSlotTaken(error)) throw error
  }
  return false
}

/**
 * Books a hold that is over, in the place of all else that was begun in its attempt.
 *
 * @throws the database's refusal when somebody else has the slot
 */
async function bookLate(
  tx: Transaction,
  booking: Booking,
  siblings: readonly Sibling[],
  move: Parameters<typeof moveStatus>[2],
): Promise<boolean> {
  await winAttempt(tx, booking, siblings, move)
  return moveStatus(tx, booking, move)
}

/**
 * Captured money arrives in the ledger once; then it books, pays a balance, or goes back: what banks have left of it, should it have been
 * disputed before. The caller has locked the booking's room.
 *
 * @param disputes how those stand of the order's payments that are in no books yet
 */
export async function receive(
  context: AppContext,
  tx: Transaction,
  books: Books,
  attempt: Attempt,
  payment: GatewayPayment,
  disputes: readonly GatewayDispute[],
): Promise<void> {
  const { booking } = books
  const now = context.clock.now()
  const due = remainingOf(books)
  const { amount, fee, tax, bankReference } = payment
  // the cases first, as who assigns it or sends it back does
  const [cases, [row]] = await Promise.all([
    lockCasesOf(tx, payment.id),
    tx
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
      .returning(),
  ])
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
  // nobody has to look for its booking any more
  const listed = cases.find(({ kind, settledAt }) => kind !== 'dispute' && !settledAt)
  if (listed) await closeCase(context, tx, listed, { outcome: 'assigned', by: PROVIDER, bookingId: booking.id })
  // entered now for the first time, so that nobody can have written of it before
  const [{ paid, siblings }] = await Promise.all([
    paidBooking(tx, booking, attempt, now),
    recordPayment(tx, booking, 'payment-received', payment, now),
  ])
  const left = cases.length ? await leftByBanks(context, tx, row, booking, cases, disputes) : amount
  const fate = fateOf(paid)
  // neither books nor pays what is due money of which somebody was told that it goes back (rule P14)
  const mayBePromised = fate.to === 'balance' || (fate.to === 'book' && fate.late)
  const promised = mayBePromised && (await isReturnAnnounced(tx, payment.id))
  const kept = fate.to === 'balance' && !promised ? paise(Math.min(left, due)) : ZERO
  const mayBook = fate.to === 'book' && !promised && left > 0
  if (mayBook && (await book(context, tx, booking, payment, now, fate.late && siblings))) return
  await tx.update(bookings).set(RAISED).where(eq(bookings.id, booking.id))
  if (kept > 0) await announceMoneyReceived(context, tx, { bookingId: booking.id, paymentIds: [row.id] })
  const back = paise(left - kept)
  if (back === 0) return
  const why = fate.to === 'return' ? fate.why : fate.to === 'book' ? 'slot-taken' : 'too-much'
  // another slot may be had for it first
  const until = why === 'slot-taken' && !promised && !(await holdsMoney(tx, booking)) ? rescueUntil(now) : undefined
  const refund = await queueRefund(context, tx, row, { reason: RETURNS[why].refund, amount: back, heldUntil: until })
  if (until && goesOnline(true, back)) return announceSlotLost(context, tx, booking.id, payment.id)
  await announceReturn(context, tx, booking.id, { of: payment.id, why, amount: back, refunds: [refund] })
}

/** What is left of a payment once it is entered what banks took of it while it was nobody's (rule P23). */
async function leftByBanks(
  context: AppContext,
  tx: Transaction,
  row: typeof payments.$inferSelect,
  { id: bookingId }: Booking,
  cases: Awaited<ReturnType<typeof lockCasesOf>>,
  disputes: readonly GatewayDispute[],
): Promise<Paise> {
  const ids = cases.filter(({ kind }) => kind === 'dispute').map(({ id }) => id)
  if (ids.length) await tx.update(moneyCases).set({ bookingId }).where(inArray(moneyCases.id, ids))
  const ofPayment = disputes.filter(({ paymentId }) => paymentId === row.providerPaymentId)
  await enterDisputes(context, tx, ofPayment)
  return (await lockPayment(tx, row)).left
}

/** Whether money of an earlier payment of the booking waits for another slot already. */
const holdsMoney = async (tx: Transaction, { id }: Booking): Promise<boolean> =>
  (await tx.$count(refunds, and(eq(refunds.bookingId, id), isNotNull(refunds.heldUntil)))) > 0

/** With money that came: an edit that was begun before must not go by the money as it was then. */
const RAISED = nextVersion(bookings)

/**
 * Moves a booking to `booked` unless somebody else has the slot by now: the database decides. `late` is what else was begun in its attempt,
 * once its hold is over.
 */
async function book(
  context: AppContext,
  tx: Transaction,
  booking: Booking,
  { id: paymentId }: GatewayPayment,
  at: Date,
  late: false | readonly Sibling[],
): Promise<boolean> {
  const cause = late ? 'late-payment' : 'paid'
  const columns = { holdEndsAt: null, ...RAISED }
  const move = { to: 'booked', cause, at, actor: 'provider', detail: { paymentId }, columns } as const
  try {
    // a living hold has the slot already, so that no refusal has to be undone
    const moved = late
      ? await tx.transaction((inner) => bookLate(inner, booking, late, move))
      : await moveStatus(tx, booking, move)
    if (!moved) return false
  } catch (error) {
    if (late && isSlotTaken(error)) return false
    throw error
  }
  await Promise.all([stopReminding(tx, booking.id), announceConfirmation(context, tx, booking)])
  return true
}
