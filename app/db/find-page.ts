import { count, getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type CountedPage, countedPage, countLimit, type Page } from '~/domain/paging'
import type { Database } from './client.server'
import { rowsOf } from './rows-of'

export interface WantedPage {
  page?: number
  limit?: number
  /** What is looked for; with it the condition is dear, and is put only once. */
  search?: string
  /** Counts to the end, however far that is. */
  whole?: boolean
}

/** A table whose rows have an id, as lists are made of. */
type Listed = PgTable & { id: AnyPgColumn }

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

/** The rows of one page of a list in some order, found in its index before anything else of them is read, so that a late page costs little more. */
export const onPage = (
  db: Database,
  table: Listed,
  where: SQL | undefined,
  { limit, offset }: Page,
  order: readonly SQL[],
): SQL =>
  inArray(
    table.id,
    db
      .select({ id: table.id })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  )

/**
 * Where a wanted page of a list lies, and the condition that names its rows, which are still to be put in order. What a search
 * found is read from its index once, counted and put in order, and the page's rows are known with it; of more than are counted they
 * come early enough in the list's own order.
 */
export async function findPageOnce(
  db: Database,
  table: Listed,
  where: SQL | undefined,
  order: readonly SQL[],
  wanted: WantedPage,
): Promise<{ at: CountedPage; rows: SQL }> {
  const { page = 1, limit, search, whole } = wanted
  const most = countLimit(page, limit)
  const pageOf = (counted: number) => countedPage(counted, most, page, limit)
  const found = search && !whole ? await readSome(db, table, where, order, most, pageOf(most)) : undefined
  if (found && found.counted <= most) return { at: pageOf(found.counted), rows: inArray(table.id, found.ids) }
  const at = found ? pageOf(found.counted) : await findPage(db, table, where, wanted)
  return { at, rows: onPage(db, table, where, at, order) }
}

/** The ids of a page in some order, and how many rows there are, up to `most` and one; undefined when nothing is on the page that could say so. */
async function readSome(
  db: Database,
  table: Listed,
  where: SQL | undefined,
  order: readonly SQL[],
  most: number,
  { page, limit, offset }: Page,
): Promise<{ ids: string[]; counted: number } | undefined> {
  // by the table's own name, so that the list's order reads from what was found
  const some = sql`(select * from ${table} where ${where ?? sql`true`} limit ${most + 1}) as ${sql.identifier(getTableName(table))}`
  const rows = rowsOf<{ id: string; counted: number }>(
    await db.execute(
      sql`select ${table.id} as id, (count(*) over ())::int as counted from ${some}
          order by ${sql.join([...order], sql`, `)} limit ${limit} offset ${offset}`,
    ),
  )
  if (!rows.length && page > 1) return undefined
  return { ids: rows.map(({ id }) => id), counted: rows[0]?.counted ?? 0 }
}
