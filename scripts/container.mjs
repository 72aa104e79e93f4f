import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { findBuildah } from './debian.mjs'
import { freePort } from './processes.mjs'
import { printSum } from './tally.mjs'

/**
 * `npm run container`: builds the image of the Dockerfile and tries it, where there is no container engine: buildah builds
 * and runs it in a chroot, on a base system made of Debian's packages and this machine's Node. That base and what was installed
 * on it stay on this machine, for every clone, as an engine keeps its layers.
 */
const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'lumiere', 'container')
const BASE = `localhost/lumiere-base:${process.version}`
/** Each try has an image of its own, since two may be under way. */
const IMAGE = 'localhost/lumiere'
const OWN_IMAGE = `${IMAGE}:${process.pid}`
/** The Dockerfile's arguments for stages that only change with the packages, in the order in which they are built. */
const STAGES = { PACKAGES: 'packages', RUNTIME: 'runtime' }
/** What these stages are made of. */
const INSTALLED_FROM = ['Dockerfile', 'package.json', 'package-lock.json', '.npmrc', ...listed('patches')]
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const SETUP_TOKEN = 'a token for the try of the container only'
/** A server that does not end is waited for: beside other work its first start takes minutes. */
const PATIENCE_S = 600
const STOP_WITHIN_MS = 10_000

const tally = { passed: 0, failed: 0 }

