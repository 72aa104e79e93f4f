import { mkdirSync, realpathSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { answeringSockets } from './answering-socket.server'
import { refuseBesideOwn } from './embedded-alone.server'
import { endProgramWithDatabase } from './embedded-end.server'
import { makeWhole } from './embedded-folder.server'
import { keepPrepared } from './embedded-statements.server'
import { lockFolder } from './folder-lock.server'
import { type LockName, takeLock } from './locks'
import { prepared, withoutPrepared } from './prepared-statements.server'
import * as schema from './schema'
import { tryAgain } from './trouble.server'
import { checkpointLongLog, vacuumTables } from './upkeep.server'

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = PgTransaction<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>

export interface DatabaseClient {
  /** For pages: nobody waits long. */
  db: Database
  /** For jobs and commands, which may take their time; connections of its own on Postgres. */
  jobsDb: Database
  /** For health and webhooks: a few connections that no crowd of visitors can take. */
  urgentDb: Database
  kind: 'postgres' | 'embedded'
  /**
   * Reads for `work` what was there at one instant, its first read: locks may be taken before that. Never tried again, since
   * `work` may have handed out what it read.
   */
  atOneInstant<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Gives `work` a connection whose statements take as long as they take, silent or not: for migrations, for what brings a backup
   * back, and for what reads all books.
   */
  patiently<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Runs a script of several statements without parameters as one transaction; answers the rows of all of them. */
  runScript(script: string): Promise<unknown[]>
  /** Does `work`, once, while no other server does anything under the same lock. */
  exclusively<T>(lock: LockName, work: () => Promise<T>): Promise<T>
  /** The embedded database as one file, for `openDatabase`; undefined on Postgres. */
  image?(): Promise<Blob>
  /** `vacuumTables` of the embedded database; undefined on Postgres, which does that by itself. */
  tidy?(): Promise<void>
  /** `checkpointLongLog` of the embedded database; undefined on Postgres, which makes its own. */
  checkpoint?(): Promise<void>
  close(): Promise<void>
}

interface Folder {
  dataDir: string
  /** What a new database begins with: an image that another one gave. */
  image?: Blob
}

/**
 * Opens Postgres at `url`, or the embedded database in the folder `dataDir` (in memory when that is `memory://`).
 *
 * @throws FolderInUse when another program has the folder open
 */
export async function openDatabase(at: { url: string } | Folder): Promise<DatabaseClient> {
  return 'url' in at ? openPostgres(at.url) : openEmbedded(at)
}

/**
 * What the database itself gives up after, in milliseconds (0: never); how many connections a server has for each; after how
 * many seconds of silence we give up, when the database does not even do that.
 */
const POOLS = {
  pages: { max: 10, idle: 30, lock: 3_000, statement: 15_000, idleInTransaction: 10_000, silence: 17 },
  jobs: { max: 4, idle: 30, lock: 10_000, statement: 120_000, idleInTransaction: 60_000, silence: 125 },
  // stays connected, so that it has its place when the server is full
  urgent: { max: 2, idle: 0, lock: 2_000, statement: 3_000, idleInTransaction: 3_000, silence: 5 },
  patient: { max: 1, idle: 30, lock: 10_000, statement: 0, idleInTransaction: 0, silence: undefined },
} as const

function openPool(url: string, name: keyof typeof POOLS) {
  const { max, idle, lock, statement, idleInTransaction, silence } = POOLS[name]
  const options: postgres.Options<Record<string, never>> & { socket?: ReturnType<typeof answeringSockets> } = {
    ...(silence && { socket: answeringSockets(silence) }),
    max,
    idle_timeout: idle,
    connect_timeout: 5,
    // the driver would wait up to 20 s before it tries again; who asks meanwhile waits too
    backoff: () => 0.1,
    onnotice: () => {},
    connection: {
      application_name: `lumiere ${name}`,
      lock_timeout: lock,
      statement_timeout: statement,
      idle_in_transaction_session_timeout: idleInTransaction,
      // on large tables Postgres would compile a statement for longer than it runs
      jit: 'off',
    },
  }
  return postgres(url, options)
}

function openPostgres(url: string): DatabaseClient {
  const pages = openPool(url, 'pages')
  const jobs = openPool(url, 'jobs')
  const urgent = openPool(url, 'urgent')
  const over = (pool: typeof pages): Database => drizzlePostgres(prepared(pool), { schema })
  const [db, jobsDb, urgentDb] = [over(pages), over(jobs), over(urgent)]
  const atOneInstant = instants(jobsDb)
  // tried again it would do `work` again, which is no work of its own
  const keepingLock = jobsDb.transaction.bind(jobsDb)
  for (const one of [db, jobsDb, urgentDb]) bePatient(one)
  return {
    db,
    jobsDb,
    urgentDb,
    kind: 'postgres',
    atOneInstant,
    async patiently(work) {
      const patient = openPool(url, 'patient')
      const own = over(patient)
      bePatient(own)
      return await work(own).finally(() => patient.end({ timeout: 5 }))
    },
    // several statements in one message are one transaction, which can leave nothing half done on its connection
    runScript: async (script) => [...(await jobs.unsafe(withoutFrame(script)).simple())].flat() as unknown[],
    exclusively: (lock, work) =>
      keepingLock(async (tx) => {
        // this transaction only keeps the lock, idle, while others work
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
        await takeLock(tx, lock)
        return work()
      }),
    async close() {
      await Promise.all([pages, jobs, urgent].map((pool) => pool.end({ timeout: 5 })))
    },
  }
}

/** The lists that columns hold: of numbers, of texts. */
const INT_LIST = 1007
const TEXT_LIST = 1009

/** Where a folder is, which is made where there is none: PGlite opens none by a link, and who claims it does so under one name. */
function realFolder(place: string): string {
  mkdirSync(place, { recursive: true })
  return realpathSync(place)
}

async function openEmbedded({ dataDir: place, image }: Folder): Promise<DatabaseClient> {
  const inMemory = place.includes('://')
  const dataDir = inMemory ? place : realFolder(place)
  const unlock = inMemory ? undefined : await lockFolder(dataDir)
  if (!inMemory) await makeWhole(dataDir, image)
  const loadDataDir = inMemory ? image : undefined
  const client = await PGlite.create(dataDir, { extensions: { btree_gist, pg_trgm }, loadDataDir })
  // PGlite copies this table for every statement, a third of what a small one takes; nine tenths are lists of other types
  const read = new Set<unknown>([...Object.values(types), INT_LIST, TEXT_LIST])
  client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([type]) => read.has(Number(type))))
  const cameToItsEnd = endProgramWithDatabase(client)
  letOthersIn(client)
  refuseBesideOwn(client)
  keepPrepared(client)
  const db: Database = drizzlePglite(client, { schema })
  const atOneInstant = instants(db)
  bePatient(db)
  return {
    db,
    jobsDb: db,
    urgentDb: db,
    kind: 'embedded',
    atOneInstant,
    patiently: (work) => work(db),
    runScript: async (script) => (await client.exec(withoutFrame(script))).flatMap(({ rows }) => rows),
    // the folder's lock already keeps other servers away
    exclusively: (_lock, work) => work(),
    image: () => client.dumpDataDir('none'),
    tidy: () => vacuumTables(client),
    checkpoint: () => checkpointLongLog(client, inMemory ? undefined : dataDir),
    async close() {
      // a transaction that gave others their turn ends first
      if (!cameToItsEnd()) await client._runExclusiveTransaction(() => client.close())
      unlock?.()
    },
  }
}

