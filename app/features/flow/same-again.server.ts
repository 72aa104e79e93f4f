import { isDeepStrictEqual } from 'node:util'
import { newId } from '~/db/new-id'
import { eachText } from '~/domain/booking-texts'
import { peopleFitted } from '~/domain/customer-details'
import { type Draft, emptyDraft } from '~/domain/draft'
import { sameAgain } from '~/domain/same-again'
import { resolveQuote } from '~/features/booking/quote.server'
import { listLocations } from '~/features/offer/on-offer.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

/** A new draft made of an earlier booking: what is still offered of it, and what is said about the rest (rule B31). */
export async function draftAgain(
  context: AppContext,
  booking: Omit<StoredBooking, 'payments' | 'refunds'>,
): Promise<{ draft: Draft; step: 'locations' | 'screens' | 'slots'; words: string }> {
  const { customerName: name, customerEmail: email, customerNumber: number } = booking
  const customer = name && number ? { name, email, number } : undefined
  const place = (await listLocations(context.db)).find(({ id }) => id === booking.locationId)
  const begun = { ...emptyDraft(newId()), customer }
  if (!place) return { draft: begun, step: 'locations', words: `${booking.locationName} ${CLOSED}` }
  const there = { ...begun, cityId: place.cityId, locationId: place.id }
  const asked = { draft: { ...there, screenId: booking.screenId }, dropped: undefined }
  const { offers, screen } = await resolveQuote(context, context.db, asked)
  if (!offers || screen?.locationId !== place.id) {
    return { draft: there, step: 'screens', words: `${booking.screenName} ${CLOSED}` }
  }
  const { people, packageId, packageName, lines } = booking
  const { chosen, missing } = sameAgain(
    { people, packageId, packageName, lines, texts: eachText((text) => booking[text]) },
    offers,
  )
  const gone = missing.length ? ` Not offered any more: ${missing.join(', ')}.` : ''
  const fitted = peopleFitted(people, offers)
  return { draft: { ...asked.draft, ...chosen }, step: 'slots', words: `${FILLED}${gone}${fitted ? ` ${fitted}` : ''}` }
}

/**
 * Whether a draft is another one in all but its attempt. Whom it is for and what they typed are of it: of two evenings of the same room
 * and items one may be a friend's.
 */
export function isSameDraft(filled: Draft, own: Draft): boolean {
  // as both are stored: what is not chosen is not there
  const asStored = (draft: Draft) => JSON.parse(JSON.stringify({ ...draft, attemptId: undefined }))
  return isDeepStrictEqual(asStored(filled), asStored(own))
}

const FILLED = 'Filled in as last time, at today’s prices: choose a date and a slot, and change what you like.'
const CLOSED = 'is not open for booking any more. Please choose another one.'
