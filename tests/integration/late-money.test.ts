import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blockedDates, bookings, cities, locations, screenSlots, screens } from '~/db/schema'
import { holdEnd } from '~/domain/hold'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { startPayment } from '~/features/money/checkout.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { pollPayments } from '~/features/money/poll-payments.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import {
  comeBack,
  holdSlot,
  mailsOf,
  openBalance,
  openOrder,
  purchase,
  statusOf,
  storedBooking,
} from '../support/purchase'
import { basicDraft, OWNER, time, VISIT } from '../support/theatre'

onEachDatabase('money that comes late', (kind) => {
  const app = useApp(kind)
  const settle = (orderId: string) => applyGatewayTruth(app.context, orderId)
  const cancel = (bookingId: string, refund: 'full' | 'none') =>
    cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund })
  const closeDate = () =>
    app.context.db
      .insert(blockedDates)
      .values({ date: VISIT, locationId: app.theatre.locationId, reason: 'Private event' })
  const moveRoom = () => app.context.db.update(screens).set({ locationId: app.theatre.otherLocationId })
  /** The day is divided anew: nothing begins or ends when it did, though each new slot shares hours with an old one. */
  const changeHours = async () => {
    const { db } = app.context
    const screenId = app.theatre.aurora.id
    await db.update(screenSlots).set({ archivedAt: new Date() })
    const slots = ['09:30-12:30', '13:00-15:30', '17:00-20:00', '20:30-23:30'].map((hours) => hours.split('-'))
    await db
      .insert(screenSlots)
      .values(slots.map(([from = '', to = '']) => ({ screenId, from: time(from), to: time(to) })))
  }

  describe('late money', () => {
    test('books when the slot is still free', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('books where the hours went and came again, with another slot of the same', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      await changeHours()
      await app.context.db.update(screenSlots).set({ archivedAt: new Date() })
      await app.context.db
        .insert(screenSlots)
        .values({ screenId: app.theatre.aurora.id, from: time('19:00'), to: time('22:00') })
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await settle(orderId)).toMatchObject({ state: 'booked' })
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('for a slot that is gone waits for another choice, then is returned in full, once, with a word by e-mail', async () => {
      const late = await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(15)
      await holdSlot(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(late.orderId, 'upi', 'success')
      expect(await settle(late.orderId)).toMatchObject({ state: 'returned' })
      await settle(late.orderId)
      await app.work()
      expect((await storedBooking(app, late.bookingId)).refunds).toMatchObject([{ status: 'queued', attempts: 0 }])
      app.clock.advanceMinutes(120)
      await wakeRefunds(app.context)
      await app.work()
      const { refunds, status } = await storedBooking(app, late.bookingId)
      expect(status).toBe('expired')
      expect(refunds).toMatchObject([{ status: 'processed', amount: 99_900 }])
      expect(app.emulator.ledger.refundsOf(payment.id)).toHaveLength(1)
      expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([
        expect.stringContaining('Your slot went, your money waits'),
        expect.stringContaining('being returned'),
      ])
    })

    test('for a slot that is gone but only authorised is not taken, and the customer is told once', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(15)
      await holdSlot(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'authorize')
      await settle(orderId)
      await settle(orderId)
      expect(app.emulator.ledger.payment(payment.id).status).toBe('authorized')
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'expired', payments: [], refunds: [] })
      expect(await mailsOf(app, 'payment-returned')).toBe(1)
      await app.work()
      const told = /reached us when somebody else had the slot[\s\S]*₹999 is on its way back/
      expect(app.mailbox.mails).toMatchObject([{ text: expect.stringMatching(told) }])
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

    test('for a hold that staff deleted, or a booking that was cancelled, goes back with a mail', async () => {
      const hold = await openOrder(app, basicDraft(app.theatre))
      await cancel(hold.bookingId, 'none')
      app.emulator.pay(hold.orderId, 'upi', 'success')
      expect(await settle(hold.orderId)).toMatchObject({ state: 'returned' })
      const stored = await purchase(app, basicDraft(app.theatre))
      await cancel(stored.bookingId, 'none')
      app.emulator.ledger.payments.set('pay_SecondPayment1', { ...stored.payment, id: 'pay_SecondPayment1' })
      expect(await settle(stored.orderId)).toMatchObject({ state: 'returned' })
      await app.work()
      expect(await storedBooking(app, hold.bookingId)).toMatchObject({
        status: 'cancelled',
        refunds: [{ amount: 99_900, status: 'processed' }],
      })
      const { payments, ...after } = await storedBooking(app, stored.bookingId)
      const second = payments.find(({ providerPaymentId }) => providerPaymentId === 'pay_SecondPayment1')
      expect(after).toMatchObject({ status: 'cancelled', refunds: [{ amount: 99_900, paymentId: second?.id }] })
      const told = app.mailbox.mails.filter(({ subject }) => subject.includes('being returned'))
      expect(told.map(({ text }) => text.includes('after the booking was cancelled'))).toEqual([true, true])
    })

    test('as the balance of a booking that is cancelled by then goes back with a mail', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const balance = await openBalance(app, bookingId, 50_000)
      await cancel(bookingId, 'none')
      app.emulator.pay(balance, 'upi', 'success')
      await settle(balance)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: 50_000 }])
      expect(await mailsOf(app, 'payment-returned')).toBe(1)
    })

    test.each([
      ['a date that staff have closed', 'that day was closed', closeDate],
      ['a room that is not offered', 'no longer offered', () => app.context.db.update(screens).set({ active: false })],
      [
        'a room that is gone',
        'no longer offered',
        () => app.context.db.update(screens).set({ archivedAt: new Date() }),
      ],
      ['a room of no location', 'no longer offered', () => app.context.db.update(screens).set({ locationId: null })],
      ['a room that has moved', 'no longer offered', moveRoom],
      ['a location that is closed', 'no longer offered', () => app.context.db.update(locations).set({ active: false })],
      ['a location of no city', 'no longer offered', () => app.context.db.update(locations).set({ cityId: null })],
      ['a city that is gone', 'no longer offered', () => app.context.db.update(cities).set({ active: false })],
      ['hours that the room no longer has', 'no longer had these hours', changeHours],
    ])('for %s goes back; a hold that still runs is kept its promise', async (_, words, change) => {
      const late = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId: late.orderId })
      const waits = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] })
      const waiting = await openOrder(app, waits)
      await releaseHold(app.context, { orderId: waiting.orderId })
      const held = await openOrder(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      await change()
      for (const { orderId } of [late, held]) app.emulator.pay(orderId, 'upi', 'success')
      const uncaptured = app.emulator.pay(waiting.orderId, 'upi', 'authorize')
      for (const { orderId } of [late, waiting, held]) await settle(orderId)
      await app.work()
      expect(await storedBooking(app, late.bookingId)).toMatchObject({
        status: 'expired',
        refunds: [{ amount: 99_900 }],
      })
      expect(await statusOf(app, waiting.bookingId)).toBe('expired')
      expect(app.emulator.ledger.payment(uncaptured.id).status).toBe('authorized')
      expect(await statusOf(app, held.bookingId)).toBe('booked')
      const told = app.mailbox.mails.filter(({ subject }) => subject.includes('being returned'))
      expect(told.map(({ text }) => text.includes(words))).toEqual([true, true])
    })

    test('for a hold that ran out a moment ago, and was not tidied, is late money too', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(16)
      await closeDate()
      app.emulator.pay(orderId, 'upi', 'success')
      expect(await settle(orderId)).toMatchObject({ state: 'returned' })
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: 99_900 }])
    })

    test('for a longer hold is taken, and looked for, as long as that hold lasts', async () => {
      const { bookingId, attemptId } = await holdSlot(app, basicDraft(app.theatre))
      await app.context.db.update(bookings).set({ holdEndsAt: holdEnd(app.clock.now(), 90) })
      const started = await startPayment(app.context, attemptId ?? '')
      if (!started.ok) throw new Error(started.message)
      const payment = app.emulator.pay(started.orderId, 'upi', 'pending')
      app.clock.advanceMinutes(80)
      app.emulator.ledger.authorise(payment)
      expect(payment.status).toBe('captured')
      expect(await pollPayments(app.context)).toBe(1)
      await app.work()
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked' })
      const other = await openOrder(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
      await app.context.db
        .update(bookings)
        .set({ holdEndsAt: holdEnd(app.clock.now(), 90) })
        .where(eq(bookings.id, other.bookingId))
      app.clock.advanceMinutes(118)
      await pollPayments(app.context)
      await app.work()
      app.clock.advanceMinutes(1)
      expect(await pollPayments(app.context)).toBe(1)
    })

    test('three days late is found at the growing ages of the poller', async () => {
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      const asked: number[] = []
      for (const minutes of [10, 30, 15, 10, 295, 5, 1_080, 2_000]) {
        app.clock.advanceMinutes(minutes)
        asked.push(await pollPayments(app.context))
        await app.work()
      }
      // at 10, 40, 55 and 65 minutes, 6:00, 6:05, 24:05 and 57:25 hours
      expect(asked).toEqual([1, 1, 1, 1, 1, 0, 1, 1])
      app.emulator.pay(orderId, 'upi', 'success')
      app.clock.advanceMinutes(1_440)
      await pollPayments(app.context)
      await app.work()
      expect(await statusOf(app, bookingId)).toBe('booked')
    })
  })
})
