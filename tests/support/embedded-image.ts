import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { extract } from 'tar-stream'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { newId } from '~/db/new-id'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import { QUEUES } from '~/platform/queues.server'

export const MIGRATIONS = 'drizzle'
const IMAGES = '.cache/test-databases'

/** Makes the tables, and the queues with theirs, which takes a start a third of a second on the embedded database. */
export async function makeTables(client: DatabaseClient): Promise<void> {
  await migrateDatabase(client, MIGRATIONS)
  const jobs = createJobs(client, createLog('silent'), 'UTC')
  await jobs.prepare()
  await jobs.stop()
}

let image: Buffer<ArrayBuffer> | undefined

/** The migrated embedded database as an image: unpacked in a fraction of the time that making it takes. */
export async function embeddedImage(): Promise<Blob> {
  return new Blob([await imageBytes()])
}

async function imageBytes(): Promise<Buffer<ArrayBuffer>> {
  const file = path.join(IMAGES, `${tablesHash()}-bare.tar`)
  if (!existsSync(file)) {
    const made = await makeImage()
    mkdirSync(IMAGES, { recursive: true })
    const draft = `${file}.${newId()}`
    writeFileSync(draft, made)
    // whoever comes second puts the same in its place
    renameSync(draft, file)
  }
  image ??= readFileSync(file)
  return image
}

/** What no test asks costs each as much as the rest: two databases in which nothing is, and a log that is read at each opening. */
async function makeImage(): Promise<Buffer> {
  const client = await openDatabase({ dataDir: 'memory://' })
  await makeTables(client)
  for (const statement of [
    'alter database template0 with is_template false',
    'drop database template0',
    'drop database postgres',
    'checkpoint',
  ])
    await client.db.execute(sql.raw(statement))
  const made = await client.image?.()
  await client.close()
  if (!made) throw new Error('The embedded database gives no image.')
  return Buffer.from(await made.arrayBuffer())
}

/** Puts an embedded database with empty tables into a folder, which takes a hundredth of the time in which a server makes it. */
export async function putEmbeddedDatabase(dataDir: string): Promise<void> {
  const entries = Readable.from([await imageBytes()]).pipe(extract())
  for await (const entry of entries) {
    const place = path.join(dataDir, entry.header.name)
    if (entry.header.type === 'directory') mkdirSync(place, { recursive: true })
    else {
      mkdirSync(path.dirname(place), { recursive: true })
      writeFileSync(place, await buffer(entry))
    }
    entry.resume()
  }
}

const BOSS = 'node_modules/pg-boss/package.json'

/** Names the state of the tables: of the migrations, also of one that was changed where it stands, and of the queues. */
export function tablesHash(): string {
  const hash = createHash('sha256').update(QUEUES.join()).update(readFileSync(BOSS))
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  for (const file of ['meta/_journal.json', ...files.sort()]) hash.update(readFileSync(path.join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 12)
}
