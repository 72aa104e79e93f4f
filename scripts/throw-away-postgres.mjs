import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from './debian.mjs'
import { freePort } from './processes.mjs'

/** Nothing needs to last, and nothing is large enough to be tidied while it is looked at. */
const HURRY = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['max_wal_size=1GB', 'checkpoint_timeout=1h', 'wal_writer_delay=5s', 'bgwriter_delay=10s', 'autovacuum=off'],
  ...['shared_buffers=512MB', 'max_connections=300'],
]

/**
 * Starts a Postgres server with a folder and port of its own; `stop` ends it and removes its data. Undefined when this
 * machine has no Postgres. `halt` stops it as `pg_ctl` does (`fast`, `immediate`), `resume` starts it again on the same
 * data and port; others go on meanwhile. `settings` as in postgresql.conf; the defaults trade durability for speed: what
 * was committed last is lost by `immediate`.
 */
export async function startPostgres({ settings = HURRY } = {}) {
  const programs = findPostgres()
  if (!programs) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort('127.0.0.1')
  const run = (program, ...args) => asServerUser(path.join(programs, program), args)
  const isRoot = process.getuid?.() === 0
  if (isRoot) spawnSync('chown', ['postgres', folder])
  chmodSync(folder, 0o755)
  const stop = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  const options = [...settings, `port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const made = run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const log = path.join(folder, 'log')
  const start = ['-D', data, '-l', log, '-w', '-o', options.map((one) => `-c ${one}`).join(' '), 'start']
  if (!made || !run('pg_ctl', ...start)) {
    stop()
    throw new Error('The throw-away Postgres server did not start.')
  }
  const control = (...args) =>
    promisify(execFile)(...byServerUser(path.join(programs, 'pg_ctl'), args), { cwd: tmpdir() })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    programs,
    halt: (mode) => control('-D', data, '-m', mode, '-w', 'stop'),
    resume: () => control(...start),
    stop,
  }
}

/** The server refuses to run as root; Debian's package makes the user it wants. */
const byServerUser = (program, args) =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]

function asServerUser(program, args) {
  const [command, rest] = byServerUser(program, args)
  const { status, stdout, stderr } = spawnSync(command, rest, {
    encoding: 'utf8',
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
  return status === 0
}
