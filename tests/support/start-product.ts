import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSandbox } from '../../scripts/sandbox.mjs'

/** Starts the built product with its emulators on a fresh embedded database, once for all browser tests. */
export default async function startProduct() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lumiere-e2e-'))
  // one machine plays all visitors and all of the staff
  const extra = { RATE_LIMIT_FACTOR: '20' }
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir, databaseUrl: undefined, extra })
  process.env.PRODUCT_URL = sandbox.appUrl
  process.env.EMULATOR_URL = sandbox.emulatorUrl
  process.env.MAILBOX_URL = sandbox.mailboxUrl
  return async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
