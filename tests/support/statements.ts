import { vi } from 'vitest'
import type { Database } from '~/db/client.server'

interface Query {
  sql: string
  params: unknown[]
}

/** The statements that some work sends to the database, in transactions too. */
export const statementsOf = async (db: Database, work: () => Promise<unknown>): Promise<string[]> =>
  (await asked(db, work)).map(({ sql }) => sql)

/** The same with their values written into them, so that they can be sent once more; of texts, numbers and times. */
export const queriesOf = async (db: Database, work: () => Promise<unknown>): Promise<string[]> =>
  (await asked(db, work)).map(({ sql, params }) =>
    sql.replace(/\$(\d+)/g, (_, at) => `'${String(params[Number(at) - 1]).replaceAll("'", "''")}'`),
  )

async function asked(db: Database, work: () => Promise<unknown>): Promise<Query[]> {
  const { session } = db as unknown as { session: { prepareQuery(query: Query): unknown } }
  // a transaction has a session of its own
  const spy = vi.spyOn(Object.getPrototypeOf(session) as typeof session, 'prepareQuery')
  try {
    await work()
    // the job queue looks after itself by the same connection whenever it is time to
    return spy.mock.calls.map(([query]) => query).filter(({ sql }) => !sql.includes('pgboss'))
  } finally {
    spy.mockRestore()
  }
}
