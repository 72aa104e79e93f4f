import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { seedDemo } from '~/db/seed.server'
import { jobHandlers } from '~/features/payment/background-work.server'
import { type AppContext, createContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { startMailbox } from '../../sandbox/mailbox/server'
import { type RazorpayEmulator, startRazorpayEmulator } from '../../sandbox/razorpay/server'
import { createTestClock, type TestClock } from './test-clock'

export type DatabaseKind = 'embedded' | 'postgres'

/** The databases there are: the embedded one always, Postgres when the test command started one. */
export const databaseKinds: DatabaseKind[] = process.env.TEST_POSTGRES_URL ? ['embedded', 'postgres'] : ['embedded']

export const KEYS = {
  keyId: 'rzp_test_Integration1',
  keySecret: 'secret_integration',
  webhookSecret: 'whsec_integration',
}

export interface Product {
  context: AppContext
  clock: TestClock
  emulator: RazorpayEmulator
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  close(): Promise<void>
}

/** The product without its web server: own database with the demo business, payment emulator, SMTP server, clock. */
export async function openProduct(kind: DatabaseKind, at = '2026-11-21T06:00:00Z'): Promise<Product> {
  const clock = createTestClock(at)
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => clock.now() })
  const mailbox = await startMailbox()
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-test-'))
  const database = kind === 'postgres' ? await createDatabase() : undefined
  const settings = readSettings({
    NODE_ENV: 'test',
    APP_URL: 'http://localhost:3000',
    DATABASE_URL: database?.url,
    DATA_DIR: folder,
    SESSION_SECRET: 'an integration test secret of enough length',
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    RAZORPAY_API_BASE: emulator.url,
    RAZORPAY_CHECKOUT_JS: `${emulator.url}/v1/checkout.js`,
    SMTP_URL: mailbox.smtpUrl,
    LOG_LEVEL: 'silent',
  })
  const context = await createContext(settings, clock)
  await seedDemo(context.db, { now: clock.now(), zone: 'Asia/Kolkata', appUrl: settings.APP_URL, phone: '9876543210' })
  await context.jobs.start(jobHandlers(context))
  return {
    context,
    clock,
    emulator,
    mailbox,
    async close() {
      await context.jobs.stop()
      context.mailer.close()
      await context.client.close()
      await emulator.stop()
      await mailbox.stop()
      await rm(folder, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

async function createDatabase() {
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const name = `lumiere_${process.pid}_${Date.now()}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    async drop() {
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
