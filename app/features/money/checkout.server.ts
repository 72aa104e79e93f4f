import { and, eq, inArray, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import { bookings, paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { BookingStatus } from '~/domain/booking-status'
import { captureMinutes, occupies } from '~/domain/hold'
import { PAYABLE_STATUSES } from '~/domain/ledger'
import type { Paise } from '~/domain/money'
import { firstLook } from '~/domain/order-watch'
import { addsUp, ORDER_PURPOSES, type OrderPurpose } from '~/domain/payment-purposes'
import { isFreed } from '~/features/stored-booking/attempt-name.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import type { AppContext } from '~/platform/context.server'
import { announceOrdersRefused } from './money-alerts.server'
import { orderActivity } from './order-activity.server'
import { applyGatewayTruth, type Settled, type SettledState } from './settle-payment.server'

type Attempt = typeof paymentAttempts.$inferSelect
type Booking = typeof bookings.$inferSelect

/** Longer than the provider's client waits: whoever claimed an order before this has given up. */
const CLAIM_MS = 30_000
/** What the one order is for that a hold of the website is paid with. */
const HOLDING = ORDER_PURPOSES.filter((purpose) => !addsUp(purpose))
const LOOK_AGAIN_MS = 250
const LOOKS = 40

/** A hold that waits for its money, with what the provider's window and form need. */
export interface OpenCheckout {
  token: string
  bookingId: string
  orderId: string
  amount: Paise
  currency: string
  holdEndsAt: Date
  windowSeconds: number
  /** A payment of it may be under way: paying again might be paying twice. */
  underWay: boolean
  customer: { name: string; email: string; number: string }
}

/** One of an attempt's names: our id, the unguessable token of return addresses, the provider's order, or the booking whose slot it holds. */
export type AttemptName = { id: string } | { token: string } | { orderId: string } | { holdOf: string }

/** Finds an attempt and its booking by one of its names. */
async function findAttempt(
  { db }: AppContext,
  by: AttemptName,
): Promise<{ attempt: Attempt; booking: Booking } | undefined> {
  const [found] = await db
    .select({ attempt: paymentAttempts, booking: bookings })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, paymentAttempts.bookingId))
    .where(isCalled(by))
    .limit(1)
  return found
}

function isCalled(by: AttemptName): SQL | undefined {
  if ('id' in by) return eq(paymentAttempts.id, by.id)
  if ('token' in by) return eq(paymentAttempts.token, by.token)
  if ('orderId' in by) return eq(paymentAttempts.providerOrderId, by.orderId)
  return and(eq(paymentAttempts.bookingId, by.holdOf), inArray(paymentAttempts.purpose, HOLDING))
}

export type StartedPayment = { ok: true; orderId: string } | { ok: false; message: string }

const TRY_AGAIN = 'The payment provider does not answer. Please try again in a moment.'

/**
 * Creates the provider's order for an attempt, outside any transaction, once: a second request at the same time waits
 * for the first one's. A refused order releases the slot; one of unknown outcome leaves the hold, so that trying again
 * finds it.
 */
