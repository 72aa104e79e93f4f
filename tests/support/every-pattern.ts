import type { RouteConfigEntry } from '@remix-run/route-config'
import routeConfig from '~/routes'

function patterns(entries: readonly RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const pattern = path ? `${above}/${path}` : above
    return [...(children.length ? [] : [pattern || '/']), ...patterns(children, pattern)]
  })
}

/** Puts something into the places of an address's pattern, as a stranger would who knows no more. */
export const filled = (pattern: string): string =>
  pattern
    .replace(/:width/, 'w640')
    .replace(/\{id\}|:\w+\??/, 'abcdefgh')
    .replace('*', 'nothing')

/** The pattern of every page and file; the API's calls are not among them. */
export const everyPattern = async (): Promise<string[]> =>
  patterns(await routeConfig, '').filter((pattern) => !pattern.startsWith('/api/'))
