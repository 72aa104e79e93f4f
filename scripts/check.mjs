import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bin, buildProduct, installDependencies } from './processes.mjs'
import { printSum } from './tally.mjs'

/**
 * `npm run check`: everything that can be judged without running the product. All of it runs, then it sums up.
 */
installDependencies()

const checks = {
  'types (tsc)': () => succeeds('tsc'),
  'lint and format (biome)': () => succeeds('biome', 'check', '--error-on-warnings', '.'),
  'floors of the house (dependency-cruiser)': () => succeeds('depcruise', 'app'),
  'nothing unused (knip)': () => succeeds('knip', '--no-progress'),
  'migrations agree with each other (drizzle-kit)': () => succeeds('drizzle-kit', 'check'),
  'migrations in step with the schema': migrationsInStep,
  'it builds': () => {
    buildProduct()
    return true
  },
}

const tally = { passed: 0, failed: 0 }
for (const [name, check] of Object.entries(checks)) {
  const started = Date.now()
  const ok = attempt(check)
  tally[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? '✓' : '✗'} ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
printSum(tally)

function attempt(check) {
  try {
    return check()
  } catch (error) {
    console.error(error.message)
    return false
  }
}

/** Runs a tool of the project quietly; what it said is printed when it fails. */
function succeeds(tool, ...args) {
  const { status, stdout, stderr, error } = spawnSync(bin(tool), args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error) throw error
  if (status !== 0) console.error(`${stdout}${stderr}`.trim())
  return status === 0
}

/** Generates migrations into a copy: when the schema says more than the migrations do, a new file appears there. */
function migrationsInStep() {
  // drizzle-kit takes a folder below the project only
  const copy = path.join('.cache', 'migrations')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(path.dirname(copy), { recursive: true })
  cpSync('drizzle', copy, { recursive: true })
  const schema = './app/db/schema/index.ts'
  if (!succeeds('drizzle-kit', 'generate', '--dialect', 'postgresql', '--schema', schema, '--out', copy)) return false
  const known = new Set(readdirSync('drizzle'))
  const missing = readdirSync(copy).filter((file) => !known.has(file))
  rmSync(copy, { recursive: true, force: true })
  if (missing.length) console.error('The schema has changed: npm run db:generate -- --name=what_changes')
  return missing.length === 0
}
