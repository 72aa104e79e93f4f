import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bin, buildProduct, installDependencies } from './processes.mjs'
import { printSum } from './tally.mjs'

/**
 * `npm run check`: everything that can be judged without running the product. All of it runs, then it sums up.
 */
installDependencies()

/** The compiler that is ten times as fast; what needs the old one's interface has that beside it: docs/decisions/0023. */
const TSC = 'node_modules/typescript-7/bin/tsc'

// the longest first
const checks = {
  'it builds': () => buildProduct().then(() => true),
  // several threads would each work out the same types, while other checks wait for the processor
  'types (tsc)': () => succeeds(TSC, '--singleThreaded'),
  'lint and format (biome)': () => succeeds(bin('biome'), 'check', '--error-on-warnings', '.'),
  'floors of the house (dependency-cruiser)': () => succeeds(bin('depcruise'), 'app', 'sandbox'),
  'nothing unused (knip)': () => succeeds(bin('knip'), '--no-progress'),
  'migrations agree with each other (drizzle-kit)': () => succeeds(bin('drizzle-kit'), 'check'),
  'migrations in step with the schema': migrationsInStep,
}

/** What of these shares a machine with two processors well. */
const LANES = 2
const tally = { passed: 0, failed: 0 }
const waiting = Object.entries(checks)
await Promise.all(Array.from({ length: LANES }, workOff))
printSum(tally)

/** Takes one check after the other from those that wait. */
async function workOff() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, check] = next
    const started = Date.now()
    const ok = await attempt(check)
    tally[ok ? 'passed' : 'failed'] += 1
    console.log(`${ok ? '✓' : '✗'} ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
}

async function attempt(check) {
  try {
    return await check()
  } catch (error) {
    console.error(error.message)
    return false
  }
}

/** Runs a tool of the project quietly; what it said is printed when it fails. */
async function succeeds(program, ...args) {
  const { code, said } = await run(program, ...args)
  if (code !== 0) console.error(said)
  return code === 0
}

async function run(program, ...args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      said += part
    })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, said: said.trim() }
}

/** Generates migrations into a copy: whether there are none to generate. */
async function migrationsInStep() {
  // drizzle-kit takes a folder below the project only
  const copy = path.join('.cache', 'migrations')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(path.dirname(copy), { recursive: true })
  cpSync('drizzle', copy, { recursive: true })
  const schema = './app/db/schema/index.ts'
  const generated = ['generate', '--dialect', 'postgresql', '--schema', schema, '--out', copy]
  const { said } = await run(bin('drizzle-kit'), ...generated)
  rmSync(copy, { recursive: true, force: true })
  // it ends well also when it could not ask whether something was renamed, or failed
  const inStep = said.includes('No schema changes')
  if (!inStep) console.error(`${said}\nThe schema has changed: npm run db:generate -- --name=what_changes`)
  return inStep
}
