import { mkdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const BEAT_MS = 5_000
const SILENT_MS = 3 * BEAT_MS
const LOOK_MS = 250

interface Holder {
  pid: number
  host: string
  /** When the system began the process, where it says so: another process may get the same number later. */
  born: string | undefined
  /** Among which processes `pid` is a number, where the system says so: containers count their own, and may share the host's name. */
  among?: string | undefined
}

/** Another living program works in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Claims a folder for this program: the embedded database would be destroyed by two that open it at once. A claim whose
 * program is gone counts for nothing; where that cannot be known, as of another machine or container, one that was silent for 15
 * seconds, which are waited. A program that lives here keeps its claim however long it, or the whole machine, stood still.
 *
 * @returns gives the folder up again
 * @throws FolderInUse
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = `${folder}.lock`
  mkdirSync(path.dirname(file), { recursive: true })
  const own: Holder = { pid: process.pid, host: hostname(), born: bornAt(process.pid), among: processesHere() }
  const claim = () => writeFileSync(file, JSON.stringify(own), { flag: 'wx' })
  try {
    claim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    const words = holder ? `process ${holder.pid} on ${holder.host}` : 'a program that starts'
    if ((holder && livesHere(holder)) ?? (await isHeardOf(file))) {
      throw new FolderInUse(`${folder} is in use by ${words}`)
    }
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

/** Whether who holds a claim lives; undefined where this system cannot say. */
function livesHere({ pid, host, born, among }: Holder): boolean | undefined {
  if (host !== hostname() || among !== processesHere()) return undefined
  if (!isOtherProcess(pid)) return false
  const since = bornAt(pid)
  return since && born ? since === born : undefined
}

/** Waits until a claim was silent for long enough; whether it is heard of meanwhile. Its time may be one that has yet to come here. */
async function isHeardOf(file: string): Promise<boolean> {
  const beat = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const last = beat() ?? 0
  const end = Math.min(last, Date.now()) + SILENT_MS
  while (Date.now() < end) {
    await delay(LOOK_MS)
    // one that is given up is nobody's
    if (beat() !== last) return beat() !== undefined
  }
  return false
}

/** Names the processes that this one counts among; undefined where the system does not say. */
function processesHere(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
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
