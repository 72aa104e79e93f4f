import { sql } from 'drizzle-orm'
import type { DatabaseClient } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
import { type Clock, systemClock } from './clock.server'

/** How often the database is asked again; clocks drift apart by milliseconds meanwhile. */
const ASK_EVERY_MS = 60_000
/** An answer that took longer says too little about when it was true. */
const SLOWEST_MS = 500

/**
 * The database's own clock, so that servers whose clocks differ agree on when a hold ends, and a clock that is set anew
 * changes nothing. The database is asked at the start and every minute; in between the processor's steady time counts on,
 * also while the database is away. The embedded database has this machine's clock anyway.
 *
 * @throws when the database cannot be asked at the start
 */
export async function createDatabaseClock({ kind, urgentDb }: DatabaseClient): Promise<Clock> {
  if (kind === 'embedded') return systemClock

  /** The database's time at this process's zero, in milliseconds, and how uncertain that is. */
  async function ask(): Promise<{ zero: number; took: number }> {
    const began = performance.now()
    const [row] = rowsOf<{ ms: string }>(
      await urgentDb.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`),
    )
    const took = performance.now() - began
    return { zero: Number(row?.ms) - began - took / 2, took }
  }

  // the first question also opens the connection
  await ask()
  let { zero } = await ask()
  const timer = setInterval(() => {
    ask().then(
      (heard) => {
        if (heard.took <= SLOWEST_MS) zero = heard.zero
      },
      // away: the time goes on by itself
      () => {},
    )
  }, ASK_EVERY_MS)
  timer.unref()
  return { ...systemClock, now: () => new Date(zero + performance.now()) }
}
