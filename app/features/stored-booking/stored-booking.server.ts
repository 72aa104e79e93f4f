import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookingLines, bookings } from '~/db/schema'

/** A booking with everything an edit needs of it. */
export const findSoldBooking = (db: Database | Transaction, bookingId: string) =>
  db.query.bookings.findFirst({
    where: eq(bookings.id, bookingId),
    with: { lines: { orderBy: asc(bookingLines.position) }, payments: true, refunds: true },
  })

/** The same, locked until the transaction ends, so that of two changes the second one sees the first. */
export async function lockSoldBooking(tx: Transaction, bookingId: string): Promise<SoldBooking | undefined> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for('update')
  return findSoldBooking(tx, bookingId)
}

export type SoldBooking = NonNullable<Awaited<ReturnType<typeof findSoldBooking>>>
