import { eq, sql } from 'drizzle-orm'
import { bookings, paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { databaseTrouble } from '~/db/trouble.server'
import { underWayAt } from '~/domain/order-watch'
import { addsUp } from '~/domain/payment-purposes'
import { announceReturn, isReturnAnnounced } from '~/features/stored-booking/announce-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type GatewayPayment, isRefused } from '~/platform/payment-gateway.server'
import {
  isEntered,
  isEnteredWhole,
  readBooks,
  recordOnce,
  refundedOtherwise,
  wentBackWhole,
} from './booking-books.server'
import { disputesBeforeBooks } from './dispute.server'
import { openPaymentCase } from './money-case.server'
import { keepWhilePaying } from './money-request.server'
import { mayCapture, receive } from './received-payment.server'
import { followRefunds } from './refund-news.server'

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
 *
 * @param known the order's attempt and its booking, where the caller has just read them
 */
export async function applyGatewayTruth(
  context: AppContext,
  orderId: string,
  known?: { attempt: Attempt; booking: Pick<Booking, 'screenId'> },
): Promise<Settled> {
  const first = await follow(context, orderId, known ?? (await findOrder(context, orderId)))
  // whatever the provider answers to a capture, only a fresh look says what became of it
  const captures = first.ok ? first.toCapture : []
  for (const { id, amount } of captures) await context.gateway.capture(id, amount)
  const last = captures.length ? await follow(context, orderId, await findOrder(context, orderId)) : first
  if (last.ok) for (const id of last.refundsDiffer) await followRefunds(context, id)
  return last
}

/**
 * The same for who has just paid or left a payment: undefined while somebody else is busy with the booking, as the webhook of this very
 * payment may be. The poller sees to it then.
 */
export async function truthUnlessBusy(...asked: Parameters<typeof applyGatewayTruth>): Promise<Settled | undefined> {
  try {
    return await applyGatewayTruth(...asked)
  } catch (error) {
    if (databaseTrouble(error) !== 'busy') throw error
    return undefined
  }
}

async function findOrder({ db }: AppContext, orderId: string) {
  const [found] = await db
    .select({ attempt: paymentAttempts, booking: { screenId: bookings.screenId } })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, paymentAttempts.bookingId))
    .where(eq(paymentAttempts.providerOrderId, orderId))
  return found
}

type Found = Awaited<ReturnType<typeof findOrder>>

async function follow(context: AppContext, orderId: string, found: Found): Promise<Followed> {
  const { db, gateway, clock, log } = context
  if (!found) return { ok: false, reason: 'unknown-order' }
  const { attempt } = found
  const answer = await gateway.fetchOrderPayments(orderId)
  if (!answer.ok) {
    log.warn({ orderId, code: answer.code }, 'the payment provider could not be asked')
    return { ok: false, reason: isRefused(answer) ? 'provider-refused' : 'provider-unreachable' }
  }
  const captured = answer.value.filter(({ status }) => status === 'captured').map(({ id }) => id)
  const disputes = await disputesBeforeBooks(context, captured)
  if (!disputes) {
    log.warn({ orderId }, 'the payment provider could not be asked about the disputes of a payment')
    return { ok: false, reason: 'provider-unreachable' }
  }
  return inScreenTransaction(db, found.booking.screenId, async (tx) => {
    const now = clock.now()
    const toCapture: GatewayPayment[] = []
    const ours: GatewayPayment[] = []
    const goingBack: string[] = []
    let books = await readBooks(tx, attempt.bookingId)
    for (const payment of answer.value) {
      const current = books.booking
      // captured and paid back in the provider's console before anybody looked: no books have it, and its events are answered by this
      if (payment.status === 'refunded' && payment.captured && !(await isEntered(tx, payment)))
        await recordOnce(tx, current, 'refund-at-provider', payment, now)
      if (!fits(attempt, payment)) {
        log.error({ paymentId: payment.id, orderId }, 'a payment does not fit its order')
        await recordOnce(tx, current, 'payment-unfitting', payment, now)
        if (payment.status === 'captured') await openPaymentCase(context, tx, payment, current.id)
        continue
      }
      ours.push(payment)
      if (payment.status === 'captured' && isEnteredWhole(books, payment)) continue
      if (payment.status === 'authorized') {
        // who was told that it goes back relies on that, whatever has become free since
        const told = await isReturnAnnounced(tx, payment.id)
        const may = told ? undefined : await mayCapture(context, tx, books, attempt)
        // what is not taken goes back by itself; the customer is told once
        if (may?.capture) toCapture.push(payment)
        else if (may && may.why !== 'paid-twice' && !(await isEntered(tx, payment))) {
          await announceReturn(context, tx, current.id, { of: payment.id, why: may.why, amount: payment.amount })
        }
        if (!may?.capture) goingBack.push(payment.id)
      }
      // a bank that is being asked may still say yes: the hold does not end over it
      if (payment.status === 'created') await keepWhilePaying(tx, current, now)
      if (payment.status === 'captured') await receive(context, tx, books, attempt, payment, disputes)
      books = await readBooks(tx, attempt.bookingId)
    }
    const { booking } = books
    const paid = books.rows.some(({ attemptId }) => attemptId === attempt.id)
    // as it is by now: whoever closed the window while the provider was asked may have noted that money is under way (rule S8)
    const [current] = await tx
      .select({ underWayAt: paymentAttempts.underWayAt })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, attempt.id))
      .for('update')
    await tx
      .update(paymentAttempts)
      .set({
        checkedAt: now,
        checks: sql`${paymentAttempts.checks} + 1`,
        underWayAt: underWayAt(
          current?.underWayAt ?? null,
          ours.map(({ status }) => status),
          now,
        ),
        ...(paid && { status: 'paid' as const }),
      })
      .where(eq(paymentAttempts.id, attempt.id))
    const wentBack = addsUp(attempt.purpose) && (await wentBackWhole(tx, ours))
    const state = stateOf(booking, ours, attempt, { wentBack, goingBack })
    return { ok: true, booking, attempt, state, toCapture, refundsDiffer: refundedOtherwise(books, ours) }
  })
}

type Followed =
  | Exclude<Settled, { ok: true }>
  | (Extract<Settled, { ok: true }> & { toCapture: GatewayPayment[]; refundsDiffer: string[] })

function stateOf(
  { status }: Booking,
  tries: readonly GatewayPayment[],
  { purpose }: Attempt,
  { wentBack, goingBack }: { wentBack: boolean; goingBack: readonly string[] },
): SettledState {
  const captured = tries.some((one) => one.status === 'captured')
  if (addsUp(purpose) && wentBack) return 'returned'
  // of what stands already, only money of this order says that it was paid
  if (status === 'booked' && (captured || !addsUp(purpose))) return 'booked'
  if (captured) return 'returned'
  const waits = tries.filter(({ status: of }) => of === 'authorized' || of === 'created')
  if (waits.some(({ id }) => !goingBack.includes(id))) return 'waiting'
  if (waits.length > 0) return 'returned'
  // a browser hands its payment in twice, and the second time it may be back already
  const over = status === 'expired' || status === 'cancelled'
  return over && tries.some((one) => one.status === 'refunded') ? 'returned' : 'nothing-yet'
}

/** A payment counts only for its own order, over the whole amount, in our currency. */
const fits = (attempt: Attempt, { orderId, amount, currency }: GatewayPayment): boolean =>
  orderId === attempt.providerOrderId && amount === attempt.amount && currency === attempt.currency
