import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import type { InstantRange, Occupancy } from '~/domain/slots'

/** What does not stand in its own way: a booking that is edited, the hold of a draft's own attempt. */
export interface OwnBooking {
  bookingId?: string
  attemptId?: string
}

/** What occupies some screens within a range, in one statement: booked, or held and not run out at `now`. */
export async function findOccupancies(
  db: Database | Transaction,
  screenIds: readonly string[],
  within: InstantRange,
  now: Date,
): Promise<(Occupancy & { screenId: string })[]> {
  if (!screenIds.length) return []
  const range = `[${within.from.toISOString()},${within.to.toISOString()})`
  const rows = await db
    .select({ screenId: bookings.screenId, during: bookings.during, status: bookings.status })
    .from(bookings)
    .where(
      and(
        inArray(bookings.screenId, [...screenIds]),
        inArray(bookings.status, [...BLOCKING_STATUSES]),
        sql`${bookings.during} && ${range}::tstzrange`,
        or(eq(bookings.status, 'booked'), gt(bookings.holdEndsAt, now)),
      ),
    )
  return rows.map(({ screenId, during, status }) => ({
    ...{ screenId, ...during },
    status: status === 'booked' ? 'booked' : 'pending',
  }))
}

/** What occupies a screen within a range: booked, or held and not run out at `now`. */
export async function findOccupancy(
  db: Database | Transaction,
  screenId: string,
  within: InstantRange,
  now: Date,
  except: OwnBooking = {},
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
        except.bookingId ? ne(bookings.id, except.bookingId) : undefined,
        except.attemptId ? or(ne(bookings.status, 'pending'), ne(bookings.attemptId, except.attemptId)) : undefined,
      ),
    )
  return rows.map(({ during, status }) => ({ ...during, status: status === 'booked' ? 'booked' : 'pending' }))
}
