import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { BookingStatus } from '~/domain/booking-status'
import { bookings } from './schema'

/** A hold that was deleted before it ever stood. */
const DELETED_HOLD = and(eq(bookings.status, 'cancelled'), eq(bookings.wasBooked, false)) as SQL

/** The condition that a booking counts as one of some statuses, as `countsAs` of domain/booking-status has it. */
export const countsAsOneOf = (statuses: readonly BookingStatus[]): SQL | undefined => {
  const plain = inArray(bookings.status, [...statuses])
  if (statuses.includes('expired') && statuses.includes('cancelled')) return plain
  if (statuses.includes('expired')) return or(plain, DELETED_HOLD)
  return statuses.includes('cancelled') ? and(plain, not(DELETED_HOLD)) : plain
}

/** As what a booking counts; by the function that the kept figures are made with (drizzle/0055). */
export const COUNTED_STATUS = sql<BookingStatus>`booking_counts_as(${bookings.status}, ${bookings.wasBooked})`
