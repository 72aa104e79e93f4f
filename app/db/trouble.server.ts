import { setTimeout as pause } from 'node:timers/promises'
import { withoutPrepared } from './prepared-statements.server'
import { readSqlState } from './sql-state.server'

/**
 * Why the database cannot serve right now, where trying again later may well work: `busy` when others held what was wanted
 * for too long, `full` when it takes no more connections, `away` when it does not answer or went away meanwhile, `closed` when it
 * takes nothing in until somebody sees to it: its disk or memory is full, its disk fails, or it is one that others only read from.
 */
export type DatabaseTrouble = 'busy' | 'full' | 'away' | 'closed'

const CODES: Record<DatabaseTrouble, readonly string[]> = {
  // lock timeout, statement timeout, deadlock, serialization failure, idle too long in a transaction
  busy: ['55P03', '57014', '40P01', '40001', '25P03'],
  full: ['53300'],
  // disk full, out of memory, a disk that fails, read-only: what hosts make of a full disk, and a standby that pages were led to
  closed: ['53100', '53200', '58030', '25006'],
  away: [
    // stopped by its administrator, crashed, starting up
    ...['57P01', '57P02', '57P03'],
    ...['08000', '08001', '08003', '08004', '08006'],
    // the driver's words
    ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ],
}

/** `ECONNREFUSED`, `ECONNRESET`, `EPIPE`, `ENOTFOUND`, `EAI_AGAIN` and their like. */
const NETWORK = /^E[A-Z_]+$/
const TROUBLES = new Map(
  (Object.keys(CODES) as DatabaseTrouble[]).flatMap((trouble) => CODES[trouble].map((code) => [code, trouble])),
)
/** Given up for others' sake: a deadlock, a serialization failure. */
const GIVEN_UP = new Set(['40P01', '40001'])
const MOST_AGAIN = 2
const PAUSE_MS = 50
/** A prepared statement whose result is another since a migration, which the driver asks anew by itself only outside transactions. */
export const OUTDATED = '0A000'

/** Work that waited in line for a screen while nobody before it got on. */
export class StuckInLine extends Error {
  override name = 'StuckInLine'
}

/** What kind of trouble an error is; undefined when it is a fault of the program. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof StuckInLine) return 'busy'
  const found = readSqlState(error)
  if (!found) return undefined
  return TROUBLES.get(found.code) ?? (found.ofQuery && NETWORK.test(found.code) ? 'away' : undefined)
}

/**
 * Does a transaction's `work`, and again, twice at most, when the database gave it up for others' sake: a while later that chance
 * decides, since two that waited for each other and came back together would do so again. Also when another version of the program
 * has migrated meanwhile, and then without prepared statements: another connection may hold an outdated one too.
 */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  let outdated = false
  for (let again = 1; ; again++) {
    try {
      return await (outdated ? withoutPrepared(work) : work())
    } catch (error) {
      const code = readSqlState(error)?.code ?? ''
      const mayWork = GIVEN_UP.has(code) || (code === OUTDATED && !outdated)
      if (!mayWork || again > MOST_AGAIN) throw error
      if (code === OUTDATED) outdated = true
      else await pause(Math.random() * again * PAUSE_MS)
    }
  }
}
