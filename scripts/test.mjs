import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './debian.mjs'
import { bin, buildProduct, installDependencies } from './processes.mjs'
import { playwrightTally, printSum, slowest, sumOf, vitestTally } from './tally.mjs'
import { startPostgres } from './throw-away-postgres.mjs'
import { touchedTests } from './touched-tests.mjs'

/**
 * `npm test`: from a bare clone to a verdict. Rules in three time zones, features on both databases, races on Postgres,
 * and the built product in Chromium. What this machine cannot run is said at the end; on CI it counts as failed.
 *
 * `npm test -- FILES …` runs only these, with whatever else Vitest or Playwright is told.
 * `npm run test:quick`: rules, and what a change touches, on the embedded database.
 */
const REPORTS = 'test-results'
const SLOWEST = 10
/** More second tries than this are a fault of the product or its stories, not of the machine. */
const SECOND_TRIES = 2

const [, , ...wanted] = process.argv
const quick = wanted[0] === '--quick'
const stories = wanted.filter((one) => one.includes('tests/e2e'))
const files = wanted.filter((one) => one.startsWith('tests/') && !stories.includes(one))
const flags = wanted.filter((one) => !stories.includes(one) && !files.includes(one))
const chosen = stories.length + files.length > 0

installDependencies()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const began = Date.now()
const results = []
const missing = []
/** What has changed and only the whole judges. */
const unlooked = []
const env = { ...process.env }

if (quick) await runQuick()
else await runWhole()
report()

async function runQuick() {
  delete env.TEST_POSTGRES_URL
  const { tests: touched, unjudged } = touchedTests()
  if (touched.length) console.log(`What the change touches:\n${touched.join('\n')}`)
  if (touched.some(startsBuilt)) await buildProduct()
  await vitest('rules and what the change touches', ['tests/domain', ...touched])
  unlooked.push(...unjudged)
}

/** Whether a test starts what is built: by these files, or by itself. */
function startsBuilt(file) {
  return /one-server|two-servers|sandbox\.mjs|build\/server/.test(readFileSync(file, 'utf8'))
}

async function runWhole() {
  await buildProduct()
  await bringPostgres()
  if (!env.TEST_POSTGRES_URL)
    missing.push('everything on Postgres (no server here; Debian: apt-get install postgresql)')
  if (!chosen || files.length) await vitest('rules, features, races and contracts', [...files, ...flags])
  if (!chosen || stories.length) await inBrowser()
}

async function bringPostgres() {
  if (env.TEST_POSTGRES_URL) return
  const postgres = await startPostgres()
  if (!postgres) return
  env.TEST_POSTGRES_URL = postgres.url
  process.once('exit', () => postgres.stop())
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
}

async function inBrowser() {
  const chromium = findChromium()
  if (chromium) await playwright(chromium)
  else missing.push('everything in the browser (no Chromium here; Debian: apt-get install chromium)')
}

function vitest(name, args) {
  const file = path.join(REPORTS, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=./scripts/vitest-report.mjs', `--outputFile.json=${file}`]
  return runner(name, 'vitest', ['run', ...args, ...reporters], {}, (ok) => vitestTally(file, ok))
}

function playwright(chromium) {
  const file = path.resolve(REPORTS, 'e2e.json')
  const extra = { CHROMIUM: chromium, PLAYWRIGHT_JSON: file }
  return runner('stories', 'playwright', ['test', ...stories, ...flags], extra, (ok) => playwrightTally(file, ok))
}

/** Runs a tool to its end and takes what it reports; its own words go to the terminal. */
async function runner(name, tool, args, extra, tally) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const child = spawn(bin(tool), args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...extra } })
  const ok = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
    child.once('error', () => resolve(false))
  })
  results.push({ name, ...tally(ok), seconds: secondsSince(started) })
}

function report() {
  const all = (kind) => results.flatMap((result) => result[kind])
  if (!chosen) {
    const slow = slowest(all('tests'), SLOWEST)
    for (const kind of ['files', 'tests']) {
      console.log(`\nThe slowest ${kind}:`)
      for (const [name, seconds] of slow[kind]) console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`)
    }
  }
  for (const { name, file, alone, message } of all('failures'))
    console.log(`\nFAILED ${path.basename(file)}: ${name}\n${message}\nAlone: ${alone}`)
  const again = all('secondTries')
  for (const { name, file, alone } of again)
    console.log(`\nSECOND TRY ${path.basename(file)}: ${name}\nAlone: ${alone}`)
  const tooMany = again.length > SECOND_TRIES ? 1 : 0
  if (tooMany) console.log(`\nFAILED: ${again.length} tests needed a second try; ${SECOND_TRIES} are the limit.`)
  console.log('')
  for (const { name, passed, failed, seconds } of results)
    console.log(`${name}: ${passed} passed, ${failed} failed, ${seconds} s`)
  for (const what of missing) console.log(`NOT RUN: ${what}`)
  for (const file of unlooked) console.log(`NOT JUDGED here, but by npm test: ${file}`)
  if (process.env.SHUFFLE) console.log(`In the order of SHUFFLE=${process.env.SHUFFLE}.`)
  console.log(`In all ${secondsSince(began)} s.`)
  const cannot = process.env.CI ? missing.length : 0
  printSum(sumOf([...results, { passed: 0, failed: cannot + tooMany }]))
}

function secondsSince(moment) {
  return Math.round((Date.now() - moment) / 1000)
}
