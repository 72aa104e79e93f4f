import { describe, expect, test } from 'vitest'
import type { Transaction } from '~/db/client.server'
import { moneyRequests, payments } from '~/db/schema'
import { type Paise, paise, rupees } from '~/domain/money'
import { holdByStaff, type StaffHold } from '~/features/booking/staff-booking.server'
import { noteDeskRefund } from '~/features/money/desk-refund.server'
import { spendHeldRefund } from '~/features/money/held-refund.server'
import { askForMoney, keepWhilePaying } from '~/features/money/money-request.server'
import { orderActivity } from '~/features/money/order-activity.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { sendRefund } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { queueParts, queueRefund, returnWhatCameBack } from '~/features/money/return-owed.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { lockStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, mailsOf, openOrder, purchase, storedBooking } from '../support/purchase'
import { basicDraft, frontDesk, OWNER } from '../support/theatre'

/** What money code refuses to whoever calls it, though its pages never ask for that. */
onEachDatabase('money is guarded', (kind) => {
  const app = useApp(kind)
  const within = <T>(work: (tx: Transaction) => Promise<T>) => app.context.db.transaction(work)
  const paid = (from = '19:00') => purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[from] }))
  const paymentOf = async (bookingId: string) => (await storedBooking(app, bookingId)).payments[0] ?? expect.fail()
  const queue = async (bookingId: string, amount: Paise) => {
    const row = await paymentOf(bookingId)
    await within((tx) => queueRefund(app.context, tx, row, { reason: 'Asked by phone', amount }))
    return (await storedBooking(app, bookingId)).refunds.at(-1)?.id ?? ''
  }

  describe('a refund', () => {
    test('that waits for a hand is sent by no job, though its payment came online', async () => {
      const { bookingId } = await paid()
      const refundId = await queue(bookingId, paise(50))
      await sendRefund(app.context, refundId)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([
        { mode: 'cash', status: 'queued', attempts: 0, failures: 0 },
      ])
    })

    test('that was handed over is given to no job', async () => {
      const { bookingId } = await paid()
      const refundId = await queue(bookingId, paise(50))
      await app.work()
      expect(await handOverRefund(app.context, OWNER, bookingId, refundId)).toMatchObject({ ok: true })
      expect(await app.work()).toMatchObject({ done: 0 })
    })

    test('that the front desk began and hands over counts once for what it may send back', async () => {
      const { bookingId } = await paid()
      const refundId = await queue(bookingId, paise(50))
      const desk = frontDesk(app.theatre.locationId)
      const row = (await storedBooking(app, bookingId)).refunds.find(({ id }) => id === refundId) ?? expect.fail()
      const noted = async () => (await storedBooking(app, bookingId)).deskReturned
      await within((tx) => noteDeskRefund(tx, desk, { id: bookingId, refunds: [] }, row.amount))
      expect(await noted()).toBe(50)
      const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(1_000) } }
      expect(await handOverRefund(limited, desk, bookingId, refundId)).toMatchObject({ ok: true })
      expect(await noted()).toBe(50)
    })

    test('that was made in the console is entered, though a try for another booking had failed', async () => {
      const other = await paid('13:00')
      await queue(other.bookingId, rupees(999))
      app.emulator.ledger.refundsStart('failed')
      await app.work()
      app.emulator.ledger.refundsStart('processed')
      const { bookingId, payment } = await paid()
      app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
      await followRefunds(app.context, payment.id)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([
        { origin: 'provider', status: 'processed', amount: rupees(100) },
      ])
    })

    test('is promised of payments that are there', async () => {
      const part = { payment: 'gone', online: true, amount: rupees(1) }
      await expect(within((tx) => queueParts(app.context, tx, { payments: [] }, [part], ''))).rejects.toThrow(
        'A part was promised of a payment that is gone.',
      )
    })

    test('that did not arrive waits with a hold that is still to be paid', async () => {
      const { bookingId } = await holdSlot(app, basicDraft(app.theatre))
      const money = { mode: 'online', status: 'captured', purpose: 'advance', amount: rupees(999) } as const
      await app.context.db.insert(payments).values({ ...money, bookingId, receivedAt: app.clock.now() })
      const payment = await paymentOf(bookingId)
      await within((tx) => returnWhatCameBack(app.context, tx, payment))
      expect((await storedBooking(app, bookingId)).refunds).toEqual([])
    })

    test('that is not held for another slot pays for none', async () => {
      const { bookingId } = await paid()
      const spent = within(async (tx) => {
        const stored = await lockStoredBooking(tx, bookingId)
        return stored && spendHeldRefund(app.context, tx, stored)
      })
      expect(await spent).toBe(false)
    })
  })

  describe('what is asked for', () => {
    const hold = async () => {
      const asking: StaffHold = { deadline: 'two-hours', sum: 'advance' }
      const held = await holdByStaff(app.context, OWNER, basicDraft(app.theatre), { note: '', ...asking })
      return held.ok ? held.bookingId : expect.fail(held.message)
    }
    const endOf = async (id: string) => (await storedBooking(app, id)).holdEndsAt

    test('keeps a hold while it is paid, but no hold that has ended', async () => {
      const id = await hold()
      const end = await endOf(id)
      app.clock.advanceMinutes(121)
      const row = await storedBooking(app, id)
      await within((tx) => keepWhilePaying(tx, row, app.clock.now()))
      expect(await endOf(id)).toEqual(end)
      app.clock.advanceMinutes(-5)
      await within((tx) => keepWhilePaying(tx, row, app.clock.now()))
      expect(await endOf(id), 'live').not.toEqual(end)
    })

    test('of a hold of which nothing was asked before is asked until it ends', async () => {
      const id = await hold()
      await app.context.db.delete(moneyRequests)
      const asked = await askForMoney(app.context, OWNER, id, { sum: 'full', shown: rupees(1_499) })
      expect(asked).toMatchObject({ ok: true, amount: rupees(1_499) })
      const [request] = await app.context.db.select().from(moneyRequests)
      expect(request?.until).toEqual(await endOf(id))
    })
  })

  describe('an order', () => {
    test('is open while one of the two knows of a try, its count or its list', async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      const activity = () => orderActivity(app.context.gateway, orderId)
      expect(await activity()).toBe('quiet')
      const failed = app.emulator.pay(orderId, 'upi', 'failure')
      expect(await activity()).toBe('quiet')
      app.emulator.pay(orderId, 'upi', 'pending')
      const order = app.emulator.ledger.order(orderId)
      order.attempts = 1
      expect(await activity(), 'the list').toBe('open')
      order.attempts = 2
      app.emulator.ledger.payments.clear()
      app.emulator.ledger.payments.set(failed.id, failed)
      expect(await activity(), 'the count').toBe('open')
    })

    test('that was paid is not announced as returned for a second try that only waits', async () => {
      const { orderId, payment } = await paid()
      const second = { ...payment, id: 'pay_SecondPayment1', status: 'authorized', captured: false } as const
      app.emulator.ledger.payments.set(second.id, second)
      expect(await applyGatewayTruth(app.context, orderId)).toMatchObject({ state: 'booked' })
      expect(await mailsOf(app, 'payment-returned')).toBe(0)
      expect(app.emulator.ledger.payment(second.id).status, 'the provider gives it back').toBe('authorized')
    })

    test('has what its bank calls it, also when that is named after the capture', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      const named = payment.acquirer_data
      Object.assign(payment, { acquirer_data: {} })
      await applyGatewayTruth(app.context, orderId)
      const reference = async () => (await paymentOf(bookingId)).bankReference
      expect(await reference()).toBeNull()
      Object.assign(payment, { acquirer_data: named })
      await applyGatewayTruth(app.context, orderId)
      expect(await reference()).toBe(named.rrn)
      Object.assign(payment, { acquirer_data: { rrn: 'another' } })
      await applyGatewayTruth(app.context, orderId)
      expect(await reference(), 'never renamed').toBe(named.rrn)
    })
  })
})
