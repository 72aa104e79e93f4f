import { spawn } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cities } from '~/db/schema'
import { writeBackup } from '~/features/backup/write-backup.server'
import { createFileStore } from '~/platform/file-store.server'
import { emptyPlace } from '../support/backups'
import { createBlankDatabase, onPostgres } from '../support/database'
import { putEmbeddedDatabase } from '../support/embedded-image'

const COMMANDS = readdirSync('app/commands').map((file) => path.parse(file).name)
/** Twice what a pipe holds; no file can have such a name. */
const NAME = 'x'.repeat(126_000)

/** What makes each command say something that long. */
const ASKED: Record<string, Asked> = {
  backup: { args: [NAME] },
  restore: { args: [NAME] },
  books: { args: [], env: { DATA_DIR: NAME } },
  staff: { args: ['owner@lumiere.example', 'Asha Rao'], env: { DATA_DIR: NAME } },
}

interface Asked {
  args: readonly string[]
  env?: Record<string, string>
  /** All that comes in; without it the input stays open. */
  input?: Buffer
}

/** Runs a command as `npm run` does, with what it says in a pipe; its input stays open unless one is given. Answers what it made of its folder, too. */
async function run(command: string, { args, env, input }: Asked) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  const line = 'node "$@" 2>&1 | cat; echo "ended with $PIPESTATUS"'
  const child = spawn('bash', ['-c', line, 'bash', `build/server/${command}.js`, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (input) child.stdin?.end(input)
  else child.stdin?.write('Wet#otter21\n')
  const told = await text(child.stdout)
  const made = await readdir(folder)
  await rm(folder, { recursive: true, force: true })
  return { told, made }
}

test.each(
  COMMANDS,
)('npm run %s says all it has to say into a pipe, without a stack, and ends by itself', async (command) => {
  const asked = ASKED[command]
  if (!asked) throw new Error(`What makes ${command} say something long?`)
  const { told } = await run(command, asked)
  expect(told.slice(-60)).toMatch(/x[./a-z\d]*'[).]*\nended with [12]\n$/)
  expect(told.length).toBeGreaterThan(NAME.length)
  expect(told).not.toMatch(/^ +at /m)
})

test('npm run restore of a file that is not there says so before it makes a database', async () => {
  const { told, made } = await run('restore', { args: ['nowhere.tar.gz'] })
  expect(told).toMatch(/^Nothing restored: ENOENT.*nowhere\.tar\.gz'\nended with 1\n$/)
  expect(made).toEqual([])
})

test('npm run restore takes a backup from its input, as a container is given one, and leaves nothing beside the data', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  const file = path.join(folder, 'backup.tar.gz')
  const place = await emptyPlace('embedded')
  await place.client.db.insert(cities).values({ name: 'Bengaluru' })
  const files = await createFileStore({ FILES: 'disk', DATA_DIR: folder })
  await writeBackup(place.client, files, createWriteStream(file))
  await place.drop()
  const input = await readFile(file)
  await rm(folder, { recursive: true })
  const { told, made } = await run('restore', { args: ['-'], input })
  expect(told).toMatch(
    /^\d+ rows and 0 pictures are as they were at .*\nWhat came since is not in it[\s\S]*\nended with 0\n$/,
  )
  expect(made).toContain('database')
  expect(made.filter((name) => name.includes('restore'))).toEqual([])
  const cut = await run('restore', { args: ['-'], input: input.subarray(0, input.length - 20) })
  expect(cut.told).toMatch(/^Nothing restored: The file is damaged or cut short.*\nended with 1\n$/)
  // it makes no database for such a one either
  expect(cut.made).toEqual([])
})

test('npm run backup leaves alone what another one, begun before it, still writes into the same file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await putEmbeddedDatabase(path.join(folder, 'database'))
  const file = path.join(folder, 'lumiere.tar.gz')
  const first = path.join(folder, 'lumiere.tar.gz.part')
  await writeFile(first, 'half of the first')
  const { told } = await run('backup', { args: [file], env: { DATA_DIR: folder } })
  expect(told).toMatch(/^\d+ rows and 0 pictures in .*\nended with 0\n$/)
  expect(await readFile(first, 'utf8')).toBe('half of the first')
  expect(await readdir(folder)).toEqual(['database', 'lumiere.tar.gz', 'lumiere.tar.gz.part'])
})

test.each([
  ['backup', ['-']],
  ['books', []],
  ['staff', ['owner@lumiere.example', 'Asha Rao']],
  ['staff', ['unlock']],
  ['staff', ['no-code', 'owner@lumiere.example']],
])('npm run %s %s works on a database that is there, and makes none', async (command, args) => {
  const { told, made } = await run(command, { args })
  expect(told).toMatch(/^(No backup: )?DATA_DIR: there is no database in '.*\/database'\.\nended with [12]\n$/)
  expect(made).toEqual([])
})

test.each(
  COMMANDS,
)('npm run %s judges its settings as the server does, and names the one that is wrong', async (command) => {
  const args = ASKED[command]?.args ?? []
  for (const [env, line] of [
    [{ DATABASE_URL: 'mysql://db/lumiere' }, 'DATABASE_URL: must be like postgres://user:password@host/name.'],
    [{ DATABASE_URL: 'lumiere' }, 'DATABASE_URL: must be like postgres://user:password@host/name.'],
    [
      { FILES: 'dsk' },
      'FILES: must be "disk" or s3://key:secret@host/bucket?region=… (a / in the secret is written %2F).',
    ],
  ] as const) {
    const { told, made } = await run(command, { args, env })
    expect(told.replace(/^(No backup|Nothing restored): /, '').replace(/[12]\n$/, '')).toBe(`${line}\nended with `)
    expect(made).toEqual([])
  }
})

test.each([
  ['backup', ['-']],
  ['books', []],
  ['staff', ['unlock']],
] as const)('npm run %s takes what nobody sees off a setting, and one of nothing as not set', async (command, args) => {
  const at = async (env: Record<string, string>) =>
    /there is no database in '(.*)'\./.exec((await run(command, { args, env })).told)?.[1]
  expect(await at({ DATA_DIR: ' /nowhere/data \r' })).toBe('/nowhere/data/database')
  expect(await at({ DATA_DIR: '"/nowhere/data"' })).toBe('/nowhere/data/database')
  expect(await at({ DATA_DIR: '', DATABASE_URL: ' \r' })).toBe('data/database')
})

test.each([
  ['backup', ['lumiere', '2026.tar.gz']],
  ['backup', ['--help']],
  ['restore', ['lumiere', '2026.tar.gz']],
  ['books', ['--help']],
  ['books', ['LUM-ABC234']],
  ['staff', ['owner@lumiere.example', 'Asha', 'Rao']],
  ['staff', ['unlock', 'owner@lumiere.example']],
  ['staff', ['no-code', 'owner@lumiere.example', 'Asha']],
])('npm run %s %j does nothing and says how it is asked', async (command, args) => {
  const { told, made } = await run(command, { args })
  expect(told).toMatch(new RegExp(`^(No backup: |Nothing restored: )?npm run ${command}( |\\n)`))
  expect(told).toMatch(/\nended with [12]\n$/)
  expect(made).toEqual([])
})

onPostgres('on a server', () => {
  test('a command of staff and books makes no business of a database that no server of ours has used', async () => {
    const { url, drop } = await createBlankDatabase()
    onTestFinished(drop)
    for (const [command, args] of [
      ['books', []],
      ['staff', ['owner@lumiere.example', 'Asha Rao']],
    ] as const) {
      const { told } = await run(command, { args, env: { DATABASE_URL: url } })
      expect(told).toMatch(
        /^DATABASE_URL: the database cannot be opened \(no server has used it yet\)\.\nended with [12]\n$/,
      )
    }
  })
})

test('a command works with the settings of the file .env, unless the environment says what it is for', async () => {
  for (const name of COMMANDS) expect(readFileSync(`app/commands/${name}.ts`, 'utf8')).toContain('readEnvFile()\n')
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  await writeFile(
    path.join(folder, '.env'),
    'APP_ENV=production\nDATA_DIR=/nowhere/data\nMAIL_FROM=Lumière <a@b.example>\n',
  )
  const { APP_ENV, DATA_DIR, DATABASE_URL, ...others } = process.env
  const told = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [path.resolve('build/server/books.js')], {
      cwd: folder,
      env: { ...others, ...env },
    })
    return text(child.stderr)
  }
  expect(await told({})).toBe("DATA_DIR: there is no database in '/nowhere/data/database'.\n")
  expect(await told({ APP_ENV: 'demo' })).toBe("DATA_DIR: there is no database in 'data/database'.\n")
  expect(await told({ DATA_DIR: 'mine' })).toBe("DATA_DIR: there is no database in 'mine/database'.\n")
  await rm(folder, { recursive: true, force: true })
})
