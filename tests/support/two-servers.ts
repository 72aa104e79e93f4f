import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { seedDemo } from '~sandbox/demo/seed'
import { startMailbox } from '~sandbox/mailbox/server'
import { startRazorpayEmulator } from '~sandbox/razorpay/server'
import { endAll, freePort, startServer } from '../../scripts/processes.mjs'
import { KEYS } from './app'
import { createBlankDatabase, createMigratedDatabase } from './database'
import { startRoundRobin } from './round-robin'

const HOST = '127.0.0.1'

export interface TwoServers {
  /** The address visitors use; behind it the servers take turns. */
  url: string
  /** Each server's own address. */
  each: string[]
  servers: ChildProcess[]
  client: DatabaseClient
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  stop(): Promise<void>
}

/**
 * Two built servers that start at the same moment on one Postgres database without a business, which is filled then; behind a
 * round-robin proxy. With `blank` they find not even tables.
 */
export async function startTwoServers(extra: Record<string, string> = {}, { blank = false } = {}): Promise<TwoServers> {
  const database = await (blank ? createBlankDatabase() : createMigratedDatabase())
  const share = await startRoundRobin()
  const mailbox = await startMailbox()
  const emulator = await startRazorpayEmulator({ ...KEYS, webhookUrls: [`${share.url}/payment/webhook`] })
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-two-'))
  const first = await freePort(HOST)
  let second = await freePort(HOST)
  while (second === first) second = await freePort(HOST)
  const ports = [first, second]
  const servers: ChildProcess[] = await Promise.all(
    ports.map((port) =>
      startServer({
        APP_ENV: 'test',
        HOST,
        PORT: String(port),
        APP_URL: share.url,
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        SESSION_SECRET: 'one secret for both servers of the test',
        RAZORPAY_KEY_ID: KEYS.keyId,
        RAZORPAY_KEY_SECRET: KEYS.keySecret,
        RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
        RAZORPAY_API_BASE: emulator.url,
        RAZORPAY_CHECKOUT_JS: `${emulator.url}/v1/checkout.js`,
        SMTP_URL: mailbox.smtpUrl,
        LOG_LEVEL: 'error',
        ...extra,
      }),
    ),
  )
  for (const port of ports) share.addServer(HOST, port)
  const client = await openDatabase({ url: database.url })
  await seedDemo(client.db, {
    now: new Date(),
    zone: 'Asia/Kolkata',
    appUrl: share.url,
    phone: '9845012345',
  })
  return {
    url: share.url,
    each: ports.map((port) => `http://${HOST}:${port}`),
    servers,
    client,
    mailbox,
    async stop() {
      await endAll(servers)
      await share.stop()
      await client.close()
      await emulator.stop()
      await mailbox.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
