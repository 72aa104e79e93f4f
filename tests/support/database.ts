import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { describe } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { rowsOf } from '~/db/rows-of'
import { embeddedImage, makeTables, tablesHash } from './embedded-image'

export type DatabaseKind = 'embedded' | 'postgres'

const TEMPLATE_LOCK = 727_900
const server = process.env.TEST_POSTGRES_URL

/** The databases that this run tests on: the embedded one always, Postgres when a server is given. */
export const databaseKinds: readonly DatabaseKind[] = server ? ['embedded', 'postgres'] : ['embedded']

/** Registers a suite once for each database. */
export function onEachDatabase(name: string, suite: (kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${name} (${kind})`, () => suite(kind))
}

/** Registers a suite that means something on Postgres only: the embedded database has one session. */
export function onPostgres(name: string, suite: () => void, options: { shuffle?: false } = {}): void {
  if (server) describe(name, options, suite)
}

export interface TestDatabase {
  client: DatabaseClient
  /** Empties every table. */
  clear(): Promise<void>
  drop(): Promise<void>
}

/** A migrated, empty database of its own: in memory, or a clone of the server's template. */
export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'embedded') {
    const client = await openDatabase({ dataDir: 'memory://', image: await embeddedImage() })
    return { client, clear: clearing(client), drop: () => client.close() }
  }
  const { url, drop } = await createMigratedDatabase()
  const client = await openDatabase({ url })
  return {
    client,
    clear: clearing(client),
    async drop() {
      await client.close()
      await drop()
    },
  }
}

/** Where a client's database on the server is, for another program that opens it too. */
export async function addressOf({ jobsDb }: DatabaseClient): Promise<string> {
  const [row] = rowsOf<{ name: string }>(await jobsDb.execute(sql`select current_database() as name`))
  return databaseUrl(server ?? '', row?.name ?? '')
}

/** A database on the server, for programs that open it themselves. */
interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/** One with nothing in it, for programs that migrate it. */
export const createBlankDatabase = (): Promise<OwnDatabase> => createDatabase(ourServer())

/** One with empty tables: a clone of the server's template. */
export async function createMigratedDatabase(): Promise<OwnDatabase> {
  const on = ourServer()
  return createDatabase(on, await prepareTemplate(on))
}

function ourServer(): string {
  if (!server) throw new Error('TEST_POSTGRES_URL is not set.')
  return server
}

async function createDatabase(on: string, template = 'template1'): Promise<OwnDatabase> {
  const name = newName()
  await onServer(on, (admin) => admin.unsafe(`create database ${name} template ${template}`))
  return {
    url: databaseUrl(on, name),
    async drop() {
      await onServer(on, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`))
    },
  }
}

/** What databases of one run begin with, so that its end finds and drops those that nobody dropped. */
const newName = () => `${process.env.TEST_DATABASES ?? 'lumiere'}_${newId()}`

