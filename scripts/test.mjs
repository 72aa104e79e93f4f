import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin, buildProduct, installDependencies } from './processes.mjs'
import { startThrowAwayPostgres } from './throw-away-postgres.mjs'

/**
 * `npm test`: everything, from a bare clone. Brings Chromium and Postgres from Debian's packages when they are missing and
 * it may; says what it could not run. The last line is the sum over all runners.
 */
const results = mkdtempSync(path.join(tmpdir(), 'lumiere-results-'))
const sum = { passed: 0, failed: 0 }
const missing = []

installDependencies()
const chromium = findProgram(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
const found = chromium ?? (install('chromium') ? findProgram(['/usr/bin/chromium']) : undefined)
let postgres = startThrowAwayPostgres()
if (!postgres && install('postgresql')) postgres = startThrowAwayPostgres()

try {
  buildProduct()
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York'])
    vitest(`rules, TZ=${zone}`, ['tests/domain'], { TZ: zone })
  const database = postgres ? { TEST_POSTGRES_URL: postgres.url } : {}
  vitest('features', ['tests/integration', 'tests/race', 'tests/contract'], { TZ: 'America/New_York', ...database })
  if (!postgres) missing.push('the tests on Postgres (no Postgres server is installed)')
  if (found) browser({ CHROMIUM: found })
  else missing.push('the browser tests (no Chromium is installed)')
} finally {
  postgres?.stop()
  rmSync(results, { recursive: true, force: true })
}
for (const what of missing) console.log(`Not run: ${what}.`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 || sum.passed === 0 || (missing.length > 0 && process.env.CI) ? 1 : 0)

function vitest(title, folders, env) {
  const there = folders.filter((folder) => existsSync(folder))
  if (!there.length) return
  console.log(`\n— ${title}`)
  const file = path.join(results, `${title.replaceAll(/\W+/g, '-')}.json`)
  const run = spawnSync(
    bin('vitest'),
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...there],
    {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    },
  )
  const report = readReport(file)
  sum.passed += report?.numPassedTests ?? 0
  count(run.status, report?.numFailedTests ?? 0)
}

function browser(env) {
  console.log('\n— in the browser')
  const file = path.join(results, 'browser.json')
  const run = spawnSync(bin('playwright'), ['test'], {
    stdio: 'inherit',
    env: { ...process.env, ...env, PLAYWRIGHT_JSON: file },
  })
  const stats = readReport(file)?.stats
  sum.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  count(run.status, stats?.unexpected ?? 0)
}

/** A runner that fails without naming a failed test (a file that does not load) still counts as one. */
function count(status, failed) {
  sum.failed += status === 0 ? failed : Math.max(1, failed)
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function findProgram(candidates) {
  return candidates.find((file) => existsSync(file))
}

/** Installs a Debian package when there is apt and we are root. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${name} from Debian's packages …`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', name)
}
