import { describe, expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { logPaymentFailure } from '~/features/money/leave-payment.server'
import { pollPayments } from '~/features/money/poll-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { comeBack, openBalance, openOrder, purchase, sendWebhook, statusOf, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('what the provider says of an order', (kind) => {
  const app = useApp(kind)
  const settle = (orderId: string) => applyGatewayTruth(app.context, orderId)

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

    test('a second try in the same window books', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.emulator.pay(orderId, 'upi', 'failure')
      expect(await settle(orderId)).toMatchObject({ state: 'nothing-yet' })
      await comeBack(app, app.emulator.pay(orderId, 'card', 'success'))
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('browser, webhooks and poller at once make one booking, one payment and one mail', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      await Promise.all([
        comeBack(app, payment),
        sendWebhook(app, 'order.paid', payment, { eventId: 'evt_same' }),
        sendWebhook(app, 'order.paid', payment, { eventId: 'evt_same' }),
        sendWebhook(app, 'payment.captured', payment),
        settle(orderId),
      ])
      await app.work()
      const { status, payments, events } = await storedBooking(app, bookingId)
      expect({ status, payments: payments.length, events }).toEqual({
        status: 'booked',
        payments: 1,
        events: ['held', 'payment-received', 'paid'],
      })
      expect(app.mailbox.mails).toHaveLength(1)
    })

    test('a charge that the provider names later than the payment is entered when it does, and stays', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.ledger.payment(app.emulator.pay(orderId, 'upi', 'success').id)
      const { fee, tax } = payment
      Object.assign(payment, { fee: null, tax: null })
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ fee: null, tax: null }])
      Object.assign(payment, { fee, tax })
      await settle(orderId)
      expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ fee: 2_358, tax }])
      Object.assign(payment, { fee: null, tax: null })
      await settle(orderId)
      expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ fee: 2_358, tax }])
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

  describe('an order that the provider will not speak of', () => {
    const order = (slot: string) => openOrder(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[slot] }))
    const look = async (minutes: number) => {
      app.clock.advanceMinutes(minutes)
      await pollPayments(app.context)
      expect(await app.work()).toMatchObject({ failed: 0 })
    }
    const silentOr = (orderId: string, status: number, body: string) =>
      app.emulator.arm({ path: `/v1/orders/${orderId}/payments`, times: 99, status, body })

    test.each([
      ['is refused', 400, '{"error":{"code":"BAD_REQUEST_ERROR","description":"The id provided does not exist"}}'],
      ['is not found', 404, '{"error":{"code":"BAD_REQUEST_ERROR","description":"Not found"}}'],
      ['is met with silence', 502, '<html>Bad gateway</html>'],
      ['is answered in words that nobody knows', 200, '{"items":[{"status":"dreaming"}]}'],
    ])('because it %s keeps no younger one waiting', async (_, status, body) => {
      const old = await order('10:00')
      const young = await order('13:00')
      silentOr(old.orderId, status, body)
      app.emulator.pay(young.orderId, 'upi', 'success')
      await look(2)
      expect(await statusOf(app, young.bookingId)).toBe('booked')
      const [watched] = (await storedBooking(app, old.bookingId)).attempts
      expect((watched?.silences ?? 0) + (watched?.refusals ?? 0)).toBe(1)
      expect(watched?.nextCheckAt?.getTime()).toBeGreaterThan(app.clock.now().getTime())
    })

    test('is asked again after a while, and booked when it is answered', async () => {
      const { orderId, bookingId } = await order('10:00')
      app.emulator.pay(orderId, 'upi', 'success')
      app.emulator.arm({ path: `/v1/orders/${orderId}/payments`, times: 3, status: 500, body: '{}' })
      for (const minutes of [1, 1, 2]) await look(minutes)
      expect(await statusOf(app, bookingId)).toBe('pending')
      await look(4)
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'booked',
        attempts: [{ silences: 0, lastError: null }],
      })
    })

    test('among whose tries is one in an unknown state books by the others', async () => {
      const { orderId, bookingId } = await order('10:00')
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      const strange = { ...payment, id: 'pay_StrangePayme1', status: 'dreaming' as 'created' }
      app.emulator.ledger.payments.set(strange.id, strange)
      await look(1)
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', payments: [{}] })
    })

    test('is given to one job only by two servers', async () => {
      await order('10:00')
      app.clock.advanceMinutes(2)
      const given = await Promise.all([pollPayments(app.context), pollPayments(app.context)])
      expect(given.sort()).toEqual([0, 1])
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
      const [first, second] = [await openBalance(app, bookingId, 50_000), await openBalance(app, bookingId, 50_000)]
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
        attempts: [{ status: 'paid' }, { status: 'paid' }, { status: 'paid' }],
      })
    })
  })
})
