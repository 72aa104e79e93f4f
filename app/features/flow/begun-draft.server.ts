import { and, eq } from 'drizzle-orm'
import { type bookings, screenSlots } from '~/db/schema'
import { formatDay, formatSlot } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import { overlaps, rangeOf } from '~/domain/slots'
import type { DraftState } from '~/features/booking/quote.server'
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

/**
 * Whether a draft is what became a booking: its attempt, its room, its date and its slot, whose hours may have been changed since. Under
 * the same attempt another evening may have been begun, which is one of its own (rule S7).
 */
export async function isDraftOf(
  { db, business }: AppContext,
  { attemptId, screenId, date, slotId }: Draft,
  booking: Pick<typeof bookings.$inferSelect, 'id' | 'attemptId' | 'screenId' | 'during'>,
): Promise<boolean> {
  if (attemptId !== nameOf(booking) || screenId !== booking.screenId || !date || !slotId) return false
  // one that was taken out of the schedule too
  const slot = await db.query.screenSlots.findFirst({
    where: and(eq(screenSlots.id, slotId), eq(screenSlots.screenId, screenId)),
  })
  return slot !== undefined && overlaps(rangeOf(date, slot, business.timeZone), booking.during)
}

const ROOMLESS = 'your selections, for which no room is chosen yet'

/** Said where something would take the place of a begun booking and nobody has said that it may. */
export const ASIDE = 'A booking is begun on this device already: say below which of the two you go on with.'
