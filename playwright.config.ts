import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/start-product.ts',
  workers: 3,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? 'test-results/e2e.json' }]],
  use: {
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
  // data is judged at one width; the tags of a story say where else it is told
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grep: /@phone|@both|\(without JavaScript\)/,
      grepInvert: /@desktop/,
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      // what the back office's forms do without scripts does not hang on the width
      grepInvert: [/@phone/, /(admin|staff)-.*\(without JavaScript\)/],
    },
  ],
})
