import path from 'node:path'
import { buildProduct, installDependencies } from './processes.mjs'

/**
 * `npm run demo`: from a bare clone to the product in the browser. Installs, builds, starts the payment emulator and the
 * mailbox, seeds once and serves. PORT (3000), HOST (127.0.0.1) and DATA_DIR (data/demo) are honoured.
 */
installDependencies()
await buildProduct()
const { startSandbox } = await import('./sandbox.mjs')

const sandbox = await startSandbox({
  port: Number(process.env.PORT ?? 3000),
  host: process.env.HOST ?? '127.0.0.1',
  dataDir: path.resolve(process.env.DATA_DIR ?? 'data/demo'),
  databaseUrl: process.env.DATABASE_URL,
  // stories and tests book today and tomorrow themselves; whoever looks at the demo finds the house alive
  evening: true,
})

let stopping = false
async function stop(code) {
  if (stopping) return
  stopping = true
  await sandbox.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
sandbox.server.once('exit', (code) => stop(code ?? 1))

const { owner, manager, frontDesk, kitchen, password } = sandbox.staff
console.log(`
ready  ${sandbox.appUrl}

  Book a screening     ${sandbox.appUrl}/booking/locations
  Back office          ${sandbox.appUrl}/login
    super admin        ${owner} / ${password}
    location admin     ${manager} / ${password}
    front desk         ${frontDesk} / ${password}
    kitchen            ${kitchen} / ${password}
  Mailbox              ${sandbox.mailboxUrl}
  Payment emulator     ${sandbox.emulatorUrl} (pay with success@razorpay)

  Ctrl-C stops everything; the data stays.
`)
