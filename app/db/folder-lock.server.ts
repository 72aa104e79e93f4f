import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'

const BEAT_MS = 5_000
const SILENT_MS = 3 * BEAT_MS

/** Another living program works in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Claims a folder for this program: the embedded database would be destroyed by two that open it at once. A claim whose
 * program is gone, or silent for 15 seconds on another machine, counts for nothing.
 *
 * @returns gives the folder up again
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  mkdirSync(path.dirname(file), { recursive: true })
  const claim = () => writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' })
  try {
    claim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = livingHolder(file)
    if (holder) throw new FolderInUse(`${folder} is in use by process ${holder.pid} on ${holder.host}`)
    rmSync(file, { force: true })
    claim()
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

function livingHolder(file: string): { pid: number; host: string } | undefined {
  const holder = JSON.parse(readFileSync(file, 'utf8') || '{}') as { pid?: number; host?: string }
  const silent = Date.now() - statSync(file).mtimeMs > SILENT_MS
  if (!holder.pid || !holder.host || silent) return undefined
  if (holder.host === hostname() && !isOtherProcess(holder.pid)) return undefined
  return { pid: holder.pid, host: holder.host }
}

function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
