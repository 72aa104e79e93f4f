import { sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { customers } from '~/db/schema'
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
  const [row] = await saving(tx, content, by, now)
  return row?.id
}

/** The same as part of the statement that writes the booking: what it begins with, and the id for its row. */
export function savedCustomer(tx: Transaction, content: BookingContent, by: By, now: Date) {
  const saved = tx.$with('saved').as(saving(tx, content, by, now))
  return { saved, customerId: sql<string>`(select ${saved.id} from ${saved})` }
}

function saving(tx: Transaction, { columns }: BookingContent, by: By, now: Date) {
  const person = { name: columns.customerName, email: columns.customerEmail, number: columns.customerNumber }
  const known = by === 'staff' ? { name: person.name, ...(person.email && { email: person.email }) } : {}
  return tx
    .insert(customers)
    .values({ ...person, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: customers.number, set: { ...known, updatedAt: now } })
    .returning({ id: customers.id })
}
