/** The routes of Remix's manifest, by id, without the calls of the JSON API (`api/…` in app/routes.ts). */
export const withoutApiCalls = <Route>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('api/')))

interface BrowserRoute {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  caseSensitive?: boolean
  hasAction: boolean
  hasLoader: boolean
  hasClientAction: boolean
  hasClientLoader: boolean
  hasErrorBoundary: boolean
  module: string
  imports?: string[]
  css?: string[]
}

interface BrowserManifest {
  routes: Record<string, BrowserRoute>
}

/** What a route may be, one letter each. */
const MARKS = {
  a: 'hasAction',
  l: 'hasLoader',
  A: 'hasClientAction',
  L: 'hasClientLoader',
  e: 'hasErrorBoundary',
  i: 'index',
  c: 'caseSensitive',
} as const satisfies Record<string, keyof BrowserRoute>

/** So long is the hash of what is in a file, at the end of its name. */
const HASH = 7
const ASSET = /^\/assets\/(.+)\.js$/

/**
 * Remix's manifest as a script that says the same with a fifth fewer bytes: each file is named once, and each route is a row.
 *
 * @throws Error when a route has what no row says
 */
export function shortManifest(manifest: BrowserManifest): string {
  const { routes, ...rest } = manifest
  const files: string[] = []
  const placeOf = (file: string) => {
    const [, name] = ASSET.exec(file) ?? []
    if (!name) throw new Error(`The browser's file ${file} is no asset.`)
    // what answers no page has an empty module, under a name of each route
    const same = files.findIndex((file) => file.slice(-HASH) === name.slice(-HASH))
    return same < 0 ? files.push(name) - 1 : same
  }
  const ids = Object.keys(routes)
  const rows = Object.entries(routes).map(([id, route]) => {
    const { parentId, path = 0, module, imports = [], css = [] } = route
    if (css.length) throw new Error(`Route ${id} has a style sheet of its own.`)
    const marks = Object.entries(MARKS).flatMap(([letter, name]) => (route[name] ? letter : []))
    return [id, parentId ? ids.indexOf(parentId) : -1, path, marks.join(''), [module, ...imports].map(placeOf)]
  })
  return [
    `const f=${JSON.stringify(files.join(' '))}.split(' ').map(n=>'/assets/'+n+'.js'),r=${JSON.stringify(rows)},o={};`,
    'for(const [id,p,path,m,s] of r){const h=c=>m.includes(c);const [module,...imports]=s.map(i=>f[i]);',
    'o[id]={id,parentId:p<0?undefined:r[p][0],path:path===0?undefined:path,module,imports,css:[],',
    `${Object.entries(MARKS).map(([letter, name]) => `${name}:h('${letter}')`)}}}`,
    `window.__remixManifest=Object.assign(${JSON.stringify(rest)},{routes:o});`,
  ].join('')
}
