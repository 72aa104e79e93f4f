import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingEvents, moneyCases, payments } from '~/db/schema'
import { rupees } from '~/domain/money'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { followDispute } from '~/features/money/dispute.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { sendRefund } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase, refuseNextRefund, storedBooking } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

onEachDatabase('what becomes of a refund', (kind) => {
  const app = useApp(kind)

  /** A paid booking whose money goes back, and the provider has refused the first try. */
  async function refused() {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    const [row] = await app.context.db.select().from(payments)
    if (!row) throw new Error('The payment is missing.')
    await app.context.db.transaction((tx) =>
      queueRefund(app.context, tx, row, { reason: 'Asked by phone', amount: row.amount }),
    )
    refuseNextRefund(app)
    await app.work()
    const ours = async () => {
      const found = (await storedBooking(app, bookingId)).refunds.find(({ origin }) => origin === 'ours')
      return found ?? expect.fail('The refund is missing.')
    }
    expect(await ours()).toMatchObject({ status: 'failed', failures: 1 })
    return { bookingId, payment, ours, refundId: (await ours()).id }
  }
  const sent = (paymentId: string) => app.emulator.ledger.refundsOf(paymentId)

  test('is not sent anew while the provider will not say what became of the try before', async () => {
    const { payment, ours, refundId } = await refused()
    app.clock.advanceMinutes(61)
    await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
    app.emulator.arm({ method: 'GET', path: '/v1/payments', times: 1, status: 502, body: '<html>Bad gateway</html>' })
    await app.work()
    expect(sent(payment.id)).toEqual([])
    expect(await ours()).toMatchObject({
      status: 'queued',
      silences: 1,
      lastError: expect.stringMatching(/not answer/),
    })
    await sendRefund(app.context, refundId)
    expect(sent(payment.id)).toHaveLength(1)
    expect(await ours()).toMatchObject({ status: 'processed', lastError: null })
  })

  test('that failed and shrank to what the provider does not send is a task of the front desk, done with a word how', async () => {
    const { bookingId, payment, ours, refundId } = await refused()
    app.emulator.ledger.refund(payment.id, { amount: 99_850 }, undefined)
    await followRefunds(app.context, payment.id)
    expect(await ours()).toMatchObject({ mode: 'cash', status: 'queued', amount: 50, nextAt: null })
    const task = async () =>
      (await bookingPage(app.context, { kind: 'all' }, bookingId))?.money.filter(({ waits }) => waits)
    expect(await task()).toHaveLength(1)
    expect(await handOverRefund(app.context, OWNER, bookingId, refundId, { note: 'In an envelope' })).toMatchObject({
      ok: true,
    })
    expect(await task()).toEqual([])
    expect(await ours()).toMatchObject({ settledBy: 'Asha Rao', settledNote: 'In an envelope' })
    const [noted] = await app.context.db.select().from(bookingEvents).where(eq(bookingEvents.kind, 'handed-over'))
    expect(noted?.detail).toEqual({ refundId, amount: 50, mode: 'cash', note: 'In an envelope' })
    const { events } = await storedBooking(app, bookingId)
    // what the system opens again by itself is nobody's deed
    expect(events.filter((one) => /refund|handed/.test(one))).toEqual([
      'refund-failed',
      'refund-at-provider',
      'handed-over',
    ])
  })

  test('is found by the nightly look when no event told of it', async () => {
    app.emulator.ledger.refundsStart('pending')
    const { payment, ours } = await refused()
    app.clock.advanceMinutes(61)
    await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
    await app.work()
    expect(await ours()).toMatchObject({ status: 'pending' })
    app.emulator.ledger.settleRefund(sent(payment.id)[0]?.id ?? '', 'processed')
    // the night looks at what is an hour old
    app.clock.advanceMinutes(61)
    await reconcilePayments(app.context)
    await app.work()
    expect(await ours()).toMatchObject({ status: 'processed', amount: rupees(999) })
  })

  test('of money that no booking knew leaves nobody anything to look for, once it is whole', async () => {
    const stray = (amount: number) => {
      const order = app.emulator.ledger.createOrder({ amount, currency: 'INR' })
      return app.emulator.pay(order.id, 'upi', 'success')
    }
    const [whole, part] = [stray(70_000), stray(80_000)]
    app.emulator.ledger.refund(whole.id, { amount: 70_000 }, undefined)
    app.emulator.ledger.refund(part.id, { amount: 10_000 }, undefined)
    // the night looks at what is an hour old
    app.clock.advanceMinutes(61)
    await reconcilePayments(app.context)
    await app.work()
    const cases = () => app.context.db.select().from(moneyCases).orderBy(moneyCases.openedAt, moneyCases.id)
    expect(await cases()).toMatchObject([{ providerPaymentId: part.id }])
    // a dispute about what nobody knows stays open when it is lost
    const { id } = app.emulator.ledger.openDispute(whole.id)
    await followDispute(app.context, id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await followDispute(app.context, id)
    expect((await cases()).at(-1)).toMatchObject({ kind: 'dispute', disputeStatus: 'lost', settledAt: null })
  })
})
