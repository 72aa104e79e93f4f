import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bookings } from './booking'
import { atLeast, instant, paise } from './columns'

/** What staff ask a booking's customer to pay on its own page: one request at a time, the last one counts. */
export const moneyRequests = pgTable(
  'money_requests',
  {
    bookingId: text('booking_id')
      .primaryKey()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** What the booking is to hold once it is paid; whatever comes in another way counts too. */
    upTo: paise('up_to').notNull(),
    /** Until when it was promised to be kept, or asked for. */
    until: instant('until').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** When its customer is reminded; null when that was done, or nobody is to be. */
    remindAt: instant('remind_at'),
  },
  (table) => [
    index('money_requests_remind').on(table.remindAt).where(sql`remind_at is not null`),
    atLeast('money_requests_up_to', 1, table.upTo),
  ],
)
