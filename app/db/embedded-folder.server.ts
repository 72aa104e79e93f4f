import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { syncFolder } from './sync-folder.server'

/**
 * Makes the embedded database in a folder that holds none. It is made beside it and gets its name when it is whole: one whose making was
 * broken off, as by a stop amid the first start, never opens, and nobody could tell why. The folder is claimed by then.
 */
export async function makeWhole(dataDir: string, image?: Blob): Promise<void> {
  if (existsSync(path.join(dataDir, 'PG_VERSION'))) return
  const draft = `${dataDir}.part`
  rmSync(draft, { recursive: true, force: true })
  const made = await PGlite.create(draft, { loadDataDir: image })
  await made.close()
  await syncFolder(draft)
  renameSync(draft, dataDir)
}
