import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Ids } from './ids'
import type { Ledger, LedgerDump } from './ledger'
import type { EmulatorClock } from './schedule'

interface Kept {
  ledger: LedgerDump
  counts: Record<string, number>
  skipped: number
}

const SOON_MS = 50

/** Keeps the emulator's memory in a file, when there is one, so that a restarted demo knows its orders again. */
export function createMemory(file: string | undefined, world: { ledger: Ledger; ids: Ids; clock: EmulatorClock }) {
  const { ledger, ids, clock } = world
  let timer: NodeJS.Timeout | undefined

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    if (!file) return
    const kept: Kept = { ledger: ledger.dump(), counts: ids.counts(), skipped: clock.skipped() }
    writeFileSync(`${file}.new`, JSON.stringify(kept))
    renameSync(`${file}.new`, file)
  }

  return {
    load(): void {
      if (!file || !existsSync(file)) return
      const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
      clock.skip(kept.skipped)
      ids.restart(kept.counts)
      ledger.restore(kept.ledger)
    },
    saveSoon(): void {
      if (file) timer ??= setTimeout(save, SOON_MS)
    },
    save,
  }
}
