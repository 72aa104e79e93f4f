import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

// races mean something on a real server only; without one they are not part of the run
const folders = ['domain', 'integration', 'contract', ...(process.env.TEST_POSTGRES_URL ? ['race'] : [])]

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    poolOptions: { forks: { maxForks: 2 } },
  },
})
