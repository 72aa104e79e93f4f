import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { pack } from 'tar-stream'
import type { DatabaseClient, Transaction } from '~/db/client.server'
import { newestMigration } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import {
  fullName,
  holdTables,
  plainText,
  readTable,
  sequencesOf,
  type TableShape,
  TablesChange,
  tablesOf,
} from '~/db/table-copy.server'
import type { FileStore } from '~/platform/file-store.server'
import { version } from '../../../package.json'
import { END, type End, MANIFEST, type Manifest, pictureEntry, rowsEntry } from './backup-file'

/** What a backup came to. */
export interface BackupSum {
  rows: number
  pictures: number
  /** Pictures that a row names and the store does not have. */
  missing: string[]
}

/** The backup was not made because the database is being changed to another program's. */
export class MigrationUnderWay extends Error {
  override name = 'MigrationUnderWay'
  constructor(cause: unknown) {
    super('a migration is under way. Try again in a minute.', { cause })
  }
}

/**
 * Writes everything the business has as one file: all tables as they were at one instant, the waiting jobs among them, and
 * the uploaded pictures. The program goes on meanwhile; the embedded database, which serves one at a time, makes others
 * wait while its tables are read.
 *
 * @throws MigrationUnderWay when tables are being changed just now; also when the database or the file cannot be read or written; `out` is then destroyed
 */
export async function writeBackup(client: DatabaseClient, files: FileStore, out: Writable): Promise<BackupSum> {
  const archive = pack()
  const written = pipeline(archive, createGzip(), out)
  // before anything was added nobody else would hear that the file cannot be written
  written.catch(() => {})
  const add = (name: string, body: string | Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      // it speaks of the end of the whole archive too, and ends the program when nobody listens
      archive.entry({ name }, body, (error) => (error ? reject(error) : resolve())).on('error', reject)
    })
    // when the file cannot be written any more nobody takes the entry
    return Promise.race([added, written])
  }
  const work = async () => {
    const end: End = { rows: {}, pictures: 0 }
    const known = await tablesOf(client.jobsDb)
    const keys = await client.atOneInstant((tx) => addTables(tx, known, add, end))
    const missing = []
    for (const key of keys) {
      const body = await files.read(key)
      if (!body) {
        missing.push(key)
        continue
      }
      await add(pictureEntry(key), body)
      end.pictures += 1
    }
    await add(END, JSON.stringify(end))
    archive.finalize()
    await written
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
    return { rows, pictures: end.pictures, missing }
  }
  return work().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
    const tell = (cause: unknown) =>
      Promise.reject(cause instanceof TablesChange ? new MigrationUnderWay(cause) : cause)
    // what went wrong first: an archive whose file is full says only that it is destroyed
    return written.then(() => tell(error), tell)
  })
}

/** Adds the manifest and every row; answers the keys of the pictures that belong to them. */
async function addTables(
  tx: Transaction,
  known: readonly TableShape[],
  add: (name: string, body: string) => Promise<void>,
  end: End,
): Promise<string[]> {
  await plainText(tx)
  const tables = await holdTables(tx, known)
  const manifest: Manifest = {
    format: 1,
    program: version,
    madeAt: await instantOf(tx),
    migration: await newestMigration(tx),
    tables,
    sequences: await sequencesOf(tx),
  }
  await add(MANIFEST, JSON.stringify(manifest))
  for (const table of tables) {
    const name = fullName(table)
    end.rows[name] = 0
    let part = 0
    for await (const lines of readTable(tx, table)) {
      part += 1
      end.rows[name] += lines.length
      await add(rowsEntry(name, part), `${lines.join('\n')}\n`)
    }
  }
  const uploads = rowsOf<{ key: string }>(await tx.execute(sql`select key from uploads order by key`))
  return uploads.map(({ key }) => key)
}

async function instantOf(tx: Transaction): Promise<string> {
  const [row] = rowsOf<{ at: string }>(
    await tx.execute(sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`),
  )
  return row?.at ?? ''
}
