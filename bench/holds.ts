import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
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
import { median } from './contest'
import { logStatements, readStatements } from './statements'

const HOLDS = 400
const ROOMS = 40
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
  /** How often something was sent to Postgres, statements that go together counted once. */
  trips: number
  /** Processor milliseconds of Node a hold. */
  node: number
}

/** Holds of different slots in 40 rooms, several at once: through the product's function, and its own statements by pgbench. */
export async function measureHolds(server: Server): Promise<HoldFigures> {
  const context = await openContext(server.url)
  await migrateDatabase(context.client, 'drizzle')
  const theatre = await openTheatre(context.db)
  await addRooms(context, theatre)
  await placeAll(context, theatre, WARM_UP)
  await forgetHolds(context)
  await logStatements(server.url, true)
  const before = readStatements(server.data).length
  const sent = countTrips(server.url)
  await placeAll(context, theatre)
  const trips = sent() / HOLDS
  const statements = readStatements(server.data).slice(before)
  await logStatements(server.url, false)
  await forgetHolds(context)
  const own: number[] = []
  const bare: number[] = []
  const node: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    own.push(HOLDS / (await placeAll(context, theatre)))
    const { user, system } = process.cpuUsage(before)
    node.push((user + system) / 1_000 / HOLDS)
    await forgetHolds(context)
    bare.push(HOLDS / (await replay(server, statements)))
    await forgetHolds(context)
  }
  await context.client.close()
  const [perSecond, replayed] = [median(own), median(bare)]
  return {
    ...{ perSecond, bare: replayed, ratio: perSecond / replayed, trips, node: median(node) },
    statements: statements.length / HOLDS,
  }
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

/** Copies of one screen with its slots and packages, each under its number. */
async function addRooms({ db }: AppContext, { aurora }: Theatre): Promise<void> {
  const copy = (table: string, of: string, more: string) =>
    db.execute(
      sql.raw(`insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', 'room' || n || t.id, ${more}))).*
        from ${table} t cross join generate_series(1, ${ROOMS}) n where t.${of} = '${aurora.id}'`),
    )
  await copy('screens', 'id', "'name', 'Room ' || n")
  await copy('screen_slots', 'screen_id', "'screen_id', 'room' || n || t.screen_id")
  await copy('packages', 'screen_id', "'screen_id', 'room' || n || t.screen_id")
}

/** Counts what is written to Postgres from now on; each write is one trip. */
function countTrips(url: string): () => number {
  const port = Number(new URL(url).port)
  const { write } = Socket.prototype
  let trips = 0
  Socket.prototype.write = function (this: Socket, ...args: Parameters<typeof write>) {
    if (this.remotePort === port) trips += 1
    return write.apply(this, args)
  } as typeof write
  return () => {
    Socket.prototype.write = write
    return trips
  }
}

/** Holds so many slots, one room after the other; answers how many seconds that took. */
async function placeAll(context: AppContext, theatre: Theatre, holds = HOLDS): Promise<number> {
  const { id, slots, basic } = theatre.aurora
  const ids = Object.values(slots)
  const drafts = Array.from({ length: holds }, (_, index) => {
    const room = `room${1 + (index % ROOMS)}`
    const turn = Math.floor(index / ROOMS)
    return basicDraft(theatre, {
      ...{ screenId: `${room}${id}`, packageId: `${room}${basic}`, slotId: `${room}${ids[turn % ids.length]}` },
      date: addDays(FIRST_DAY, Math.floor(turn / ids.length)),
    })
  })
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
