import { isMigrated } from '~/db/migrate.server'
import { appContext } from '~/platform/context.server'
import { isDraining } from '~/platform/request-watch.server'

/** Whether this server should be sent visitors: the database answers, its schema is ours, and it is not stopping. */
export async function loader() {
  const { client, settings, log } = appContext()
  const ready =
    !isDraining() &&
    (await isMigrated(client, settings.MIGRATIONS_DIR).catch((error: unknown) => {
      log.error({ err: error }, 'not ready: the database does not answer')
      return false
    }))
  return new Response(ready ? 'ready' : 'not ready', {
    status: ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  })
}
