import { parseCalendarDate, todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { peopleAskedFor } from '~/domain/customer-details'
import { choosePlaces, type Dropped } from '~/domain/draft'
import { onlineSlots } from '~/domain/slots'
import { slotsForDate } from '~/features/availability/availability.server'
import { findScreen, isBookable } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import type { FlowQuote } from './flow-quote.server'

/** A free slot that was pressed in a list: room, date and slot, and for how many. */
export interface PickedEvening {
  screenId: string
  date: string
  slotId: string
  people?: number
}

/**
 * A customer's draft with a slot that was picked from a list, place by place, as if they had walked there (rule B33);
 * undefined when it is not free any more.
 */
export async function pickEvening(
  { db, clock, business }: AppContext,
  quote: FlowQuote,
  picked: PickedEvening,
): Promise<{ draft: FlowQuote['draft']; dropped: Dropped | undefined } | undefined> {
  const now = clock.now()
  const zone = business.timeZone
  const date = parseCalendarDate(picked.date)
  const screen = await findScreen(db, picked.screenId)
  const cityId = screen?.location?.cityId
  if (!date || !screen?.locationId || !cityId || !isBookable(screen)) return undefined
  if (dateFault(date, todayIn(zone, now), screen.closedDates, business.bookingMonths)) return undefined
  const except = { attemptId: quote.draft.attemptId }
  const slots = await slotsForDate(db, { screenId: screen.id, date, schedule: screen.slots, now, zone, except })
  const free = onlineSlots(slots, screen, now).find(({ slot }) => slot.id === picked.slotId)
  if (free?.state !== 'available') return undefined
  const { draft, dropped } = choosePlaces(quote, [
    { kind: 'city', id: cityId },
    { kind: 'location', id: screen.locationId },
    { kind: 'screen', id: screen.id },
    { kind: 'date', date },
  ])
  const people = peopleAskedFor(picked.people, screen, draft.people)
  return { draft: { ...draft, slotId: free.slot.id, people }, dropped }
}
