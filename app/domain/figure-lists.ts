import type { BookingStatus } from './booking-status'
import type { CalendarDate } from './calendar'
import type { AskedFilter } from './saved-filters'

/** What the figures of the dashboard are asked for. */
interface FiguresAsked {
  status: BookingStatus | 'all'
  locationId?: string
  from?: CalendarDate
  to?: CalendarDate
}

/**
 * The lists of bookings that come to a figure of the dashboard, by visit as it counts them (rule V11). What is pending of other bookings than
 * those that are booked, what was kept and what went back is in no list as the figure has it.
 */
export function figureLists({ status, locationId, from, to }: FiguresAsked): {
  bookings: AskedFilter
  pending?: AskedFilter
} {
  const asked = { status, location: locationId, fromDate: from, toDate: to }
  const bookings: AskedFilter = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return status === 'booked' ? { bookings, pending: { ...bookings, due: 'yes' } } : { bookings }
}
