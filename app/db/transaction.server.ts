import type { Database, Transaction } from './client.server'
import { takeLock } from './locks'
import { createTurns } from './turns'

const turnsOf = new WeakMap<Database, ReturnType<typeof createTurns>>()

/**
 * A transaction that first takes the screen's advisory lock, so that everyone who wants a slot of that screen queues
 * instead of deadlocking on the exclusion constraint.
 *
 * @throws what `databaseTrouble` calls `busy` when the screen is stuck for 3 seconds
 */
export async function inScreenTransaction<T>(
  db: Database,
  screenIds: string | readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const ids = [...new Set(typeof screenIds === 'string' ? [screenIds] : screenIds)].sort()
  const inTurn = turnsOf.get(db) ?? createTurns()
  turnsOf.set(db, inTurn)
  return inTurn(ids, () =>
    db.transaction(async (tx) => {
      for (const id of ids) await takeLock(tx, 'screen', id)
      return work(tx)
    }),
  )
}
