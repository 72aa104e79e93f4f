import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** One thing that is wrong in the books. */
export interface BooksFinding {
  /** Which rule is broken (features/money/books-invariants). */
  invariant: string
  /** A booking's code, or the provider's id of what belongs to no booking. */
  subject: string
  bookingId: string | null
  detail: string
}

/** The provider's lists of which is kept until when they were compared. */
export const COMPARED_LISTS = ['payments', 'refunds'] as const

/** Until when each of the provider's lists has been compared with the books, to its end; of one that never was, until when its first night began to. */
export const comparedLists = pgTable('compared_lists', {
  list: text('list').$type<(typeof COMPARED_LISTS)[number]>().primaryKey(),
  until: instant('until').notNull(),
})

/** What each night's look at the books found: how much is wrong by rule, and the first of it. */
export const booksChecks = pgTable(
  'books_checks',
  {
    id: id(),
    at: instant('at').notNull(),
    wrong: jsonb('wrong').$type<Record<string, number>>().notNull(),
    findings: jsonb('findings').$type<BooksFinding[]>().notNull(),
  },
  (table) => [index('books_checks_at').on(table.at)],
)