/** After how long, in milliseconds, the embedded database lets the rest of the program get its turn before the next message. */
const SHIFT_MS = 10

/**
 * The embedded database answers before the event loop goes on: without this, a job of many statements would keep the server from
 * reading a single request until its end.
 */
function letOthersIn(client: PGlite): void {
  const run = client.execProtocolStream.bind(client)
  let turnAt = performance.now()
  client.execProtocolStream = async (...message) => {
    if (performance.now() - turnAt > SHIFT_MS) {
      await nextTurn()
      turnAt = performance.now()
    }
    // who waited for a turn meanwhile would be answered as if nothing had been asked
    if (client.closed) throw new Error('The database is closed.')
    return run(...message)
  }
}

/** A transaction that the database gave up, though nothing is wrong with it, is tried again (`tryAgain`). */
function bePatient(db: Database): void {
  const once = db.transaction.bind(db)
  db.transaction = (work, config) => tryAgain(() => once(work, config))
}

/** `atOneInstant` of a database that is not patient yet; no statement of it can be outdated by a migration. */
function instants(db: Database): DatabaseClient['atOneInstant'] {
  const once = db.transaction.bind(db)
  return (work) => withoutPrepared(() => once(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }))
}

/** A script without the transaction it opens for itself. */
const withoutFrame = (script: string): string =>
  script.replace(/^\s*begin\s*;/i, '').replace(/;\s*commit\s*;?\s*$/i, '')
