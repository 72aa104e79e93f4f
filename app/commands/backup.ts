import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { askForBackup } from '~/features/backup/backup-socket.server'
import { type BackupSum, writeBackup } from '~/features/backup/write-backup.server'
import { readEnvFile } from '~/platform/env-file.server'
import { createFileStore } from '~/platform/file-store.server'
import { knownPlace, readPlace } from '~/platform/reach-database.server'

/**
 * `npm run backup -- FILE`: writes everything the business has into one file, while the program runs; `-` writes it to the
 * standard output. Settings as the server's: DATABASE_URL or DATA_DIR, and FILES.
 */
const USAGE = 'npm run backup -- FILE      (docs/backup.md)'
type Place = ReturnType<typeof readPlace>

async function main([file, ...more]: readonly string[]): Promise<string> {
  if (!file || (file !== '-' && file.startsWith('-')) || more.length) throw new Error(USAGE)
  readEnvFile()
  const place = readPlace(process.env)
  const sum = file === '-' ? await backUp(place, process.stdout) : await backUpInto(place, file)
  const pictures = sum.missing.length ? `; MISSING PICTURES: ${sum.missing.join(', ')}` : ''
  return `${sum.rows} rows and ${sum.pictures} pictures in ${file}${pictures}`
}

/** Under its name only when it is whole; until then under one of its own, since another backup may be on its way into the same file. */
async function backUpInto(place: Place, file: string): Promise<BackupSum> {
  const part = `${file}.${newId()}.part`
  // opened before anything is asked, so that a place where nobody may write is a refusal
  const opened = await open(part, 'w', 0o600)
  try {
    const sum = await backUp(place, opened.createWriteStream())
    await rename(part, file)
    return sum
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function backUp(place: Place, out: Writable): Promise<BackupSum> {
  const running = place.DATABASE_URL ? undefined : await askForBackup(place.DATA_DIR)
  if (running) {
    await pipeline(running.body, out)
    return running.sum
  }
  const client = await openDatabase(knownPlace(place))
  try {
    return await writeBackup(client, await createFileStore(place), out)
  } finally {
    await client.close()
  }
}

try {
  process.stderr.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`No backup: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
