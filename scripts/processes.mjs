import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the demo and the tests both need: install, build, start things that say when they are ready. */

/** Says which packages are installed; written anew with each installation. */
const STAMP = 'node_modules/.installed'
/** What the build is made of; packages, as they are mended, are built into what browsers get. */
export const SOURCES = [
  'app',
  'public',
  'package.json',
  'package-lock.json',
  STAMP,
  'vite.config.ts',
  'vite.browser-files.ts',
  'remix.config.js',
  'tsconfig.json',
]

/** Runs a command to its end; throws when it fails. */
export function runToEnd(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

/**
 * Installs the dependencies of the lock file, mended by our patches, unless they are there. What is there is told by a stamp:
 * a hash of the lock file and the patches, and the packages that were mended.
 */
export function installDependencies() {
  const patches = readdirSync('patches').sort()
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const patch of patches) hash.update(patch).update(readFileSync(path.join('patches', patch)))
  const wanted = hash.digest('hex')
  const [there, ...mended] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split('\n') : []
  if (there === wanted) return
  console.log('Installing the dependencies …')
  // before anything is changed: an installation that is broken off must not pass for the one before it
  rmSync(STAMP, { force: true })
  // a patch is put into a package as it was published, not into one that an older patch, gone by now perhaps, has mended
  const packages = patches.map(packageOf)
  for (const folder of new Set([...mended, ...packages])) {
    if (folder) rmSync(path.join('node_modules', folder), { recursive: true, force: true })
  }
  runToEnd('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(STAMP, [wanted, ...packages].join('\n'))
}

/** The package that a patch is for: `@scope+name+1.2.3.patch` is for `@scope/name`. */
const packageOf = (patch) => patch.split(/\+\d/, 1)[0].split('+').join('/')

/** Builds the product when a source is newer than the last build; throws when it cannot be built. */
export async function buildProduct() {
  const built = 'build/server/index.js'
  if (existsSync(built) && Math.max(...SOURCES.map(newest)) <= newest(built)) return
  console.log('Building …')
  const child = spawn(bin('remix'), ['vite:build', '--logLevel', 'error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`The build ended with ${code}`)
}

export const bin = (name) => path.join('node_modules', '.bin', name)

function newest(entry) {
  if (!existsSync(entry)) return 0
  const stat = statSync(entry)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(entry).map((name) => newest(path.join(entry, name))))
}

/**
 * A port that nobody listens on, below those that systems lend to connections: one of these could take it before our
 * server does. It stays this process's own, also while nothing listens there.
 */
export async function freePort(host) {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    if (claim(port) && (await isFree(port, host))) return port
  }
}

function isFree(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

const CLAIMS = path.join(tmpdir(), `lumiere-ports-${process.getuid?.() ?? ''}`)

/** Writes down that a port is this process's, for other processes that look for one; whether it was nobody's. */
function claim(port) {
  mkdirSync(CLAIMS, { recursive: true })
  const file = path.join(CLAIMS, String(port))
  try {
    if (isAlive(Number(readFileSync(file, 'utf8')))) return false
    rmSync(file, { force: true })
  } catch {
    // nobody's
  }
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a TypeScript program and waits for the JSON line it prints when it is ready. */
export function startProgram(file, env, args = []) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const line = text.split('\n').find((one) => one.startsWith('{') && one.endsWith('}'))
      if (line) resolve({ child, ready: JSON.parse(line) })
    })
  })
}

/**
 * Starts the built server and waits until it answers; its log goes to the open file `log`, if one is given.
 *
 * @param {Record<string, string | undefined>} env
 * @param {number | 'ignore'} log
 */
export async function startServer(env, log = 'ignore') {
  const serve = path.join('node_modules', '@remix-run', 'serve', 'dist', 'cli.js')
  const child = spawn(process.execPath, [serve, 'build/server/index.js'], {
    // for the libraries; which business runs here is APP_ENV's to say
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, 'inherit'],
  })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  for (let tries = 0; tries < 3_000; tries++) {
    if (ended) throw new Error('The server ended before it was ready.')
    const answer = await fetch(`http://${env.HOST}:${env.PORT}/healthz`).catch(() => undefined)
    if (answer?.ok) return child
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error('The server did not become ready.')
}

/** Ends processes and waits for them. */
export function endAll(children) {
  return Promise.all(
    children.map((child) => {
      if (child.exitCode !== null || child.signalCode !== null) return undefined
      const timer = setTimeout(() => child.kill('SIGKILL'), 12_000)
      return new Promise((resolve) => {
        child.once('exit', () => {
          clearTimeout(timer)
          resolve(undefined)
        })
        child.kill('SIGTERM')
      })
    }),
  )
}
