import { expect, test } from 'vitest'
import { paymentAttempts } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { updateBooking } from '~/features/booking/edit-booking.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { askForMoney } from '~/features/money/money-request.server'
import { ownPageCheckout, payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { checkOrder, pollPayments } from '~/features/money/poll-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { ask, serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { openEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, comeBack, mailsOf, purchase, statusOf, storedBooking } from '../support/purchase'
import { fullDraft, OWNER } from '../support/theatre'

onEachDatabase('money that is asked for and comes in another way too', (kind) => {
  const app = useApp(kind)
  const { draft, hold, press, take, request, booked } = askedMoney(app)

  test('paid while the desk takes cash: what is due stays, what is too much goes back', async () => {
    const { id, token } = await hold({ sum: 'full' })
    const { orderId } = await press(token, 1_499)
    expect(await take(id, 500, 1_499)).toEqual({ ok: true, due: rupees(999) })
    expect(await statusOf(app, id)).toBe('booked')
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    await app.work()
    expect(await booked(id)).toEqual(['booked', 1_999, 500])
    expect(await mailsOf(app, 'confirmation')).toBe(1)
  })

  test('another sum is asked while the order is open: both are right, and nothing is paid twice', async () => {
    const { id, token } = await hold()
    const first = await press(token, 999)
    expect(await askForMoney(app.context, OWNER, id, { sum: 'full', shown: rupees(1_499) })).toMatchObject({ ok: true })
    // a page that shows the old sum
    expect(await payOnOwnPage(app.context, token, { sum: 'asked', shown: rupees(999) })).toMatchObject({
      reason: 'due-changed',
    })
    const second = await press(token, 1_499)
    expect(second.orderId).not.toBe(first.orderId)
    await comeBack(app, app.emulator.pay(first.orderId, 'upi', 'success'))
    expect(await request(id)).toMatchObject({ asked: rupees(500), due: rupees(500) })
    await comeBack(app, app.emulator.pay(second.orderId, 'card', 'success'))
    await app.work()
    expect(await booked(id)).toEqual(['booked', 2_498, 999])
  })

  test('an edit that was begun before an online payment does not strike out the cash', async () => {
    const { bookingId: id, linkToken } = await bookAtDesk(app, fullDraft(app.theatre), 999)
    const shown = rupees(4_436 - 999)
    expect(await askForMoney(app.context, OWNER, id, { sum: 'advance', shown })).toMatchObject({ ok: true })
    const begun = await openEdit(app, id)
    const { orderId } = await press(linkToken, 999)
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    const edit = { ...begun.money, mode: 'cash' as const, note: 'Wheelchair' }
    const saved = await updateBooking(app.context, OWNER, id, begun.version, begun.draft, edit)
    expect(saved).toMatchObject({ ok: false, reason: 'stale' })
    expect(await booked(id)).toEqual(['booked', 1_998, 0])
  })

  test('that may be under way is said before any of it is paid again, until all tries have failed', async () => {
    serveHere(app.context)
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    const due = 4_436 - 999
    await askForMoney(app.context, OWNER, bookingId, { sum: 'own', own: rupees(500), shown: rupees(due) })
    const { orderId, token } = await press(linkToken, 500)
    const leave = async () => (await ask({ at: '/payment/dismissed', fields: { token } })).said
    const page = async () => {
      const { body } = await visitAt({ at: '/b/:token', id: linkToken })
      return body as { toPay: { underWay: number } }
    }
    /** What whoever takes money at the desk reads of it. */
    const atDesk = async () => (await deskVisit(app.context, { kind: 'all' }, bookingId))?.underWay
    const UNPAID = 'Payment not completed. You can try again.'
    expect([await leave(), (await page()).toPay.underWay], 'nothing was begun').toEqual([UNPAID, 0])
    const { id } = app.emulator.pay(orderId, 'upi', 'pending')
    expect(await leave(), 'the UPI app has yet to ask').toContain('A payment may still be under way')
    expect([(await page()).toPay.underWay, await atDesk()]).toEqual([rupees(500), rupees(500)])
    expect(await press(linkToken, 500)).toMatchObject({ orderId, underWay: true })
    // another sum is another order, by which as much would be paid twice
    expect(await press(linkToken, due, 'due')).toMatchObject({ underWay: true })
    app.emulator.ledger.fail(app.emulator.ledger.payment(id))
    app.clock.advanceMinutes(2)
    await applyGatewayTruth(app.context, orderId)
    expect([(await page()).toPay.underWay, await atDesk()]).toEqual([0, 0])
    expect(await press(linkToken, due, 'due')).toMatchObject({ underWay: false })
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    expect(await leave(), 'paid in the end').toBe('Payment verified successfully!')
  })

  test.each([
    ['five hours', 5],
    ['six days', 6 * 24],
  ])('an order of %s before is asked about as a new one from the press that pays it', async (_, hours) => {
    const { bookingId, linkToken } = await purchase(app, draft())
    const { orderId } = await press(linkToken, 500, 'due')
    const attempt = async () =>
      (await storedBooking(app, bookingId)).attempts.find(({ providerOrderId }) => providerOrderId === orderId)
    const polled = async (minutes: number) => {
      app.clock.advanceMinutes(minutes)
      const due = await pollPayments(app.context)
      await app.work()
      return due
    }
    // its family leaves it, and each look of its first days finds nothing
    for (let age = 0; age < hours; age++) await polled(60)
    // what the provider did not say before counts no more
    await app.context.db.update(paymentAttempts).set({ silences: 8, refusals: 4, nextCheckAt: null })
    expect((await press(linkToken, 500, 'due')).orderId, 'the same order').toBe(orderId)
    expect(await attempt()).toMatchObject({ silences: 0, refusals: 0 })
    const minutesOn = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)
    expect((await attempt())?.nextCheckAt).toEqual(minutesOn(1))
    // closely, until somebody pays
    await polled(1)
    expect((await attempt())?.nextCheckAt).toEqual(minutesOn(1))
    await polled(39)
    expect((await attempt())?.nextCheckAt).toEqual(minutesOn(1))
    app.emulator.pay(orderId, 'upi', 'success')
    await polled(1)
    expect(await booked(bookingId)).toEqual(['booked', 1_499, 0])
  })

  test('an order whose last look is under way is asked about by the press that pays it meanwhile', async () => {
    const { bookingId, linkToken } = await purchase(app, draft())
    const { orderId } = await press(linkToken, 500, 'due')
    const attempt = async () =>
      (await storedBooking(app, bookingId)).attempts.find(({ providerOrderId }) => providerOrderId === orderId)
    app.clock.advanceMinutes(6 * 24 * 60)
    app.emulator.arm({ method: 'GET', path: `/v1/orders/${orderId}`, name: 'slow', delayMs: 500, after: true })
    const looking = checkOrder(app.context, (await attempt())?.id ?? '')
    await expect.poll(() => app.emulator.strikes()).toEqual({ slow: 1 })
    await press(linkToken, 500, 'due')
    await looking
    expect((await attempt())?.nextCheckAt).toEqual(new Date(app.clock.now().getTime() + 60_000))
  })

  test('cancelled meanwhile, all of it goes back', async () => {
    const { id, token } = await hold()
    const { orderId } = await press(token, 999)
    expect(await cancelByStaff(app.context, OWNER, id, { reason: 'By phone', refund: 'full' })).toMatchObject({
      ok: true,
    })
    expect(await ownPageCheckout(app.context, token, orderId)).toBeUndefined()
    expect(await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))).toMatchObject({ state: 'returned' })
    await app.work()
    expect(await booked(id)).toEqual(['cancelled', 999, 999])
  })

  test('an order that is paid is opened no more, and none is while the provider makes none, or for nobody', async () => {
    const { id, token } = await hold({ sum: 'own', own: rupees(500) })
    const pay = (link: string) => payOnOwnPage(app.context, link, { sum: 'asked', shown: rupees(500) })
    expect(await pay('nobody')).toMatchObject({ ok: false, reason: 'not-found' })
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, status: 401, body: '{"error":{}}' })
    expect(await pay(token)).toMatchObject({ ok: false, reason: 'no-order' })
    const opened = await pay(token)
    const order = opened.ok ? opened.order : ''
    const checkout = await ownPageCheckout(app.context, token, order)
    await comeBack(app, app.emulator.pay(checkout?.orderId ?? '', 'upi', 'success'))
    // twice as much is still due, but not of this order
    expect(await booked(id)).toEqual(['booked', 500, 0])
    expect(await ownPageCheckout(app.context, token, order)).toBeUndefined()
  })

  test('money that the bank has only promised is waited for, taken while it is due, and left alone once it is not', async () => {
    const settle = (orderId: string) => applyGatewayTruth(app.context, orderId)
    const { id, token } = await hold()
    await take(id, 999, 1_499)
    const due = await press(token, 500, 'due')
    app.emulator.pay(due.orderId, 'upi', 'pending')
    expect(await settle(due.orderId)).toMatchObject({ ok: true, state: 'waiting' })
    const promised = app.emulator.pay(due.orderId, 'upi', 'authorize')
    expect(await settle(due.orderId)).toMatchObject({ ok: true, state: 'booked' })
    expect(app.emulator.ledger.payment(promised.id).status).toBe('captured')
    expect(await booked(id)).toEqual(['booked', 1_499, 0])

    const at13 = { ...draft('attempt-cash-first'), slotId: app.theatre.aurora.slots['13:00'] }
    const other = await hold({}, at13)
    await take(other.id, 999, 1_499)
    const late = await press(other.token, 500, 'due')
    await take(other.id, 500, 500)
    const left = app.emulator.pay(late.orderId, 'upi', 'authorize')
    for (let look = 0; look < 2; look += 1) await settle(late.orderId)
    expect(app.emulator.ledger.payment(left.id).status).toBe('authorized')
    expect(await mailsOf(app, 'payment-returned')).toBe(1)
    expect(await booked(other.id)).toEqual(['booked', 1_499, 0])

    // as much is due again, and the bank takes it after all: it was said to go back, and does
    const thanks = await mailsOf(app, 'money-received')
    const cash = (await storedBooking(app, other.id)).payments.find(({ amount }) => amount === rupees(500))
    expect(await strikeOutPayment(app.context, OWNER, other.id, cash?.id ?? '', { tellCustomer: false })).toMatchObject(
      {
        ok: true,
      },
    )
    await app.context.gateway.capture(left.id, rupees(500))
    await settle(late.orderId)
    await app.work()
    expect((await storedBooking(app, other.id)).refunds).toMatchObject([{ amount: rupees(500), status: 'processed' }])
    expect([await mailsOf(app, 'money-received'), await mailsOf(app, 'payment-returned')]).toEqual([thanks, 1])
  })

  test('online money for a booking that stands is confirmed by mail; what all goes back is said to', async () => {
    const { id, token } = await hold()
    await take(id, 999, 1_499)
    const { orderId } = await press(token, 500, 'due')
    const payment = app.emulator.pay(orderId, 'upi', 'success')
    expect(await comeBack(app, payment)).toMatchObject({ state: 'booked' })
    expect([await mailsOf(app, 'money-received'), await mailsOf(app, 'payment-returned')]).toEqual([1, 0])

    const at13 = { ...draft('attempt-cash-first'), slotId: app.theatre.aurora.slots['13:00'] }
    const other = await hold({ sum: 'full' }, at13)
    const late = await press(other.token, 1_499)
    await take(other.id, 1_499, 1_499)
    expect(await comeBack(app, app.emulator.pay(late.orderId, 'upi', 'success'))).toMatchObject({ state: 'returned' })
    expect([await mailsOf(app, 'money-received'), await mailsOf(app, 'payment-returned')]).toEqual([1, 1])
    await app.work()
    const told = app.mailbox.mails.find(({ subject }) => subject.startsWith('Your payment is being returned'))
    expect(told?.text).toContain(`Your booking stands.\n\nSee your booking: http://localhost:3000/b/${other.token}`)
    expect(told?.text).not.toContain('We are sorry')
    expect(await booked(other.id)).toEqual(['booked', 2_998, 1_499])
  })
})
