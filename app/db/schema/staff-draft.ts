import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bookings } from './booking'
import { id, instant, version } from './columns'
import { staff } from './staff'

/** A booking that a member of staff is making or changing; of one that is changed there is one for each of them. */
export const staffDrafts = pgTable(
  'staff_drafts',
  {
    id: id(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** The booking that is changed; none while a new one is made. */
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    version: version(),
    content: jsonb('content').$type<unknown>().notNull(),
    /** The last states before this one, and who left them: so that a tab that lags behind can be told what changed. */
    trail: jsonb('trail').$type<unknown>().notNull(),
    savedAt: instant('kept_at').notNull(),
  },
  (table) => [
    uniqueIndex('staff_drafts_of_booking').on(table.staffId, table.bookingId),
    index('staff_drafts_kept_at').on(table.savedAt),
  ],
)
