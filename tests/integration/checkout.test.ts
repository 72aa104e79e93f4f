import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paymentAttempts } from '~/db/schema'
import { startPayment, verifyPayment } from '~/features/money/checkout.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { pollPayments } from '~/features/money/poll-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import {
  claimOf,
  comeBack,
  holdSlot,
  mailsOf,
  openOrder,
  pressPay,
  purchase,
  statusOf,
  storedBooking,
} from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('the checkout of a hold', (kind) => {
  const app = useApp(kind)
  /** How often the provider was asked for an order. */
  const asked = () => app.emulator.calls.filter((one) => one.method === 'POST' && one.path === '/v1/orders').length
  const settle = (orderId: string) => applyGatewayTruth(app.context, orderId)

  describe('the order', () => {
    test('is made once, however often it is asked for at the same time', async () => {
      const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
      const started = await Promise.all([1, 2, 3].map(() => startPayment(app.context, attemptId ?? '')))
      expect(new Set(started.map((one) => one.ok && one.orderId)).size).toBe(1)
      expect(app.emulator.ledger.orders.size).toBe(1)
      expect(asked(), 'one of them asks, the others wait for its answer').toBe(1)
    })

    test('that another server is making is waited for; one that it left behind is taken over after 30 seconds', async () => {
      const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
      const leased = { checkedAt: new Date(app.clock.now().getTime() - 29_000) }
      await app.context.db.update(paymentAttempts).set(leased)
      // the other server is looked for twice before its time is over
      let looks = 0
      const clock = {
        ...app.clock,
        now: () => {
          if (++looks <= 3) expect(asked()).toBe(0)
          if (looks === 3) app.clock.set(new Date(leased.checkedAt.getTime() + 30_001).toISOString())
          return app.clock.now()
        },
      }
      expect(await startPayment({ ...app.context, clock }, attemptId ?? '')).toMatchObject({ ok: true })
      expect(looks).toBeGreaterThanOrEqual(3)
      expect(asked()).toBe(1)
    })

    test('that another server has made meanwhile is the one that is paid', async () => {
      const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
      await app.context.db.update(paymentAttempts).set({ checkedAt: app.clock.now() })
      const { id } = app.emulator.ledger.createOrder({ amount: 99_900, currency: 'INR' })
      let looks = 0
      const clock = {
        ...app.clock,
        now: () => {
          if (++looks === 2) void app.context.db.update(paymentAttempts).set({ providerOrderId: id }).then()
          return app.clock.now()
        },
      }
      expect(await startPayment({ ...app.context, clock }, attemptId ?? '')).toEqual({ ok: true, orderId: id })
      expect(asked()).toBe(0)
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

    test('refused by the provider releases the slot', async () => {
      const { attemptId, bookingId } = await holdSlot(app, basicDraft(app.theatre))
      app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, status: 401, body: '{"error":{}}' })
      expect(await startPayment(app.context, attemptId ?? '')).toMatchObject({ ok: false })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'expired',
        events: ['held', 'order-refused'],
      })
    })

    test('refused for wrong keys is told the business once a day, anew when somebody could pay meanwhile', async () => {
      const refuse = async (minutes: number) => {
        app.clock.advanceMinutes(minutes)
        const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
        const body = '{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed"}}'
        app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, status: 401, body })
        await startPayment(app.context, attemptId ?? '')
      }
      for (const minutes of [0, 1]) await refuse(minutes)
      await app.work()
      expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual(['Nobody can pay online'])
      const text = app.mailbox.mails[0]?.text.replace(/\s+/g, ' ')
      expect(text).toContain('The answer was: BAD_REQUEST_ERROR: Authentication failed')
      expect(text).toContain('put today’s RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET into the settings')
      expect(text).toContain('Nothing was taken, and the slot is free again.')
      // the next outage of that day, whose end comes before its letter
      await openOrder(app, basicDraft(app.theatre))
      await refuse(30)
      app.clock.advanceMinutes(1)
      await openOrder(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      await app.work()
      expect(app.mailbox.mails).toHaveLength(1)
      await refuse(30)
      await app.work()
      expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Nobody can pay online'))
    })

    test('whose answer was lost is found by its receipt and made once', async () => {
      app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, cut: true, after: true })
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      expect([...app.emulator.ledger.orders.keys()]).toEqual([orderId])
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

    test('again and again has the provider asked thirty times, and is never refused', async () => {
      const { attemptId, linkToken, orderId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      const [attempt] = await app.context.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
      const claim = { ...claimOf(app, payment), token: attempt?.token ?? '' }
      const bring = () => verifyPayment(app.context, claim)
      for (let time = 0; time < 30; time++) expect(await bring()).toMatchObject({ ok: true, state: 'booked' })
      const before = app.emulator.calls.length
      // as while the provider does not answer: the poller and the webhook see to it
      expect(await bring()).toEqual({ ok: false, reason: 'provider-unreachable', linkToken, ownPage: false })
      expect(app.emulator.calls).toHaveLength(before)
      app.clock.advanceMinutes(10)
      expect(await bring()).toMatchObject({ ok: true, state: 'booked' })
    })

    test('for somebody else’s attempt is refused', async () => {
      const mine = await openOrder(app, basicDraft(app.theatre))
      const theirs = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      const token = (await storedBooking(app, mine.bookingId)).attempts[0]?.token
      const answer = await verifyPayment(app.context, { ...claimOf(app, theirs.payment), token })
      expect(answer).toEqual({ ok: false, reason: 'not-ours' })
      expect(await statusOf(app, mine.bookingId)).toBe('pending')
    })

    test('naming another order’s payment under a right signature books nothing', async () => {
      const mine = await openOrder(app, basicDraft(app.theatre))
      const { payment } = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      const claim = claimOf(app, { ...payment, order_id: mine.orderId })
      expect(await verifyPayment(app.context, claim)).toMatchObject({ ok: true, state: 'nothing-yet' })
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
        events: ['held', 'payment-unfitting'],
      })
    })

    test('while the provider does not answer is not lost: the poller finds it', async () => {
      const { orderId, bookingId, linkToken } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      app.emulator.arm({ path: '/v1/orders', times: 1, cut: true })
      const verified = await comeBack(app, payment)
      expect(verified).toEqual({ ok: false, reason: 'provider-unreachable', linkToken, ownPage: false })
      expect(await statusOf(app, bookingId)).toBe('pending')
      app.clock.advanceMinutes(2)
      expect(await pollPayments(app.context)).toBe(1)
      await app.work()
      expect(await statusOf(app, bookingId)).toBe('booked')
    })
  })

  describe('closing the window', () => {
    test('keeps the hold while the provider does not answer', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.arm({ path: '/v1/orders', times: 2, cut: true })
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
      expect(await statusOf(app, bookingId)).toBe('pending')
    })

    test('keeps the hold while a UPI request may still be paid, and the payment books', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'pending')
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
      app.emulator.ledger.settle(app.emulator.ledger.payment(payment.id))
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('releases the slot, and again without effect', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'released' })
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'released' })
      expect((await storedBooking(app, bookingId)).events).toEqual(['held', 'released'])
    })

    test('after the money has come books', async () => {
      const { orderId, bookingId, linkToken } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await releaseHold(app.context, { orderId })).toEqual({ outcome: 'booked', linkToken })
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('of a booking changes nothing, and of an unknown order neither', async () => {
      const { orderId, bookingId } = await purchase(app, basicDraft(app.theatre))
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'booked' })
      expect(await statusOf(app, bookingId)).toBe('booked')
      expect(await releaseHold(app.context, { orderId: 'order_AAAAAAAAAAAAAA' })).toMatchObject({ outcome: 'unknown' })
    })

    test('after a failed try releases the slot at once', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'failure')
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'released' })
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: true })
    })
  })
})
