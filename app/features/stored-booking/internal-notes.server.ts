import { and, desc, eq, or, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { customers, internalNotes, locations } from '~/db/schema'
import { within } from '~/db/within'
import { formatInstant } from '~/domain/calendar'
import { normalizePhone } from '~/domain/customer-details'
import type { Refused, Result } from '~/domain/result'
import { inScope, type Scope } from '~/domain/staff-role'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { recordBookingChange } from './booking-history.server'
import { inChange } from './busy-change.server'
import { INVALID_BOOKING, lockWithinReach, type StoredBooking } from './stored-booking.server'

/** A note as staff read it. */
export interface InternalNote {
  id: string
  text: string
  /** About the customer, and so seen at each of their bookings; else about this booking alone. */
  ofCustomer: boolean
  asksApproval: boolean
  /** Whether it may be taken away from here. */
  removable: boolean
  by: string
  when: string
}

/** Most notes that are shown. */
const MOST = 30

interface FoundNote {
  note: typeof internalNotes.$inferSelect
  location: string | null
}

/** A note as it is read within a scope; of one of another location no more than that it asks for approval, and who knows. */
function shown({ note, location }: FoundNote, scope: Scope, zone: string): InternalNote {
  const own = inScope(scope, note.locationId)
  const where = location ?? 'the owner'
  return {
    ...{ id: note.id, ofCustomer: note.customerId !== null, asksApproval: note.asksApproval, removable: own },
    text: own ? note.text : `What it says is known at another place: ask ${where}.`,
    by: own ? note.writtenByName : where,
    when: formatInstant(note.at, zone),
  }
}

const ownOf = (scope: Scope): SQL | undefined => within(scope, internalNotes.locationId)

/** The notes of a customer that staff of a scope are told of: its own, and those of others that ask for approval. */
const toldOf = (scope: Scope): SQL | undefined =>
  scope.kind === 'all' ? undefined : or(ownOf(scope), eq(internalNotes.asksApproval, true))

/** What staff noted about a booking and its customer, what asks for approval first, else the newest. */
export async function notesOf(
  { db, business }: Pick<AppContext, 'db' | 'business'>,
  scope: Scope,
  { bookingId, customerId }: { bookingId?: string; customerId: string | null },
): Promise<InternalNote[]> {
  const rows = await db
    .select({ note: internalNotes, location: locations.name })
    .from(internalNotes)
    .leftJoin(locations, eq(locations.id, internalNotes.locationId))
    .where(
      or(
        bookingId ? eq(internalNotes.bookingId, bookingId) : undefined,
        customerId ? and(eq(internalNotes.customerId, customerId), toldOf(scope)) : undefined,
      ),
    )
    .orderBy(desc(internalNotes.asksApproval), desc(internalNotes.at), desc(internalNotes.id))
    .limit(MOST)
  return rows.map((row) => shown(row, scope, business.timeZone))
}

/** The notes for which staff are to ask before somebody with this phone number, however it is spelt, is booked again (rule E24). */
export async function approvalsFor(
  { db, business }: { db: Database | Transaction; business: AppContext['business'] },
  scope: Scope,
  number: string,
): Promise<InternalNote[]> {
  const rows = await db
    .select({ note: internalNotes, location: locations.name })
    .from(internalNotes)
    .leftJoin(locations, eq(locations.id, internalNotes.locationId))
    .innerJoin(customers, eq(customers.id, internalNotes.customerId))
    .where(and(eq(customers.number, normalizePhone(number)), eq(internalNotes.asksApproval, true)))
    .orderBy(desc(internalNotes.at), desc(internalNotes.id))
    .limit(MOST)
  return rows.map((row) => shown(row, scope, business.timeZone))
}

/** Whether a booking is made for somebody, or handed to somebody else's number, whom a note may say to ask about (rule E24). */
export const asksAnew = (stored: Pick<StoredBooking, 'customerNumber'> | undefined, number: string): boolean =>
  stored?.customerNumber !== normalizePhone(number)

/** The refusal of somebody of whom a note says to ask first, until staff say that they did (rule E24). */
export async function unaskedApproval(
  context: Pick<AppContext, 'db' | 'business'>,
  number: string,
  approved: boolean,
): Promise<Refused<'approval-asked'> | undefined> {
  if (approved || !(await approvalsFor(context, { kind: 'all' }, number)).length) return undefined
  const message = 'A note says to ask before this customer is booked again. Tick that you have asked.'
  return { ok: false, reason: 'approval-asked', message }
}

interface NewNote {
  about: 'booking' | 'customer'
  text: string
  asksApproval: boolean
  /** The id under which its form adds it: sent twice, it stands once. */
  entry?: string
}

/** Notes something about a booking within reach, or about its customer. What asks for approval is always about the customer. */
export async function addNote(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { about, text, asksApproval, entry = newId() }: NewNote,
): Promise<Result<object, 'not-found' | 'no-customer' | 'busy'>> {
  return inChange(context.db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, bookingId)
    if (!booking) return INVALID_BOOKING
    const ofCustomer = about === 'customer' || asksApproval
    if (ofCustomer && !booking.customerId) {
      return { ok: false, reason: 'no-customer', message: 'This booking has no customer any more' } as const
    }
    const whose = ofCustomer ? { customerId: booking.customerId } : { bookingId }
    // the booking is locked, so that two at once come one after the other
    const [added] = await tx.select().from(internalNotes).where(eq(internalNotes.id, entry))
    const same =
      added?.text === text && added.asksApproval === asksApproval && (added.customerId !== null) === ofCustomer
    if (same) return { ok: true }
    const who = { writtenBy: staff.id, writtenByName: staff.name }
    const written = { ...who, at: context.clock.now(), locationId: booking.locationId }
    // what says something else is another note, whatever its form thinks
    await tx.insert(internalNotes).values({ ...whose, ...written, text, asksApproval, id: added ? newId() : entry })
    // what it says stands in the note, which goes when the person is forgotten
    const after = { Note: ofCustomer ? 'added, about the customer' : 'added' }
    await recordBookingChange(context, tx, staff, booking, { action: 'updated', after })
    return { ok: true }
  })
}

/** Takes a note away that is shown at a booking within reach, and was written there. A second press finds nothing, and says the same. */
export async function removeNote(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  noteId: string,
): Promise<Result<object, 'not-found' | 'busy'>> {
  return inChange(context.db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, bookingId)
    if (!booking) return INVALID_BOOKING
    const { customerId } = booking
    const here = or(
      eq(internalNotes.bookingId, bookingId),
      customerId ? eq(internalNotes.customerId, customerId) : undefined,
    )
    const gone = await tx
      .delete(internalNotes)
      .where(and(eq(internalNotes.id, noteId), here, ownOf(scopeOf(staff))))
      .returning({ by: internalNotes.writtenByName })
    for (const { by } of gone) {
      await recordBookingChange(context, tx, staff, booking, { action: 'updated', after: { Note: `of ${by} removed` } })
    }
    return { ok: true }
  })
}
