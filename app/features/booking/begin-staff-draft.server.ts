import { eq } from 'drizzle-orm'
import { locations, screens } from '~/db/schema'
import { parseCalendarDate } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { findEditable } from './edit-booking.server'
import { mayTouch } from './staff-booking.server'
import { keepStaffDraft, newStaffDraft } from './staff-draft.server'

/** Begins to edit a booking: its draft goes into the session. Answers what kept it from that. */
export async function beginEdit(
  context: AppContext,
  staff: Staff,
  bookingId: string,
): Promise<'begun' | 'not-found' | 'not-booked'> {
  const found = await findEditable(context, staff, bookingId)
  if (!found) return 'not-found'
  if (found.sold.status !== 'booked') return 'not-booked'
  const { draft, version, money, sold } = found
  const counter = { ...money, mode: 'cash' as const, note: sold.note }
  await keepStaffDraft(context, staff, { draft, editing: { bookingId, version }, counter })
  return 'begun'
}

/** Begins a new booking, empty or at a slot of the day board; answers whether that screen is within reach. */
export async function beginStaffBooking(
  context: AppContext,
  staff: Staff,
  at?: { screenId: string; slotId: string; date: string },
): Promise<boolean> {
  const fresh = newStaffDraft()
  if (!at) {
    await keepStaffDraft(context, staff, fresh)
    return true
  }
  const date = parseCalendarDate(at.date)
  const place = date && (await placeOf(context, at.screenId))
  if (!place || !mayTouch(staff, place.locationId)) return false
  const chosen: Partial<Draft> = { ...place, screenId: at.screenId, slotId: at.slotId, date }
  await keepStaffDraft(context, staff, { ...fresh, draft: { ...fresh.draft, ...chosen } })
  return true
}

async function placeOf({ db }: AppContext, screenId: string) {
  const [place] = await db
    .select({ locationId: locations.id, cityId: locations.cityId })
    .from(screens)
    .innerJoin(locations, eq(locations.id, screens.locationId))
    .where(eq(screens.id, screenId))
  return place && { locationId: place.locationId, cityId: place.cityId ?? undefined }
}
