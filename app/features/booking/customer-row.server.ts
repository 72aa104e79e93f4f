import type { Transaction } from '~/db/client.server'
import { customers } from '~/db/schema'
import type { BookingContent } from './booking-content.server'

/**
 * One row a phone number. An anonymous form never overwrites a known person's row; what staff enter does. The booking
 * keeps its own copy either way.
 */
export async function keepCustomer(
  tx: Transaction,
  { columns }: BookingContent,
  by: 'customer' | 'staff',
  now: Date,
): Promise<string | undefined> {
  const person = { name: columns.customerName, email: columns.customerEmail, number: columns.customerNumber }
  const known = by === 'staff' ? { name: person.name, ...(person.email && { email: person.email }) } : {}
  const [row] = await tx
    .insert(customers)
    .values({ ...person, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: customers.number, set: { ...known, updatedAt: now } })
    .returning({ id: customers.id })
  return row?.id
}
