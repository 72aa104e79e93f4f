import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { blockedDates, bookings } from '~/db/schema'
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

/** Dates that cannot be booked online at a location, with the reason to show. */
export function findBlockedDates(db: Database | Transaction, locationId: string) {
  return db
    .select({ date: blockedDates.date, reason: blockedDates.reason })
    .from(blockedDates)
    .where(or(isNull(blockedDates.locationId), eq(blockedDates.locationId, locationId)))
}
