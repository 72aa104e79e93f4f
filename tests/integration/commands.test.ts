import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const COMMANDS = readdirSync('app/commands').map((file) => path.parse(file).name)
/** Twice what a pipe holds; no file can have such a name. */
const NAME = 'x'.repeat(126_000)

/** What makes each command say something that long. */
const ASKED: Record<string, Parameters<typeof run>[1]> = {
  backup: { args: [NAME] },
  restore: { args: [NAME] },
  books: { args: [], env: { DATA_DIR: NAME } },
  staff: { args: ['owner@lumiere.example', 'Asha Rao'], env: { DATA_DIR: NAME } },
}

/** Runs a command as `npm run` does, with what it says in a pipe; its input stays open. Answers what it made of its folder, too. */
async function run(command: string, { args, env }: { args: readonly string[]; env?: Record<string, string> }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  const line = 'node "$@" 2>&1 | cat; echo "ended with $PIPESTATUS"'
  const child = spawn('bash', ['-c', line, 'bash', `build/server/${command}.js`, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin?.write('Wet#otter21\n')
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
  expect(told.slice(-60)).toMatch(/x[./a-z]*'[).]*\nended with [12]\n$/)
  expect(told.length).toBeGreaterThan(NAME.length)
  expect(told).not.toMatch(/^ +at /m)
})

test('npm run restore of a file that is not there says so before it makes a database', async () => {
  const { told, made } = await run('restore', { args: ['nowhere.tar.gz'] })
  expect(told).toMatch(/^Nothing restored: ENOENT.*nowhere\.tar\.gz'\nended with 1\n$/)
  expect(made).toEqual([])
})
