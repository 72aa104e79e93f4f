import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'lumiere', 'container')
const BASE = `localhost/lumiere-base:${process.version}`
/** Each try has an image of its own, since two may be under way. */
const IMAGE = 'localhost/lumiere'
export const OWN_IMAGE = `${IMAGE}:${process.pid}`
/** The Dockerfile's arguments for stages that only change with the packages, in the order in which they are built. */
const STAGES = { PACKAGES: 'packages', RUNTIME: 'runtime' }
/** What these stages are made of. */
const INSTALLED_FROM = ['Dockerfile', 'package.json', 'package-lock.json', '.npmrc', ...listed('patches')]
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Answers a function that runs the program `buildah`, with a store of its own, to its end, and answers what it printed. Its `succeeds` only
 * says whether that was a good end, its `spawn` leaves the program running.
 */
export function buildahOf(program) {
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
    succeeds: (...args) => spawnSync(program, [...store, ...args]).status === 0,
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

/**
 * Builds the Dockerfile's image, `OWN_IMAGE`, in a scratch `folder`: on a base system made of Debian's packages and this machine's
 * Node, which stays on this machine with what was installed on it, for every clone, as an engine keeps its layers. The registry's
 * settings and the packages already fetched are this machine's; nothing of them stays in the image.
 */
export function buildImage(buildah, debootstrap, folder) {
  removeAbandoned(buildah)
  if (!has(buildah, BASE)) makeBase(buildah, debootstrap, folder)
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
  for (const tag of others) buildah.succeeds('rmi', `${name}:${tag}`)
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
