import { and, eq, inArray } from 'drizzle-orm'
import { bookingEvents } from '~/db/schema'
import { shownPhone } from '~/domain/calling'
import { notBooked, notBookedWords } from '~/domain/not-booked'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf } from './booking-content.server'
import { textsOf } from './customer-texts.server'
import { quoteAsStored } from './held-quote.server'
import type { DraftState } from './quote.server'
import { incompleteRefusal } from './quote-refusal.server'

/**
 * What is said to a browser whose draft has become a booking, of what it has chosen or corrected since its payment was begun and the
 * booking is without (rule S7); undefined when it is all there, or the booking was edited since, which its customer has been told of.
 *
 * @param given the draft as it was asked for
 */
export async function saidOfNotBooked(
  context: AppContext,
  bookingId: string,
  given: DraftState,
): Promise<string | undefined> {
  const { db, business } = context
  const stored = await findStoredBooking(db, bookingId)
  if (!stored) return undefined
  const quote = await quoteAsStored(context, db, given, stored)
  if (incompleteRefusal(quote)) return undefined
  const { columns, lines } = contentOf(context, quote, stored)
  const differs = notBooked({ ...columns, lines }, stored)
  const phone = shownPhone(business.phones[0] ?? '')
  const texts = textsOf(context, stored)
  const onOwnPage = texts?.until ? texts.proofs.map(({ name }) => name) : []
  const words = notBookedWords(differs, { phone, onOwnPage })
  return words && !(await wasEdited(context, bookingId)) ? words : undefined
}

const wasEdited = async ({ db }: AppContext, bookingId: string): Promise<boolean> =>
  (await db.$count(
    bookingEvents,
    and(eq(bookingEvents.bookingId, bookingId), inArray(bookingEvents.kind, ['edited', 'texts-changed'])),
  )) > 0
