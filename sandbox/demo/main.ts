import { readSettings, SettingsError } from '~/platform/env.server'
import { DEMO_STAFF } from './business'
import { fillDatabase } from './fill-database'

/**
 * Fills the database of the settings with the demo business, before the server has it, and prints who may sign in as one JSON
 * line. `--evening`: the house is alive whenever somebody looks.
 */
try {
  await fillDatabase(readSettings(process.env), { evening: process.argv.includes('--evening') })
  process.stdout.write(`${JSON.stringify({ staff: DEMO_STAFF })}\n`)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  for (const line of error.message.split('\n')) process.stderr.write(`Cannot fill the database: ${line}\n`)
  process.exitCode = 1
}
