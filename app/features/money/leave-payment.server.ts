import { and, eq, ne } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { occupies } from '~/domain/hold'
import { firstLook } from '~/domain/order-watch'
import { addsUp } from '~/domain/payment-purposes'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import type { AppContext } from '~/platform/context.server'
import { orderActivity } from './order-activity.server'
import { type Attempt, type AttemptName, type Booking, findAttempt, hasOtherToken } from './payment-attempt.server'
import { type SettledState, truthUnlessBusy } from './settle-payment.server'

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
 * The window was dismissed, or the slot given back on the booking's own page. The hold ends only when the provider confirms that nothing
 * is under way: a UPI request may still be paid (rule S8). That it may is remembered of the order, for who loads the page again. Repeating
 * it changes nothing.
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
  const settled = activity === 'open' ? await truthUnlessBusy(context, providerOrderId) : undefined
  if (settled?.ok && (settled.state === 'booked' || settled.state === 'returned')) return settled.state
  // after the look, whose list may lack what has just begun
  const now = context.clock.now()
  // an order of days ago is asked about seldom, or no more
  const underWay = { underWayAt: now, nextCheckAt: firstLook(now) }
  const unpaid = and(eq(paymentAttempts.id, id), ne(paymentAttempts.status, 'paid'))
  await context.db.update(paymentAttempts).set(underWay).where(unpaid)
  return 'waiting'
}

export type HeldBooking = Pick<Booking, 'id' | 'status' | 'screenId'>

/** Ends a hold that is not paid for: given back by its customer, or its order refused. */
export async function giveUpHold(
  context: AppContext,
  booking: HeldBooking,
  cause: 'released' | 'order-refused',
): Promise<void> {
  const at = context.clock.now()
  await inScreenTransaction(context.db, booking.screenId, (tx) =>
    moveStatus(tx, booking, { to: 'expired', cause, at, actor: 'customer', columns: { holdEndsAt: at } }),
  )
}
