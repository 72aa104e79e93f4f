import tsconfigPaths from 'vite-tsconfig-paths'
import { createVitest } from 'vitest/node'

/**
 * One process that has the product imported and its database open, and tries one mutant after the other until nobody
 * asks (`judge-runner.ts`). A thread, so that ending this process ends a mutant that hangs too.
 */
const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: false,
    globalSetup: 'tests/support/leave-nothing.ts',
    passWithNoTests: true,
    reporters: [{}],
    include: ['tests/mutants/judge-runner.ts'],
    exclude: [],
    runner: './tests/mutants/judge-runner.ts',
    isolate: false,
    pool: 'threads',
    poolOptions: { threads: { singleThread: true, isolate: false } },
    restoreMocks: true,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // beside other work a poll takes its time; what it waits for comes or never does
    expect: { poll: { timeout: 20_000 } },
    snapshotOptions: {},
  },
  { plugins: [tsconfigPaths()] },
)
await vitest.start()
await vitest.close()
