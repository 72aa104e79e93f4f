import type { DatabaseClient } from '~/db/client.server'
import { fullName, plainText, readTable, tablesOf } from '~/db/table-copy.server'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import { type DatabaseKind, databaseKinds, openTestDatabase, type TestDatabase } from './database'

/** The kind of database that a backup of one comes back in. */
export const OTHER = { embedded: databaseKinds.at(-1) ?? 'embedded', postgres: 'embedded' } as const
export const MIGRATIONS = 'drizzle'
/** A text that has broken other copies. */
export const AWKWARD = 'Zoë “O’Neill” \\N \\\\ \t\n\u2028 🎂 {"a":null} NULL null'

/** Every row of every table, as text that says all there is to say about it; the order of rows means nothing. */
export function everything({ jobsDb }: DatabaseClient): Promise<Record<string, string[]>> {
  return jobsDb.transaction(async (tx) => {
    await plainText(tx)
    const all: Record<string, string[]> = {}
    for (const table of await tablesOf(tx)) {
      const lines: string[] = []
      for await (const batch of readTable(tx, table)) lines.push(...batch)
      all[fullName(table)] = lines.sort()
    }
    return all
  })
}

/** A database as `npm run restore` opens it. */
export async function emptyPlace(wanted: DatabaseKind): Promise<TestDatabase> {
  const opened = await openTestDatabase(wanted)
  const jobs = createJobs(opened.client, createLog('silent'), 'UTC')
  await jobs.prepare()
  await jobs.stop()
  return opened
}
