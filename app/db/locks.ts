import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './client.server'

const SECOND = 1_000

/**
 * Every advisory lock of the product: its number and how long somebody waits for it, in milliseconds. Nothing else may
 * spell a number, or two that mean different things would wait for each other (tests/domain/locks.test.ts).
 */
export const LOCKS = {
  /** One server migrates; the others wait until it has. */
  migrations: { number: 727_001, waitMs: 120 * SECOND },
  /** Of a screen: whoever wants one of its slots. */
  screen: { number: 727_002, waitMs: 3 * SECOND },
  /** Of a network: its unpaid holds are counted one caller at a time. */
  network: { number: 727_003, waitMs: 3 * SECOND },
  /** The first super admin is registered once. */
  firstAdmin: { number: 727_004, waitMs: 3 * SECOND },
  /** The tables of the job queue are made by one server at a time. */
  jobQueue: { number: 727_006, waitMs: 120 * SECOND },
  /** Data comes back from a backup by one program at a time. */
  restore: { number: 727_007, waitMs: 3 * SECOND },
  /** The letters of the papers' series are given to one location at a time. */
  seriesLetters: { number: 727_008, waitMs: 3 * SECOND },
  /** Cities get their names one at a time. */
  cityNames: { number: 727_009, waitMs: 3 * SECOND },
} as const satisfies Record<string, { number: number; waitMs: number }>

export type LockName = keyof typeof LOCKS

/**
 * Waits for a lock and keeps it until the transaction ends. `of` names whose lock it is where there is one for each
 * screen or network. Everything the transaction waits for afterwards gets the same time.
 *
 * @throws SQLSTATE 55P03 when the lock's time is over (`databaseTrouble` calls that `busy`)
 */
export async function takeLock(tx: Pick<Transaction, 'execute'>, name: LockName, of?: string): Promise<void> {
  await tx.execute(lockStatement(name, of))
}

function lockStatement(name: LockName, of: string | undefined): SQL {
  const { number, waitMs } = LOCKS[name]
  const lock =
    of === undefined
      ? sql`pg_advisory_xact_lock(${number}::bigint)`
      : sql`pg_advisory_xact_lock(${number}::integer, hashtext(${of}))`
  return sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true), ${lock}`
}
