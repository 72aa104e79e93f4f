import { version } from '../../package.json'
import type { Settings } from './env.server'
import { isRazorpay } from './payment-gateway.server'

/** What the start-up line says: where, with which database, whose money, whose mail. Never a secret. */
export function startupFacts(settings: Settings) {
  const provider = settings.RAZORPAY_API_BASE
  const mode = settings.RAZORPAY_KEY_ID.startsWith('rzp_live_') ? 'live keys' : 'test keys'
  const mail = new URL(settings.SMTP_URL)
  const database = settings.DATABASE_URL ? new URL(settings.DATABASE_URL) : undefined
  return {
    version,
    address: settings.APP_URL,
    mode: settings.APP_ENV,
    database: database ? `Postgres ${database.host}${database.pathname}` : `embedded in ${settings.DATA_DIR}`,
    payments: isRazorpay(provider) ? `Razorpay, ${mode}` : `emulator at ${new URL(provider).host}`,
    mail: `${mail.protocol}//${mail.host}`,
    files: settings.FILES.split('://')[0],
  }
}
