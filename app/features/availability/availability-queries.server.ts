import { and, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { meeting, occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import type { InstantRange, Occupancy } from '~/domain/slots'

/** What does not stand in its own way: a booking that is edited, the hold of a draft's own attempt. */
export interface OwnBooking {
  bookingId?: string
  attemptId?: string
}

export interface FoundOccupancy extends Occupancy, Required<OwnBooking> {
  screenId: string
}

/** What occupies some screens within a range, in one statement: booked, or held and not run out at `now`. */
export async function findOccupancies(
  db: Database | Transaction,
  screenIds: readonly string[],
  within: InstantRange,
  now: Date,
): Promise<FoundOccupancy[]> {
  if (!screenIds.length) return []
  const rows = await db
    .select({
      screenId: bookings.screenId,
      during: bookings.during,
      status: bookings.status,
      bookingId: bookings.id,
      attemptId: bookings.attemptId,
    })
    .from(bookings)
    .where(and(inArray(bookings.screenId, [...screenIds]), occupying(now), meeting(within)))
  return rows.map(({ during, status, ...row }) => ({
    ...{ ...row, ...during },
    status: status === 'booked' ? 'booked' : 'pending',
  }))
}

/** Whether something does not stand in its own way. */
export const isOwn = ({ status, bookingId, attemptId }: FoundOccupancy, own: OwnBooking): boolean =>
  bookingId === own.bookingId || (status === 'pending' && attemptId === own.attemptId)
