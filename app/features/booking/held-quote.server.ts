import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { isLiveHold } from '~/domain/hold'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type BookingContent, contentOf, hasContent } from './booking-content.server'
import { type DraftState, type Quote, resolveQuote } from './quote.server'
import { incompleteRefusal } from './quote-refusal.server'
import { isStoredSlot } from './stored-terms.server'

/**
 * A draft that is held, at the prices and in the room in which it is held, whatever has been changed in the catalogue since (rule S2);
 * undefined when its attempt has no live hold, or the draft says anything else by now, save how it is paid.
 */
export async function heldQuote(
  context: AppContext,
  db: Database | Transaction,
  given: DraftState,
): Promise<{ quote: Quote; content: BookingContent; stored: StoredBooking } | undefined> {
  const named = and(eq(bookings.attemptId, given.draft.attemptId), eq(bookings.status, 'pending'))
  const hold = await db.query.bookings.findFirst({ where: named })
  if (!hold || !isLiveHold(hold, context.clock.now())) return undefined
  const stored = await findStoredBooking(db, hold.id)
  if (!stored) return undefined
  const quote = await quoteAsStored(context, db, given, stored)
  if (incompleteRefusal(quote)) return undefined
  const content = contentOf(context, quote, stored)
  // another way of paying is another order for the same booking
  const asPaid = { ...content, columns: { ...content.columns, payChoice: stored.payChoice } }
  return hasContent(stored, asPaid) ? { quote, content, stored } : undefined
}

/** A draft at the prices and in the room of the booking that its attempt came to, also where its hours have changed since. */
export async function quoteAsStored(
  context: AppContext,
  db: Database | Transaction,
  given: DraftState,
  stored: StoredBooking,
): Promise<Quote> {
  // nobody chose a package: the one that stood selected is held, whichever would be by now (rule B9)
  const asHeld = { ...given.draft, packageId: given.draft.packageId ?? stored.packageId }
  const resolve = (draft: Draft) => resolveQuote(context, db, { ...given, draft }, { stored })
  const quote = await resolve(asHeld)
  // hours that have changed since leave the hold those that it has
  const own = asHeld.date === stored.visitDate && quote.screen?.slots.find((slot) => isStoredSlot(stored, slot))
  return !quote.slot && own ? resolve({ ...asHeld, slotId: own.id }) : quote
}
