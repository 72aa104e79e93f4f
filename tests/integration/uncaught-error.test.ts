import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, type TestContext, test } from 'vitest'
import { KEYS } from '../support/app'

const SETTINGS = {
  APP_ENV: 'test',
  APP_URL: 'http://localhost:3000',
  SESSION_SECRET: 'a secret for a program that only dies',
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
  SMTP_URL: 'smtp://127.0.0.1:9',
}

/** Lets a program die of an error that nobody catches; answers how it ended, what its log said, and how long dying took it (milliseconds). */
async function die({ onTestFinished }: TestContext, ...how: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-dying-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/dying-program.ts', ...how], {
    env: { ...process.env, ...SETTINGS, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const ended = new Promise<{ code: number | null; at: number }>((resolve) =>
    child.once('exit', (code) => resolve({ code, at: Date.now() })),
  )
  const said = await text(child.stdout)
  const { code, at } = await ended
  return { code, said, took: at - Number(/^dies at (\d+)$/m.exec(said)?.[1]) }
}

// one of them waits for ten seconds, and has nobody to wait for
describe.concurrent('a program that dies', () => {
  test('an error that nobody caught ends the program with one line, as soon as the database is closed; amid a transaction that does not end, all the same', async (own) => {
    // at once, so that whatever the machine does besides delays both
    const [free, amidWork] = await Promise.all([die(own), die(own, 'amid-work')])
    expect([free.code, amidWork.code]).toEqual([1, 1])
    expect(free.said.match(/"message":"nobody catches this".*"msg":"died"/g)).toHaveLength(1)
    expect(amidWork.said.match(/"msg":"died"/g)).toHaveLength(1)
    expect(amidWork.said).toMatch(/"message":"because of the first".*"msg":"failed while dying"/)
    // not at once, and not never: a busy machine comes late
    expect(amidWork.took).toBeGreaterThan(9_000)
    expect(amidWork.took).toBeLessThan(60_000)
    expect(free.took).toBeLessThan(amidWork.took)
  })

  test('an embedded database that aborts answers nobody any more, and ends its program', async (own) => {
    const { code, said } = await die(own, 'with-its-database')
    expect(code).toBe(1)
    expect(said.match(/"message":"The embedded database came to its end\..*"msg":"died"/g)).toHaveLength(1)
    const came = [...said.matchAll(/^question (\w+)$/gm)].map(([, answer]) => answer)
    expect(came[0]).toBe('answered')
    const first = came.indexOf('away')
    expect(came.slice(first)).toEqual(came.slice(first).map(() => 'away'))
    expect(came.at(-1)).toBe('away')
  })
})
