import { and, eq, inArray } from 'drizzle-orm'
import { occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { clockTimeIn, formatClockTime } from '~/domain/calendar'
import { paymentWindowSeconds } from '~/domain/hold'
import type { OpenCheckout } from '~/features/money/checkout.server'
import { heldRefundOf } from '~/features/money/held-refund.server'
import { WITH_ATTEMPTS, WITH_MONEY, WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, hasContent, isMoved } from './booking-content.server'
import { openAttempt } from './place-booking.server'
import type { OpenQuote } from './quote.server'

/** Whether this draft's attempt has come to a booking or a hold: what most who look at the payment page have not. */
export async function hasBooking({ db }: AppContext, { draft }: Pick<OpenQuote, 'draft'>): Promise<boolean> {
  return (await db.$count(bookings, eq(bookings.attemptId, draft.attemptId))) > 0
}

/** Whether this draft's attempt holds a slot at this moment, be it the one that the draft names or another. */
export async function isHeld({ db, clock }: AppContext, { draft }: Pick<OpenQuote, 'draft'>): Promise<boolean> {
  const named = and(eq(bookings.attemptId, draft.attemptId), eq(bookings.status, 'pending'))
  return (await db.$count(bookings, and(named, occupying(clock.now())))) > 0
}

/** The quote's live hold (`heldQuote`), ready to be paid; undefined when there is none or the draft has been changed since. */
export async function openCheckout(context: AppContext, quote: OpenQuote): Promise<OpenCheckout | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: and(eq(bookings.attemptId, quote.draft.attemptId), eq(bookings.status, 'pending')),
    with: { ...WITH_ATTEMPTS, lines: WITH_ROWS.lines },
  })
  const attempt = booking && openAttempt(booking)
  if (!booking?.holdEndsAt || !attempt?.providerOrderId || !hasContent(booking, contentOf(context, quote, booking))) {
    return undefined
  }
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
    underWay: attempt.underWayAt !== null,
    customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
  }
}

/**
 * What has become of this draft's attempt, with its link: booked, or `lost` when its slot went while the bank was slow and
 * the money waits for another choice (rule P25); undefined while nothing has.
 */
export async function attemptOutcome(
  context: AppContext,
  quote: OpenQuote,
): Promise<{ became: 'booked' | 'lost'; token: string } | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: and(eq(bookings.attemptId, quote.draft.attemptId), inArray(bookings.status, ['booked', 'expired'])),
    with: { refunds: WITH_MONEY.refunds },
  })
  if (!booking || isMoved(booking, contentOf(context, quote))) return undefined
  if (booking.status === 'booked') return { became: 'booked', token: booking.linkToken }
  return heldRefundOf(booking) && { became: 'lost', token: booking.linkToken }
}

/** `7:42 PM`: until when a slot is held, on the business's clock. */
export const heldUntil = ({ business }: AppContext, at: Date): string =>
  formatClockTime(clockTimeIn(business.timeZone, at))
