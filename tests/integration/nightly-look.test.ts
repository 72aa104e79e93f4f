import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { bookingEvents, bookings, moneyCases, payments, refunds } from '~/db/schema'
import { paise, rupees } from '~/domain/money'
import type { StaffRole } from '~/domain/staff-role'
import { databaseFigures } from '~/features/insight/database-figures.server'
import { standingTroubles } from '~/features/insight/standing-troubles.server'
import { recordBooksCheck } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { openMoney } from '~/features/money/open-money.server'
import {
  reconcileDisputesPage,
  reconcilePayments,
  reconcilePaymentsPage,
  reconcileRefundsPage,
} from '~/features/money/reconcile-payments.server'
import { settleCase } from '~/features/money/settle-money.server'
import { createLog } from '~/platform/log.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { mailsOf, openOrder, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('the nightly look at the provider', (kind) => {
  const app = useApp(kind)
  const cases = () => app.context.db.select().from(moneyCases)
  const seen = () => openMoney(app.context, { kind: 'all' }, 'super-admin')
  const asked = (path: string) => app.emulator.calls.filter((call) => call.path === path).length
  async function night() {
    app.emulator.webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    expect(await app.work()).toMatchObject({ failed: 0 })
  }

  test('lists no stray payment that has gone back whole, and one that went back in part', async () => {
    const { ledger } = app.emulator
    const [whole, part] = [ledger.strayPayment(), ledger.strayPayment()]
    ledger.refund(whole.id, {}, undefined)
    ledger.refund(part.id, { amount: 10_000 }, undefined)
    await night()
    expect((await seen()).payments.map(({ detail }) => detail)).toEqual([`${part.id}, ${part.order_id}`])
    await app.context.db.update(moneyCases).set({ providerOrderId: null })
    expect((await seen()).payments, 'money without an order').toMatchObject([{ detail: part.id }])
  })

  test('looks back to the last one that came to its end, when nobody looked for weeks', async () => {
    const { ledger } = app.emulator
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    await night()
    const refunded = async () => (await storedBooking(app, bookingId)).refunded
    // of a page that could not be compared nothing is noted
    app.clock.advanceMinutes(24 * 60)
    ledger.refund(payment.id, { amount: 10_000 }, undefined)
    app.emulator.arm({ method: 'GET', path: '/v1/refunds', cut: true })
    app.emulator.webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    expect(await app.work()).toMatchObject({ failed: 1 })
    expect(await refunded()).toBe(0)
    await app.context.db.execute(sql`delete from pgboss.job`)
    app.clock.advanceMinutes(20 * 24 * 60)
    await night()
    expect(await refunded()).toBe(rupees(100))
  })

  test('that has not come to its end for two days is said to who manages everything, and to an operator', async () => {
    const said = (role: StaffRole = 'super-admin') => standingTroubles(app.context, role)
    const figure = async () =>
      /provider_compared_timestamp_seconds{list="refunds"} (.*)/.exec(
        await app.context.metrics.text(await databaseFigures(app.context)),
      )?.[1]
    expect([await said(), await figure()], 'before the first night').toEqual([[], undefined])
    const failing = async () => {
      app.emulator.arm({ method: 'GET', path: '/v1/refunds', cut: true })
      app.clock.advanceMinutes(25 * 60)
      await reconcilePayments(app.context)
      expect(await app.work()).toMatchObject({ failed: 1 })
      await app.context.db.execute(sql`delete from pgboss.job`)
    }
    for (let nth = 0; nth < 4; nth++) await failing()
    const stands = expect.stringMatching(/^The books were last compared .* on 02\/03\/2027/)
    expect(await said(), 'never since the first night').toEqual([stands])
    expect(await said('location-admin')).toEqual([])
    await night()
    expect([await said(), Number(await figure())]).toEqual([[], app.clock.now().getTime() / 1_000 - 3_600])
    await failing()
    expect(await said(), 'one night may fail').toEqual([])
    await failing()
    expect(await said()).toEqual([expect.stringContaining('payment provider')])
  })

  test('that has not begun yet where the books were looked at for weeks is not called stopped', async () => {
    await recordBooksCheck(app.context)
    app.clock.advanceMinutes(20 * 24 * 60)
    expect(await standingTroubles(app.context, 'super-admin')).toEqual([])
    await night()
    expect(await standingTroubles(app.context, 'super-admin')).toEqual([])
  })

  test('hears of a refund that a bank sent back long after it was made, though no event came', async () => {
    const { ledger } = app.emulator
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    const there = ledger.refund(payment.id, {}, undefined)
    await night()
    const settled = async () => (await storedBooking(app, bookingId)).refunds.map(({ status }) => status)
    expect(await settled()).toEqual(['processed'])
    for (let days = 0; days < 10; days++) {
      app.clock.advanceMinutes(24 * 60)
      await night()
    }
    ledger.settleRefund(there.id, 'failed')
    await night()
    expect(await settled(), 'what was made in the console is its maker’s to repeat').toEqual(['dropped'])
    // what is owed later is given back by a press: the old news is none any more
    await app.context.db
      .update(bookings)
      .set({ total: rupees(500) })
      .where(eq(bookings.id, bookingId))
    await night()
    expect(await settled()).toEqual(['dropped'])
  })

  test('asks about a dispute that it does not know as it is, once, and about none of years ago', async () => {
    const { payment } = await purchase(app, basicDraft(app.theatre))
    const { id } = app.emulator.ledger.openDispute(payment.id)
    const soon = app.clock.now().getTime() + 1_000
    await reconcileDisputesPage(app.context, { from: soon, to: soon, skip: 0 })
    expect(await cases()).toEqual([])
    await night()
    expect([asked(`/v1/disputes/${id}`), (await cases()).length]).toEqual([1, 1])
    await night()
    expect(asked(`/v1/disputes/${id}`)).toBe(1)
  })

  test('closes stray money whose dispute was lost before it was heard of, and believes the provider in the sum', async () => {
    const { ledger } = app.emulator
    const stray = ledger.strayPayment()
    await night()
    ledger.moveDispute(ledger.openDispute(stray.id).id, 'lost')
    const { payment } = await purchase(app, basicDraft(app.theatre))
    const { id } = ledger.openDispute(payment.id)
    Object.assign(ledger.moveDispute(id, 'lost'), { amount_deducted: 50_000 })
    await night()
    expect((await cases()).map(({ outcome }) => outcome)).toEqual(['lost', 'lost', 'lost'])
    const [lost] = await app.context.db.select().from(bookingEvents).where(eq(bookingEvents.kind, 'dispute-lost'))
    expect(lost).toMatchObject({ detail: { disputeId: id, amount: rupees(500) } })
  })

  test('says of a dispute what the provider says, and nothing in the place of what it does not', async () => {
    const { payment } = await purchase(app, basicDraft(app.theatre))
    const dispute = app.emulator.ledger.openDispute(payment.id)
    Object.assign(dispute, { reason_code: '' })
    await followDispute(app.context, dispute.id)
    expect(await cases()).toMatchObject([{ detail: 'chargeback' }])
    expect((await seen()).disputes).toMatchObject([{ detail: expect.stringContaining(' Chargeback. ') }])
    // it was answered before the mail about it went out: nobody is asked to answer it
    app.emulator.ledger.moveDispute(dispute.id, 'under_review')
    await followDispute(app.context, dispute.id)
    app.emulator.webhooks.events.length = 0
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject.includes('is disputed'))).toEqual([])
    // one that the provider does not know, and that no event told of
    expect(await followDispute(app.context, 'disp_NobodyKnows01')).toBe(true)
    expect(await cases()).toHaveLength(1)
    expect(await settleCase(app.context, OWNER, 'nothing', 'Seen to')).toMatchObject({ reason: 'not-found' })
  })

  /** The emulator is there for its lists and for nothing else: it cuts the line, or says what a door before it would say. */
  const goAway = (path: string, answer: { cut: true } | { status: number; body: string } = { cut: true }) =>
    app.emulator.arm({ method: 'GET', path, times: 100, ...answer })
  const askedOf = (of: RegExp) =>
    app.emulator.calls.filter(({ method, path }) => method === 'GET' && of.test(path)).length
  const page = () => ({ from: 0, to: app.clock.now().getTime(), skip: 0 })
  /** Five disputes about money that no booking knows, in the order in which they are listed. */
  const fiveDisputes = () =>
    Array.from({ length: 5 }, () => app.emulator.ledger.openDispute(app.emulator.ledger.strayPayment().id).id).reverse()

  test.each([
    ['cuts the line', { cut: true }, 3],
    ['is away, as its door says', { status: 504, body: '<html>' }, 3],
    // it is there, whatever it says
    ['says what nobody understands', { status: 500, body: '<html>' }, 5],
    ['does not let us in', { status: 401, body: '{"error":{"code":"BAD_REQUEST_ERROR","description":"No."}}' }, 5],
  ] as const)('asks about a few disputes only where the provider lists them and then %s', async (_, answer, times) => {
    fiveDisputes()
    app.emulator.webhooks.events.length = 0
    goAway('/v1/disputes/', answer)
    await expect(reconcileDisputesPage(app.context, page())).rejects.toThrow('5 of 5 tasks failed')
    expect(askedOf(/disputes\/disp_/)).toBe(times)
    app.emulator.clearFaults()
    await reconcileDisputesPage(app.context, page())
    expect(await cases()).toHaveLength(5)
  })

  test('goes on past what nobody answers while somebody answers the rest', async () => {
    const ids = fiveDisputes()
    for (const nth of [0, 1, 3, 4]) goAway(`/v1/disputes/${ids[nth]}`)
    await expect(reconcileDisputesPage(app.context, page())).rejects.toThrow('4 of 5 tasks failed')
    expect((await cases()).map(({ reference }) => reference)).toEqual([ids[2]])
  })

  test('asks about the refunds of a few payments only while the provider is not there for them', async () => {
    const { ledger } = app.emulator
    for (let day = 12; day < 17; day++) {
      const { payment } = await purchase(app, basicDraft(app.theatre, { date: date(`2027-03-${day}`) }))
      ledger.refund(payment.id, { amount: 10_000 }, undefined)
      // of money that no booking knows nothing is asked
      ledger.refund(ledger.strayPayment().id, { amount: 10_000 }, undefined)
    }
    app.clock.advanceMinutes(90)
    goAway('/v1/payments/')
    const failed = await reconcileRefundsPage(app.context, page()).catch((error: unknown) => error)
    expect(failed).toMatchObject({ message: '5 of 10 tasks failed' })
    const told = failed instanceof AggregateError ? failed.errors.map(({ message }) => message) : []
    expect(told.slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(/^The provider does not answer about pay_/)))
    expect(told.slice(3)).toEqual(Array(2).fill('The payment provider does not answer.'))
    expect(askedOf(/payments\/pay_\w+\/refunds/)).toBe(3)
    app.emulator.clearFaults()
    await reconcileRefundsPage(app.context, page())
    expect(await app.context.db.$count(refunds)).toBe(5)
  })

  test.each([
    ['is not there for them', { cut: true }, 3],
    ['is asked too much', { status: 429, body: '{"error":{"code":"BAD_REQUEST_ERROR","description":"No."}}' }, 5],
    ['says what nobody understands', { status: 500, body: '<html>' }, 5],
  ] as const)('guesses about no order while the provider %s, and misses none of them', async (_, answer, least) => {
    for (let day = 12; day < 17; day++) {
      const { orderId } = await openOrder(app, basicDraft(app.theatre, { date: date(`2027-03-${day}`) }))
      app.emulator.pay(orderId, 'upi', 'success')
    }
    app.clock.advanceMinutes(90)
    const before = askedOf(/orders\/order_\w+\/payments/)
    goAway('/v1/orders/', answer)
    await expect(reconcilePaymentsPage(app.context, page())).rejects.toThrow('5 of 5 tasks failed')
    const times = askedOf(/orders\/order_\w+\/payments/) - before
    if (least === 3) expect(times).toBe(least)
    else expect(times).toBeGreaterThanOrEqual(least)
    expect([await cases(), await mailsOf(app, 'unknown-money')]).toEqual([[], 0])
    app.emulator.clearFaults()
    await reconcilePaymentsPage(app.context, page())
    expect(await app.context.db.$count(payments)).toBe(5)
    expect(await cases()).toEqual([])
  })

  test.each([
    ['payments', '/v1/orders/'],
    ['refunds', '/v1/payments/'],
    ['disputes', '/v1/disputes/'],
  ] as const)('lets the next page of %s follow a page that fails, and once, however often that comes again', async (list, asks) => {
    const { ledger, webhooks } = app.emulator
    for (let nth = 0; nth <= 100; nth++) {
      const { id } = ledger.strayPayment()
      if (list === 'refunds') ledger.refund(id, { amount: 10_000 }, undefined)
      if (list === 'disputes') ledger.openDispute(id)
    }
    if (list === 'payments') {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'success')
    }
    if (list === 'refunds') {
      const { payment } = await purchase(app, basicDraft(app.theatre))
      ledger.refund(payment.id, { amount: 10_000 }, undefined)
    }
    webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    goAway(asks)
    await app.context.jobs.enqueue(app.context.db, `reconcile-${list}`, page())
    const state = sql`select data->>'skip' as skip, retry_count::int as repeats from pgboss.job
      where name = ${`reconcile-${list}`} order by (data->>'skip')::int, id`
    for (const repeats of [0, 1, 2]) {
      await app.context.db.execute(sql`update pgboss.job set start_after = now() where name like 'reconcile-%'`)
      await app.work()
      const pages = rowsOf<{ skip: string; repeats: number }>(await app.context.db.execute(state))
      expect(pages.map(({ skip }) => skip)).toEqual(['0', '100'])
      expect(pages[0]?.repeats).toBeGreaterThanOrEqual(repeats)
    }
  })

  test('writes into the log how often each rule of the books is broken', async () => {
    await purchase(app, basicDraft(app.theatre))
    await app.context.db.update(bookings).set({ total: paise(1) })
    const lines: string[] = []
    const log = createLog('error', { write: (line) => lines.push(line) })
    await recordBooksCheck({ ...app.context, log })
    expect(lines.map((line) => Object.values(JSON.parse(line).wrong))).toEqual([expect.arrayContaining([1])])
  })
})