async function tryContainer({ buildah: program, debootstrap }) {
  const buildah = runner(program)
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-container-'))
  const began = Date.now()
  try {
    removeAbandoned(buildah)
    if (!has(buildah, BASE)) makeBase(buildah, debootstrap, folder)
    buildImage(buildah, folder)
    check(`the image is built (${Math.round((Date.now() - began) / 1000)} s)`, true)
    await tryImage(buildah, path.join(folder, 'data'))
  } catch (error) {
    check(error.message, false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs buildah, with a store of its own, to its end and answers what it printed; `spawn` leaves it running. */
function runner(program) {
  const place = ['--root', path.join(CACHE, 'images'), '--runroot', path.join(CACHE, 'run')]
  // where the system cannot lay folders over each other, every layer is a whole copy
  const driver = ['overlay', 'vfs'].find(
    (one) => spawnSync(program, ['--storage-driver', one, ...place, 'info']).status === 0,
  )
  const store = ['--storage-driver', driver ?? 'vfs', ...place]
  const buildah = (...args) => {
    const { status, stdout, stderr } = spawnSync(program, [...store, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 })
    if (status !== 0) throw new Error(`buildah ${args[0]} ended with ${status}\n${stdout}${stderr}`)
    return stdout.trim()
  }
  return Object.assign(buildah, {
    spawn: (args) => spawn(program, [...store, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
  })
}

const has = (buildah, image) => buildah('images', '--quiet', '--filter', `reference=${image}`) !== ''

const tagsOf = (buildah, image) =>
  buildah('images', '--noheading', '--format', '{{.Tag}}', '--filter', `reference=${image}`).split('\n').filter(Boolean)

/** Removes the images of tries that were killed. */
function removeAbandoned(buildah) {
  for (const tag of tagsOf(buildah, IMAGE))
    if (!existsSync(`/proc/${tag}`)) buildah('rmi', '--force', `${IMAGE}:${tag}`)
}

function check(what, ok) {
  tally[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? '✓' : '✗'} ${what}`)
}

/** What `node:20-bookworm-slim` is elsewhere: this machine's Debian, bare, with this machine's Node and npm. */
function makeBase(buildah, debootstrap, folder) {
  console.log('Making a base system …')
  const root = path.join(folder, 'base')
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const { status, stdout } = spawnSync(debootstrap, ['--variant=minbase', suite, root], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`debootstrap ended with ${status}\n${stdout.split('\n').slice(-4).join('\n')}`)
  const npm = path.join(npmSays('root', '--global'), 'npm')
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'), { dereference: true })
  cpSync(npm, path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'))
  // the machine may reach its registry through a certificate of its own
  if (existsSync(CERTIFICATES)) {
    mkdirSync(path.join(root, path.dirname(CERTIFICATES)), { recursive: true })
    cpSync(CERTIFICATES, path.join(root, CERTIFICATES), { dereference: true })
  }
  for (const rest of ['var/cache/apt', 'var/lib/apt/lists']) rmSync(path.join(root, rest), { recursive: true })
  const container = buildah('from', 'scratch')
  buildah('add', container, root, '/')
  buildah('commit', '--rm', container, BASE)
}

/** The registry's settings and the packages already fetched are this machine's; nothing of them stays in the image. */
function buildImage(buildah, folder) {
  console.log('Building the image …')
  const files = ['globalconfig', 'userconfig'].map((name) => npmSays('config', 'get', name)).filter(existsSync)
  const settings = [
    ...files.map((file) => readFileSync(file, 'utf8')),
    `registry=${npmSays('config', 'get', 'registry')}`,
  ]
  if (existsSync(CERTIFICATES)) settings.push(`cafile=${CERTIFICATES}`)
  const npmrc = path.join(folder, 'npmrc')
  writeFileSync(npmrc, `${settings.join('\n')}\n`, { mode: 0o600 })
  const fetched = `${npmSays('config', 'get', 'cache')}:/root/.npm`
  // Vite opens every module at once; buildah's own limit is 1,024 files
  const open = Math.min(65_536, Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout) || 65_536)
  const how = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--ulimit',
    `nofile=${open}:${open}`,
    '--volume',
    fetched,
    '--secret',
    `id=npmrc,src=${npmrc}`,
  ]
  const given = ['--build-arg', `BASE=${BASE}`]
  const build = (...args) => buildah('build', ...how, ...given, ...args, '.')
  for (const [arg, stage] of Object.entries(STAGES))
    given.push('--build-arg', `${arg}=${stageImage(buildah, build, stage)}`)
  build('--tag', OWN_IMAGE)
}

/** The image of a stage, built when there is none of this state of the packages; those of other states go. */
function stageImage(buildah, build, stage) {
  const name = `localhost/lumiere-${stage}`
  const image = `${name}:${stateOf(INSTALLED_FROM)}`
  if (has(buildah, image)) return image
  const others = tagsOf(buildah, name)
  build('--target', stage, '--tag', image)
  // one on which another try builds just now stays until the next change
  for (const tag of others) runs(() => buildah('rmi', `${name}:${tag}`))
  return image
}

/** Says in which state files are, and on which Node. */
function stateOf(files) {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function listed(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
}

const npmSays = (...args) => spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim()

async function tryImage(buildah, data) {
  const container = buildah('from', OWN_IMAGE)
  const { config } = JSON.parse(buildah('inspect', '--type', 'container', container)).Docker
  const [user, group] = config.User.split(':').map(Number)
  mkdirSync(data)
  chownSync(data, user, group)
  const port = await freePort('127.0.0.1')
  const site = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    APP_URL: site,
    SETUP_TOKEN,
    SESSION_SECRET: 'a secret for the try of the container only',
    RAZORPAY_KEY_ID: 'rzp_live_Container01',
    RAZORPAY_KEY_SECRET: 'never used',
    RAZORPAY_WEBHOOK_SECRET: 'never used',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const inside = ['run', '--isolation', 'chroot', ...env, '--volume', `${data}:/data`, container, '--']
  const inContainer = (...command) => buildah(...inside, ...command)
  const start = () => startInside(buildah.spawn([...inside, ...config.Cmd]), site)
  try {
    const started = await start()
    check('it starts and says in one line how', /"msg":"started"/.test(started.output()))
    check(`it runs as its ordinary user, ${user}`, userOf(started.pid) === user)
    const answers = async (address, type) => {
      const answer = await fetch(`${site}${address}`)
      return answer.status === 200 && (answer.headers.get('Content-Type') ?? '').startsWith(type)
    }
    check('it serves the home page', await answers('/', 'text/html'))
    check('it serves a step of the booking', await answers('/booking/locations', 'text/html'))
    check('it scales a picture', await answers('/media/w640/gallery/candle-path-1.webp', 'image/webp'))
    check('it is ready', (await fetch(`${site}/readyz`)).status === 200)
    check(
      'its health check finds it well',
      runs(() => inContainer(...config.Healthcheck.Test.slice(1))),
    )
    check('it may write nowhere but in its data', !runs(() => inContainer('touch', '/app/build/server/index.js')))
    check('what only developers need is left out', !runs(() => inContainer('test', '-e', 'node_modules/vite')))
    check('the owner registers', (await register(site)).status === 303)
    check('told to stop, it ends well within ten seconds', await stopsWell(started))
    const again = await start()
    check('after a restart the owner is still known', (await register(site)).status === 403)
    check('it stops again', await stopsWell(again))
  } finally {
    buildah('rm', container)
    buildah('rmi', OWN_IMAGE)
  }
}

/** Follows a server in the container until it is ready. */
async function startInside(child, site) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = 0; tries < PATIENCE_S * 5 && child.exitCode === null; tries++) {
    const ready = await fetch(`${site}/readyz`).catch(() => undefined)
    if (ready?.ok) return { pid: nodeBelow(child.pid), output: () => text, ended }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error(`The container's server did not become ready:\n${text}`)
}

async function stopsWell({ pid, ended }) {
  const began = Date.now()
  process.kill(pid, 'SIGTERM')
  return (await ended) === 0 && Date.now() - began < STOP_WITHIN_MS
}

/** Registers the first owner, as the form of the page does. */
async function register(site) {
  // connections that the server closed while a command ran are noticed first
  await new Promise((resolve) => setTimeout(resolve, 200))
  const fields = { name: 'Owner', email: 'owner@lumiere.example', password: 'Container#1', setupToken: SETUP_TOKEN }
  return fetch(`${site}/register`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
}

function runs(command) {
  try {
    command()
    return true
  } catch {
    return false
  }
}

/** Buildah puts processes of its own between itself and the program in the container. */
function nodeBelow(pid) {
  const below = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
  for (const child of below.map(Number)) {
    const found = nameOf(child) === 'node' ? child : nodeBelow(child)
    if (found) return found
  }
  return undefined
}

const statusOf = (pid) => (existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '')
const parentOf = (pid) => Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1])
const nameOf = (pid) => /^Name:\s+(\S+)$/m.exec(statusOf(pid))?.[1]
const userOf = (pid) => Number(/^Uid:\s+(\d+)/m.exec(statusOf(pid))?.[1])

const programs = findBuildah()
if (programs) await tryContainer(programs)
else console.log('NOT RUN: the container (needs root, and buildah and debootstrap from Debian)')
printSum(tally)
