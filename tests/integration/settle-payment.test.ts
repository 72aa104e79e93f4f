import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId, newToken } from '~/db/new-id'
import { bookings, paymentAttempts, webhookInbox } from '~/db/schema'
import { paise, rupees } from '~/domain/money'
import { logPaymentFailure, releaseHold, startPayment, verifyPayment } from '~/features/payment/checkout.server'
import { pollPayments, reconcilePayments } from '~/features/payment/poll-payments.server'
import { applyGatewayTruth } from '~/features/payment/settle-payment.server'
import { receiveWebhook } from '~/features/payment/webhook.server'
import { KEYS, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import {
  claimOf,
  comeBack,
  holdSlot,
  mailsOf,
  openOrder,
  pressPay,
  purchase,
  sendWebhook,
  statusOf,
  storedBooking,
} from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('the payment of a hold', (kind) => {
  const app = useApp(kind)
  const settle = (orderId: string) => applyGatewayTruth(app.context, orderId)

  describe('the order', () => {
    test('is made once, however often it is asked for at the same time', async () => {
      const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
      const started = await Promise.all([1, 2, 3].map(() => startPayment(app.context, attemptId ?? '')))
      expect(new Set(started.map((one) => one.ok && one.orderId)).size).toBe(1)
      expect(app.emulator.ledger.orders.size).toBe(1)
    })

    test('carries the advance in paise, our receipt and the booking’s code', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const { code, attempts } = await storedBooking(app, bookingId)
      expect(app.emulator.ledger.order(orderId)).toMatchObject({
        amount: 99_900,
        currency: 'INR',
        receipt: attempts[0]?.receipt,
        notes: { booking: code },
      })
    })

    test('refused by the provider gives the slot back', async () => {
      const { attemptId, bookingId } = await holdSlot(app, basicDraft(app.theatre))
      app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, status: 401, body: '{"error":{}}' })
      expect(await startPayment(app.context, attemptId ?? '')).toMatchObject({ ok: false })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'expired',
        events: ['held', 'order-refused'],
      })
    })

    test('not made because the provider is down leaves the hold, and is made by the next try', async () => {
      const { attemptId, bookingId } = await holdSlot(app, basicDraft(app.theatre))
      app.emulator.arm({ path: '/v1/orders', times: 3, status: 502, body: '<html>Bad gateway</html>' })
      expect(await startPayment(app.context, attemptId ?? '')).toMatchObject({ ok: false })
      expect(await statusOf(app, bookingId)).toBe('pending')
      app.emulator.reset()
      expect(await startPayment(app.context, attemptId ?? '')).toMatchObject({ ok: true })
    })

    test('is not made for a hold that has ended', async () => {
      const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(15)
      await holdSlot(app, basicDraft(app.theatre))
      expect(await startPayment(app.context, attemptId ?? '')).toMatchObject({ ok: false })
      expect(app.emulator.ledger.orders.size).toBe(0)
    })
  })

  describe('what the browser brings', () => {
    test('books, with the money in the ledger and the charge beside it', async () => {
      const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'booked',
        holdEndsAt: null,
        payments: [{ providerPaymentId: payment.id, mode: 'online', status: 'captured', amount: 99_900, fee: 2_358 }],
        attempts: [{ status: 'paid' }],
        events: ['held', 'payment-received', 'paid'],
      })
    })

    test('a second time has the same answer and no further effect', async () => {
      const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
      expect(await comeBack(app, payment)).toMatchObject({ ok: true, state: 'booked' })
      expect((await storedBooking(app, bookingId)).payments).toHaveLength(1)
      expect(await mailsOf(app, 'confirmation')).toBe(1)
    })

    test('for somebody else’s attempt is refused', async () => {
      const mine = await openOrder(app, basicDraft(app.theatre))
      const theirs = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      const token = (await storedBooking(app, mine.bookingId)).attempts[0]?.token
      const answer = await verifyPayment(app.context, { ...claimOf(app, theirs.payment), token })
      expect(answer).toEqual({ ok: false, reason: 'not-ours' })
      expect(await statusOf(app, mine.bookingId)).toBe('pending')
    })

    test.each([
      ['in upper case', (signature: string) => signature.toUpperCase()],
      ['cut short', (signature: string) => signature.slice(0, 60)],
      ['empty', () => ''],
    ])('with a signature %s is refused', async (_, forge) => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const claim = claimOf(app, app.emulator.pay(orderId, 'upi', 'success'))
      const answer = await verifyPayment(app.context, { ...claim, signature: forge(claim.signature) })
      expect(answer).toEqual({ ok: false, reason: 'bad-signature' })
      expect(await statusOf(app, bookingId)).toBe('pending')
    })

    test.each([
      ['amount', { amount: 100 }],
      ['currency', { currency: 'USD' }],
    ])('with another %s than was asked books nothing, and is on record once', async (_, difference) => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      Object.assign(app.emulator.ledger.payment(payment.id), difference)
      expect(await comeBack(app, payment)).toMatchObject({ ok: true, state: 'nothing-yet' })
      await settle(orderId)
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'pending',
        payments: [],
        events: ['held', 'payment-refused'],
      })
    })

    test('while the provider does not answer is not lost: the poller finds it', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      app.emulator.arm({ path: '/v1/orders', times: 1, cut: true })
      expect(await comeBack(app, payment)).toEqual({ ok: false, reason: 'provider-unreachable' })
      expect(await statusOf(app, bookingId)).toBe('pending')
      app.clock.advanceMinutes(2)
      expect(await pollPayments(app.context)).toBe(1)
      expect(await statusOf(app, bookingId)).toBe('booked')
    })
  })

  describe('forward only', () => {
    test('a payment that failed and is captured after all books', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'failure')
      await sendWebhook(app, 'payment.failed', payment)
      await app.work()
      expect(await statusOf(app, bookingId)).toBe('pending')
      app.emulator.ledger.settle(app.emulator.ledger.payment(payment.id))
      await sendWebhook(app, 'payment.captured', payment)
      await app.work()
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('events out of order end booked', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      for (const event of ['order.paid', 'payment.captured', 'payment.authorized', 'payment.failed']) {
        await sendWebhook(app, event, payment)
        await app.work()
      }
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'booked',
        events: ['held', 'payment-received', 'paid'],
      })
    })

    test('a payment that waits stretches the hold', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'authorize')
      app.emulator.arm({ path: '/v1/payments', times: 1, status: 500, body: '{}' })
      app.clock.advanceMinutes(10)
      expect(await settle(orderId)).toMatchObject({ state: 'waiting' })
      expect((await storedBooking(app, bookingId)).holdEndsAt).toEqual(new Date('2027-03-01T06:55:00Z'))
    })

    test('a capture whose answer was lost books once', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'authorize')
      app.emulator.arm({ method: 'POST', path: '/v1/payments', times: 1, cut: true, after: true })
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      expect((await storedBooking(app, bookingId)).payments).toHaveLength(1)
    })

    test('a failed try is logged and ends nothing', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await logPaymentFailure(app.context, { orderId }, 'Payment processing cancelled by user')
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'pending',
        events: ['held', 'payment-failed'],
      })
    })
  })

  describe('closing the window', () => {
    test('keeps the hold while the provider does not answer', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.arm({ path: '/v1/orders', times: 2, cut: true })
      expect(await releaseHold(app.context, { orderId })).toBe('kept')
      expect(await statusOf(app, bookingId)).toBe('pending')
    })

    test('after the money has come books', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await releaseHold(app.context, { orderId })).toBe('booked')
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('of a booking changes nothing, and of an unknown order neither', async () => {
      const { orderId, bookingId } = await purchase(app, basicDraft(app.theatre))
      expect(await releaseHold(app.context, { orderId })).toBe('booked')
      expect(await statusOf(app, bookingId)).toBe('booked')
      expect(await releaseHold(app.context, { orderId: 'order_AAAAAAAAAAAAAA' })).toBe('unknown')
    })

    test('after a failed try gives the slot back at once', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'failure')
      expect(await releaseHold(app.context, { orderId })).toBe('released')
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: true })
    })
  })

  describe('late money', () => {
    test('for a slot that is gone but only authorised is not taken, and the customer is told once', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(15)
      await holdSlot(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'authorize')
      await settle(orderId)
      await settle(orderId)
      expect(app.emulator.ledger.payment(payment.id).status).toBe('authorized')
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'expired', payments: [], refunds: [] })
      expect(await mailsOf(app, 'slot-lost')).toBe(1)
    })

    test('for a free slot but only authorised is taken and books', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      app.emulator.pay(orderId, 'upi', 'authorize')
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      expect((await storedBooking(app, bookingId)).events).toEqual([
        'held',
        'released',
        'payment-received',
        'late-payment',
      ])
    })

    test('after the visit has begun goes back, although nobody took the slot', async () => {
      app.clock.set('2027-03-12T13:00:00Z')
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      app.clock.advanceMinutes(60)
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await settle(orderId)).toMatchObject({ state: 'returned' })
      await app.work()
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'expired',
        refunds: [{ amount: 99_900, status: 'processed' }],
      })
    })

    test('while its hold still lives books, although the visit has begun', async () => {
      app.clock.set('2027-03-12T13:25:00Z')
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(10)
      app.emulator.pay(orderId, 'upi', 'success')
      await settle(orderId)
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('for a cancelled hold books again when the slot is free', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await app.context.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, bookingId))
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
    })

    test('three days late is found at the growing ages of the poller', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      const asked: number[] = []
      for (const minutes of [10, 30, 15, 10, 295, 5, 1_080, 2_000]) {
        app.clock.advanceMinutes(minutes)
        asked.push(await pollPayments(app.context))
      }
      // at 10, 40, 55 and 65 minutes, 6:00, 6:05, 24:05 and 57:25 hours
      expect(asked).toEqual([1, 1, 0, 1, 1, 0, 1, 0])
      app.emulator.pay(orderId, 'upi', 'success')
      app.clock.advanceMinutes(1_440)
      await pollPayments(app.context)
      expect(await statusOf(app, bookingId)).toBe('booked')
    })
  })

  describe('more money than is due', () => {
    test('a second captured payment of one order is refunded in full', async () => {
      const { orderId, bookingId, payment } = await purchase(app, basicDraft(app.theatre))
      const again = { ...app.emulator.ledger.payment(payment.id), id: 'pay_SecondPayment1' }
      app.emulator.ledger.payments.set(again.id, again)
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      await app.work()
      const { refunds, status } = await storedBooking(app, bookingId)
      expect(status).toBe('booked')
      expect(refunds).toMatchObject([{ amount: 99_900, status: 'processed', reason: 'Paid twice' }])
      expect(app.emulator.ledger.refundsOf(payment.id)).toHaveLength(0)
    })

    test('a duplicate that the provider refunded by itself is left to it', async () => {
      const { orderId, bookingId } = await purchase(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'card', 'success')
      await settle(orderId)
      await app.work()
      expect(await storedBooking(app, bookingId)).toMatchObject({ payments: [{}], refunds: [] })
    })

    test('a balance pays what is left, and what is too much goes back', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const balanceOrder = async (amount: number) => {
        const id = newId()
        const attempt = {
          id,
          bookingId,
          token: newToken(),
          receipt: `bk_${id}`,
          keyId: KEYS.keyId,
          amount: rupees(amount),
        }
        await app.context.db
          .insert(paymentAttempts)
          .values({ ...attempt, purpose: 'balance', createdAt: app.clock.now() })
        const started = await startPayment(app.context, id)
        return started.ok ? started.orderId : ''
      }
      const [first, second] = [await balanceOrder(500), await balanceOrder(500)]
      app.emulator.pay(first, 'upi', 'success')
      await settle(first)
      expect((await storedBooking(app, bookingId)).refunds).toEqual([])
      app.emulator.pay(second, 'upi', 'success')
      await settle(second)
      await app.work()
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'booked',
        payments: [{}, {}, {}],
        refunds: [{ amount: paise(50_000), reason: 'Paid more than was due', status: 'processed' }],
      })
    })
  })

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
      app.clock.advanceMinutes(90)
      await reconcilePayments(app.context)
      await app.work()
      expect(await inbox()).toMatchObject([{ doneAt: app.clock.now() }])
      expect(await statusOf(app, bookingId)).toBe('booked')
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
      const answer = await receiveWebhook(app.context, `${body} `, { signature: 'a'.repeat(64), eventId: 'evt_x' })
      expect(answer).toBe('bad-signature')
    })
  })

  test('the nightly comparison finds money that nobody reported', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(orderId, 'upi', 'success')
    await reconcilePayments(app.context)
    await app.work()
    expect(await statusOf(app, bookingId)).toBe('booked')
    expect(app.mailbox.mails).toHaveLength(1)
  })
})
