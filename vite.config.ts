import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'
import { shortManifest, withoutApiCalls } from './app/platform/browser-routes'
import remixConfig from './remix.config.js'
import { browserFile, iconsByFile, smallShared } from './vite.browser-files'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Remix fixes the server's entry; ours hands on Remix's build with its actions guarded. Commands are built beside it. */
const guardedServer: Plugin = {
  name: 'guarded-server',
  enforce: 'post',
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: {
                index: 'app/server.ts',
                staff: 'app/commands/staff.ts',
                books: 'app/commands/books.ts',
                backup: 'app/commands/backup.ts',
                restore: 'app/commands/restore.ts',
              },
              output: { entryFileNames: '[name].js' },
            },
          },
        }
      : {
          build: {
            rollupOptions: {
              // as package.json says of all of it: what is not used need not run
              treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') },
              output: {
                manualChunks: browserFile,
                onlyExplicitManualChunks: true,
                // a name stands in the list of routes, which every page brings, and letters drawn by lot do not compress
                entryFileNames: 'assets/[name]-[hash:7].js',
                chunkFileNames: ({ name, isDynamicEntry }) =>
                  `assets/${isDynamicEntry ? name : name.slice(0, SHORT_NAME)}-[hash:7].js`,
              },
            },
          },
        },
}

const ASSETS = 'build/client/assets'
const MANIFEST = 'window.__remixManifest='

/** Remix tells browsers every route; those of the JSON API, to which no page navigates, would cost a slow phone time in every match. */
const browserManifest: Plugin = {
  name: 'browser-manifest',
  enforce: 'post',
  apply: 'build',
  closeBundle() {
    for (const file of readdirSync(ASSETS).filter((name) => name.startsWith('manifest-'))) {
      const text = readFileSync(path.join(ASSETS, file), 'utf8')
      if (!text.startsWith(MANIFEST)) continue
      const manifest = JSON.parse(text.slice(MANIFEST.length, -1))
      const routes = withoutApiCalls(manifest.routes)
      writeFileSync(path.join(ASSETS, file), shortManifest({ ...manifest, routes }))
    }
  },
}

/** So many letters tell one file that pages share from another; what is only loaded once it is wanted has its whole name. */
const SHORT_NAME = 4

/** Packages of hundreds of small files, and what they rest on: a server that starts would read and compile each. */
const OF_MANY_FILES = [
  'lucide-react',
  '@headlessui/react',
  /^@?react-(aria|stately)\b/,
  /^@(floating-ui|tanstack|swc)\//,
  'tabbable',
  'use-sync-external-store',
]

export default defineConfig({
  ssr: { noExternal: OF_MANY_FILES },
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    tsconfigPaths(),
    iconsByFile(),
    smallShared(),
    guardedServer,
    browserManifest,
  ],
  // the server starts (settings, migrations, jobs) while its entry module loads: top-level await
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
