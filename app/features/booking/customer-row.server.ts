import { and, desc, eq, exists, not, or, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, customers, internalNotes } from '~/db/schema'
import { correctedDetails } from '~/domain/customer-details'
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
 * Undoes what a booking said of the person whose number stood on it by mistake: they are called as in their own last booking, and
 * whom the wrong number made goes: nobody has booked by it, and staff noted nothing of them.
 */
export async function leaveCustomer(tx: Transaction, id: string, { customerName, customerEmail }: StoredBooking) {
  // whoever books by the number meanwhile has come before, or makes the row anew
  const [person] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
  if (!person) return
  const theirs = or(eq(bookings.customerId, id), eq(bookings.customerNumber, person.number))
  const { customerName: name, customerEmail: email } = bookings
  const [last] = await tx
    .select({ name, email })
    .from(bookings)
    .where(theirs)
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(1)
  if (!last) {
    const noted = tx.select({ one: sql`1` }).from(internalNotes).where(eq(internalNotes.customerId, id))
    await tx.delete(customers).where(and(eq(customers.id, id), not(exists(noted))))
    return
  }
  const wrong = {
    ...(person.name === customerName && { name: last.name }),
    ...(person.email === customerEmail && last.email && { email: last.email }),
  }
  if (Object.keys(wrong).length) await tx.update(customers).set(wrong).where(eq(customers.id, id))
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
