import { redirect } from '@remix-run/node'
import { newId } from '~/db/new-id'
import type { BookingStep } from '~/domain/booking-steps'
import type { Draft, Dropped } from '~/domain/draft'
import type { DraftMark } from '~/domain/draft-trail'
import { inScope } from '~/domain/staff-role'
import type { HeldDraft } from '~/features/booking/visit.server'
import { currentStaff, requireStaff } from '~/features/staff/require-staff.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { findSoldBooking, type SoldBooking } from '~/features/stored-booking/stored-booking.server'
import { type DraftQuery, links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { redirectWithNotice } from '~/platform/session.server'
import { draftCookie, readDraftCookie } from './draft-cookie.server'
import { findStaffDraft, type KeptStaffDraft, keepStaffDraft } from './staff-draft.server'

/** Staff at work on a booking of somebody else's: a new one, or one that was sold. */
export interface StaffHand {
  member: Staff
  kept: KeptStaffDraft
  editing: KeptStaffDraft['editing']
  counter: KeptStaffDraft['counter']
  sold: SoldBooking | undefined
  /** The page that asks: what it was drawn from. */
  mark: DraftMark
}

/** A draft, and the staff whose it is when it is not a customer's own. */
export type KeptDraft = HeldDraft & { hand?: StaffHand }

type Kept = Pick<KeptDraft, 'hand'>

/** The draft that an address names. */
export function draftIdOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('draft') || undefined
}

const GONE = 'That unfinished booking is not here any more: it was finished, thrown away, or begun by somebody else.'
const WHICH = 'You are signed in as staff. Choose which booking you mean, or begin a new one.'
const AT_ONCE = 'This booking was changed in another tab at the same moment. Please look at it and answer again.'

/**
 * Reads the draft where it is kept: a customer's in the cookie, one by staff under the id in the address, and nowhere else.
 *
 * @throws Response for one that became a booking (to its confirmation), for an id without anybody signed in (to the login), for one that is gone or not this member's, and for
 *   staff at an address that names none (to their unfinished bookings)
 */
export async function readDraft(context: AppContext, request: Request): Promise<KeptDraft> {
  const draftId = draftIdOf(request)
  if (draftId === undefined) {
    if (!(await currentStaff(context, request))) return readDraftCookie(request)
    throw await redirectWithNotice(links.adminUnfinished(), WHICH, 'info')
  }
  const member = await requireStaff(context, request)
  const kept = await findStaffDraft(context, member, draftId)
  if (kept?.done) throw redirect(links.bookingConfirmation({ booking: kept.done }), 303)
  const sold = kept?.editing ? await findSoldBooking(context.db, kept.editing.bookingId) : undefined
  if (!kept || !isWithin(member, kept, sold)) throw await redirectWithNotice(links.adminUnfinished(), GONE, 'error')
  const { draft, dropped, editing, counter, version } = kept
  return { draft, dropped, hand: { member, kept, editing, counter, sold, mark: { version, page: newId() } } }
}

/** Whether a draft is about something that its member of staff may still touch. */
export function isWithin(member: Staff, { editing, draft }: KeptStaffDraft, sold: SoldBooking | undefined): boolean {
  const scope = scopeOf(member)
  if (editing) return sold !== undefined && inScope(scope, sold.locationId)
  return draft.locationId === undefined || inScope(scope, draft.locationId)
}

/** The city that header and footer show: of the booking that staff make, or of the visitor's own. */
export async function cityOf(context: AppContext, request: Request): Promise<string | undefined> {
  const draftId = draftIdOf(request)
  if (draftId === undefined) return (await readDraftCookie(request)).draft.cityId
  const member = await currentStaff(context, request)
  return member ? (await findStaffDraft(context, member, draftId))?.draft.cityId : undefined
}

/**
 * Keeps a changed draft where it belongs: in the customer's cookie, by these headers, or under its id.
 *
 * @throws Response when another page changed the draft of staff since this one was drawn
 */
export async function keepDraft(
  context: AppContext,
  { hand }: Kept,
  draft: Draft,
  dropped: Dropped | undefined,
): Promise<Headers> {
  if (!hand) return new Headers({ 'Set-Cookie': await draftCookie({ draft, dropped }) })
  const { member, kept, editing, counter, mark } = hand
  const done = await keepStaffDraft(context, member, kept, mark, { draft, dropped, editing, counter })
  if (!done) throw await redirectWithNotice(links.bookCustomerDetails({ draft: kept.id }), AT_ONCE, 'error')
  return new Headers()
}

/** What the addresses of a draft's steps carry: its id, when it is one of staff's. */
export const draftQuery = ({ hand }: Kept): DraftQuery => (hand ? { draft: hand.kept.id } : {})

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
export const stepLink = (step: BookingStep, kept: Kept): string => STEP_LINKS[step](draftQuery(kept))
