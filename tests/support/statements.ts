import { vi } from 'vitest'
import type { Database } from '~/db/client.server'

/** The statements that some work sends to the database, in transactions too. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const { session } = db as unknown as { session: { prepareQuery(query: { sql: string }): unknown } }
  // a transaction has a session of its own
  const asked = vi.spyOn(Object.getPrototypeOf(session) as typeof session, 'prepareQuery')
  try {
    await work()
    // the job queue looks after itself by the same connection whenever it is time to
    return asked.mock.calls.map(([{ sql }]) => sql).filter((text) => !text.includes('pgboss'))
  } finally {
    asked.mockRestore()
  }
}
