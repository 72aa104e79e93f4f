import { sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { customers } from '~/db/schema'
import type { BookingContent } from './booking-content.server'

type By = 'customer' | 'staff'

/**
 * One row a phone number. An anonymous form never overwrites a known person's row; what staff enter does. The booking
 * keeps its own copy either way.
 */
export async function keepCustomer(
  tx: Transaction,
  content: BookingContent,
  by: By,
  now: Date,
): Promise<string | undefined> {
  const [row] = await keeping(tx, content, by, now)
  return row?.id
}

/** The same as part of the statement that writes the booking: what it begins with, and the id for its row. */
export function keptCustomer(tx: Transaction, content: BookingContent, by: By, now: Date) {
  const kept = tx.$with('kept').as(keeping(tx, content, by, now))
  return { kept, customerId: sql<string>`(select ${kept.id} from ${kept})` }
}

function keeping(tx: Transaction, { columns }: BookingContent, by: By, now: Date) {
  const person = { name: columns.customerName, email: columns.customerEmail, number: columns.customerNumber }
  const known = by === 'staff' ? { name: person.name, ...(person.email && { email: person.email }) } : {}
  return tx
    .insert(customers)
    .values({ ...person, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: customers.number, set: { ...known, updatedAt: now } })
    .returning({ id: customers.id })
}
