import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** Tries within one window. `key` is a hash of the limit's name and of who tried. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('rate_limits_over').on(table.endsAt)],
)
