import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSettings } from '~/platform/env.server'
import { databasePlace } from '~/platform/reach-database.server'
import { fillDatabase } from '~sandbox/demo/fill-database'
import { type RazorpayEmulator, startRazorpayEmulator } from '~sandbox/razorpay/server'
import { endAll, freePort, startServer } from '../../scripts/processes.mjs'
import { putEmbeddedDatabase } from './embedded-image'

const HOST = '127.0.0.1'
const KEYS = { keyId: 'rzp_test_OneServer01', keySecret: 'secret_one_server', webhookSecret: 'whsec_one_server' }

export interface OneServer {
  url: string
  /** Its payment provider, which sends it webhooks. */
  emulator: RazorpayEmulator
  /** The running process, as the system counts it. */
  readonly pid: number
  /** Its `DATA_DIR`. */
  dataDir: string
  /** Every line of the log so far, parsed. */
  log(): Record<string, unknown>[]
  /** Asks the server to stop; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, as a power cut does; does not wait for anything it has begun. */
  kill(): Promise<void>
  /** Whether it still runs; one that died of itself does not. */
  lives(): boolean
  /** Starts it again on the same data, with other settings if need be. */
  start(extra?: Record<string, string>): Promise<void>
  /** Starts one more on data of its own, at the same port unless told another place; answers how it ended, what it said and what it has made of its data. */
  startAnother(place?: { HOST?: string; PORT?: string }): Promise<{ code: number | null; said: string; made: string[] }>
  /** Ends everything and removes the data. */
  close(): Promise<void>
}

/**
 * The built server with the demo business on an embedded database of its own, unless `settings` name another; its mail goes
 * to `smtpUrl`.
 */
export async function startOneServer(smtpUrl: string, settings: Record<string, string>): Promise<OneServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-one-'))
  const port = await freePort(HOST)
  const url = `http://${HOST}:${port}`
  const emulator = await startRazorpayEmulator({ ...KEYS, webhookUrls: [`${url}/payment/webhook`] })
  const logFile = path.join(folder, 'log')
  const dataDir = path.join(folder, 'data')
  let server: ChildProcess | undefined

  const fixed: Record<string, string> = {
    APP_ENV: 'test',
    HOST,
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    RAZORPAY_API_BASE: emulator.url,
    RAZORPAY_CHECKOUT_JS: `${emulator.url}/v1/checkout.js`,
    SMTP_URL: smtpUrl,
  }

  async function start(extra: Record<string, string> = {}) {
    const log = openSync(logFile, 'a')
    server = await startServer({ ...fixed, ...settings, ...extra }, log)
    closeSync(log)
  }

  function living(): ChildProcess {
    if (!server) throw new Error('The server is not running.')
    const { exitCode, signalCode } = server
    if (exitCode === null && signalCode === null) return server
    throw new Error(
      `The server ended of itself (${exitCode ?? signalCode}): ${readFileSync(logFile, 'utf8').slice(-2000)}`,
    )
  }

  async function startAnother(place = {}) {
    living()
    const another = mkdtempSync(path.join(folder, 'another-'))
    const env: NodeJS.ProcessEnv = Object.assign({}, process.env, fixed, settings, { DATA_DIR: another }, place)
    const other = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    other.stderr.on('data', (part) => {
      said += part
    })
    const code = await new Promise<number | null>((resolve) => other.once('exit', resolve))
    return { code, said, made: readdirSync(another) }
  }

  async function stop() {
    const running = living()
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    return await ended
  }

  async function kill() {
    const running = living()
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  const known = readSettings({ ...fixed, ...settings })
  const place = databasePlace(known)
  if (place.dataDir) await putEmbeddedDatabase(place.dataDir)
  await fillDatabase(known, { evening: false })
  await start()
  return {
    url,
    dataDir,
    emulator,
    kill,
    lives: () => server?.exitCode === null && server.signalCode === null,
    get pid() {
      return server?.pid ?? 0
    },
    log: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        // the last one may be half written
        .slice(0, -1)
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop,
    start,
    startAnother,
    async close() {
      if (server) await endAll([server])
      await emulator.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
