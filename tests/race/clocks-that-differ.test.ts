import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bookings } from '~/db/schema'
import { addDays, todayIn } from '~/domain/calendar'
import { HOLD_MINUTES } from '~/domain/hold'
import { placeHold, tidyHolds } from '~/features/booking/place-booking.server'
import { type AppContext, createContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { KEYS } from '../support/app'
import { createMigratedDatabase, onPostgres } from '../support/database'
import { basicDraft, openTheatre, type Theatre } from '../support/theatre'

const MINUTE_MS = 60_000
const today = todayIn('Asia/Kolkata', new Date())

onPostgres('two servers whose clocks differ by 20 minutes', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  let right: AppContext
  let wrong: AppContext
  let theatre: Theatre

  beforeAll(async () => {
    database = await createMigratedDatabase()
    const settings = readSettings({
      APP_ENV: 'test',
      APP_URL: 'http://localhost:3000',
      DATABASE_URL: database.url,
      SESSION_SECRET: 'the secret of two servers whose clocks differ',
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      SMTP_URL: 'smtp://127.0.0.1:1',
      RAZORPAY_API_BASE: 'http://127.0.0.1:1',
      RAZORPAY_CHECKOUT_JS: 'http://127.0.0.1:1/checkout.js',
      LOG_LEVEL: 'silent',
    })
    right = await createContext(settings)
    wrong = await createContext(settings)
    theatre = await openTheatre(right.db)
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(async () => {
    await right?.client.close()
    await wrong?.client.close()
    await database?.drop()
  })

  /** What a server does whose machine's clock is wrong by `minutes`. */
  async function atTheWrongTime<T>(minutes: number, work: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })
    try {
      return await work()
    } finally {
      vi.useRealTimers()
    }
  }

  const draftFor = (daysAhead: number) => basicDraft(theatre, { date: addDays(today, daysAhead) })
  const press = (context: AppContext, daysAhead: number) =>
    placeHold(context, { draft: draftFor(daysAhead), dropped: undefined })

  test.each([
    20, -20,
  ])('%i minutes: a live hold is neither sold nor ended, and a new one lasts its 15 minutes', async (minutes) => {
    const day = 40 + minutes
    const held = await press(right, day)
    if (!held.ok) throw new Error(held.message)
    await atTheWrongTime(minutes, async () => {
      expect(await press(wrong, day)).toMatchObject({ ok: false, reason: 'slot-taken' })
      expect(await tidyHolds(wrong)).toBe(0)
    })
    const made = await atTheWrongTime(minutes, () => press(wrong, day + 1))
    if (!made.ok) throw new Error(made.message)
    const [row] = await right.db
      .select({ left: sql<number>`(extract(epoch from ${bookings.holdEndsAt} - now()) * 1000)::float` })
      .from(bookings)
      .where(eq(bookings.id, made.bookingId))
    expect(row?.left).toBeGreaterThan((HOLD_MINUTES - 1) * MINUTE_MS)
    expect(row?.left).toBeLessThanOrEqual(HOLD_MINUTES * MINUTE_MS)
    const [first] = await right.db.select().from(bookings).where(eq(bookings.id, held.bookingId))
    expect(first?.status).toBe('pending')
  })
})
