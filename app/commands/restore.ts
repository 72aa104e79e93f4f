import { createWriteStream } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { DAMAGED, isSound, restoreBackup } from '~/features/backup/restore-backup.server'
import { reconcileSince } from '~/features/money/reconcile-payments.server'
import { readEnvFile } from '~/platform/env-file.server'
import { createFileStore } from '~/platform/file-store.server'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import { databasePlace, findMigrations, readPlace } from '~/platform/reach-database.server'

/**
 * `npm run restore -- FILE`: brings back what `npm run backup` wrote, into an empty database of either kind, all of it or
 * nothing; `-` takes it from the standard input. `--replace` throws away what is there. Every server must be stopped.
 */
const USAGE = 'npm run restore -- FILE [--replace]      (docs/backup.md)'

type Place = ReturnType<typeof readPlace>

const WHAT_IS_MISSING = `What came since is not in it, and only people know of some: note again the cash that was taken, the refunds that were handed
over, and the visits that were moved or cancelled. Until then customers are asked for what they have paid.
Staff sign in anew. Close the accounts again that were closed since, and have passwords changed again that had leaked.`

async function main(args: readonly string[]): Promise<string> {
  const replace = args.includes('--replace')
  const [file, ...more] = args.filter((one) => one !== '--replace')
  if (!file || (file !== '-' && file.startsWith('-')) || more.length) throw new Error(USAGE)
  readEnvFile()
  const place = readPlace(process.env)
  if (file === '-') return fromInput(place, (spool) => restore(place, spool, replace))
  // names that were mistyped are said before a database is made
  await access(file)
  return restore(place, file, replace)
}

/** What comes in is read twice, so it is laid beside the data first, for its owner's eyes only. */
async function fromInput({ DATA_DIR }: Place, restored: (file: string) => Promise<string>): Promise<string> {
  await mkdir(DATA_DIR, { recursive: true })
  const spool = path.join(DATA_DIR, `restore-${newId()}.part`)
  try {
    await pipeline(process.stdin, createWriteStream(spool, { mode: 0o600 }))
    return await restored(spool)
  } finally {
    await rm(spool, { force: true })
  }
}

async function restore(place: Place, file: string, replace: boolean): Promise<string> {
  findMigrations(place)
  // nor is one made for a file that is damaged
  if (!(await isSound(file))) throw new Error(DAMAGED.message)
  const client = await openDatabase(databasePlace(place))
  try {
    // the queue makes its own tables
    const jobs = createJobs(client, createLog('error'), 'UTC')
    await jobs.prepare()
    await jobs.stop()
    const files = await createFileStore(place)
    const restored = await restoreBackup(client, files, file, {
      ...{ migrations: place.MIGRATIONS_DIR, replace, sound: true },
      afterwards: (tx, madeAt) => reconcileSince(jobs, tx, madeAt, new Date()),
    })
    if (!restored.ok) throw new Error(restored.message)
    return `${restored.rows} rows and ${restored.pictures} pictures are as they were at ${restored.madeAt}.\n${WHAT_IS_MISSING}`
  } finally {
    await client.close()
  }
}

try {
  // never by `exit`, which would cut a long text short where it goes into a pipe
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`Nothing restored: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
