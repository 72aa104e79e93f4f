import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { bookings, customers } from './booking'
import { id, instant } from './columns'
import { locations } from './venue'

/** What staff note for each other, about one booking or about its customer; the customer's pages never show it. */
export const internalNotes = pgTable(
  'internal_notes',
  {
    id: id(),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** Where it was written: staff of other locations read of it only that it asks for approval. */
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    /** Staff are to ask before this customer is booked again. */
    asksApproval: boolean('asks_approval').notNull().default(false),
    writtenBy: text('written_by').notNull(),
    writtenByName: text('written_by_name').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('internal_notes_booking').on(table.bookingId),
    index('internal_notes_customer').on(table.customerId),
    check('internal_notes_about', sql`(${table.bookingId} is null) <> (${table.customerId} is null)`),
    check('internal_notes_approval', sql`not ${table.asksApproval} or ${table.customerId} is not null`),
  ],
)
