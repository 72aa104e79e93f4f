import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { bookings, outbox, paymentAttempts, payments, refunds, webhookInbox } from '~/db/schema'
import { checkBooks } from '~/features/money/books-check.server'
import { systemClock } from '~/platform/clock.server'
import { startMailbox } from '~sandbox/mailbox/server'
import { createMigratedDatabase, onPostgres } from '../support/database'
import { type OneServer, startOneServer } from '../support/one-server'
import { type Family, walkToPayment } from '../support/walker'

/** Longer than any patience of the test: the answer never comes. */
const NEVER_MS = 600_000
const DAY_MS = 86_400_000

/** Days to a Tuesday at least so far ahead: a visit on it may be cancelled for its money. */
function daysToTuesday(atLeast: number): number {
  for (let days = atLeast; ; days++) if (new Date(Date.now() + days * DAY_MS).getUTCDay() === 2) return days
}

onPostgres('a server that is killed in the middle, and started again', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let server: OneServer
  let client: DatabaseClient

  beforeAll(async () => {
    database = await createMigratedDatabase()
    mailbox = await startMailbox()
    server = await startOneServer(mailbox.smtpUrl, {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'the secret of a server that is killed',
      LOG_LEVEL: 'error',
    })
    client = await openDatabase({ url: database.url })
  })
  afterAll(async () => {
    await server?.close()
    await client?.close()
    await mailbox?.stop()
    await database?.drop()
  })

  const unsent = () => client.db.$count(outbox, isNull(outbox.sentAt))

  const family = (index: number): Family => ({
    name: `Family ${index}`,
    email: `family.${index}@gmail.com`,
    number: `900001000${index}`,
  })
  const prepare = (index: number) => walkToPayment(server.url, family(index), daysToTuesday(10 + 7 * index))
  type Buyer = Awaited<ReturnType<typeof prepare>>
  const press = ({ walker, total }: Buyer) => walker.pressPay(total)

  async function rowOf(index: number) {
    const [row] = await client.db
      .select()
      .from(bookings)
      .innerJoin(paymentAttempts, eq(paymentAttempts.bookingId, bookings.id))
      .where(eq(bookings.customerEmail, family(index).email))
    if (!row) throw new Error('There is no such booking.')
    return { ...row.bookings, orderId: row.payment_attempts.providerOrderId ?? '' }
  }

  /** Starts the server again, and does what the job queue does with a dead server's jobs after two minutes. */
  async function startAgain() {
    await server.start()
    await client.db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  }

  test('nobody pays twice, nothing that was paid is lost, and everybody gets one mail', async () => {
    const { emulator } = server
    const ordersBefore = emulator.ledger.orders.size
    const [first, second, third] = await Promise.all([prepare(0), prepare(1), prepare(2)])
    for (const buyer of [second, third]) expect((await press(buyer)).status).toBe(303)

    // the provider has made the order, and its answer reaches nobody
    emulator.arm({ method: 'POST', path: '/v1/orders', delayMs: NEVER_MS, after: true })
    const cut = press(first).then(
      ({ status }) => status,
      () => 'cut',
    )
    await expect.poll(() => emulator.ledger.orders.size - ordersBefore).toBe(3)
    // the money is taken and the server has begun to ask about it; of the other it has only written the webhook down
    const [asked, told] = [await rowOf(1), await rowOf(2)]
    emulator.arm({ method: 'GET', path: `/v1/orders/${asked.orderId}`, delayMs: NEVER_MS })
    emulator.pay(asked.orderId, 'upi', 'success')
    const question = ({ path }: { path: string }) => path.startsWith(`/v1/orders/${asked.orderId}`)
    await expect.poll(() => emulator.calls.some(question)).toBe(true)
    emulator.pay(told.orderId, 'upi', 'success')
    await expect
      .poll(() => client.db.$count(webhookInbox, sql`${webhookInbox.body} like ${`%${told.orderId}%`}`))
      .toBeGreaterThan(0)
    await server.kill()
    expect(await cut).toBe('cut')
    await startAgain()
    for (const index of [1, 2]) await expect.poll(async () => (await rowOf(index)).status).toBe('booked')
    // a confirmation that a cancellation overtakes is not sent
    await expect.poll(unsent).toBe(0)

    // the provider has sent the money back, and its answer reaches nobody
    const { linkToken } = await rowOf(1)
    emulator.arm({ method: 'POST', path: '/v1/payments', delayMs: NEVER_MS, after: true })
    const shown = /name="refund" value="(\d+)"/.exec(await (await second.walker.open(`/b/${linkToken}/cancel`)).text())
    expect((await second.walker.submit(`/b/${linkToken}/cancel`, { refund: shown?.[1] ?? '' })).status).toBe(303)
    await expect.poll(() => emulator.ledger.refunds.size).toBe(1)
    // what becomes of a mail under way is told in tests/integration/slow-mail.test.ts
    await expect.poll(unsent).toBe(0)
    await server.kill()
    await startAgain()

    // whoever had no answer presses again
    await expect.poll(async () => (await press(first)).status, { interval: 1_000 }).toBe(303)
    emulator.pay((await rowOf(0)).orderId, 'upi', 'success')
    await expect.poll(async () => (await rowOf(0)).status).toBe('booked')
    await expect
      .poll(() => client.db.select({ status: refunds.status }).from(refunds))
      .toEqual([{ status: 'processed' }])
    await expect.poll(unsent).toBe(0)

    expect([...emulator.ledger.refunds.values()]).toHaveLength(1)
    const taken = [...emulator.ledger.payments.values()].map(({ id }) => id).sort()
    const known = await client.db
      .select({ id: payments.providerPaymentId })
      .from(payments)
      .where(isNotNull(payments.providerPaymentId))
    expect(known.map(({ id }) => id).sort()).toEqual(taken)
    for (const index of [0, 1, 2]) {
      const { email } = family(index)
      expect(await client.db.$count(bookings, eq(bookings.customerEmail, email))).toBe(1)
      const got = mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
      expect(got, email).toHaveLength(index === 1 ? 2 : 1)
    }
    expect(await checkBooks({ db: client.db, clock: systemClock })).toEqual([])
  }, 480_000)

  test('money that was taken at our word, and whose answer reached nobody, books once', async () => {
    const { emulator } = server
    expect((await press(await prepare(3))).status).toBe(303)
    const { id, orderId } = await rowOf(3)
    emulator.arm({ method: 'POST', path: '/v1/payments', pathEnd: '/capture', delayMs: NEVER_MS, after: true })
    const payment = emulator.pay(orderId, 'upi', 'authorize')
    // that it may take the money is told; that it was taken only the lost answer says
    emulator.behaviour.webhooks = 'never'
    await expect.poll(() => emulator.ledger.payment(payment.id).status).toBe('captured')
    expect(await client.db.$count(payments, eq(payments.bookingId, id))).toBe(0)
    expect((await rowOf(3)).status).toBe('pending')
    await server.kill()
    await startAgain()

    await expect.poll(async () => (await rowOf(3)).status).toBe('booked')
    // the provider tells of it late, and more than once
    emulator.behaviour.webhooks = 'at-once'
    const order = emulator.ledger.order(orderId)
    for (const event of ['payment.captured', 'order.paid', 'order.paid'])
      emulator.webhooks.send(event, { payment, order })
    const toldOf = sql`${webhookInbox.body} like ${`%${orderId}%`} and ${webhookInbox.doneAt} is not null`
    await expect.poll(() => client.db.$count(webhookInbox, toldOf)).toBe(4)
    await expect.poll(unsent).toBe(0)
    expect(await client.db.select().from(payments).where(eq(payments.bookingId, id))).toMatchObject([
      { providerPaymentId: payment.id, amount: payment.amount, status: 'captured' },
    ])
    expect(mailbox.mails.filter(({ to }) => to.includes(family(3).email))).toHaveLength(1)
    expect(emulator.ledger.refundsOf(payment.id)).toEqual([])
    expect(await checkBooks({ db: client.db, clock: systemClock })).toEqual([])
  }, 480_000)
})
