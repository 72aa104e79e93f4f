import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bookingStatus } from './booking'
import { calendarDate } from './columns'

const columns = () => ({
  /** The first day of the month of the visit. */
  month: calendarDate('month').notNull(),
  /** Empty when the booking belongs to no location any more. */
  locationId: text('location_id').notNull(),
  /** As what the bookings count (`countsAs` of domain/booking-status). */
  status: bookingStatus('status').notNull(),
  bookings: integer('bookings').notNull(),
  income: bigint('income', { mode: 'number' }).notNull(),
  pending: bigint('pending', { mode: 'number' }).notNull(),
  kept: bigint('kept', { mode: 'number' }).notNull(),
  refunded: bigint('refunded', { mode: 'number' }).notNull(),
})

/**
 * What the bookings of a month come to, by location and status, in paise: the dashboard adds these up instead of all
 * bookings. A trigger (drizzle/0018, 0055) leaves the difference that each write makes in `booking_figure_changes`, where no
 * writer waits for another; a job folds them in here. Both together are right at every moment.
 */
export const bookingFigures = pgTable('booking_figures', columns(), (table) => [
  primaryKey({ columns: [table.month, table.locationId, table.status] }),
])
export const bookingFigureChanges = pgTable('booking_figure_changes', columns())
