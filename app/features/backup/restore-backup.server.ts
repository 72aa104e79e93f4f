import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import { type Extract, extract } from 'tar-stream'
import { ZodError } from 'zod'
import type { DatabaseClient, Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { applyMigrations } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import { outbox, passwordResets, staffSessions } from '~/db/schema'
import { readSqlState } from '~/db/sql-state.server'
import {
  fullName,
  liftGuards,
  plainText,
  removeTables,
  rowCounts,
  setSequence,
  type TableShape,
  tablesOf,
  writeLines,
} from '~/db/table-copy.server'
import type { Result } from '~/domain/result'
import type { FileStore } from '~/platform/file-store.server'
import { contentOf, END, type End, endSchema, MANIFEST, type Manifest, manifestSchema } from './backup-file'

export type RestoreRefusal = 'not-empty' | 'in-use' | 'not-a-backup' | 'damaged' | 'newer'
export type Restored = Result<{ madeAt: string; rows: number; pictures: number }, RestoreRefusal>

interface RestoreOptions {
  migrations: string
  /** Whether data that is there may be thrown away. */
  replace: boolean
  /** Whether `isSound` has said so already: a large file takes a while to unpack. */
  sound?: boolean
  /** What is to be done besides, in the same transaction, once everything is as it was when the backup was made. */
  afterwards?: (tx: Transaction, madeAt: Date) => Promise<void>
}

/** Ends the transaction without a trace and carries the refusal out of it. */
class Refusal extends Error {
  constructor(
    readonly reason: RestoreRefusal,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Brings back a backup: all of it or nothing, in one transaction; staff sign in anew. A backup of an older program is brought up to date. The
 * queue's own tables must be there already (`Jobs.prepare`). Pictures that were in the store besides stay.
 *
 * @param file the path of a file that `writeBackup` made, on either kind of database
 */
export async function restoreBackup(
  client: DatabaseClient,
  files: FileStore,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  if (!options.sound && !(await isSound(file))) return DAMAGED
  try {
    const done = await client.patiently((db) => db.transaction((tx) => bringBack(client, tx, files, file, options)))
    return { ok: true, ...done }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, message: error.message }
    if (isUnreadable(error)) return DAMAGED
    throw error
  }
}

/** Whether an error comes of what stands in the file: no JSON, not what was promised, or nothing that the database takes. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof ZodError || /^2[23]/.test(readSqlState(error)?.code ?? '')

export const DAMAGED = {
  ok: false,
  reason: 'damaged',
  message: 'The file is damaged or cut short, or no backup. Nothing was changed.',
} as const

/** Whether the file unpacks to its end with the right checksum, and is an archive, before anything is touched for its sake. */
export async function isSound(file: string): Promise<boolean> {
  const entries = extract()
  entries.on('entry', (_header, entry, next) => {
    // what is wrong is told by the whole, too
    entry.on('error', () => {})
    entry.on('end', next)
    entry.resume()
  })
  try {
    await pipeline(createReadStream(file), createGunzip(), entries)
    return true
  } catch (error) {
    // the file could not be read, which says nothing about what is in it
    if (error instanceof Error && 'syscall' in error) throw error
    return false
  }
}

/** The file's entries. They begin to come at once, so they must be asked for at once. */
function unpack(file: string): Extract {
  const entries = extract()
  // told by the entries too
  pipeline(createReadStream(file), createGunzip(), entries).catch(() => {})
  return entries
}

async function bringBack(
  client: DatabaseClient,
  tx: Transaction,
  files: FileStore,
  file: string,
  { migrations, replace, afterwards }: RestoreOptions,
): Promise<{ madeAt: string; rows: number; pictures: number }> {
  await plainText(tx)
  await takeLock(tx, 'restore')
  await refuseUnlessFree(client, tx, replace)
  const found: { manifest?: Manifest; end?: End; pictures: number; rows: Record<string, number> } = {
    pictures: 0,
    rows: {},
  }
  let tables = new Map<string, TableShape>()
  let putBack = async () => {}
  for await (const entry of unpack(file)) {
    const { name } = entry.header
    const content = contentOf(name)
    if (name === MANIFEST) {
      found.manifest = readManifest(await textOf(entry))
      await removeTables(tx)
      const newest = await applyMigrations(tx, migrations, found.manifest.migration)
      if (newest !== found.manifest.migration) {
        throw new Refusal('newer', 'The backup was made by a newer program than this one. Nothing was changed.')
      }
      tables = await matchTables(tx, found.manifest)
      putBack = await liftGuards(tx)
    } else if (!found.manifest) {
      throw new Refusal('not-a-backup', 'The file is no backup of this program. Nothing was changed.')
    } else if (name === END) {
      found.end = endSchema.parse(JSON.parse(await textOf(entry)))
    } else if (content && 'table' in content) {
      const table = tables.get(content.table)
      const lines = (await textOf(entry)).split('\n').filter(Boolean)
      if (!table) throw new Refusal('damaged', `The backup has rows of an unknown table, ${content.table}.`)
      await writeLines(tx, table, lines)
      found.rows[content.table] = (found.rows[content.table] ?? 0) + lines.length
    } else if (content) {
      await files.put(content.picture, await buffer(entry as unknown as Readable), 'image/webp')
      found.pictures += 1
    }
    entry.resume()
  }
  const { manifest, end } = found
  if (!manifest) throw new Refusal('not-a-backup', 'The file is no backup of this program. Nothing was changed.')
  const whole =
    end &&
    end.pictures === found.pictures &&
    Object.entries(end.rows).every(([table, count]) => (found.rows[table] ?? 0) === count)
  if (!whole) throw new Refusal(DAMAGED.reason, DAMAGED.message)
  for (const [name, last] of Object.entries(manifest.sequences)) await setSequence(tx, name, last)
  await putBack()
  await applyMigrations(tx, migrations)
  await signEverybodyOut(tx)
  await afterwards?.(tx, new Date(manifest.madeAt))
  const rows = Object.values(found.rows).reduce((sum, count) => sum + count, 0)
  return { madeAt: manifest.madeAt, rows, pictures: found.pictures }
}

/** Ends every session and every link that sets a password: who was dismissed since the backup was made must not be let in by theirs. */
async function signEverybodyOut(tx: Transaction): Promise<void> {
  await tx.update(staffSessions).set({ revokedAt: sql`now()` }).where(isNull(staffSessions.revokedAt))
  await tx.update(passwordResets).set({ usedAt: sql`now()` }).where(isNull(passwordResets.usedAt))
  // the link of a letter that waits is made when that goes out
  await tx
    .update(outbox)
    .set({ sentAt: sql`now()`, notNeeded: 'it was of the time before a backup came back' })
    .where(and(inArray(outbox.kind, ['reset-asked', 'password-reset']), isNull(outbox.sentAt)))
}

const textOf = async (entry: unknown): Promise<string> => (await buffer(entry as Readable)).toString('utf8')

function readManifest(text: string): Manifest {
  const read = manifestSchema.safeParse(JSON.parse(text))
  if (!read.success) throw new Refusal('not-a-backup', 'The file is no backup that this program can read.')
  return read.data
}

async function refuseUnlessFree(client: DatabaseClient, tx: Transaction, replace: boolean): Promise<void> {
  if (client.kind === 'postgres') {
    const [others] = rowsOf<{ count: number }>(
      await tx.execute(sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name in ('lumiere pages', 'lumiere urgent')`),
    )
    if (others?.count) {
      throw new Refusal('in-use', 'A server works on this database. Stop all of them first. Nothing was changed.')
    }
  }
  const counts = Object.entries(await rowCounts(tx))
  if (replace || !counts.length) return
  const told = counts.map(([table, rows]) => `${table}: ${rows}`).join(', ')
  throw new Refusal(
    'not-empty',
    `The database holds data already (${told}). Nothing was changed. With --replace all of it is thrown away first.`,
  )
}

/** The backup's tables as they are here: with the types of this database, and no column that it does not have. */
async function matchTables(tx: Transaction, manifest: Manifest): Promise<Map<string, TableShape>> {
  const here = new Map((await tablesOf(tx)).map((table) => [fullName(table), table]))
  return new Map(
    manifest.tables.map((kept) => {
      const table = here.get(fullName(kept))
      const columns = kept.columns.map(({ name }) => {
        const column = table?.columns.find((one) => one.name === name)
        if (!column)
          throw new Refusal('newer', `This program does not know ${fullName(kept)}.${name}. Nothing was changed.`)
        return column
      })
      return [fullName(kept), { ...kept, columns }]
    }),
  )
}
