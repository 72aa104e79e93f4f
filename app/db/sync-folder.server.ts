import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Has the system write a folder and every file below it to its disk; what is removed meanwhile needs no writing. */
export async function syncFolder(folder: string): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const file = await open(path.join(folder, name)).catch(() => undefined)
    // a folder is synced too: it names its files
    await file?.sync().finally(() => file.close())
  }
}
