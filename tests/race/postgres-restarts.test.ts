import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { bookings, paymentAttempts } from '~/db/schema'
import { startMailbox } from '~sandbox/mailbox/server'
import { startPostgres } from '../../scripts/throw-away-postgres.mjs'
import { onPostgres } from '../support/database'
import { type OneServer, startOneServer } from '../support/one-server'
import { type Family, walkToPayment } from '../support/walker'

// what is committed must survive an immediate stop of the server, not one of the machine
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=40', 'superuser_reserved_connections=0']
const PAGES = ['/', '/booking/locations', '/api/locations', '/login']

onPostgres('a Postgres server that goes away and comes back', () => {
  let database: NonNullable<Awaited<ReturnType<typeof startPostgres>>>
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let server: OneServer
  let client: DatabaseClient

  beforeAll(async () => {
    const started = await startPostgres({ settings: SETTINGS })
    if (!started) throw new Error('There is no Postgres on this machine.')
    database = started
    mailbox = await startMailbox()
    server = await startOneServer(mailbox.smtpUrl, {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'the secret of a server whose database goes away',
      RATE_LIMIT_FACTOR: '50',
      LOG_LEVEL: 'warn',
    })
    client = await openDatabase({ url: database.url })
  })
  afterAll(async () => {
    await server?.close()
    await client?.close()
    await mailbox?.stop()
    database?.stop()
  })

  /** Visitors who look around until told to stop; answers every status with what it came with. */
  function lookAround() {
    const seen: { path: string; status: number; retryAfter: string | null; text: string }[] = []
    let over = false
    const visits = Promise.all(
      PAGES.map(async (path) => {
        while (!over) {
          const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' })
          const refused = answer.status >= 500
          const text = await answer.text()
          const retryAfter = answer.headers.get('Retry-After')
          seen.push({ path, status: answer.status, retryAfter, text: refused ? text : '' })
          // four who look at everything at once leave the processors to those who buy
          await pause(25)
        }
      }),
    )
    return {
      seen,
      away: () => seen.filter(({ status }) => status === 503),
      stop: async () => {
        over = true
        await visits
      },
    }
  }

  const prepare = (mark: string, first: number) =>
    Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const digits = `${first}${index}`.padStart(4, '0')
        const family = { name: `Family ${mark}`, email: `${mark}.${index}@gmail.com`, number: `900000${digits}` }
        return { family, ...(await walkToPayment(server.url, family, first + index)) }
      }),
    )
  type Buyer = Awaited<ReturnType<typeof prepare>>[number]

  /** Presses Pay until the slot is held; answers what came before. */
  async function press({ walker, total }: Buyer): Promise<number[]> {
    const before: number[] = []
    for (;;) {
      const { status } = await walker.pressPay(total)
      if (status === 303) return before
      before.push(status)
    }
  }

  const rowsOf = ({ email }: Family) =>
    client.db
      .select({ status: bookings.status, orderId: paymentAttempts.providerOrderId })
      .from(bookings)
      .innerJoin(paymentAttempts, eq(paymentAttempts.bookingId, bookings.id))
      .where(eq(bookings.customerEmail, email))

  async function pay({ family }: Buyer): Promise<void> {
    const [row] = await rowsOf(family)
    server.emulator.pay(row?.orderId ?? '', 'upi', 'success')
  }

  test.each([
    ['fast', 20],
    ['immediate', 40],
  ])(
    '%s, under purchases: who asks meanwhile is told so, and everybody gets what they paid for, once',
    async (mode, first) => {
      const [early, ...others] = await prepare(mode, first)
      if (!early) throw new Error('Nobody buys.')
      expect(await press(early)).toEqual([])
      const [{ orderId } = { orderId: '' }] = await rowsOf(early.family)
      const visitors = lookAround()
      const presses = Promise.all(others.map(press))
      await database.halt(mode)
      // money that comes while nobody can write it down
      server.emulator.pay(orderId ?? '', 'upi', 'success')
      await expect.poll(() => visitors.away().length).toBeGreaterThan(PAGES.length)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
      await database.resume()
      const refused = (await presses).flat()
      await visitors.stop()

      expect(server.lives()).toBe(true)
      expect(new Set(visitors.seen.map(({ status }) => status))).toEqual(new Set([200, 503]))
      for (const { retryAfter, text } of visitors.away()) {
        expect(Number(retryAfter)).toBeGreaterThan(0)
        expect(text).toContain('Nothing was charged by this')
      }
      expect(new Set([503, ...refused])).toEqual(new Set([503]))
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)

      // the provider repeats what was not taken
      await server.emulator.advance(60 * 60_000)
      for (const buyer of others) await pay(buyer)
      for (const { family } of [early, ...others]) {
        await expect.poll(() => rowsOf(family)).toEqual([expect.objectContaining({ status: 'booked' })])
        await mailbox.waitFor(({ to }) => to.includes(family.email))
      }
      expect(await rowsOf(early.family)).toEqual([{ status: 'booked', orderId }])
      for (const { family } of [early, ...others]) {
        expect(mailbox.mails.filter(({ to }) => to.includes(family.email))).toHaveLength(1)
      }
    },
    240_000,
  )

  test('full: who asks meanwhile is told so, webhooks and health are served, and service is back by itself', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const [buyer] = await prepare('full', 60)
    if (!buyer) throw new Error('Nobody buys.')
    await press(buyer)
    const [row] = await rowsOf(buyer.family)
    await client.close()
    const others = await fillUp(database.url)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const visitors = lookAround()
    await expect.poll(() => visitors.away().length).toBeGreaterThan(0)
    await visitors.stop()
    const { deliveries } = server.emulator.webhooks
    const told = deliveries.length
    server.emulator.pay(row?.orderId ?? '', 'upi', 'success')
    await server.emulator.advance(1)
    const news = deliveries.slice(told).map(({ event, status }) => [event, status])
    expect(news).toContainEqual(['payment.captured', 200])
    expect(news.filter(([, status]) => status !== 200)).toEqual([])
    await Promise.all(others.map((other) => other.end()))
    client = await openDatabase({ url: database.url })
    await expect.poll(() => rowsOf(buyer.family)).toEqual([expect.objectContaining({ status: 'booked' })])
    for (const path of PAGES) expect((await fetch(`${server.url}${path}`)).status).toBe(200)
    expect(server.lives()).toBe(true)
  })
})

/** Takes every connection that the server has, those of the product's pages too. */
async function fillUp(url: string): Promise<postgres.Sql[]> {
  const first = postgres(url, { max: 1, onnotice: () => {} })
  await first`select 1`
  const taken = [first]
  for (;;) {
    const one = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await one`select 1`
      taken.push(one)
    } catch {
      await one.end()
      const ended = await first`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'lumiere pages'`
      if (!ended.length) return taken
    }
  }
}
