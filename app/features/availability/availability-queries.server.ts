import { and, inArray, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { meeting, occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
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
  except: OwnBooking = {},
): Promise<(Occupancy & { screenId: string })[]> {
  if (!screenIds.length) return []
  const rows = await db
    .select({ screenId: bookings.screenId, during: bookings.during, status: bookings.status })
    .from(bookings)
    .where(
      and(
        inArray(bookings.screenId, [...screenIds]),
        occupying(now),
        meeting(within),
        except.bookingId ? ne(bookings.id, except.bookingId) : undefined,
        except.attemptId ? or(ne(bookings.status, 'pending'), ne(bookings.attemptId, except.attemptId)) : undefined,
      ),
    )
  return rows.map(({ screenId, during, status }) => ({
    ...{ screenId, ...during },
    status: status === 'booked' ? 'booked' : 'pending',
  }))
}
