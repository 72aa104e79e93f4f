import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './client.server'
import { rowsOf } from './rows-of'
import { readSqlState } from './sql-state.server'

/** A table with its columns, in both cases as the database names them. */
export interface TableShape {
  schema: 'public' | 'pgboss'
  name: string
  columns: { name: string; type: string }[]
}

/** Rows of one batch; each at most a few kilobytes. */
const BATCH = 500

/**
 * The tables that hold the business: ours, and the waiting jobs. Partitions are read through their table; the version of
 * the queue's tables belongs to the program.
 */
export async function tablesOf(tx: Pick<Transaction, 'execute'>): Promise<TableShape[]> {
  const rows = rowsOf<{ schema: TableShape['schema']; table: string; column: string; type: string }>(
    await tx.execute(sql`
      select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
        and not (n.nspname = 'pgboss' and c.relname = 'version')
      order by n.nspname desc, c.relname <> 'queue', c.relname, a.attnum`),
  )
  const tables = new Map<string, TableShape>()
  for (const { schema, table: name, column, type } of rows) {
    const shape = tables.get(`${schema}.${name}`) ?? { schema, name, columns: [] }
    tables.set(`${schema}.${name}`, shape)
    shape.columns.push({ name: column, type })
  }
  return [...tables.values()]
}

/** What a migration does to those who come beside it: lock timeout, deadlock, table gone, column gone. */
const OF_A_MIGRATION = new Set(['55P03', '40P01', '42P01', '42703'])
/** How long a backup waits for a migration: as long as a migration for a backup. */
const LOCK_WAIT = '10s'

/** Tables are being changed by somebody else. */
export class TablesChange extends Error {
  override name = 'TablesChange'
}

/**
 * Keeps everybody from changing tables, though not their rows, until the transaction ends; answers the tables. It must come
 * before the transaction's first read, and is given the tables as they were before it: Postgres shows a table that was
 * rewritten or emptied after that read as one without rows.
 *
 * @throws TablesChange when somebody changes tables just now
 */
export async function holdTables(tx: Transaction, known: readonly TableShape[]): Promise<TableShape[]> {
  try {
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`))
    if (known.length) await tx.execute(sql`lock table ${sql.join(known.map(identifier), sql`, `)} in access share mode`)
  } catch (error) {
    if (!OF_A_MIGRATION.has(readSqlState(error)?.code ?? '')) throw error
    throw new TablesChange('the tables are being changed', { cause: error })
  }
  const tables = await tablesOf(tx)
  const held = new Set(known.map(fullName))
  if (tables.every((table) => held.has(fullName(table)))) return tables
  throw new TablesChange('there is a new table')
}

/** A table as statements name it: `schema.table`. */
export const fullName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string => `${schema}.${name}`

const identifier = ({ schema, name }: TableShape): SQL => sql`${sql.identifier(schema)}.${sql.identifier(name)}`
const columnList = ({ columns }: TableShape): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/**
 * Reads a table in batches of lines. A line is a JSON list of the row's values as the database writes them as text, which
 * every type can be read back from exactly; null is null.
 */
export async function* readTable(tx: Transaction, table: TableShape): AsyncGenerator<string[]> {
  const texts = sql.join(
    table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select to_json(array[${texts}])::text as line from ${identifier(table)}`,
  )
  for (;;) {
    const rows = rowsOf<{ line: string }>(await tx.execute(sql.raw(`fetch forward ${BATCH} from backup_rows`)))
    if (rows.length) yield rows.map(({ line }) => line)
    if (rows.length < BATCH) break
  }
  await tx.execute(sql`close backup_rows`)
}

/** Where the queue keeps its queues, of which each has a table of its own for its jobs. */
const QUEUE_TABLE = 'pgboss.queue'

