import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type CountedPage, countedPage, countLimit } from '~/domain/paging'
import type { Database } from './client.server'

export interface WantedPage {
  page?: number
  limit?: number
  /** Counts to the end, however far that is. */
  whole?: boolean
}

/** Where a wanted page lies among the rows of a table; what is far beyond it is not counted. */
export async function findPage(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  { page = 1, limit, whole }: WantedPage,
): Promise<CountedPage> {
  const most = whole ? Number.MAX_SAFE_INTEGER - 1 : countLimit(page, limit)
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [counted] = await db.select({ rows: count() }).from(some)
  return countedPage(counted?.rows ?? 0, most, page, limit)
}
