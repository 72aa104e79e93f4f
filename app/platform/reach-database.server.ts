import { existsSync } from 'node:fs'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { type Settings, SettingsError } from './env.server'

/** Where the database of these settings is: on a Postgres server, or in a folder. */
export const databasePlace = ({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) =>
  DATABASE_URL ? { url: DATABASE_URL } : { dataDir: `${DATA_DIR}/database` }

/**
 * The same for whoever only looks into a database, or copies it: a mistyped folder is no empty business.
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

/**
 * Opens the database that the settings name and brings it up to date.
 *
 * @throws SettingsError when there are no migrations, or it cannot be reached or brought up to date
 */
export async function reachDatabase({
  DATABASE_URL,
  DATA_DIR,
  MIGRATIONS_DIR,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'MIGRATIONS_DIR'>): Promise<DatabaseClient> {
  findMigrations({ MIGRATIONS_DIR })
  try {
    const client = await openDatabase(databasePlace({ DATABASE_URL, DATA_DIR }))
    await migrateDatabase(client, MIGRATIONS_DIR)
    return client
  } catch (error) {
    const name = DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'
    throw new SettingsError(`${name}: the database cannot be opened (${reasonOf(error)}).`)
  }
}

/** The innermost cause, on one line: drivers wrap what went wrong in the text of the statement. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined
  if (inner) return reasonOf(inner)
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
