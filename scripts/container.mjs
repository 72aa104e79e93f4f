import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBuildah } from './debian.mjs'
import { buildahOf, buildImage, OWN_IMAGE } from './image.mjs'
import { freePort } from './processes.mjs'
import { printSum } from './tally.mjs'

/**
 * `npm run container`: builds the image of the Dockerfile and tries it, where there is no container engine: buildah builds
 * and runs it in a chroot.
 */
const SETUP_TOKEN = 'a token for the try of the container only'
/** A server that does not end is waited for: beside other work its first start takes minutes. */
const PATIENCE_S = 600
const STOP_WITHIN_MS = 10_000

const tally = { passed: 0, failed: 0 }

async function tryContainer({ buildah: program, debootstrap }) {
  const buildah = buildahOf(program)
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-container-'))
  const began = Date.now()
  try {
    buildImage(buildah, debootstrap, folder)
    check(`the image is built (${Math.round((Date.now() - began) / 1000)} s)`, true)
    await tryImage(buildah, path.join(folder, 'data'))
  } catch (error) {
    check(error.message, false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function check(what, ok) {
  tally[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? '✓' : '✗'} ${what}`)
}

async function tryImage(buildah, data) {
  const container = buildah('from', OWN_IMAGE)
  const { config } = JSON.parse(buildah('inspect', '--type', 'container', container)).Docker
  const [user, group] = config.User.split(':').map(Number)
  mkdirSync(data)
  chownSync(data, user, group)
  const port = await freePort('127.0.0.1')
  const site = `http://127.0.0.1:${port}`
  const settings = {
    // in quotes, as docker run keeps those of a file
    PORT: `"${port}"`,
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
  const succeeds = (...command) => buildah.succeeds(...inside, ...command)
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
    check('its health check finds it well', succeeds(...(config.Healthcheck?.Test.slice(1) ?? ['false'])))
    const finds = (condition) => succeeds('sh', '-c', condition)
    check(
      'it may write nowhere but in its data',
      finds('test -e build/server && touch /data/x && ! touch build/server/x'),
    )
    check('what only developers need is left out', finds('test -e node_modules/react && ! test -e node_modules/vite'))
    check('the owner registers', (await register(site, 'owner@lumiere.example')).status === 303)
    check('told to stop, it ends well within ten seconds', await stopsWell(started))
    const again = await start()
    check('after a restart the owner is still known', (await register(site, 'other@lumiere.example')).status === 403)
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
/** Registers somebody as the first of all, which only one can be. */
async function register(site, email) {
  // connections that the server closed while a command ran are noticed first
  await new Promise((resolve) => setTimeout(resolve, 200))
  const fields = { name: 'Owner', email, password: 'Container#1', setupToken: SETUP_TOKEN }
  return fetch(`${site}/register`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
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
