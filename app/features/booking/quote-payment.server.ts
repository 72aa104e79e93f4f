import { and, eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { clockTimeIn, formatClockTime } from '~/domain/calendar'
import { paymentWindowSeconds } from '~/domain/hold'
import type { OpenCheckout } from '~/features/money/checkout.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, hasContent, isMoved } from './booking-content.server'
import type { OpenQuote } from './quote.server'

/** The quote's live hold, ready to be paid; undefined when there is none or the draft has been changed since. */
export async function openCheckout(context: AppContext, quote: OpenQuote): Promise<OpenCheckout | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: and(eq(bookings.attemptId, quote.draft.attemptId), eq(bookings.status, 'pending')),
    with: { attempts: true, lines: true },
  })
  const attempt = booking?.attempts.find(({ purpose }) => purpose !== 'balance')
  if (!booking?.holdEndsAt || !attempt?.providerOrderId || !hasContent(booking, contentOf(context, quote))) {
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
    customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
  }
}

/** The link of the booking that this draft's attempt has become; undefined while there is none. */
export async function bookedLink(context: AppContext, quote: OpenQuote): Promise<string | undefined> {
  const booking = await context.db.query.bookings.findFirst({
    where: and(eq(bookings.attemptId, quote.draft.attemptId), eq(bookings.status, 'booked')),
  })
  return booking && !isMoved(booking, contentOf(context, quote)) ? booking.linkToken : undefined
}

/** `7:42 PM`: until when a slot is held, on the business's clock. */
export const heldUntil = ({ business }: AppContext, at: Date): string =>
  formatClockTime(clockTimeIn(business.timeZone, at))
