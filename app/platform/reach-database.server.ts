import { existsSync } from 'node:fs'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { migrateDatabase, wasMigrated } from '~/db/migrate.server'
import { type Settings, SettingsError } from './env.server'

// for commands, which need no more of the settings than that
export { readPlace } from './env.server'

/** Where the database of these settings is: on a Postgres server, or in a folder. */
export const databasePlace = ({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) =>
  DATABASE_URL ? { url: DATABASE_URL } : { dataDir: `${DATA_DIR}/database` }

/**
 * The same for whoever works on a database that is there, looks into it, or copies it: a mistyped folder is no empty business.
 *
 * @throws SettingsError when the folder holds none
 */
export function knownPlace(settings: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) {
  const place = databasePlace(settings)
  const { dataDir } = place
  if (dataDir !== undefined && !existsSync(dataDir)) {
    throw new SettingsError(`DATA_DIR: there is no database in '${dataDir}'.`)
  }
  return place
}

/**
 * Looks whether the migrations are where the settings say.
 *
 * @throws SettingsError when they are not
 */
export function findMigrations({ MIGRATIONS_DIR }: Pick<Settings, 'MIGRATIONS_DIR'>): void {
  try {
    readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR })
  } catch (error) {
    throw new SettingsError(`MIGRATIONS_DIR: ${MIGRATIONS_DIR} does not hold the migrations (${reasonOf(error)}).`)
  }
}

type Place = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'MIGRATIONS_DIR'>

/**
 * Opens the database that the settings name and brings it up to date.
 *
 * @throws SettingsError when there are no migrations, or it cannot be reached or brought up to date
 */
export const reachDatabase = (place: Place): Promise<DatabaseClient> => reach(place, async () => {})

/**
 * The same for a command that works on what a server has: without its settings it makes no business of its own.
 *
 * @throws SettingsError also when no server has used it yet
 */
export async function reachKnownDatabase(place: Place): Promise<DatabaseClient> {
  knownPlace(place)
  return reach(place, async (client) => {
    if (!(await wasMigrated(client))) throw new Error('no server has used it yet')
  })
}

async function reach(place: Place, mayBe: (client: DatabaseClient) => Promise<void>): Promise<DatabaseClient> {
  findMigrations(place)
  let client: DatabaseClient | undefined
  try {
    client = await openDatabase(databasePlace(place))
    await mayBe(client)
    await migrateDatabase(client, place.MIGRATIONS_DIR)
    return client
  } catch (error) {
    await client?.close()
    const name = place.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'
    throw new SettingsError(`${name}: the database cannot be opened (${reasonOf(error)}).`)
  }
}

/** The innermost cause, on one line: drivers wrap what went wrong in the text of the statement. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined
  if (inner) return reasonOf(inner)
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
