import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const STORIES = 'tests/e2e'
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/** No page lives long enough for its scripts to be compiled twice, for many threads or for coloured edges of letters. */
const FRUGAL = ['--js-flags=--no-opt,--no-maglev', '--num-raster-threads=1', '--disable-lcd-text']

/** `SHUFFLE=<number>` tells the stories file by file in the order that this number gives (vitest.config.ts). */
const seed = Number(process.env.SHUFFLE)

// data is judged at one width; the tags of a story say where else it is told
const windows = [
  {
    name: 'phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    grep: /@phone|@both|\(without JavaScript\)/,
  },
  {
    name: 'desktop',
    use: { viewport: { width: 1440, height: 900 } },
    // what forms do without scripts does not hang on the width
    grepInvert: [/@phone/, /\(without JavaScript\)(?! @both)/],
  },
]

export default defineConfig({
  testDir: STORIES,
  outputDir: 'test-results/stories',
  globalSetup: './tests/support/start-product.ts',
  workers: Number(process.env.STORY_PROCESSES ?? 3),
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? 'test-results/e2e.json' }]],
  use: {
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        ...FRUGAL,
      ],
    },
  },
  projects: seed
    ? shuffled(readdirSync(STORIES)).flatMap((testMatch) => windows.map((one) => ({ ...one, testMatch })))
    : windows,
})

function shuffled(files: string[]): string[] {
  const place = (file: string) => createHash('sha1').update(`${seed} ${file}`).digest('hex')
  return files.sort((one, other) => place(one).localeCompare(place(other)))
}
