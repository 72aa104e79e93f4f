import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database, DatabaseClient, Transaction } from './client.server'
import { takeLock } from './locks'
import { rowsOf } from './rows-of'

/**
 * Brings the database to the newest schema, each file once, each in a transaction of its own under an advisory lock, so that
 * several servers may start together, and a word that one file adds to an enum can be used by the next: Postgres takes it only
 * from a later transaction. Same ledger table as drizzle-kit's own migrator.
 */
export function migrateDatabase(client: DatabaseClient, folder: string): Promise<void> {
  // filling a new column of a large table takes as long as it takes
  return client.patiently(async (db) => {
    let newest = 0
    for (const { folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
      if (folderMillis <= newest) continue
      newest = await db.transaction(async (tx) => {
        await takeLock(tx, 'migrations')
        // whoever waits for a table makes all who want it wait: better a server that does not start
        await tx.execute(sql`set local lock_timeout = '10s'`)
        return applyMigrations(tx, folder, folderMillis)
      })
    }
  })
}

/**
 * Applies what is missing of the folder's migrations, up to the one named `upTo`, in the caller's transaction; answers the
 * newest that the database has then.
 */
export async function applyMigrations(
  tx: Transaction,
  folder: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<number> {
  const files = readMigrationFiles({ migrationsFolder: folder })
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  let newest = await newestMigration(tx)
  for (const file of files.filter((one) => one.folderMillis > newest && one.folderMillis <= upTo)) {
    for (const statement of file.sql) if (statement.trim()) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${file.hash}, ${file.folderMillis})`,
    )
    newest = file.folderMillis
  }
  return newest
}

/** The newest migration that a migrated database has seen; 0 for none. */
export async function newestMigration(db: Database | Transaction): Promise<number> {
  const [done] = rowsOf<{ newest: string | number | null }>(
    await db.execute(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`),
  )
  return Number(done?.newest ?? 0)
}

/** Whether a program of ours, of whichever version, has used the database. */
export async function wasMigrated({ jobsDb }: DatabaseClient): Promise<boolean> {
  const [row] = rowsOf<{ there: boolean }>(
    await jobsDb.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`),
  )
  return row?.there ?? false
}

/** Whether the database answers and has the newest of the migrations that this program came with. */
export async function isMigrated({ urgentDb }: DatabaseClient, folder: string): Promise<boolean> {
  return (await newestMigration(urgentDb)) >= newestFile(folder)
}

const newest = new Map<string, number>()

/** Read once: files of the next version, which is being put in this one's place, say nothing about the program that runs. */
function newestFile(folder: string): number {
  const known = newest.get(folder)
  if (known !== undefined) return known
  const found = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))
  newest.set(folder, found)
  return found
}
