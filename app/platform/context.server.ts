import type { DatabaseClient } from '~/db/client.server'
import { type Business, businessFrom } from './business.server'
import type { Clock } from './clock.server'
import { createDatabaseClock } from './database-clock.server'
import { type Disk, diskOf } from './disk.server'
import { misspelt, readSettings, type Settings, SettingsError } from './env.server'
import { readEnvFile } from './env-file.server'
import { createFileStore, type FileStore } from './file-store.server'
import { createJobs, type Jobs } from './jobs.server'
import { tryPlace } from './listening-place.server'
import { createLog, type Log } from './log.server'
import { createMailer, type Mailer } from './mailer.server'
import { createMetrics, type Metrics } from './metrics.server'
import type { PaymentGateway } from './payment-gateway.server'
import { createRazorpayGateway } from './razorpay.server'
import { reachDatabase } from './reach-database.server'
import { clockFault } from './right-clock.server'

/** Everything the features need from outside, built once for a server, or by a test for itself. */
export interface AppContext {
  settings: Settings
  business: Business
  client: DatabaseClient
  db: DatabaseClient['db']
  clock: Clock
  log: Log
  metrics: Metrics
  mailer: Mailer
  gateway: PaymentGateway
  jobs: Jobs
  files: FileStore
  disk: Disk
}

/**
 * Opens the database, brings its schema up to date and connects the outside world; the time is the database's.
 *
 * @throws when the database cannot be opened or migrated
 */
export async function createContext(settings: Settings): Promise<AppContext> {
  const client = await reachDatabase(settings)
  const clock = await createDatabaseClock(client)
  return assembleContext(settings, client, clock)
}

/** Connects the outside world to a database that is open and migrated. */
export async function assembleContext(settings: Settings, client: DatabaseClient, clock: Clock): Promise<AppContext> {
  const log = createLog(settings.LOG_LEVEL)
  const business = businessFrom(settings)
  const mailer = createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM })
  const gateway = createRazorpayGateway({
    keyId: settings.RAZORPAY_KEY_ID,
    keySecret: settings.RAZORPAY_KEY_SECRET,
    webhookSecrets: settings.RAZORPAY_WEBHOOK_SECRET,
    apiBase: settings.RAZORPAY_API_BASE,
    scriptUrl: settings.RAZORPAY_CHECKOUT_JS,
  })
  const jobs = createJobs(client, log, business.timeZone)
  const files = await createFileStore(settings)
  const metrics = createMetrics()
  const disk = diskOf(settings.DATA_DIR)
  return { settings, business, client, db: client.db, clock, log, metrics, mailer, gateway, jobs, files, disk }
}

const KEY = Symbol.for('lumiere.context')
const holder = globalThis as { [KEY]?: AppContext }

/** Starts the server's own context; called once while the entry module loads. Ends the program on a wrong setting. */
export async function startContext(): Promise<AppContext> {
  if (holder[KEY]) return holder[KEY]
  try {
    readEnvFile()
    const settings = readSettings(process.env)
    // where pages are drawn while they are written another server listens
    const fault = import.meta.env.PROD ? await tryPlace(settings) : undefined
    if (fault) throw new SettingsError(fault)
    const context = await createContext(settings)
    const wrong = await clockFault(context)
    if (wrong) {
      await context.client.close()
      throw new SettingsError(wrong)
    }
    for (const words of misspelt(process.env)) context.log.warn(words)
    holder[KEY] = context
    return context
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const line of error.message.split('\n')) process.stderr.write(`Cannot start: ${line}\n`)
    return process.exit(1)
  }
}

/** The running server's context. */
export function appContext(): AppContext {
  const context = holder[KEY]
  if (!context) throw new Error('The context is used before the server has started.')
  return context
}
