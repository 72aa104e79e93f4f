import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** What a client named an attempt with. `key` is a hash of the caller, the call and the name; `body` of what was asked. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    body: text('body').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('idempotency_keys_over').on(table.endsAt)],
)
