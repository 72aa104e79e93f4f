import { runInNewContext } from 'node:vm'

interface BrowserFiles {
  module: string
  imports?: string[]
}

interface BrowserManifest {
  entry: BrowserFiles
  routes: Record<string, BrowserFiles & { id: string; parentId?: string }>
}

/** The address of the script that tells a page's browser of all routes. */
export const manifestOf = (html: string) => /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? ''

/** What that script says. */
export function readManifest(script: string): BrowserManifest {
  const window: { __remixManifest?: BrowserManifest } = {}
  runInNewContext(script, { window })
  // made in another world, whose arrays are none of ours
  return JSON.parse(JSON.stringify(window.__remixManifest))
}

/** The scripts that a page of this route needs before it can be used, besides that one. */
export function filesOf({ entry, routes }: BrowserManifest, id: string): Set<string> {
  const files = [entry]
  for (let route = routes[id]; route; route = route.parentId === undefined ? undefined : routes[route.parentId]) {
    files.push(route)
  }
  return new Set(files.flatMap(({ module, imports = [] }) => [module, ...imports]))
}
