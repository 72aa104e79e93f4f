import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'

/**
 * The embedded database does one transaction at a time. Whoever asks it beside the transaction in which he stands, instead of in it, would
 * wait for himself, and everybody else with him, for ever: that is refused at once.
 */
export function refuseBesideOwn(client: PGlite): void {
  const around = new AsyncLocalStorage<{ over: boolean }>()
  const alone = client._runExclusiveTransaction.bind(client)
  client._runExclusiveTransaction = async (work) => {
    // what was begun in a transaction and lives on after it waits for nobody
    if (around.getStore()?.over === false)
      throw new Error('The database was asked beside the transaction that is open.')
    const own = { over: false }
    return alone(() =>
      around.run(own, async () => {
        try {
          return await work()
        } finally {
          own.over = true
        }
      }),
    )
  }
}