/** Makes the template once for each state of the tables, whichever test process comes first. */
async function prepareTemplate(url: string): Promise<string> {
  const name = `lumiere_template_${tablesHash()}`
  await onServer(url, async (admin) => {
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`
    const [made] = await admin`select 1 from pg_database where datname = ${name}`
    if (made) return
    const draft = `${name}_draft`
    await admin.unsafe(`drop database if exists ${draft} with (force)`)
    await admin.unsafe(`create database ${draft}`)
    const client = await openDatabase({ url: databaseUrl(url, draft) })
    await makeTables(client)
    await client.close()
    await admin.unsafe(`alter database ${draft} rename to ${name}`)
  })
  return name
}

async function onServer<T>(url: string, work: (admin: postgres.Sql) => Promise<T>): Promise<T> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function databaseUrl(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** The queue's own table of jobs, which is made when the queue is. */
const JOBS = 'pgboss.job'
/** After so many tests what they deleted is taken out of the files, which nothing else does here: rows that are gone are read too. */
const TIDY_EVERY = 10
/** Pages, of 8 KB each, of empty tables and their indexes from which on they are begun anew: an index stays as large as it was. */
const TOO_LARGE = 1_024
/** Bookings from which on the tables are begun anew: each that is deleted, and each payment, has triggers keep the figures. */
const MANY_BOOKINGS = 100
/** Bytes of thousands of customers, for each of which a delete would ask every table that refers to it. */
const MANY_BYTES = 1024 * 1024

/** What triggers write to when rows of others are deleted. */
const BY_TRIGGERS = ['public.booking_figure_changes', 'public.offer_changes']

/**
 * Deletes every row by a function that the database keeps the plan of: on small tables that takes a twentieth of what `truncate`
 * takes. Which tables there are is asked once the queue's are among them. References and triggers are left awake, since to put them
 * to sleep makes the session forget the plans of all its statements; but for papers, which never go, rows that do not add up, and
 * thousands of bookings or customers.
 */
function clearing(client: DatabaseClient): () => Promise<void> {
  const { db } = client
  let known: string[] = []
  let cleared = 0
  return async () => {
    if (!known.includes(JOBS)) {
      known = await tablesOf(db)
      await keepClearing(db, known)
    }
    await db.execute(sql`select for_tests.clear()`)
    cleared += 1
    if (cleared % TIDY_EVERY === 0) await tidy(client, known)
  }
}

async function keepClearing(db: DatabaseClient['db'], tables: readonly string[]): Promise<void> {
  const deletes = (await referringFirst(db, tables)).map((name) => `delete from ${name};`).join(' ')
  await db.execute(sql`create schema if not exists for_tests`)
  await db.execute(
    sql.raw(`create or replace function for_tests.clear() returns void language plpgsql as $$ begin
      if exists (select from bookings offset ${MANY_BOOKINGS}) or pg_relation_size('customers') > ${MANY_BYTES} then
        set local session_replication_role = replica;
        truncate ${tables.join(', ')};
        return;
      end if;
      begin ${deletes}
      exception when others then
        set local session_replication_role = replica;
        ${deletes}
      end;
    end $$`),
  )
}

/** Tables in an order in which each comes after those that refer to it, and after those whose triggers write to it. */
async function referringFirst(db: DatabaseClient['db'], tables: readonly string[]): Promise<string[]> {
  const references = rowsOf<{ from: string; to: string }>(
    await db.execute(
      sql`select distinct format('%I.%I', n.nspname, a.relname) as "from", format('%I.%I', m.nspname, b.relname) as "to"
          from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_namespace n on n.oid = a.relnamespace
          join pg_class b on b.oid = c.confrelid join pg_namespace m on m.oid = b.relnamespace
          where c.contype = 'f' and a.oid <> b.oid`,
    ),
  )
  const left = new Set(tables.filter((name) => !BY_TRIGGERS.includes(name)))
  const order: string[] = []
  while (left.size > 0) {
    const next = [...left].find((name) => !references.some(({ from, to }) => to === name && left.has(from)))
    if (!next) throw new Error(`These tables refer to each other in a circle: ${[...left].join(', ')}.`)
    left.delete(next)
    order.push(next)
  }
  return [...order, ...BY_TRIGGERS.filter((name) => tables.includes(name))]
}

/**
 * Makes files small whose rows were deleted: as a rule by `vacuum`, which takes a fifth of what `truncate` takes, of those tables that
 * held any since the last time. How large all are is read from what `vacuum` wrote down: to ask the files takes longer than to tidy them.
 */
async function tidy({ db, checkpoint }: DatabaseClient, tables: readonly string[]): Promise<void> {
  // the queue's jobs stand in partitions, of which their own table's size knows nothing
  const ours = sql`relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace, 'pg_toast'::regnamespace)`
  const used = rowsOf<{ name: string }>(
    await db.execute(
      sql`select oid::regclass::text as name from pg_class where relkind = 'r' and ${ours} and pg_relation_size(oid) > 0`,
    ),
  )
  if (used.length > 0) await db.execute(sql.raw(`vacuum ${used.map(({ name }) => name).join(', ')}`))
  const [size] = rowsOf<{ pages: string }>(
    await db.execute(sql`select sum(relpages) as pages from pg_class where relkind in ('r', 'i', 't') and ${ours}`),
  )
  if (Number(size?.pages) > TOO_LARGE) {
    const anew = `truncate ${tables.join(', ')}`
    await db.execute(sql.raw(`do $$ begin set local session_replication_role = replica; ${anew}; end $$`))
  }
  await checkpoint?.()
}

/** Every table that the product fills, with its schema. What is scheduled by a test would begin in those after it, each minute. */
export async function tablesOf(db: DatabaseClient['db']): Promise<string[]> {
  const tables = await db.execute(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'archive', 'schedule'))`,
  )
  return rowsOf<{ name: string }>(tables).map(({ name }) => name)
}
