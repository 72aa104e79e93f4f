import { eq } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { locations, screens, staffSessions } from '~/db/schema'
import { type CalendarDate, parseCalendarDate } from '~/domain/calendar'
import { type Draft, type Dropped, emptyDraft } from '~/domain/draft'
import type { AppContext } from '~/platform/context.server'
import { findEditable } from './edit-booking.server'
import { type ActingStaff, mayTouch } from './staff-booking.server'

/** A booking that staff are making or changing; it lives in their session, never in the customer's draft. */
export interface StaffDraft {
  draft: Draft
  dropped?: Dropped
  /** The booking that is edited and the version that was read; null while a new one is made. */
  editing: { bookingId: string; version: number } | null
}

/** Staff with the session in which the draft is kept. */
export interface DraftingStaff extends ActingStaff {
  sessionId: string
}

/** Keeps a draft in the staff session; null forgets it. */
export async function keepStaffDraft(
  { db }: AppContext,
  { sessionId }: Pick<DraftingStaff, 'sessionId'>,
  draft: StaffDraft | null,
): Promise<void> {
  await db.update(staffSessions).set({ editDraft: draft }).where(eq(staffSessions.id, sessionId))
}

/** Begins to edit a booking: its draft goes into the session. Answers what kept it from that. */
export async function beginEdit(
  context: AppContext,
  staff: DraftingStaff,
  bookingId: string,
): Promise<'begun' | 'not-found' | 'not-booked'> {
  const found = await findEditable(context, staff, bookingId)
  if (!found) return 'not-found'
  if (found.sold.status !== 'booked') return 'not-booked'
  await keepStaffDraft(context, staff, { draft: found.draft, editing: { bookingId, version: found.version } })
  return 'begun'
}

/** Begins a new booking, empty or at a slot of the day board; answers whether that screen is within reach. */
export async function beginStaffBooking(
  context: AppContext,
  staff: DraftingStaff,
  at?: { screenId: string; slotId: string; date: string },
): Promise<boolean> {
  const draft = emptyDraft(newId())
  const date = parseCalendarDate(at?.date)
  if (!at) {
    await keepStaffDraft(context, staff, { draft, editing: null })
    return true
  }
  const place = date && (await placeOf(context, at.screenId))
  if (!place || !mayTouch(staff, place.locationId)) return false
  const chosen: Partial<Draft> = { ...place, screenId: at.screenId, slotId: at.slotId, date: date as CalendarDate }
  await keepStaffDraft(context, staff, { draft: { ...draft, ...chosen }, editing: null })
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
