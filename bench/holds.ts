import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '~/db/client.server'
import { migrateDatabase } from '~/db/migrate.server'
import { addDays } from '~/domain/calendar'
import { placeHold } from '~/features/booking/place-booking.server'
import { type AppContext, assembleContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { createTestClock } from '../tests/support/test-clock'
import { basicDraft, date, openTheatre, type Theatre } from '../tests/support/theatre'
import { logStatements, readStatements } from './statements'

const HOLDS = 400
const WARM_UP = 60
const AT_ONCE = 4
const NOON = '2027-03-01T06:30:00Z'
/** A plain day after every festive price. */
const FIRST_DAY = date('2027-03-08')

interface Server {
  url: string
  data: string
  programs: string
}

export interface HoldFigures {
  perSecond: number
  /** The same statements, with the same values, by pgbench. */
  bare: number
  ratio: number
  statements: number
}

/** Holds of different slots, several at once: through the product's function, and its own statements by pgbench. */
export async function measureHolds(server: Server): Promise<HoldFigures> {
  const context = await openContext(server.url)
  await migrateDatabase(context.client, 'drizzle')
  const theatre = await openTheatre(context.db)
  await placeAll(context, theatre, WARM_UP)
  await forgetHolds(context)
  await logStatements(server.url, true)
  const before = readStatements(server.data).length
  await placeAll(context, theatre)
  const statements = readStatements(server.data).slice(before)
  await logStatements(server.url, false)
  await forgetHolds(context)
  const own: number[] = []
  const bare: number[] = []
  for (let round = 0; round < 3; round++) {
    own.push(HOLDS / (await placeAll(context, theatre)))
    await forgetHolds(context)
    bare.push(HOLDS / (await replay(server, statements)))
    await forgetHolds(context)
  }
  await context.client.close()
  const best = { own: Math.max(...own), bare: Math.max(...bare) }
  return { perSecond: best.own, bare: best.bare, ratio: best.own / best.bare, statements: statements.length / HOLDS }
}

async function openContext(url: string): Promise<AppContext> {
  const settings = readSettings({
    APP_ENV: 'test',
    APP_URL: 'http://localhost:3000',
    DATA_DIR: tmpdir(),
    SESSION_SECRET: 'the secret of the bench is long enough',
    RAZORPAY_KEY_ID: 'rzp_test_Bench000001',
    RAZORPAY_KEY_SECRET: 'unused',
    RAZORPAY_WEBHOOK_SECRET: 'unused',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  })
  return assembleContext(settings, await openDatabase({ url }), createTestClock(NOON))
}

/** Holds so many slots of one screen; answers how many seconds that took. */
async function placeAll(context: AppContext, theatre: Theatre, holds = HOLDS): Promise<number> {
  const slots = Object.values(theatre.aurora.slots)
  const drafts = Array.from({ length: holds }, (_, index) =>
    basicDraft(theatre, {
      date: addDays(FIRST_DAY, Math.floor(index / slots.length)),
      slotId: slots[index % slots.length],
    }),
  )
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let draft = drafts.pop(); draft; draft = drafts.pop()) {
        const placed = await placeHold(context, { draft, dropped: undefined })
        if (!placed.ok) throw new Error(`A hold was refused: ${placed.message}`)
      }
    }),
  )
  return (performance.now() - began) / 1000
}

async function forgetHolds({ db }: AppContext) {
  await db.execute(sql`truncate bookings, customers cascade`)
}

/** Executes the statements again, each session's by a pgbench of its own, all at once. */
async function replay({ url, programs }: Server, statements: { session: number; sql: string }[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-bench-'))
  for (const { session, sql: text } of statements) {
    writeFileSync(path.join(folder, `${session}.sql`), `${text.trim().replace(/;$/, '')};\n`, { flag: 'a' })
  }
  const began = performance.now()
  await Promise.all(
    readdirSync(folder).map((file) => pgbench(path.join(programs, 'pgbench'), url, path.join(folder, file))),
  )
  const seconds = (performance.now() - began) / 1000
  rmSync(folder, { recursive: true })
  return seconds
}

function pgbench(program: string, url: string, file: string): Promise<void> {
  const child = spawn(program, ['--no-vacuum', '--transactions=1', '--file', file, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part) => {
    said += part
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`pgbench ended with ${code}\n${said}`))))
  })
}
