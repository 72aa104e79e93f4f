import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { syncFolder } from './sync-folder.server'

/** The file without which nothing is a database; it comes last. */
const VERSION = 'PG_VERSION'
const DRAFT = '.part'

/**
 * Makes the embedded database in a folder that holds none, and is claimed by then. It is made in a folder of its own therein, which is on
 * the same disk wherever that is, and moved out of it when it is whole: one whose making was broken off, as by a stop amid the first start,
 * never opens, and nobody could tell why.
 */
export async function makeWhole(dataDir: string, image?: Blob): Promise<void> {
  const last = path.join(dataDir, VERSION)
  if (existsSync(last)) return
  const draft = path.join(dataDir, DRAFT)
  rmSync(draft, { recursive: true, force: true })
  const made = await PGlite.create(draft, { loadDataDir: image })
  await made.close()
  for (const name of readdirSync(draft).filter((one) => one !== VERSION)) {
    const place = path.join(dataDir, name)
    // moved by a start that was broken off in the middle of it
    rmSync(place, { recursive: true, force: true })
    renameSync(path.join(draft, name), place)
  }
  await syncFolder(dataDir)
  renameSync(path.join(draft, VERSION), last)
  rmSync(draft, { recursive: true })
}
