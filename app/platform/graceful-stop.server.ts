import { databaseTrouble } from '~/db/trouble.server'
import type { AppContext } from './context.server'
import { faultOfPlace } from './listening-place.server'
import { drainRequests } from './request-watch.server'

/** Orchestrators kill after ten seconds; what is not done by then is left to the database's own guarantees. */
const PATIENCE_MS = 9_500

/**
 * On SIGTERM or SIGINT: no new connections (remix-serve sees to that), requests and jobs under way are finished, then the
 * database is closed and the program ends. An error nobody caught ends it, with one line, as soon as the database is closed; that
 * the database is away does not.
 */
export function stopGracefully({ settings, log, jobs, mailer, client }: AppContext): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    const impatience = setTimeout(() => {
      log.error('stopped with work under way')
      process.exit(1)
    }, PATIENCE_MS)
    await Promise.all([drainRequests(), jobs.stop()])
    mailer.close()
    await client.close()
    clearTimeout(impatience)
    log.info('stopped')
    process.exit(0)
  }
  let dying = false
  process.on('uncaughtException', (error: unknown) => {
    // what fails because of it must not end the program before the database is closed
    if (dying) return log.error({ err: error }, 'failed while dying')
    dying = true
    const fault = faultOfPlace(error, settings)
    if (fault) process.stderr.write(`Cannot start: ${fault}\n`)
    else log.fatal({ err: error }, 'died')
    setTimeout(() => process.exit(1), PATIENCE_MS)
    void client.close().finally(() => process.exit(1))
  })
  // a promise of a library that nobody waits for any more: while the database is away that is no reason to end
  process.on('unhandledRejection', (error) => {
    if (!databaseTrouble(error)) throw error
    log.error({ err: error }, 'the database could not serve')
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}
