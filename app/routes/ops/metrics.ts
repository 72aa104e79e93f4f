import { createHash, timingSafeEqual } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { databaseFigures } from '~/features/insight/database-figures.server'
import { appContext } from '~/platform/context.server'

/** Prometheus's figures: for whoever knows `METRICS_TOKEN`; without one only outside production. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const { settings, metrics } = context
  const { METRICS_TOKEN: token, APP_ENV } = settings
  const given = request.headers.get('Authorization') ?? ''
  const allowed = token ? sameText(given, `Bearer ${token}`) : APP_ENV !== 'production'
  if (!allowed) throw new Response('Not found', { status: 404 })
  return new Response(await metrics.text(await databaseFigures(context)), {
    headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
  })
}

/** Compares in constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
