import { type AnyColumn, count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type CountedPage, countedPage, countLimit } from '~/domain/paging'
import type { Database } from './client.server'
import { rowsOf } from './migrate.server'

export interface WantedPage {
  page?: number
  limit?: number
  /** What is looked for; with it the condition is dear, and is put only once. */
  search?: string
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

/**
 * The same, with the condition by which the page's rows are to be read. What a search found is read from its index once: when
 * all of it was counted, the page's rows are among these ids, else they come early enough in the list's own order.
 */
export async function findPageOnce(
  db: Database,
  table: PgTable & { id: AnyColumn },
  where: SQL | undefined,
  wanted: WantedPage,
): Promise<{ at: CountedPage; where: SQL | undefined }> {
  const { page = 1, limit, search, whole } = wanted
  if (!search || whole) return { at: await findPage(db, table, where, wanted), where }
  const most = countLimit(page, limit)
  const some = db
    .select({ id: sql`${table.id}`.as('id') })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [found] = rowsOf<{ ids: string[] }>(
    await db.execute(sql`select coalesce(array_agg(id), '{}') as ids from ${some}`),
  )
  const ids = found?.ids ?? []
  const at = countedPage(ids.length, most, page, limit)
  // by a list whose length Postgres does not know: told that there are many, it would walk the whole table in the list's order
  return { at, where: at.more ? where : sql`${table.id} = any(array(select unnest(${sql.param(ids)}::text[])))` }
}
