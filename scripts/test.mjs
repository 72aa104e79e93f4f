import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './debian.mjs'
import { bin, buildProduct, installDependencies } from './processes.mjs'
import { playwrightTally, printSum, sumOf, vitestTally } from './tally.mjs'
import { startPostgres } from './throw-away-postgres.mjs'

/**
 * `npm test`: from a bare clone to a verdict. Rules in three time zones, features on both databases, races on Postgres,
 * and the built product in Chromium. What this machine cannot run is said at the end; on CI it counts as failed.
 */
const REPORTS = 'test-results'
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York']
const LIVE = ['tests/integration', 'tests/race', 'tests/contract'].filter((folder) => existsSync(folder))

installDependencies()
buildProduct()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const results = []
const missing = []
const chromium = findChromium()
const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
const postgresUrl = process.env.TEST_POSTGRES_URL ?? postgres?.url
process.once('exit', () => postgres?.stop())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const env = { ...process.env, ...(postgresUrl && { TEST_POSTGRES_URL: postgresUrl }) }
if (!postgresUrl) missing.push('everything on Postgres (no server here; Debian: apt-get install postgresql)')
for (const zone of ZONES) await vitest(`rules, TZ=${zone}`, ['tests/domain'], { TZ: zone })
if (LIVE.length) await vitest('features, races and contracts', LIVE, { TZ: 'America/New_York' })
if (chromium) await playwright()
else missing.push('everything in the browser (no Chromium here; Debian: apt-get install chromium)')

for (const { name, names } of results) for (const failure of names) console.log(`\nFAILED in ${name}: ${failure}`)
console.log(
  `\n${results.map(({ name, passed, failed, seconds }) => `${name}: ${passed} passed, ${failed} failed, ${seconds} s`).join('\n')}`,
)
for (const what of missing) console.log(`NOT RUN: ${what}`)
const cannot = process.env.CI ? missing.length : 0
printSum(sumOf([...results, { passed: 0, failed: cannot }]))

async function vitest(name, folders, extra) {
  const report = path.join(REPORTS, `${results.length}.json`)
  const args = ['run', ...folders, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await runner(
    name,
    () => run('vitest', args, extra),
    (ok) => vitestTally(report, ok),
  )
}

async function playwright() {
  const report = path.resolve(REPORTS, 'e2e.json')
  const extra = { CHROMIUM: chromium, PLAYWRIGHT_JSON: report }
  await runner(
    'in the browser',
    () => run('playwright', ['test'], extra),
    (ok) => playwrightTally(report, ok),
  )
}

async function runner(name, start, tally) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const ok = await start()
  results.push({ name, ...tally(ok), seconds: Math.round((Date.now() - began) / 1000) })
}

function run(tool, args, extra) {
  const child = spawn(bin(tool), args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...extra } })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
    child.once('error', () => resolve(false))
  })
}
