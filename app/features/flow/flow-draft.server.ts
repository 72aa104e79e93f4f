import { newId } from '~/db/new-id'
import type { BookingStep } from '~/domain/booking-steps'
import type { Draft, Dropped } from '~/domain/draft'
import type { DraftMark } from '~/domain/draft-trail'
import { inScope } from '~/domain/staff-role'
import type { DraftState } from '~/features/booking/quote.server'
import type { RefusedQuote } from '~/features/booking/quote-refusal.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { type DraftQuery, links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { readDraftCookie, storeDraftCookie } from './draft-cookie.server'
import { findStaffDraft, type StoredStaffDraft, saveStaffDraft } from './staff-draft.server'

/** Staff at work on a booking of somebody else's: a new one, or one that was sold. */
export interface StaffActor {
  staff: Staff
  storedDraft: StoredStaffDraft
  editing: StoredStaffDraft['editing']
  desk: StoredStaffDraft['desk']
  stored: StoredBooking | undefined
  /** The page that asks: what it was drawn from. */
  mark: DraftMark
}

/** Whose a draft is: of staff, or of the customer who asks when it says nobody. */
export interface DraftOwner {
  staffActor?: StaffActor
}

/** A draft, and whose it is. */
export type FlowDraft = DraftState & DraftOwner

/** The draft that an address names. */
export function draftIdOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('draft') || undefined
}

/** Why there is no draft to work on. */
export type NoDraft =
  /** Staff at an address that names none; an id without anybody signed in; one that is gone or not this member's. */
  | { ok: false; reason: 'none-named' | 'nobody-signed-in' | 'gone' }
  | { ok: false; reason: 'booked' | 'edited'; bookingId: string }

/** Reads the draft where it is stored: a customer's in the cookie, one by staff under the id in the address, and nowhere else. */
export async function readDraft(
  context: AppContext,
  request: Request,
): Promise<{ ok: true; flowDraft: FlowDraft } | NoDraft> {
  const draftId = draftIdOf(request)
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  if (draftId === undefined) {
    return staff ? { ok: false, reason: 'none-named' } : { ok: true, flowDraft: await readDraftCookie(request) }
  }
  if (!staff) return { ok: false, reason: 'nobody-signed-in' }
  const storedDraft = await findStaffDraft(context, staff, draftId)
  if (storedDraft?.done)
    return { ok: false, reason: storedDraft.editing ? 'edited' : 'booked', bookingId: storedDraft.done }
  const stored = storedDraft?.editing ? await findStoredBooking(context.db, storedDraft.editing.bookingId) : undefined
  if (!storedDraft || !isWithin(staff, storedDraft, stored)) return { ok: false, reason: 'gone' }
  const { draft, dropped, editing, desk, version } = storedDraft
  const mark = { version, page: newId() }
  return { ok: true, flowDraft: { draft, dropped, staffActor: { staff, storedDraft, editing, desk, stored, mark } } }
}

/** Whether a draft is about something that its member of staff may still touch. */
export function isWithin(
  staff: Staff,
  { editing, draft }: StoredStaffDraft,
  stored: StoredBooking | undefined,
): boolean {
  const scope = scopeOf(staff)
  if (editing) return stored !== undefined && inScope(scope, stored.locationId)
  return draft.locationId === undefined || inScope(scope, draft.locationId)
}

/** The city that header and footer show: of the booking that staff make, or of the visitor's own. */
export async function cityOf(context: AppContext, request: Request): Promise<string | undefined> {
  const draftId = draftIdOf(request)
  if (draftId === undefined) return (await readDraftCookie(request)).draft.cityId
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  return staff ? (await findStaffDraft(context, staff, draftId))?.draft.cityId : undefined
}

/**
 * Stores a changed draft where it belongs: under its id, or in the customer's cookie, whose `Set-Cookie` value is answered.
 * Refused when another page changed the draft of staff since this one was drawn.
 */
export async function storeDraft(
  context: AppContext,
  { staffActor }: DraftOwner,
  draft: Draft,
  dropped: Dropped | undefined,
): Promise<{ ok: true; cookie?: string } | RefusedQuote<'changed-at-once'>> {
  if (!staffActor) return { ok: true, cookie: await storeDraftCookie({ draft, dropped }) }
  const { staff, storedDraft, editing, desk, mark } = staffActor
  const saved = await saveStaffDraft(context, staff, storedDraft, mark, { draft, dropped, editing, desk })
  return saved ? { ok: true } : { ok: false, reason: 'changed-at-once', message: AT_ONCE, step: 'customer-details' }
}

const AT_ONCE = 'This booking was changed in another tab at the same moment. Please look at it and answer again.'

/** What the addresses of a draft's steps carry: its id, when it is one of staff's. */
export const draftQuery = ({ staffActor }: DraftOwner): DraftQuery =>
  staffActor ? { draft: staffActor.storedDraft.id } : {}

const STEP_LINKS: Record<BookingStep, (query: DraftQuery) => string> = {
  locations: links.bookLocations,
  screens: links.bookScreens,
  slots: links.bookSlots,
  'customer-details': links.bookCustomerDetails,
  packages: links.bookPackages,
  occasions: links.bookOccasions,
  addons: links.bookAddons,
  cakes: links.bookCakes,
  gifts: links.bookGifts,
  payment: links.bookPayment,
}

/** The address of a step, for this draft. */
export const stepLink = (step: BookingStep, owner: DraftOwner): string => STEP_LINKS[step](draftQuery(owner))
