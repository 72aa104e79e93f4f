import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bookings } from './booking'
import { id, instant } from './columns'

/** What the kitchen or the decorators have made ready of a booking, as it was wanted then (domain/prep-board). */
export const prepTicks = pgTable(
  'prep_ticks',
  {
    id: id(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** Which of the booking's preparations. */
    item: text('item').notNull(),
    made: text('made').notNull(),
    tickedBy: text('ticked_by').notNull(),
    tickedByName: text('ticked_by_name').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [uniqueIndex('prep_ticks_item').on(table.bookingId, table.item)],
)
