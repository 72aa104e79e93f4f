import { eq } from 'drizzle-orm'
import { type bookings, screenSlots } from '~/db/schema'
import { type BookedPlace, isAtPlace } from '~/domain/booked-place'
import { formatDay, formatSlot } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import { overlaps, rangeOf } from '~/domain/slots'
import type { DraftState } from '~/features/booking/quote.server'
import { OWN_SLOT } from '~/features/booking/stored-terms.server'
import { nameOf } from '~/features/stored-booking/attempt-name.server'
import type { AppContext } from '~/platform/context.server'
import { reviseQuote } from './flow-quote.server'

/**
 * A booking that is begun on this device, in a line: room, day and slot, or that there is none of a room that was given up (rule B6);
 * undefined where nothing is begun.
 */
export async function begunWords(context: AppContext, begun: DraftState): Promise<string | undefined> {
  if (!begun.draft.screenId) return begun.dropped && ROOMLESS
  const { screen, slot, draft } = await reviseQuote(context, begun, begun.draft)
  const day = draft.date && formatDay(draft.date)
  return [screen?.name ?? 'a room', day, slot && formatSlot(slot)].filter(Boolean).join(' · ')
}

type Booked = Pick<typeof bookings.$inferSelect, 'id' | 'attemptId' | 'screenId' | 'visitDate' | 'during'>

/**
 * Whether a draft is what became a booking: its attempt, its room, its date and its slot, whose hours may have been changed since. Under
 * the same attempt another evening may have been begun, which is one of its own (rule S7).
 */
export const isDraftOf = async (context: AppContext, draft: Draft, booking: Booked): Promise<boolean> =>
  draft.attemptId === nameOf(booking) && isAtPlace(draft, await bookedPlace(context, booking))

/** Where a booking is, by the slots that a draft of it may name: those of its room, taken out of the schedule too, that have its hours. */
export async function bookedPlace(
  { db, business }: AppContext,
  { screenId, visitDate: date, during }: Booked,
): Promise<BookedPlace> {
  const slots = await db.query.screenSlots.findMany({ where: eq(screenSlots.screenId, screenId) })
  const own = slots.filter((slot) => overlaps(rangeOf(date, slot, business.timeZone), during))
  return { screenId, date, slotIds: [...own.map(({ id }) => id), OWN_SLOT] }
}

const ROOMLESS = 'your selections, for which no room is chosen yet'

/** Said where something would take the place of a begun booking and nobody has said that it may. */
export const ASIDE = 'A booking is begun on this device already: say below which of the two you go on with.'
