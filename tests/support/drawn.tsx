import { createRequire } from 'node:module'
import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { bringParts } from '~/ui/lazy-part'

interface DrawnRoute {
  loader?: () => unknown
  action?: () => unknown
  Component?: ComponentType
  ErrorBoundary?: ComponentType
  element?: ReactNode
  /** Where it stands; the home page unless said. */
  at?: string
}

// Remix brings no router of its own for a page without a server
const bySide = createRequire(createRequire(import.meta.url).resolve('@remix-run/react'))
const { StaticRouterProvider, createStaticHandler, createStaticRouter } = bySide('react-router-dom/server') as {
  StaticRouterProvider: ComponentType<{ router: unknown; context: unknown; hydrate: false }>
  createStaticHandler(routes: object[]): { dataRoutes: object[]; query(request: Request): Promise<unknown> }
  createStaticRouter(routes: object[], context: unknown): unknown
}

const SITE = 'http://localhost'

/**
 * The HTML of one route with what its loader answers, alone: without the product's server, database or other routes. With an `action`
 * it is the answer to a form that was sent without scripts.
 */
export async function drawn({ at = '/', ...route }: DrawnRoute): Promise<string> {
  const handler = createStaticHandler([{ id: 'drawn', path: new URL(at, SITE).pathname, ...route }])
  const sent = route.action && { method: 'POST', body: new URLSearchParams() }
  const context = await handler.query(new Request(new URL(at, SITE), sent))
  const router = createStaticRouter(handler.dataRoutes, context)
  // as the product's server does before it draws
  await bringParts()
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}
