import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import type { InstantRange, Occupancy } from '~/domain/slots'

/** What occupies a screen within a range: booked, or held and not run out at `now`. */
export async function findOccupancy(
  db: Database | Transaction,
  screenId: string,
  within: InstantRange,
  now: Date,
  exceptBookingId?: string,
): Promise<Occupancy[]> {
  const range = `[${within.from.toISOString()},${within.to.toISOString()})`
  const rows = await db
    .select({ during: bookings.during, status: bookings.status })
    .from(bookings)
    .where(
      and(
        eq(bookings.screenId, screenId),
        inArray(bookings.status, [...BLOCKING_STATUSES]),
        sql`${bookings.during} && ${range}::tstzrange`,
        or(eq(bookings.status, 'booked'), gt(bookings.holdEndsAt, now)),
        exceptBookingId ? ne(bookings.id, exceptBookingId) : undefined,
      ),
    )
  return rows.map(({ during, status }) => ({ ...during, status: status === 'booked' ? 'booked' : 'pending' }))
}
