import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql, TransactionSql, UnsafeQueryOptions } from 'postgres'

/** How many statements each connection keeps prepared, and how many texts are remembered to find those that come again. */
const MOST = 400
const MOST_SEEN = 2_000
/** A statement asked for so often is worth preparing. */
const AGAIN = 3

/** A plan made for every pattern would read where a plan made for one finds; lists with a search are planned each time. Scripts cannot be prepared. */
const BY_PATTERN = /\bi?like\b|;/i

/** Also without values not by the simple protocol, which prepares nothing; the driver's types forget that option. */
const PREPARED = { prepare: true, simple: false } as UnsafeQueryOptions

type Asks = Pick<Sql, 'unsafe'>

const parsedAnew = new AsyncLocalStorage<true>()

/** Does work whose statements are all parsed anew, on whichever connections it falls. */
export const withoutPrepared = <T>(work: () => Promise<T>): Promise<T> => parsedAnew.run(true, work)

/** Whether what asks right now wants its statements parsed anew. */
export const isParsedAnew = (): boolean => parsedAnew.getStore() ?? false

/** Counts statements by their text, and tells which come so often that they are worth preparing: `MOST` at most. */
export function oftenAsked(): (text: string) => boolean {
  const seen = new Map<string, number>()
  let chosen = 0
  return (text) => {
    const times = (seen.get(text) ?? 0) + 1
    if (times > AGAIN) return true
    if (times === AGAIN && (chosen >= MOST || BY_PATTERN.test(text))) return false
    if (times === AGAIN) chosen += 1
    else if (seen.size >= MOST_SEEN) for (const [old, count] of seen) if (count < AGAIN) seen.delete(old)
    seen.set(text, times)
    return times === AGAIN
  }
}

/**
 * Connections that have a statement parsed once: drizzle sends each anew, and one with parameters then takes two trips to
 * Postgres, the first to learn their types. Statements are known by their text, so that one with a list of another length
 * is another; those that come seldom are left as they were, which bounds what a connection keeps.
 */
export function prepared<Pool extends Sql>(pool: Pool): Pool {
  const isWorthIt = oftenAsked()
  const asking = <Connection extends Asks>(connection: Connection): Connection => {
    const ask = connection.unsafe.bind(connection)
    connection.unsafe = ((text, values, options) => {
      // drizzle names no options; the driver's own words (begin) and scripts do, or have no values
      const prepare = options === undefined && values !== undefined && !isParsedAnew() && isWorthIt(text)
      if (prepare) return ask(text, values, PREPARED)
      return options ? ask(text, values, options) : ask(text, values)
    }) as Connection['unsafe']
    return connection
  }
  const begin = pool.begin.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.begin = ((...args: unknown[]) => {
    const work = args.pop() as (tx: TransactionSql) => unknown
    return begin(...args, (tx: TransactionSql) => work(withSavepoints(asking(tx))))
  }) as typeof pool.begin
  const withSavepoints = (tx: TransactionSql): TransactionSql => {
    const savepoint = tx.savepoint.bind(tx) as (...args: unknown[]) => Promise<unknown>
    tx.savepoint = ((...args: unknown[]) => {
      const work = args.pop() as (inner: TransactionSql) => unknown
      return savepoint(...args, (inner: TransactionSql) => work(withSavepoints(asking(inner))))
    }) as typeof tx.savepoint
    return tx
  }
  return asking(pool)
}
