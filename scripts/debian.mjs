import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Programs the tests need beside Node, found on this machine or brought from Debian's packages where that is possible. */

/** Chromium without a window to draw: the same pages for half the computing of the others. */
const SHELL = 'chromium-headless-shell'
const CHROMIUMS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const POSTGRES_HOME = '/usr/lib/postgresql'

let listsAreFresh = false

/** Installs Debian packages; answers whether that worked. Only root may, and only where apt-get exists. */
export function bringPackages(...packages) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  console.log(`Bringing ${packages.join(', ')} from Debian's packages …`)
  if (!listsAreFresh) listsAreFresh = apt('update')
  return apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Where a program is, if it is on the path. */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return [...folders, '/usr/sbin', '/sbin'].map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** The Chromium to test in; undefined when there is none and none could be brought. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const found = () => CHROMIUMS.map(onPath).find(Boolean)
  if (!onPath(SHELL)) bringPackages(SHELL, 'fonts-liberation')
  return found() ?? (bringPackages('chromium', 'fonts-liberation') ? found() : undefined)
}

/** The folder with `initdb`, `pg_ctl` and `pgbench`; undefined when there is none and none could be brought. */
export function findPostgres() {
  const found = () => {
    const versions = existsSync(POSTGRES_HOME) ? readdirSync(POSTGRES_HOME).sort((a, b) => Number(b) - Number(a)) : []
    const homes = versions.map((version) => path.join(POSTGRES_HOME, version, 'bin'))
    const near = onPath('initdb')
    return [...homes, ...(near ? [path.dirname(near)] : [])].find((home) => existsSync(path.join(home, 'initdb')))
  }
  return found() ?? (bringPackages('postgresql') ? found() : undefined)
}

/** `buildah` and `debootstrap`, which only root can use; undefined when one is missing and could not be brought. */
export function findBuildah() {
  if (process.getuid?.() !== 0) return undefined
  const found = () => {
    const [buildah, debootstrap] = ['buildah', 'debootstrap'].map(onPath)
    return buildah && debootstrap ? { buildah, debootstrap } : undefined
  }
  return found() ?? (bringPackages('buildah', 'debootstrap') ? found() : undefined)
}
