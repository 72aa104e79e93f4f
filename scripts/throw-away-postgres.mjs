import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** Starts a Postgres server on a free port that forgets everything; undefined when none is installed. */
export function startThrowAwayPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const programs = versions
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((dir) => existsSync(path.join(dir, 'initdb')))
  if (!programs) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-postgres-'))
  const data = path.join(folder, 'data')
  const root = process.getuid?.() === 0
  if (root) {
    const uid = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)
    const gid = Number(spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' }).stdout)
    chownSync(folder, uid, gid)
  }
  const run = (program, args) => {
    const command = path.join(programs, program)
    const [file, rest] = root
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
      : [command, args]
    const { status, stderr } = spawnSync(file, rest, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  const port = 20_000 + (process.pid % 20_000)
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'])
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200`
  run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
