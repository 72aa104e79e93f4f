import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MOST_STARS, REVIEW_STATES, type ReviewState } from '~/domain/review'
import { bookings } from './booking'
import { calendarDate, id, instant, oneOf, timestamps, version } from './columns'

/** What a family said about its evening, once; shown when staff agree. */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The day of the visit that it tells of, as it was when it was written; null of one of an older program, which goes by its booking. */
    visitDate: calendarDate('visit_date'),
    stars: integer('stars').notNull(),
    text: text('text').notNull(),
    /** The name to show, as they wish it. */
    name: text('name').notNull(),
    state: text('state').$type<ReviewState>().notNull().default('pending'),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('reviews_booking').on(table.bookingId),
    index('reviews_state').on(table.state, table.createdAt, table.id),
    oneOf('reviews_state_word', table.state, REVIEW_STATES),
    check('reviews_stars', sql`${table.stars} between 1 and ${sql.raw(String(MOST_STARS))}`),
  ],
)
