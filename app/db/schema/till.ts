import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TillSum } from '~/domain/till'
import { calendarDate, id, instant, paise } from './columns'
import { locations } from './venue'

/** The closed day of a location's till, as it stood when it was closed; never changed, only corrected. */
export const tillClosings = pgTable(
  'till_closings',
  {
    id: id(),
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    locationName: text('location_name').notNull(),
    date: calendarDate('date').notNull(),
    openingFloat: paise('opening_float').notNull(),
    /** What was left for the day, as it was proposed; null where no day was closed before, or before this was noted: that is not judged. */
    floatLeft: paise('float_left'),
    expected: paise('expected').notNull(),
    counted: paise('counted').notNull(),
    reason: text('reason').notNull().default(''),
    /** What came in and went out by mode. */
    sums: jsonb('sums').$type<TillSum[]>().notNull(),
    /** The hour of the next morning at which the day ended; those closed before there was one ended at midnight. */
    endsHour: integer('ends_hour').notNull().default(0),
    closedBy: text('closed_by').notNull(),
    closedByName: text('closed_by_name').notNull(),
    closedAt: instant('closed_at').notNull(),
  },
  (table) => [uniqueIndex('till_closings_day').on(table.locationId, table.date)],
)

/** An entry that corrects the cash of a closed day. */
export const tillCorrections = pgTable(
  'till_corrections',
  {
    id: id(),
    closingId: text('closing_id')
      .notNull()
      .references(() => tillClosings.id, { onDelete: 'cascade' }),
    /** More than was counted (positive), or less. */
    amount: paise('amount').notNull(),
    reason: text('reason').notNull(),
    enteredBy: text('entered_by').notNull(),
    enteredByName: text('entered_by_name').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('till_corrections_closing').on(table.closingId, table.at)],
)
