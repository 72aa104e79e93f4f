import { createHash, timingSafeEqual } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { appContext } from '~/platform/context.server'

/** Prometheus's figures: for whoever knows `METRICS_TOKEN`; without one only outside production. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { settings, metrics } = appContext()
  const { METRICS_TOKEN: token, APP_ENV } = settings
  const given = request.headers.get('Authorization') ?? ''
  const allowed = token ? sameText(given, `Bearer ${token}`) : APP_ENV !== 'production'
  if (!allowed) throw new Response('Not found', { status: 404 })
  return new Response(await metrics.text(), {
    headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
  })
}

/** Compares in constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
