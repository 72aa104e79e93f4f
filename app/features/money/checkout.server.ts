import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { bookings, paymentAttempts } from '~/db/schema'
import type { BookingStatus } from '~/domain/booking-status'
import { captureMinutes } from '~/domain/hold'
import { PAYABLE_STATUSES } from '~/domain/ledger'
import type { Paise } from '~/domain/money'
import { firstLook } from '~/domain/order-watch'
import { addsUp, ORDER_PURPOSES, type OrderPurpose } from '~/domain/payment-purposes'
import type { AppContext } from '~/platform/context.server'
import { isRefused } from '~/platform/payment-gateway.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { giveUpHold, type HeldBooking } from './leave-payment.server'
import { announceOrdersRefused } from './money-alerts.server'
import { type Attempt, type Booking, findAttempt, hasOtherToken } from './payment-attempt.server'
import { type Settled, truthUnlessBusy } from './settle-payment.server'

/** Longer than the provider's client waits: whoever claimed an order before this has given up. */
const CLAIM_MS = 30_000
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
    await db
      .update(paymentAttempts)
      .set({ lastError, checkedAt: null, orderTriedAt: clock.now(), refusals: isRefused(order) ? 1 : 0 })
      .where(eq(paymentAttempts.id, attempt.id))
    if (order.outcome === 'rejected') {
      const freed = !addsUp(attempt.purpose)
      if (freed) await giveUpHold(context, booking, 'order-refused')
      await announceOrdersRefused(context, order, { freed })
    }
    return { ok: false, message: TRY_AGAIN }
  }
  const now = clock.now()
  const given = { providerOrderId: order.value.id, status: 'ordered', orderTriedAt: now } as const
  await db
    .update(paymentAttempts)
    .set({ ...given, lastError: null, refusals: 0, nextCheckAt: firstLook(now) })
    .where(eq(paymentAttempts.id, attempt.id))
  return { ok: true, orderId: order.value.id }
}

/**
 * What came of a payment that was claimed. Where its signature was right and the provider could not be asked, or was too often: the
 * booking it is for, and whether it was paid on the booking's own page.
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
 * it. A right signature is not money: the provider is asked, but not as often as anybody sends one claim again; beyond that it is answered
 * as one about which the provider cannot be asked, which the poller and the webhook settle. So do they while somebody else is busy with the
 * booking, as the webhook of this very payment may be: it waits then.
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
  // of the pages only: a program's tries are counted before its claim is read
  const tooMany = claim.token && (await tooManyTries(context, 'payment', found.attempt.token))
  const settled = tooMany
    ? undefined
    : ((await truthUnlessBusy(context, orderId, found)) ?? ({ ok: true, ...found, state: 'waiting' } as const))
  if (settled?.ok) return settled
  if (settled?.reason === 'unknown-order') return { ok: false, reason: 'unknown-order' }
  const ownPage = addsUp(found.attempt.purpose)
  return { ok: false, reason: 'provider-unreachable', linkToken: found.booking.linkToken, ownPage }
}
