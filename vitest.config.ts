import { readdirSync, readFileSync } from 'node:fs'
import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * One more than processors: it works while others wait, for a limit of the product's, a program or a disk. The same tests take 792 seconds
 * of two processors in 423, and with two processes 728 in 447.
 */
const PROCESSES = Number(process.env.TEST_PROCESSES ?? 3)
const RULES = 'tests/domain'
/** Where nobody's birthday is yet when the business has midnight: what forgets the business's zone fails here first. */
const FAR_AWAY = 'America/New_York'
// races mean something on a real server only; without one they are not part of the run
const live = ['integration', 'contract', 'histories', ...(process.env.TEST_POSTGRES_URL ? ['race'] : [])]

/** Tests of rules that know time: they, or the rule of the same name, speak of the calendar or of instants. */
const timeRules = readdirSync(RULES)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => [`${RULES}/${file}`, `app/domain/${file.replace('.test', '')}`])
  .filter((files) => files.some((file) => /\bcalendar\b|\bDate\b/.test(textOf(file))))
  .map(([test]) => `${test}`)

/** What takes longest begins first, so that no processor waits for it at the end. */
const LONGEST = [
  'histories/1',
  'histories/2',
  'histories/3',
  'doors',
  'settle-payment',
  'crashes',
  'server-life',
  'refunds',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return place < 0 ? LONGEST.length : place
}

/** `SHUFFLE=<number>` runs files and tests in the order that this number gives, to show that none relies on another. */
const seed = Number(process.env.SHUFFLE)

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    globalSetup: 'tests/support/leave-nothing.ts',
    // beside other work everything takes twenty times as long; what hangs is named all the same
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // what earlier runs took would change the order, and a clone that was never run would be told in another one
    cache: false,
    // a process imports the product and opens its databases once, for all the files that it works off
    isolate: false,
    pool: 'forks',
    // as many from the beginning: the pool loses one that it would add when it goes on to the next project
    poolOptions: { forks: { minForks: PROCESSES, maxForks: PROCESSES } },
    sequence: seed ? { shuffle: { files: true, tests: true }, seed } : { sequencer: LongestFirst },
    projects: [
      project('rules', [`${RULES}/**/*.test.{ts,tsx}`], FAR_AWAY),
      project('rules, UTC', timeRules, 'UTC'),
      project('rules, India', timeRules, 'Asia/Kolkata'),
      project(
        'features',
        live.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
        FAR_AWAY,
      ),
    ],
  },
})

function project(name: string, include: string[], zone: string) {
  return { extends: true as const, test: { name, include, env: { TZ: zone } } }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
