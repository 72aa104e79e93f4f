import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'
import remixConfig from './remix.config.js'

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
              input: { index: 'app/server.ts', staff: 'app/commands/staff.ts' },
              output: { entryFileNames: '[name].js' },
            },
          },
        }
      : undefined,
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig), tsconfigPaths(), guardedServer],
  // the server starts (settings, migrations, jobs) while its entry module loads: top-level await
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
