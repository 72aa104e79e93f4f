import { and, asc, eq, exists, not, or, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, customers, internalNotes } from '~/db/schema'
import { countsAs } from '~/domain/booking-status'
import { calledBy, correctedDetails } from '~/domain/customer-details'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { BookingContent } from './booking-content.server'

type By = 'customer' | 'staff'

/**
 * One row a phone number. An anonymous form never overwrites a known person's row; what staff enter does. The booking
 * keeps its own copy either way.
 */
export async function saveCustomer(
  tx: Transaction,
  content: BookingContent,
  by: By,
  now: Date,
): Promise<string | undefined> {
  const [row] = await saving(tx, content, enteredBy(by, content), now)
  return row?.id
}

/** The same as part of the statement that writes the booking: what it begins with, and the id for its row. */
export function savedCustomer(tx: Transaction, content: BookingContent, by: By, now: Date) {
  const saved = tx.$with('saved').as(saving(tx, content, enteredBy(by, content), now))
  return { saved, customerId: sql<string>`(select ${saved.id} from ${saved})` }
}

/** The row of a booking that staff edit: a person's own row says what was corrected, and somebody else's stays as it is (rule D6). */
export async function correctCustomer(
  tx: Transaction,
  stored: StoredBooking,
  content: BookingContent,
  now: Date,
): Promise<string | undefined> {
  const [row] = await saving(tx, content, correctedDetails(detailsOf(stored), detailsOf(content.columns)), now)
  return row?.id
}

/**
 * Undoes what a booking said of the person whose number stood on it by mistake: they are called as by their own bookings (`calledBy`),
 * and whom the wrong number made goes: nobody has booked by it. One of whom staff noted something stays until the night's removal.
 */
export async function leaveCustomer(
  tx: Transaction,
  id: string,
  { customerName, customerEmail }: StoredBooking,
  now: Date,
): Promise<void> {
  // whoever books by the number meanwhile has come before, or makes the row anew
  const [person] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
  if (!person) return
  const { customerName: name, customerEmail: email, source, status, wasBooked } = bookings
  const theirs = await tx
    .select({ name, email, source, status, wasBooked })
    .from(bookings)
    .where(or(eq(bookings.customerId, id), eq(bookings.customerNumber, person.number)))
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  if (!theirs.length) {
    const noted = tx.select({ one: sql`1` }).from(internalNotes).where(eq(internalNotes.customerId, id))
    await tx.delete(customers).where(and(eq(customers.id, id), not(exists(noted))))
  }
  const own = calledBy(theirs.filter((row) => ['booked', 'cancelled'].includes(countsAs(row))))
  const wrong = {
    ...(own && person.name === customerName && { name: own.name }),
    ...(own?.email && person.email === customerEmail && { email: own.email }),
  }
  await tx
    .update(customers)
    .set({ ...wrong, updatedAt: now })
    .where(eq(customers.id, id))
}

interface Person {
  name: string
  email: string
  number: string
}

const detailsOf = (of: Record<'customerName' | 'customerEmail' | 'customerNumber', string>): Person => ({
  ...{ name: of.customerName, email: of.customerEmail, number: of.customerNumber },
})

/** What of a known person's row is overwritten. */
function enteredBy(by: By, { columns }: BookingContent): Partial<Person> {
  const { name, email } = detailsOf(columns)
  return by === 'staff' ? { name, ...(email && { email }) } : {}
}

function saving(tx: Transaction, { columns }: BookingContent, known: Partial<Person>, now: Date) {
  return tx
    .insert(customers)
    .values({ ...detailsOf(columns), createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: customers.number, set: { ...known, updatedAt: now } })
    .returning({ id: customers.id })
}
