import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './client.server'
import { isRetryable } from './constraint-errors.server'

const SCREEN_LOCKS = 727_002

/**
 * A transaction that first takes the screen's advisory lock, so that everyone who wants a slot of that screen queues
 * instead of deadlocking on the exclusion constraint. Tried once more when Postgres still reports a deadlock.
 */
export async function inScreenTransaction<T>(
  db: Database,
  screenIds: string | readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const ids = [...new Set(typeof screenIds === 'string' ? [screenIds] : screenIds)].sort()
  const attempt = () =>
    db.transaction(async (tx) => {
      for (const id of ids) await tx.execute(sql`select pg_advisory_xact_lock(${SCREEN_LOCKS}, hashtext(${id}))`)
      return work(tx)
    })
  try {
    return await attempt()
  } catch (error) {
    if (isRetryable(error)) return attempt()
    throw error
  }
}
