import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

/** The stories in other browsers: `npm run test:browsers`, and no part of `npm test`. */
export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    globalSetup: 'tests/browsers/product.ts',
    include: ['tests/browsers/*.test.ts'],
    reporters: 'verbose',
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
