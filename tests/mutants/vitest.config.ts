import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

/** What judges mutants of the rules: all of their tests. Those of features have a runner of their own (`features.mjs`). */
export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/domain/**/*.test.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
