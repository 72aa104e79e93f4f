import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { paymentAttempts, webhookInbox } from '~/db/schema'
import { rupees } from '~/domain/money'
import { reconcilePayments, resumeUnfinished } from '~/features/money/reconcile-payments.server'
import { receiveWebhook } from '~/features/money/webhook.server'
import { jobHandlers } from '~/jobs.server'
import { KEYS, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { mailsOf, openOrder, purchase, sendWebhook, statusOf, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('news of a payment', (kind) => {
  const app = useApp(kind)

  describe('webhooks', () => {
    const inbox = () => app.context.db.select().from(webhookInbox)

    test('of one event are stored once and worked off once', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      for (let time = 0; time < 10; time++) await sendWebhook(app, 'payment.captured', payment, { eventId: 'evt_ten' })
      expect(await app.work()).toMatchObject({ done: 2, failed: 0 })
      expect(await inbox()).toMatchObject([{ eventId: 'evt_ten', doneAt: app.clock.now(), lastError: null }])
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('signed with the secret before are accepted, with a wrong one not', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      expect(await sendWebhook(app, 'order.paid', payment, { secret: KEYS.oldWebhookSecret })).toBe('accepted')
      expect(await sendWebhook(app, 'order.paid', payment, { secret: 'guessed' })).toBe('bad-signature')
      expect(await inbox()).toHaveLength(1)
    })

    test('of unknown orders and unknown events are done without effect', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      await sendWebhook(app, 'payment.captured', { ...payment, order_id: 'order_AAAAAAAAAAAAAA' })
      await sendWebhook(app, 'payment.downtime.started', { ...payment, order_id: '' })
      expect(await app.work()).toEqual({ done: 2, failed: 0 })
      expect((await inbox()).every(({ doneAt }) => doneAt !== null)).toBe(true)
    })

    test('whose effect fails keep the reason and are put back to work at night', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      await sendWebhook(app, 'payment.captured', payment)
      app.emulator.arm({ path: '/v1/orders', times: 1, status: 504, body: '' })
      expect(await app.work()).toEqual({ done: 0, failed: 1 })
      expect(await inbox()).toMatchObject([{ doneAt: null, lastError: 'The payment provider does not answer.' }])
      // until it has lain for an hour it is left to the job that it has
      const jobs = async () =>
        rowsOf(await app.context.db.execute(sql`select id from pgboss.job where name = 'process-webhook'`)).length
      app.clock.advanceMinutes(59)
      await resumeUnfinished(app.context)
      expect(await jobs()).toBe(1)
      app.clock.advanceMinutes(31)
      await reconcilePayments(app.context)
      await app.work()
      expect(await inbox()).toMatchObject([{ doneAt: app.clock.now() }])
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('of a payment that is in the books ask the provider nothing, of its refund they do', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      const asked = async () => {
        const before = app.emulator.calls.length
        expect(await app.work()).toMatchObject({ failed: 0 })
        expect((await inbox()).every(({ doneAt }) => doneAt !== null)).toBe(true)
        return app.emulator.calls.length - before
      }
      await sendWebhook(app, 'payment.captured', payment)
      expect(await asked()).toBe(1)
      expect(await statusOf(app, bookingId)).toBe('booked')
      await sendWebhook(app, 'payment.authorized', payment)
      await sendWebhook(app, 'order.paid', payment)
      expect(await asked()).toBe(0)
      const refund = app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
      await sendWebhook(app, 'refund.created', payment, { refund })
      expect(await asked()).toBeGreaterThan(0)
    })

    test('without an event id are known by their body', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      await sendWebhook(app, 'order.paid', payment, { eventId: '' })
      await sendWebhook(app, 'order.paid', payment, { eventId: '' })
      expect((await inbox()).map(({ eventId }) => eventId)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    })

    test('re-serialised on the way are refused', async () => {
      const body = '{"event":"order.paid"}'
      const signature = createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex')
      const receive = (sent: string) => receiveWebhook(app.context, sent, { signature, eventId: 'evt_x' })
      expect(await receive(`${body} `)).toBe('bad-signature')
      expect(await receive(body)).toBe('accepted')
    })
  })

  test('the nightly comparison finds money that nobody reported', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(orderId, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    expect(await statusOf(app, bookingId)).toBe('booked')
    expect(app.mailbox.mails).toHaveLength(1)
  })

  test('the nightly comparison tells the business of money that is in no booking, once', async () => {
    await purchase(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    const stray = () => ledger.pay(ledger.createOrder({ amount: 49_900, currency: 'INR' }).id, 'upi', 'success')
    const [found, returned] = [stray(), stray()]
    ledger.refund(returned.id, {}, undefined)
    await app.work()
    app.mailbox.mails.length = 0
    await reconcilePayments(app.context)
    await app.work()
    expect(app.mailbox.mails, 'the list lags: what is newer than an hour waits for the next night').toEqual([])
    app.clock.advanceMinutes(90)
    for (let night = 0; night < 2; night++) await reconcilePayments(app.context)
    await app.work()
    expect(app.mailbox.mails).toMatchObject([
      {
        to: 'hello@lumiere.example',
        subject: '₹499 came in without a booking',
        text: expect.stringContaining(found.id),
      },
    ])
  })

  test('the nightly comparison names the booking of money that does not fit it', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    await app.context.db.update(paymentAttempts).set({ amount: rupees(1) })
    app.emulator.pay(orderId, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    const { code } = await storedBooking(app, bookingId)
    expect(app.mailbox.mails).toMatchObject([
      { subject: `₹999 does not fit booking ${code}`, text: expect.stringContaining(`for booking ${code} that`) },
    ])
    // it is for a booking of ours, so that nothing else is to be thought of
    expect(app.mailbox.mails[0]?.text).toMatch(/\nReceived [^\n]*\n\nNothing has been changed\. Give it to a booking/)
  })

  test('the nightly comparison finds the order of money that comes after all its checks', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(6 * 24 * 60)
    app.emulator.pay(orderId, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    expect([await statusOf(app, bookingId), await mailsOf(app, 'unknown-money')]).toEqual(['booked', 0])
  })

  test('the nightly comparison reads on when the provider has more than a page', async () => {
    const { ledger } = app.emulator
    for (let count = 0; count < 102; count++) {
      ledger.pay(ledger.createOrder({ amount: 49_900, currency: 'INR' }).id, 'upi', 'success')
    }
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    // how a hundred letters are sent is another matter
    await app.context.jobs.runDue({ ...jobHandlers(app.context), 'deliver-mail': async () => {} })
    expect(await mailsOf(app, 'unknown-money')).toBe(102)
  })
})
