import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { newId } from '~/db/new-id'
import { createJobs, QUEUES } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'

export const MIGRATIONS = 'drizzle'
const IMAGES = '.cache/test-databases'

/** Makes the tables, and the queues with theirs, which takes a start a third of a second on the embedded database. */
export async function makeTables(client: DatabaseClient): Promise<void> {
  await migrateDatabase(client, MIGRATIONS)
  const jobs = createJobs(client, createLog('silent'), 'UTC')
  await jobs.prepare()
  await jobs.stop()
}

/** The migrated embedded database as an image: unpacked in a fraction of the time that making it takes. */
export async function embeddedImage(): Promise<Blob> {
  const file = path.join(IMAGES, `${tablesHash()}.tar`)
  if (!existsSync(file)) {
    const client = await openDatabase({ dataDir: 'memory://' })
    await makeTables(client)
    const image = await client.image?.()
    await client.close()
    if (!image) throw new Error('The embedded database gives no image.')
    mkdirSync(IMAGES, { recursive: true })
    const draft = `${file}.${newId()}`
    writeFileSync(draft, Buffer.from(await image.arrayBuffer()))
    // whoever comes second puts the same in its place
    renameSync(draft, file)
  }
  return new Blob([readFileSync(file)])
}

/** Puts an embedded database with empty tables into a folder, which takes a tenth of the time in which a server makes it. */
export async function putEmbeddedDatabase(dataDir: string): Promise<void> {
  const client = await openDatabase({ dataDir, image: await embeddedImage() })
  await client.close()
}

const BOSS = 'node_modules/pg-boss/package.json'

/** Names the state of the tables: of the migrations, also of one that was changed where it stands, and of the queues. */
export function tablesHash(): string {
  const hash = createHash('sha256').update(QUEUES.join()).update(readFileSync(BOSS))
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  for (const file of ['meta/_journal.json', ...files.sort()]) hash.update(readFileSync(path.join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 12)
}
