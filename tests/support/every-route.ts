import type { RouteConfigEntry } from '@remix-run/route-config'
import routeConfig from '~/routes'

/** An entry of `app/routes.ts`, with the whole pattern of its address. */
interface RouteAt {
  id: string
  pattern: string
  file: string
  /** A layout answers for its part of the page only. */
  layout: boolean
}

function flatten(entries: readonly RouteConfigEntry[], above: string): RouteAt[] {
  return entries.flatMap(({ id = '', path, file, children = [] }) => {
    const pattern = path ? `${above}/${path}` : above
    return [{ id, pattern: pattern || '/', file, layout: children.length > 0 }, ...flatten(children, pattern)]
  })
}

/** Every route as the product registers it, layouts too. */
export const EVERY_ROUTE: readonly RouteAt[] = flatten(routeConfig as RouteConfigEntry[], '')

/** The pattern of every page and file; the API's calls are not among them. */
export const EVERY_PATTERN: readonly string[] = EVERY_ROUTE.filter(
  ({ layout, pattern }) => !layout && !pattern.startsWith('/api/'),
).map(({ pattern }) => pattern)

/** Puts something into the places of an address's pattern, as a stranger would who knows no more. */
export const filled = (pattern: string): string =>
  pattern
    .replace(/:width/, 'w640')
    .replace(/\{id\}|:\w+\??/, 'abcdefgh')
    .replace('*', 'nothing')
