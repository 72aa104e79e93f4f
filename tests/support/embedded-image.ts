import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { newId } from '~/db/new-id'

export const MIGRATIONS = 'drizzle'
const IMAGES = '.cache/test-databases'

/** The migrated embedded database as an image: unpacked in a fraction of the time that making it takes. */
export async function embeddedImage(): Promise<Blob> {
  const file = path.join(IMAGES, `${migrationsHash()}.tar`)
  if (!existsSync(file)) {
    const client = await openDatabase({ dataDir: 'memory://' })
    await migrateDatabase(client, MIGRATIONS)
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

/** Names the state of the migrations, also of one that was changed where it stands. */
export function migrationsHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  for (const file of ['meta/_journal.json', ...files.sort()]) hash.update(readFileSync(path.join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 12)
}