export async function startPayment(context: AppContext, attemptId: string): Promise<StartedPayment> {
  for (let look = 0; look < LOOKS; look++) {
    const claimed = await claimOrder(context, attemptId)
    if (claimed) return createOrder(context, claimed.attempt, claimed.booking)
    const found = await findAttempt(context, { id: attemptId })
    if (!found) return { ok: false, message: 'This payment is not known.' }
    const { attempt, booking } = found
    if (attempt.providerOrderId) return { ok: true, orderId: attempt.providerOrderId }
    if (!payableStatuses(attempt.purpose).some((one) => one === booking.status))
      return { ok: false, message: 'This slot is no longer held for you.' }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  return { ok: false, message: TRY_AGAIN }
}

/** The statuses in which a booking takes money of an order for this. */
const payableStatuses = (purpose: OrderPurpose): readonly BookingStatus[] =>
  addsUp(purpose) ? PAYABLE_STATUSES : ['pending']

/** Takes the right to create an attempt's order; undefined while somebody else has it, and for one that is not to be paid. */
async function claimOrder({ db, clock }: AppContext, attemptId: string) {
  const now = clock.now()
  const free = or(isNull(paymentAttempts.checkedAt), lt(paymentAttempts.checkedAt, new Date(now.getTime() - CLAIM_MS)))
  const payable = ORDER_PURPOSES.map((purpose) =>
    and(eq(paymentAttempts.purpose, purpose), inArray(bookings.status, [...payableStatuses(purpose)])),
  )
  const { id, code, status, screenId, holdEndsAt } = bookings
  const [claimed] = await db
    .update(paymentAttempts)
    .set({ checkedAt: now })
    .from(bookings)
    .where(
      and(
        eq(paymentAttempts.id, attemptId),
        eq(bookings.id, paymentAttempts.bookingId),
        isNull(paymentAttempts.providerOrderId),
        free,
        or(...payable),
      ),
    )
    .returning({ attempt: paymentAttempts, booking: { id, code, status, screenId, holdEndsAt } })
  return claimed
}

async function createOrder(
  context: AppContext,
  attempt: Attempt,
  booking: HeldBooking & Pick<Booking, 'code' | 'holdEndsAt'>,
): Promise<StartedPayment> {
  const { db, gateway, clock, log } = context
  const order = await gateway.createOrder({
    amount: attempt.amount,
    receipt: attempt.receipt,
    notes: { booking: booking.code },
    // what is asked for over hours is taken by us when it comes, not by the provider at its end
    captureMinutes: captureMinutes(addsUp(attempt.purpose) ? null : booking.holdEndsAt, clock.now()),
  })
  if (!order.ok) {
    log.error({ attemptId: attempt.id, code: order.code, outcome: order.outcome }, 'no order could be created')
    const lastError = `${order.code}: ${order.description}`
    // the claim ends, so that the next try need not wait for it
    await db.update(paymentAttempts).set({ lastError, checkedAt: null }).where(eq(paymentAttempts.id, attempt.id))
    if (order.outcome === 'rejected') {
      const freed = !addsUp(attempt.purpose)
      if (freed) await giveUpHold(context, booking, 'order-refused')
      await announceOrdersRefused(context, order, { freed })
    }
    return { ok: false, message: TRY_AGAIN }
  }
  await db
    .update(paymentAttempts)
    .set({ providerOrderId: order.value.id, status: 'ordered', lastError: null, nextCheckAt: firstLook(clock.now()) })
    .where(eq(paymentAttempts.id, attempt.id))
  return { ok: true, orderId: order.value.id }
}

/**
 * What came of a payment that was claimed. Where its signature was right and the provider could not be asked: the booking it is
 * for, and whether it was paid on the booking's own page.
 */
export type Verified =
  | VerifiedPayment
  | { ok: false; reason: 'not-ours' | 'bad-signature' | 'unknown-order' }
  | { ok: false; reason: 'provider-unreachable'; linkToken: string; ownPage: boolean }

/** A payment that was claimed rightly, and what the provider said of it. */
export type VerifiedPayment = Extract<Settled, { ok: true }>

/**
 * The attempt that a claim names. An order has another token once its booking's link is a new one, and is found by its own name then: who
 * has paid it proves that by the signature, and nobody else comes to the new link by it (rule D5).
 */
async function findClaimed(context: AppContext, { token, orderId }: { token?: string; orderId: string }) {
  const named = token ? await findAttempt(context, { token }) : undefined
  if (named) return named
  const found = await findAttempt(context, { orderId })
  return !token || (found && hasOtherToken(found)) ? found : undefined
}

/**
 * Checks what the checkout handed to the browser and settles the order. The order id is ours; the posted one must equal
 * it. A right signature is not money: the provider is asked.
 */
export async function verifyPayment(
  context: AppContext,
  claim: { token?: string; orderId: string; paymentId: string; signature: string },
): Promise<Verified> {
  const found = await findClaimed(context, claim)
  const orderId = found?.attempt.providerOrderId
  if (!found || !orderId || orderId !== claim.orderId) {
    context.log.warn({ orderId: claim.orderId.slice(0, 40) }, 'a payment was claimed for an order that is not its own')
    return { ok: false, reason: 'not-ours' }
  }
  if (!context.gateway.isCheckoutSignature({ orderId, paymentId: claim.paymentId, signature: claim.signature })) {
    context.log.warn({ orderId }, 'a payment was claimed with a wrong signature')
    return { ok: false, reason: 'bad-signature' }
  }
  const settled = await applyGatewayTruth(context, orderId, found)
  if (settled.ok) return settled
  if (settled.reason === 'unknown-order') return { ok: false, reason: 'unknown-order' }
  const ownPage = addsUp(found.attempt.purpose)
  return { ok: false, reason: 'provider-unreachable', linkToken: found.booking.linkToken, ownPage }
}

/**
 * Logs a failed try; the hold stays, since the customer may try again in the same window. Never final.
 *
 * @returns whether the order is one of ours
 */
export async function logPaymentFailure(context: AppContext, by: AttemptName, reason: string): Promise<boolean> {
  const found = await findAttempt(context, by)
  if (!found) return false
  const { id, status } = found.booking
  if (status !== 'pending') return true
  const at = context.clock.now()
  const detail = { reason: reason.slice(0, 300) || 'no description' }
  await context.db.transaction((tx) => recordEvent(tx, id, { at, kind: 'payment-failed', actor: 'customer', detail }))
  return true
}

/**
 * The window was dismissed, or the slot given back on the booking's own page. The hold ends only when the provider confirms that nothing is under way: a UPI request may
 * still be paid (rule S8). That it may is remembered of the order, for who loads the page again. Repeating it changes nothing.
 */
export async function releaseHold(
  context: AppContext,
  by: AttemptName,
): Promise<{ outcome: 'released' | 'kept' | 'booked'; linkToken: string } | { outcome: 'unknown' }> {
  const found = await findAttempt(context, by)
  if (!found) return { outcome: 'unknown' }
  const { linkToken } = found.booking
  return { outcome: await releaseFound(context, found), linkToken }
}

/** The page of the booking that an order of its own page is for; undefined for any other order. */
export async function ownPageOf(context: AppContext, by: AttemptName): Promise<string | undefined> {
  const found = await findAttempt(context, by)
  return found && addsUp(found.attempt.purpose) ? found.booking.linkToken : undefined
}

/**
 * The window over an order of a booking's own page was closed, which ends nothing: where its money stands, and whose
 * page it is left to. Undefined for any other order.
 */
export async function leaveOwnPage(
  context: AppContext,
  by: AttemptName,
): Promise<{ booking: Booking; state: SettledState } | undefined> {
  const found = await findAttempt(context, by)
  if (!found || !addsUp(found.attempt.purpose)) return undefined
  return { booking: found.booking, state: await stateOfLeft(context, found.attempt) }
}

/**
 * The window over an order was closed that has another token by now: that a payment of it may be under way is remembered of it. Of whose
 * booking it is nothing is told (rule D5).
 */
export async function noteLeft(context: AppContext, orderId: string): Promise<void> {
  const found = await findAttempt(context, { orderId })
  if (found && hasOtherToken(found)) await stateOfLeft(context, found.attempt)
}

/** Whether an order's token may be another one than its payer was given: its booking has a new link by now, it may be. */
const hasOtherToken = ({ attempt, booking }: { attempt: Attempt; booking: Booking }): boolean =>
  addsUp(attempt.purpose) || isFreed(booking)

/**
 * What has become of the hold whose order its customer left unpaid: booked meanwhile, kept for a payment that may be under way, still
 * held for them, or over. Releases nothing; undefined for an order that is not ours.
 */
export async function leftOrder(
  context: AppContext,
  by: AttemptName,
): Promise<{ state: 'booked' | 'under-way' | 'held' | 'over'; linkToken: string } | undefined> {
  const left = await findAttempt(context, by)
  const money = left && (await stateOfLeft(context, left.attempt))
  // as it is after the look
  const found = left && (await findAttempt(context, by))
  if (!found) return undefined
  const { linkToken } = found.booking
  if (found.booking.status === 'booked') return { state: 'booked', linkToken }
  if (!occupies(found.booking, context.clock.now())) return { state: 'over', linkToken }
  return { state: money === 'waiting' ? 'under-way' : 'held', linkToken }
}

async function releaseFound(
  context: AppContext,
  { attempt, booking }: { attempt: Attempt; booking: Booking },
): Promise<'released' | 'kept' | 'booked'> {
  if (booking.status === 'booked') return 'booked'
  if (booking.status !== 'pending') return 'released'
  // what staff keep for somebody ends when staff said, whatever becomes of one try
  if (addsUp(attempt.purpose)) return 'kept'
  const state = await stateOfLeft(context, attempt)
  if (state === 'booked') return 'booked'
  if (state !== 'nothing-yet') return 'kept'
  await giveUpHold(context, booking, 'released')
  return 'released'
}

/**
 * Where the money of an order stands whose window was closed: `nothing-yet` only where the provider confirms that nothing is under way.
 * That something may be is remembered of the order, for who loads the page again (rule S8).
 */
async function stateOfLeft(context: AppContext, { id, providerOrderId }: Attempt): Promise<SettledState> {
  const activity = providerOrderId ? await orderActivity(context.gateway, providerOrderId) : 'quiet'
  if (!providerOrderId || activity === 'quiet') return 'nothing-yet'
  const settled = activity === 'open' ? await applyGatewayTruth(context, providerOrderId) : undefined
  if (settled?.ok && (settled.state === 'booked' || settled.state === 'returned')) return settled.state
  // after the look, whose list may lack what has just begun
  const now = context.clock.now()
  // an order of days ago is asked about seldom, or no more
  const underWay = { underWayAt: now, nextCheckAt: firstLook(now) }
  const unpaid = and(eq(paymentAttempts.id, id), ne(paymentAttempts.status, 'paid'))
  await context.db.update(paymentAttempts).set(underWay).where(unpaid)
  return 'waiting'
}

type HeldBooking = Pick<Booking, 'id' | 'status' | 'screenId'>

async function giveUpHold(
  context: AppContext,
  booking: HeldBooking,
  cause: 'released' | 'order-refused',
): Promise<void> {
  const at = context.clock.now()
  await inScreenTransaction(context.db, booking.screenId, (tx) =>
    moveStatus(tx, booking, { to: 'expired', cause, at, actor: 'customer', columns: { holdEndsAt: at } }),
  )
}
