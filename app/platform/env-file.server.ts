import { existsSync } from 'node:fs'

const FILE = '.env'

/**
 * Adds the settings of a file `.env` in the folder in which the program was started, as containers are given it; what the environment
 * says wins. Not where the environment says what the program is for (`APP_ENV`), as the demo and the tests do: their data is their own.
 */
export function readEnvFile(): void {
  if (process.env.APP_ENV === undefined && existsSync(FILE)) process.loadEnvFile(FILE)
}
