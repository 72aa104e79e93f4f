import { firstIncompleteStep } from '~/domain/booking-steps'
import { formatDate, formatInstant, formatSlot } from '~/domain/calendar'
import type { Staff } from '~/features/staff/staff-session.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { isWithin, stepLink } from './flow-draft.server'
import { reviseQuote } from './flow-quote.server'
import { listStaffDrafts, type StoredStaffDraft } from './staff-draft.server'

/** What a member of staff began and did not finish, in words, each with the step where it goes on; the last first. */
export async function unfinishedBookings(context: AppContext, staff: Staff) {
  const drafts = await listStaffDrafts(context, staff)
  // a handful: what one person left in a week
  const rows = await Promise.all(drafts.map((one) => rowOf(context, staff, one)))
  return rows.filter((row) => row !== undefined)
}

async function rowOf(context: AppContext, staff: Staff, storedDraft: StoredStaffDraft) {
  const { id, editing, desk, draft, version, savedAt } = storedDraft
  const stored = editing ? await findStoredBooking(context.db, editing.bookingId) : undefined
  if (!isWithin(staff, storedDraft, stored)) return undefined
  const staffActor = { staff, storedDraft, editing, desk, stored, mark: { version, page: '' } }
  const quote = await reviseQuote(context, { draft, dropped: undefined, staffActor }, draft)
  const step = editing ? 'customer-details' : firstIncompleteStep(quote.draft, quote.steps).step
  const { screen, slot } = quote
  return {
    id,
    what: stored ? `Changes to ${stored.code}` : storedDraft.typed ? 'Telephone booking' : 'New booking',
    customer: draft.customer?.name || 'Nobody yet',
    place: [screen?.name, draft.date && formatDate(draft.date), slot && formatSlot(slot)].filter(Boolean).join(', '),
    savedAt: formatInstant(savedAt, context.business.timeZone),
    resume: storedDraft.typed ? links.adminBookingNew({ draft: id }) : stepLink(step, { staffActor }),
  }
}
