import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { minify } from '@swc/core'
import type { Plugin, Rollup } from 'vite'

/** So many pages beside the flow share it: it goes with what stands around all of them. */
const MANY = 5

/**
 * Which of the browser's files a module goes into. Rollup by itself makes one of whatever two pages share, which came to fifty for
 * the last step: each a request of its own, and compressed by itself a third larger than together.
 *
 * - `engine`: the packages that every page runs on, which browsers keep when our own code changes
 * - `site`: what stands around every page of the public site
 * - `booked`: what the flow shares with the pages of a booking
 * - `paying`: what of the flow the payment alone shares with them
 * - `steps`, `choices`: what the steps of the flow share, and what those share in which something is typed or priced
 *
 * Everything else is left to Rollup.
 */
export function browserFile(id: string, graph: Rollup.ManualChunkMeta): string | undefined {
  const pages = pagesOf(graph).get(id)
  if (!pages) return
  if (pages.has(EVERYWHERE)) return id.includes('/node_modules/') ? ENGINE : 'site'
  const open = [...pages].filter((page) => /^routes\/(site|booking|customer)\//.test(page))
  const beside = open.filter((page) => !page.startsWith('routes/booking/'))
  if (pages.has('routes/site/layout') || beside.length >= MANY) return 'site'
  if (!pages.has('routes/booking/payment')) return
  if (beside.length && pages.has('routes/booking/packages')) return 'booked'
  if (beside.length) return open.length === beside.length + 1 ? 'paying' : undefined
  if (pages.has('routes/booking/locations')) return 'steps'
  if (pages.has('routes/booking/packages')) return 'choices'
}

const ENGINE = 'engine'
const EVERYWHERE = 'root'
const ROUTE = /app\/(.+)\.tsx?\?__remix-build-client-route$/
const graphs = new WeakMap<Rollup.ManualChunkMeta['getModuleIds'], Map<string, Set<string>>>()

/** For each module the pages that bring it with them. */
function pagesOf({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Map<string, Set<string>> {
  const known = graphs.get(getModuleIds)
  if (known) return known
  const pages = new Map<string, Set<string>>()
  for (const id of getModuleIds()) {
    if (!getModuleInfo(id)?.isEntry) continue
    const page = ROUTE.exec(id)?.[1] ?? EVERYWHERE
    const brought = new Set([id])
    for (const one of brought) {
      for (const next of getModuleInfo(one)?.importedIds ?? []) brought.add(next)
      if (one !== id) pages.set(one, (pages.get(one) ?? new Set()).add(page))
    }
  }
  graphs.set(getModuleIds, pages)
  return pages
}

const ICONS = 'lucide-react'
const ICON_IMPORT = new RegExp(`import \\{([^}]+)\\} from ["']${ICONS}["'];?`, 'g')

/** Lets each module import its icons by their own files: through the package's list every page seems to need all of them. */
export function iconsByFile(): Plugin {
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve(`${ICONS}/package.json`)), 'dist/esm')
  const files = new Map<string, string>()
  const list = readFileSync(path.join(folder, `${ICONS}.js`), 'utf8')
  for (const [, names = '', file = ''] of list.matchAll(/export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, path.join(folder, file))
  }
  const imported = (name: string) => {
    const [icon = '', as = icon] = name.trim().split(/\s+as\s+/)
    const file = files.get(icon)
    return file ? `import ${as} from ${JSON.stringify(file)};` : `import { ${name} } from '${ICONS}';`
  }
  return {
    name: 'icons-by-file',
    enforce: 'post',
    apply: 'build',
    transform(code, id, options) {
      if (options?.ssr || id.includes('/node_modules/') || !code.includes(ICONS)) return
      return code.replace(ICON_IMPORT, (_, names: string) =>
        names
          .split(',')
          .filter((name) => name.trim())
          .map(imported)
          .join(''),
      )
    },
  }
}

/** Remix reads its options while it runs; ours (remix.config.js) are fixed, so that what they rule out need not be shipped. */
const FIXED: [RegExp, string][] = [
  [/(?:window\.__remixContext\.)?\bfuture\.v3_singleFetch\b/g, 'true'],
  [/\bfuture\.v3_lazyRouteDiscovery\b/g, 'false'],
  [/window\.__remixContext\.isSpaMode\b/g, 'false'],
  [/typeof singleFetch === "function"/g, 'true'],
]

/** Makes what many pages load as small as it can be. */
export function smallShared(): Plugin {
  return {
    name: 'small-shared',
    enforce: 'post',
    apply: 'build',
    transform(code, id, options) {
      if (options?.ssr || !id.includes('/node_modules/@remix-run/react/')) return
      return FIXED.reduce((text, [what, value]) => text.replace(what, value), code)
    },
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const { code } = await minify(file.code, { module: true, ecma: 2022, compress: { passes: 3 }, mangle: true })
        if (code) file.code = code
      }
    },
  }
}
