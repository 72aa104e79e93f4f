import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const COMMANDS = readdirSync('app/commands').map((file) => path.parse(file).name)
/** Twice what a pipe holds; no file can have such a name. */
const NAME = 'x'.repeat(126_000)

/** What makes each command say something that long. */
const ASKED: Record<string, { args: readonly string[]; env?: Record<string, string> }> = {
  backup: { args: [NAME] },
  restore: { args: [NAME] },
  books: { args: [], env: { DATA_DIR: NAME } },
  staff: { args: ['owner@lumiere.example', 'Asha Rao'], env: { DATA_DIR: NAME } },
}

/** Runs a command as `npm run` does, with what it says in a pipe; its input stays open. */
async function said(command: string, { args, env }: (typeof ASKED)[string]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-command-'))
  const line = 'node "$@" 2>&1 | cat; echo "ended with $PIPESTATUS"'
  const child = spawn('bash', ['-c', line, 'bash', `build/server/${command}.js`, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin?.write('Wet#otter21\n')
  const words = await text(child.stdout)
  await rm(folder, { recursive: true, force: true })
  return words
}

test.each(
  COMMANDS,
)('npm run %s says all it has to say into a pipe, without a stack, and ends by itself', async (command) => {
  const asked = ASKED[command]
  if (!asked) throw new Error(`What makes ${command} say something long?`)
  const told = await said(command, asked)
  expect(told.slice(-60)).toMatch(/x[./a-z]*'[).]*\nended with [12]\n$/)
  expect(told.length).toBeGreaterThan(NAME.length)
  expect(told).not.toMatch(/^ +at /m)
})
