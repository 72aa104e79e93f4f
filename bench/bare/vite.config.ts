import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from '../../remix.config.js'

/** A Remix application with one page and nothing else, built like the product: what the product's pages are held against. */
export default defineConfig({
  plugins: [
    remix({ future: { ...remixConfig.future, v3_routeConfig: false }, buildDirectory: '../../.cache/bench-bare' }),
  ],
})
