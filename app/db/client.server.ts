import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { lockFolder } from './folder-lock.server'
import * as schema from './schema'

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = PgTransaction<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>

export interface DatabaseClient {
  db: Database
  kind: 'postgres' | 'embedded'
  /** Runs a script of several statements without parameters; answers the rows of all of them. */
  runScript(script: string): Promise<unknown[]>
  /** Does `work` while no other server does anything under the same lock. */
  exclusively<T>(lock: number, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens Postgres at `url`, or the embedded database in the folder `dataDir` (in memory when that is `memory://`).
 *
 * @throws FolderInUse when another program has the folder open
 */
export async function openDatabase(at: { url: string } | { dataDir: string }): Promise<DatabaseClient> {
  return 'url' in at ? openPostgres(at.url) : openEmbedded(at.dataDir)
}

function openPostgres(url: string): DatabaseClient {
  const client = postgres(url, { max: 10, idle_timeout: 30, connect_timeout: 10, onnotice: () => {} })
  return {
    db: drizzlePostgres(client, { schema }),
    kind: 'postgres',
    runScript: async (script) => {
      // a script may open its own transaction, so it has one connection for itself
      const connection = await client.reserve()
      try {
        return [...(await connection.unsafe(script).simple())].flat()
      } finally {
        connection.release()
      }
    },
    async exclusively(lock, work) {
      const connection = await client.reserve()
      try {
        await connection`select pg_advisory_lock(${lock})`
        return await work()
      } finally {
        await connection`select pg_advisory_unlock(${lock})`
        connection.release()
      }
    },
    close: () => client.end({ timeout: 5 }),
  }
}

async function openEmbedded(dataDir: string): Promise<DatabaseClient> {
  const inMemory = dataDir.includes('://')
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  const unlock = inMemory ? undefined : lockFolder(dataDir)
  const client = await PGlite.create(dataDir, { extensions: { btree_gist } })
  return {
    db: drizzlePglite(client, { schema }),
    kind: 'embedded',
    runScript: async (script) => (await client.exec(script)).flatMap(({ rows }) => rows),
    // the folder's lock already keeps other servers away
    exclusively: (_lock, work) => work(),
    async close() {
      await client.close()
      unlock?.()
    },
  }
}
