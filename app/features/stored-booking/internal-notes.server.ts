import { and, desc, eq, or } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { customers, internalNotes } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import type { Result } from '~/domain/result'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { recordBookingChange } from './booking-history.server'
import { lockStoredBooking } from './stored-booking.server'

/** A note as staff read it. */
export interface InternalNote {
  id: string
  text: string
  /** About the customer, and so seen at each of their bookings; else about this booking alone. */
  ofCustomer: boolean
  asksApproval: boolean
  by: string
  when: string
}

/** Most notes that are shown. */
const MOST = 30

const shown = (zone: string) => (row: typeof internalNotes.$inferSelect) => ({
  ...{ id: row.id, text: row.text, ofCustomer: row.customerId !== null, asksApproval: row.asksApproval },
  ...{ by: row.writtenByName, when: formatInstant(row.at, zone) },
})

/** What staff noted about a booking and its customer, what asks for approval first, else the newest. */
export async function notesOf(
  { db, business }: Pick<AppContext, 'db' | 'business'>,
  { bookingId, customerId }: { bookingId?: string; customerId: string | null },
): Promise<InternalNote[]> {
  const rows = await db
    .select()
    .from(internalNotes)
    .where(
      or(
        bookingId ? eq(internalNotes.bookingId, bookingId) : undefined,
        customerId ? eq(internalNotes.customerId, customerId) : undefined,
      ),
    )
    .orderBy(desc(internalNotes.asksApproval), desc(internalNotes.at), desc(internalNotes.id))
    .limit(MOST)
  return rows.map(shown(business.timeZone))
}

/** The notes for which staff are to ask before somebody with this phone number is booked again (rule E24). */
export async function approvalsFor(
  { db, business }: { db: Database | Transaction; business: AppContext['business'] },
  number: string,
): Promise<InternalNote[]> {
  const rows = await db
    .select({ note: internalNotes })
    .from(internalNotes)
    .innerJoin(customers, eq(customers.id, internalNotes.customerId))
    .where(and(eq(customers.number, number), eq(internalNotes.asksApproval, true)))
    .orderBy(desc(internalNotes.at))
    .limit(MOST)
  return rows.map(({ note }) => shown(business.timeZone)(note))
}

interface NewNote {
  about: 'booking' | 'customer'
  text: string
  asksApproval: boolean
}

const NOT_FOUND = { ok: false, reason: 'not-found', message: 'Invalid booking Id' } as const

/** Notes something about a booking within reach, or about its customer. What asks for approval is always about the customer. */
export async function addNote(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { about, text, asksApproval }: NewNote,
): Promise<Result<object, 'not-found' | 'no-customer'>> {
  return context.db.transaction(async (tx) => {
    const booking = await lockStoredBooking(tx, bookingId)
    if (!booking || !mayTouch(staff, booking.locationId)) return NOT_FOUND
    const ofCustomer = about === 'customer' || asksApproval
    if (ofCustomer && !booking.customerId) {
      return { ok: false, reason: 'no-customer', message: 'This booking has no customer any more' }
    }
    await tx.insert(internalNotes).values({
      ...(ofCustomer ? { customerId: booking.customerId } : { bookingId }),
      ...{ text, asksApproval, writtenBy: staff.id, writtenByName: staff.name, at: context.clock.now() },
    })
    // what it says stands in the note, which goes when the person is forgotten
    const after = { Note: ofCustomer ? 'added, about the customer' : 'added' }
    await recordBookingChange(context, tx, staff, booking, { action: 'updated', after })
    return { ok: true }
  })
}

/** Takes a note away that is shown at a booking within reach. A second press finds nothing, and says the same. */
export async function removeNote(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  noteId: string,
): Promise<Result<object, 'not-found'>> {
  return context.db.transaction(async (tx) => {
    const booking = await lockStoredBooking(tx, bookingId)
    if (!booking || !mayTouch(staff, booking.locationId)) return NOT_FOUND
    const { customerId } = booking
    const here = or(
      eq(internalNotes.bookingId, bookingId),
      customerId ? eq(internalNotes.customerId, customerId) : undefined,
    )
    const gone = await tx
      .delete(internalNotes)
      .where(and(eq(internalNotes.id, noteId), here))
      .returning({ by: internalNotes.writtenByName })
    for (const { by } of gone) {
      await recordBookingChange(context, tx, staff, booking, { action: 'updated', after: { Note: `of ${by} removed` } })
    }
    return { ok: true }
  })
}
