import type { PGlite } from '@electric-sql/pglite'
import { eachInTurn } from './each-in-turn'
import { syncFolder } from './sync-folder.server'

/** Bytes of write-ahead log after which a checkpoint is made: a start after a crash reads them in a third of a second (measured). */
const WAL_BYTES = 64 * 1024 * 1024

/**
 * Takes what was changed and deleted out of the embedded database's files, and counts anew what is in them, for its planner; a table
 * at a time, so that others get their turn.
 *
 * @throws AggregateError at the end, of the tables with which that was not possible
 */
export async function vacuumTables(client: PGlite): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence = 'p'`,
  )
  const vacuum = (name: string) => () => client.query(`vacuum analyze ${name}`)
  await eachInTurn(found.rows.map(({ name }) => vacuum(name)))
}

/**
 * Makes a checkpoint where the embedded database's write-ahead log has grown by 64 MB since the last. `dataDir` is its folder,
 * undefined in memory: PGlite asks the disk for nothing, and what a checkpoint relies on, and what it leaves, must outlive a power cut.
 */
export async function checkpointLongLog(client: PGlite, dataDir: string | undefined): Promise<void> {
  const found = await client.query<{ grown: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as grown from pg_control_checkpoint()',
  )
  if (Number(found.rows[0]?.grown) <= WAL_BYTES) return
  if (dataDir) await syncFolder(dataDir)
  await client.query('checkpoint')
  if (dataDir) await syncFolder(dataDir)
}
