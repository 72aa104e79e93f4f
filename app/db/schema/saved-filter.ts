import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AskedFilter } from '~/domain/saved-filters'
import { id, instant } from './columns'
import { staff } from './staff'

/** A filter of the bookings list that a member of staff keeps under a name, for themselves. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: id(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    asked: jsonb('asked').$type<AskedFilter>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_filters_name').on(table.staffId, table.name)],
)
