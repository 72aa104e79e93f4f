import type { SQL } from 'drizzle-orm'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { addressOf } from './database'
import { closedGate } from './gate'

/** A transaction of another program, on the same server, that has done its statement and then stands still until it is let go. */
export async function standingStill(client: DatabaseClient, statement: SQL): Promise<() => Promise<void>> {
  const other = await openDatabase({ url: await addressOf(client) })
  const [standing, end] = [closedGate(), closedGate()]
  const transaction = other.jobsDb.transaction(async (tx) => {
    await tx.execute(statement)
    standing.open()
    await end.opened
  })
  await standing.opened
  return async () => {
    end.open()
    await transaction
    await other.close()
  }
}
