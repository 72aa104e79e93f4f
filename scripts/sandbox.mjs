import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endAll, freePort, startProgram, startServer } from './processes.mjs'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/**
 * The whole product with its surroundings: payment emulator, mailbox, server with the demo business. All of them keep what they
 * know in `dataDir`. `evening` adds what happens yesterday, now and tomorrow, whenever it is.
 */
export async function startSandbox({ port, host, dataDir, databaseUrl, evening = false, extra = {} }) {
  mkdirSync(dataDir, { recursive: true })
  const secrets = keptSecrets(path.join(dataDir, 'secrets.json'))
  const near = EVERYWHERE.has(host) ? '127.0.0.1' : host
  const serverPort = port || (await freePort(near))
  const appUrl = process.env.APP_URL ?? `http://${near}:${serverPort}`
  const payment = {
    RAZORPAY_KEY_ID: 'rzp_test_LumiereDemo01',
    RAZORPAY_KEY_SECRET: secrets.razorpay,
    RAZORPAY_WEBHOOK_SECRET: secrets.webhook,
  }
  const children = []
  try {
    const webhook = `http://${near}:${serverPort}/payment/webhook`
    const emulator = await startProgram('sandbox/razorpay/main.ts', {
      ...payment,
      HOST: near,
      WEBHOOK_URL: webhook,
      EMULATOR_STATE: path.join(dataDir, 'emulator.json'),
    })
    children.push(emulator.child)
    const mailbox = await startProgram('sandbox/mailbox/main.ts', {
      HOST: near,
      MAILBOX_DIR: path.join(dataDir, 'mails'),
    })
    children.push(mailbox.child)
    const settings = {
      ...payment,
      APP_ENV: 'demo',
      HOST: host,
      PORT: String(serverPort),
      APP_URL: appUrl,
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      SESSION_SECRET: secrets.session,
      RAZORPAY_API_BASE: emulator.ready.url,
      RAZORPAY_CHECKOUT_JS: `${emulator.ready.url}/v1/checkout.js`,
      SMTP_URL: mailbox.ready.smtpUrl,
      MAILBOX_URL: mailbox.ready.url,
      LOG_LEVEL: 'warn',
      ...extra,
    }
    // before the server, since the embedded database takes one program at a time
    const demo = await startProgram('sandbox/demo/main.ts', settings, evening ? ['--evening'] : [])
    const server = await startServer(settings)
    children.unshift(server)
    return {
      appUrl,
      emulatorUrl: emulator.ready.url,
      mailboxUrl: mailbox.ready.url,
      staff: demo.ready.staff,
      server,
      stop: () => endAll(children),
    }
  } catch (error) {
    await endAll(children)
    throw error
  }
}

/** Secrets made on the first start and kept with the data, so that sessions outlive a restart. */
function keptSecrets(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const made = Object.fromEntries(
    ['session', 'razorpay', 'webhook'].map((name) => [name, randomBytes(32).toString('hex')]),
  )
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}
