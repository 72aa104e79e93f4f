import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'

const BEAT_MS = 5_000
const SILENT_MS = 3 * BEAT_MS

interface Holder {
  pid: number
  host: string
  /** When the system began the process, where it says so: another process may get the same number later. */
  born: string | undefined
}

/** Another living program works in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Claims a folder for this program: the embedded database would be destroyed by two that open it at once. A claim whose
 * program is gone counts for nothing; where that cannot be known, as of another machine, one that was silent for 15
 * seconds. A program that lives here keeps its claim however long it, or the whole machine, stood still.
 *
 * @returns gives the folder up again
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  mkdirSync(path.dirname(file), { recursive: true })
  const own: Holder = { pid: process.pid, host: hostname(), born: bornAt(process.pid) }
  const claim = () => writeFileSync(file, JSON.stringify(own), { flag: 'wx' })
  try {
    claim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = livingHolder(file)
    if (holder) throw new FolderInUse(`${folder} is in use by ${holder}`)
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

/** Who holds a claim, in words; undefined when nobody who lives. */
function livingHolder(file: string): string | undefined {
  const silent = Date.now() - statSync(file).mtimeMs > SILENT_MS
  const holder = readHolder(file)
  // made this moment, and not yet written
  if (!holder) return silent ? undefined : 'a program that starts'
  const words = `process ${holder.pid} on ${holder.host}`
  if (holder.host === hostname()) {
    if (!isOtherProcess(holder.pid)) return undefined
    const born = bornAt(holder.pid)
    if (born && holder.born) return born === holder.born ? words : undefined
  }
  return silent ? undefined : words
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** When a process of this machine began, in the system's own count; undefined where the system does not say. */
function bornAt(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the twenty-second field; the second is the program's name in brackets, which may hold spaces
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
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
