import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { bookings, paymentAttempts } from '~/db/schema'
import { addsUp, ORDER_PURPOSES } from '~/domain/payment-purposes'
import { isFreed } from '~/features/stored-booking/attempt-name.server'
import type { AppContext } from '~/platform/context.server'

export type Attempt = typeof paymentAttempts.$inferSelect
export type Booking = typeof bookings.$inferSelect

/** What the one order is for that a hold of the website is paid with. */
const HOLDING = ORDER_PURPOSES.filter((purpose) => !addsUp(purpose))

/** One of an attempt's names: our id, the unguessable token of return addresses, the provider's order, or the booking whose slot it holds. */
export type AttemptName = { id: string } | { token: string } | { orderId: string } | { holdOf: string }

/** Finds an attempt and its booking by one of its names. */
export async function findAttempt(
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

/** The page of the booking that an order of its own page is for; undefined for any other order. */
export async function ownPageOf(context: AppContext, by: AttemptName): Promise<string | undefined> {
  const found = await findAttempt(context, by)
  return found && addsUp(found.attempt.purpose) ? found.booking.linkToken : undefined
}

/** Whether an order's token may be another one than its payer was given: its booking has a new link by now, it may be. */
export const hasOtherToken = ({ attempt, booking }: { attempt: Attempt; booking: Booking }): boolean =>
  addsUp(attempt.purpose) || isFreed(booking)
