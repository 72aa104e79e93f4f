import { existsSync } from 'node:fs'
import { settingNames, tidied } from './env.server'

const FILE = '.env'

/**
 * Adds the settings of a file `.env` in the folder in which the program was started, as containers are given it; what the environment
 * says wins. Not where the environment says what the program is for (`APP_ENV`), as the demo and the tests do: their data is their own.
 * All of them are tidied where they stand, since not only we read them there: remix-serve listens at `HOST` and `PORT`.
 */
export function readEnvFile(): void {
  if (!process.env.APP_ENV?.trim() && existsSync(FILE)) process.loadEnvFile(FILE)
  const given = tidied(process.env)
  for (const name of settingNames) {
    if (given[name] === undefined) delete process.env[name]
    else process.env[name] = given[name]
  }
}
