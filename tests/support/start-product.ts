import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { startSandbox } from '../../scripts/sandbox.mjs'
import { writeSmallAxe } from './small-axe'

/**
 * Starts the built product with its emulators, once for all browser tests: on a database of its own on the server in
 * `TEST_POSTGRES_URL`, or else on an embedded one.
 */
export default async function startProduct() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-e2e-'))
  const dataDir = path.join(folder, 'data')
  await writeSmallAxe(path.join(folder, 'axe.js'))
  const database = process.env.TEST_POSTGRES_URL ? await freshDatabase(process.env.TEST_POSTGRES_URL) : undefined
  // one machine plays all visitors and all of the staff; a repeated story takes later days
  const extra = { RATE_LIMIT_FACTOR: '100', BOOKING_MONTHS: '24' }
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir, databaseUrl: database?.url, extra })
  process.env.STORIES_BEGAN = String(Date.now())
  process.env.PRODUCT_URL = sandbox.appUrl
  process.env.EMULATOR_URL = sandbox.emulatorUrl
  process.env.MAILBOX_URL = sandbox.mailboxUrl
  return async () => {
    await sandbox.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function freshDatabase(server: string) {
  const name = `lumiere_stories_${process.pid}_${Date.now()}`
  const onServer = async (statement: string) => {
    const admin = postgres(server, { max: 1, onnotice: () => {} })
    await admin.unsafe(statement).finally(() => admin.end())
  }
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) }
}