/** Puts lines of `readTable` into a table; a queue that is there already becomes as it was, and one that is not is made. */
export async function writeLines(tx: Transaction, table: TableShape, lines: readonly string[]): Promise<void> {
  const columns = sql.join(
    table.columns.map(({ type }, index) => sql.raw(`(line->>${index})::${type}`)),
    sql`, `,
  )
  const rows = sql`jsonb_array_elements(${`[${lines.join(',')}]`}::text::jsonb) as line`
  const ofQueues = fullName(table) === QUEUE_TABLE
  if (ofQueues) {
    // jobs of a queue that only an older program knew would have nowhere to go
    const name = sql.raw(`line->>${table.columns.findIndex((column) => column.name === 'name')}`)
    await tx.execute(sql`select pgboss.create_queue(${name}, '{}') from ${rows}`)
  }
  const again = ofQueues
    ? sql` on conflict (name) do update set ${sql.join(
        table.columns.map(({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
        sql`, `,
      )}`
    : sql``
  await tx.execute(sql`
    insert into ${identifier(table)} (${columnList(table)}) overriding system value
    select ${columns} from ${rows}${again}`)
}

/** The text forms of dates and numbers that do not depend on how a server is set. */
export async function plainText(tx: Transaction): Promise<void> {
  for (const setting of [
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "timezone = 'UTC'",
    'extra_float_digits = 1',
    "bytea_output = 'hex'",
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await tx.execute(sql.raw(`set local ${setting}`))
}

/** Where the sequences of our tables stand. */
export async function sequencesOf(tx: Transaction): Promise<Record<string, string>> {
  const rows = rowsOf<{ name: string; last: string }>(
    await tx.execute(
      sql`select sequencename as name, last_value::text as last from pg_sequences
          where schemaname = 'public' and last_value is not null`,
    ),
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Sets a sequence of the public schema to the last number that it gave out. */
export async function setSequence(tx: Transaction, name: string, last: string): Promise<void> {
  await tx.execute(sql`select setval(format('public.%I', ${name}::text)::regclass, ${last}::text::bigint)`)
}

/** How many rows each of our tables has; those without any are left out. */
export async function rowCounts(tx: Transaction): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of (await tablesOf(tx)).filter(({ schema }) => schema === 'public')) {
    const [row] = rowsOf<{ rows: number }>(
      await tx.execute(sql`select count(*)::int as rows from ${identifier(table)}`),
    )
    if (row?.rows) counts[table.name] = row.rows
  }
  return counts
}

/** Removes our tables, functions and types, with everything in them, and empties the queue's. */
export async function removeTables(tx: Transaction): Promise<void> {
  for (const table of await tablesOf(tx)) {
    if (table.schema === 'public') await tx.execute(sql`drop table ${identifier(table)} cascade`)
    else if (table.name !== 'queue') await tx.execute(sql`delete from ${identifier(table)}`)
  }
  const functions = rowsOf<{ signature: string }>(
    await tx.execute(sql`
      select p.oid::regprocedure::text as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prokind = 'f'
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`),
  )
  // one may take with it another that rests on it
  for (const { signature } of functions) await tx.execute(sql.raw(`drop function if exists ${signature} cascade`))
  const types = rowsOf<{ name: string }>(
    await tx.execute(sql`
      select t.typname as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = 'public' and t.typtype = 'e'`),
  )
  for (const { name } of types) await tx.execute(sql`drop type public.${sql.identifier(name)} cascade`)
  await tx.execute(sql`drop schema if exists drizzle cascade`)
}

/**
 * Takes the foreign keys of our tables away, since tables refer to each other, and lets their triggers sleep, since what
 * those keep comes with the rows; answers what puts both back.
 */
export async function liftGuards(tx: Transaction): Promise<() => Promise<void>> {
  const keys = rowsOf<{ owner: string; name: string; definition: string }>(
    await tx.execute(sql`
      select c.conrelid::regclass::text as owner, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where c.contype = 'f' and n.nspname = 'public' and c.conparentid = 0`),
  )
  for (const { owner, name } of keys) {
    await tx.execute(sql`alter table ${sql.raw(owner)} drop constraint ${sql.identifier(name)}`)
  }
  const tables = (await tablesOf(tx)).filter(({ schema }) => schema === 'public')
  for (const table of tables) await tx.execute(sql`alter table ${identifier(table)} disable trigger user`)
  return async () => {
    for (const table of tables) await tx.execute(sql`alter table ${identifier(table)} enable trigger user`)
    for (const { owner, name, definition } of keys) {
      await tx.execute(sql`alter table ${sql.raw(owner)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`)
    }
  }
}
