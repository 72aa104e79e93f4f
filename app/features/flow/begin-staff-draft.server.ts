import { eq } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { locations, screens } from '~/db/schema'
import { parseCalendarDate } from '~/domain/calendar'
import { peopleAskedFor } from '~/domain/customer-details'
import type { Draft } from '~/domain/draft'
import { findEditable } from '~/features/booking/edit-booking.server'
import { mayTouch } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { beginStaffDraft, newStaffDraft } from './staff-draft.server'

type BegunEdit = { ok: true; draftId: string; resumed: boolean } | { ok: false; reason: 'not-found' | 'not-booked' }

/** Begins to edit a booking, or goes on with what this member of staff had begun. Answers what kept it from that. */
export async function beginEdit(context: AppContext, staff: Staff, bookingId: string): Promise<BegunEdit> {
  const found = await findEditable(context, staff, bookingId)
  if (!found) return { ok: false, reason: 'not-found' }
  if (found.stored.status !== 'booked') return { ok: false, reason: 'not-booked' }
  const { draft, version, money, stored } = found
  const desk = { ...money, mode: 'cash' as const, note: stored.note }
  const { id, resumed } = await beginStaffDraft(context, staff, { draft, editing: { bookingId, version }, desk })
  return { ok: true, draftId: id, resumed }
}

/** Begins a new booking, empty or with what is known of it; answers the draft's id. */
export async function beginStaffBooking(
  context: AppContext,
  staff: Pick<Staff, 'id'>,
  chosen: Partial<Draft> = {},
): Promise<string> {
  const fresh = newStaffDraft()
  const { id } = await beginStaffDraft(context, staff, { ...fresh, draft: { ...fresh.draft, ...chosen } })
  return id
}

/** Said to whoever asks for a room that is not theirs to book. */
export const ELSEWHERE = 'That room is at another location: its own people book it.'

/** Begins a booking with what a customer had chosen, a room perhaps, in an attempt of its own; undefined where that is out of reach. */
export async function beginChosenBooking(
  context: AppContext,
  staff: Staff,
  chosen: Draft,
): Promise<string | undefined> {
  const reached = chosen.locationId === undefined || mayTouch(staff, chosen.locationId)
  return reached ? beginStaffBooking(context, staff, { ...chosen, attemptId: newId() }) : undefined
}

/** Begins a new booking at a free slot, for so many people when that is known; undefined when its screen is out of reach. */
export async function beginBookingAt(
  context: AppContext,
  staff: Staff,
  { screenId, slotId, people, ...at }: { screenId: string; slotId: string; date: string; people?: number },
): Promise<string | undefined> {
  const date = parseCalendarDate(at.date)
  const place = date && (await placeOf(context, screenId))
  if (!place || !mayTouch(staff, place.locationId)) return undefined
  const { cityId, locationId, ...limits } = place
  const begun = { cityId, locationId, screenId, slotId, date, people: peopleAskedFor(people, limits) }
  return beginStaffBooking(context, staff, begun)
}

async function placeOf({ db }: AppContext, screenId: string) {
  const [place] = await db
    .select({
      ...{ locationId: locations.id, cityId: locations.cityId },
      ...{ minPeople: screens.minPeople, capacity: screens.capacity },
    })
    .from(screens)
    .innerJoin(locations, eq(locations.id, screens.locationId))
    .where(eq(screens.id, screenId))
  return place && { ...place, cityId: place.cityId ?? undefined }
}
