import { subscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { jobHandlers } from '~/jobs.server'
import { type AppContext, assembleContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { createRazorpayGateway } from '~/platform/razorpay.server'
import { startMailbox } from '~sandbox/mailbox/server'
import { type RazorpayEmulator, startRazorpayEmulator } from '~sandbox/razorpay/server'
import { type DatabaseKind, openTestDatabase, type TestDatabase } from './database'
import { runFolder } from './leave-nothing'
import { tableShapes } from './table-shapes'
import { createTestClock, type TestClock } from './test-clock'
import { openTheatre, type Theatre } from './theatre'

export const KEYS = {
  keyId: 'rzp_test_Integration1',
  keySecret: 'secret_integration',
  webhookSecret: 'whsec_integration',
  /** Was in use until yesterday; the provider still repeats older events with it. */
  oldWebhookSecret: 'whsec_before',
}

/** Beside a load that takes all processors the emulator, which runs in this very process, answers late. */
const PATIENCE_MS = 60_000

// a mail is sent in pieces, and the last would wait 40 ms for the word that the one before has come
subscribe('net.client.socket', (opened) => void (opened as { socket: Socket }).socket.setNoDelay())

/** What is asked of the emulator too often is not waited out for seconds. */
const NO_PAUSES = { backOffMs: 1 }

/** Our client of the emulator, that nothing but a fault makes give up. */
export const gatewayTo = ({ url }: RazorpayEmulator, options: { timeoutMs?: number; backOffMs?: number } = {}) =>
  createRazorpayGateway({
    keyId: KEYS.keyId,
    keySecret: KEYS.keySecret,
    webhookSecrets: [KEYS.webhookSecret, KEYS.oldWebhookSecret],
    apiBase: url,
    scriptUrl: `${url}/v1/checkout.js`,
    timeoutMs: PATIENCE_MS,
    ...options,
  })

/** The product without its web server: a database of its own, payment emulator over HTTP, SMTP server, clock. */
export interface TestApp {
  context: AppContext
  clock: TestClock
  emulator: RazorpayEmulator
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  database: TestDatabase
  close(): Promise<void>
}

/** Opens the product on an empty, migrated database. Jobs wait until somebody starts or works them. */
export async function openApp(kind: DatabaseKind, at: string): Promise<TestApp> {
  const clock = createTestClock(at)
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => clock.now() })
  const mailbox = await startMailbox()
  await mkdir(runFolder(), { recursive: true })
  const folder = await mkdtemp(path.join(runFolder(), 'app-'))
  const database = await openTestDatabase(kind)
  const settings = readSettings({
    APP_ENV: 'test',
    APP_URL: 'http://localhost:3000',
    DATA_DIR: folder,
    SESSION_SECRET: 'an integration test secret of enough length',
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: `${KEYS.webhookSecret},${KEYS.oldWebhookSecret}`,
    RAZORPAY_API_BASE: emulator.url,
    RAZORPAY_CHECKOUT_JS: `${emulator.url}/v1/checkout.js`,
    SMTP_URL: mailbox.smtpUrl,
    LOG_LEVEL: 'silent',
  })
  const context = {
    ...(await assembleContext(settings, database.client, clock)),
    gateway: gatewayTo(emulator, NO_PAUSES),
  }
  return {
    context,
    clock,
    emulator,
    mailbox,
    database,
    async close() {
      await context.jobs.stop()
      context.mailer.close()
      await emulator.stop()
      await mailbox.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Monday noon in Bengaluru, away from midnight, month ends and festive prices. */
const START = '2027-03-01T06:30:00Z'

export interface TheatreApp extends TestApp {
  theatre: Theatre
  /** Works off every job that is due. */
  work(): Promise<{ done: number; failed: number }>
}

/** What a process shares, and what its tables were when it was opened. */
type SharedApp = TestApp & { shapes: Record<string, string> }

const opened = new Map<DatabaseKind, Promise<SharedApp>>()

/** The app of this test process: opened once for each kind of database, and left to end with the process. */
function sharedApp(kind: DatabaseKind): Promise<SharedApp> {
  const ready = async () => {
    const app = await openApp(kind, START)
    await app.context.jobs.prepare()
    return { ...app, shapes: await tableShapes(app.context.db) }
  }
  const app = opened.get(kind) ?? ready()
  opened.set(kind, app)
  return app
}

/** An app for a suite: every test finds empty tables, a freshly opened theatre and the clock at noon, and leaves the tables as they were made. */
export function useApp(kind: DatabaseKind): TheatreApp {
  const app = {} as TheatreApp
  beforeAll(async () => {
    const shared = await sharedApp(kind)
    Object.assign(app, shared, { work: () => shared.context.jobs.runDue(jobHandlers(shared.context)) })
  })
  beforeEach(async () => {
    await app.database.clear()
    app.clock.set(START)
    app.emulator.reset()
    app.mailbox.mails.length = 0
    app.theatre = await openTheatre(app.context.db)
  })
  afterAll(async () => {
    const { context, shapes } = await sharedApp(kind)
    expect(await tableShapes(context.db), 'the tables that other tests will find').toEqual(shapes)
  })
  return app
}
