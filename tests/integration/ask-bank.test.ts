import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { paymentAttempts } from '~/db/schema'
import { paise, rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { askBank } from '~/features/money/ask-bank.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { takePayment } from '~/features/money/take-payment.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openBalance, openOrder, purchase, statusOf } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('who paid and sees nothing', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** Presses the button on the booking's own page; answers what is said. */
  async function press(linkToken: string): Promise<string> {
    const { short, body } = await visitAt({ at: '/b/:token', id: linkToken, fields: {} })
    // on the page, where it stays to be read
    expect(short).toBe('200')
    return (body as { bank: { words: string } }).bank.words
  }

  test('money that nobody told us of books at once, and the answer says so', async () => {
    const { bookingId, linkToken, orderId } = await openOrder(app, basicDraft(app.theatre))
    expect(await press(linkToken)).toMatch(/^The bank knows of no payment for this booking/)
    app.emulator.pay(orderId, 'upi', 'success')
    expect(await statusOf(app, bookingId)).toBe('pending')
    expect(await press(linkToken)).toMatch(/the room is yours/)
    expect(await statusOf(app, bookingId)).toBe('booked')
    expect(await askBank(app.context, bookingId)).toMatchObject({ good: true })
  })

  test('one sum is in the booking and another came back: each is told', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    for (let nth = 0; nth < 2; nth++) {
      app.emulator.pay(await openBalance(app, bookingId, 50_000), 'upi', 'success')
    }
    const words = await press(linkToken)
    expect(words).toMatch(/^₹1,499 is in your booking: the room is yours\. ₹500 came too late or was too much/)
    expect(words).not.toMatch(/Every payment/)
  })

  test('of one order that was paid twice only one payment is in the booking', async () => {
    const { bookingId, linkToken, orderId } = await purchase(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    ledger.settle(ledger.begin(orderId, { method: 'upi', vpa: 'success@razorpay' }, {}, true))
    expect(await press(linkToken)).toMatch(
      /^₹999 is in your booking: the room is yours\. ₹999 came too late or was too much/,
    )
    expect(await askBank(app.context, bookingId)).toMatchObject({ good: false })
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'none' })
    expect(await press(linkToken)).toMatch(
      /^₹999 came too late or was too much.* ₹999 was paid for this booking, which was cancelled/,
    )
  })

  test('of a sum of which a part was too much, that part is not in the booking', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    const order = await openBalance(app, bookingId, 50_000)
    await takePayment(app.context, OWNER, bookingId, {
      ...{ amount: rupees(300), mode: 'cash', shown: rupees(500), reference: '' },
    })
    app.emulator.pay(order, 'upi', 'success')
    expect(await press(linkToken)).toMatch(
      /^₹1,199 is in your booking: the room is yours\. ₹300 came too late or was too much/,
    )
  })

  test('an order of which no payment came is no money in the booking', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    await app.context.db
      .update(paymentAttempts)
      .set({ purpose: 'full', amount: rupees(1499) })
      .where(eq(paymentAttempts.providerOrderId, await openBalance(app, bookingId, 149_900)))
    app.emulator.pay(await openBalance(app, bookingId, 50_000), 'upi', 'pending')
    expect(await press(linkToken)).toMatch(/^₹999 is in your booking: the room is yours\. ₹500 is with your bank/)
  })

  test('of two sums of which one is too much, what was asked for first is kept', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    // the later one is stored first, as a database may hand rows out in any order
    app.clock.set('2027-03-01T06:32:00Z')
    const second = await openBalance(app, bookingId, 40_000)
    app.clock.set('2027-03-01T06:31:00Z')
    const first = await openBalance(app, bookingId, 50_000)
    app.clock.set('2027-03-01T06:33:00Z')
    for (const order of [second, first]) app.emulator.pay(order, 'upi', 'success')
    expect(await press(linkToken)).toMatch(/^₹1,499 is in your booking: the room is yours\. ₹400 came too late/)
  })

  test('the page of a hold leads the browser that holds the slot to the payment', async () => {
    const draft = basicDraft(app.theatre)
    const { linkToken } = await openOrder(app, draft)
    const seen = async (at: string, cookie: string) => (await visitAt({ at, id: linkToken, cookie })).body
    const own = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    expect(await seen('/b/:token', own)).toMatchObject({ paysHere: true, heldUntil: '12:15 PM' })
    expect(await seen('/booking/payment', own)).toMatchObject({ pay: { amount: paise(99_900) } })
    expect(await seen('/b/:token', '')).toMatchObject({ paysHere: false, heldUntil: '12:15 PM' })
    // its steps lead to another evening by now
    const other = await draftCookie({ draft: { ...draft, date: date('2027-03-20') }, dropped: undefined })
    expect(await seen('/b/:token', other.split(';')[0] ?? '')).toMatchObject({ paysHere: false })
  })

  test('the page of a hold that has run out says so at its last instant, though nothing has tidied it', async () => {
    const draft = basicDraft(app.theatre)
    const { bookingId, linkToken } = await openOrder(app, draft)
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    const drawn = async () => (await visitAt({ at: '/b/:token', id: linkToken, cookie })).body
    const owner = await signedIn(app, { ...OWNER, id: 'desk' })
    const atDesk = async () =>
      (await visitAt({ at: '/admin/bookings/view/:id', id: bookingId, cookie: owner })).body as {
        booking: { view: object; facts: object[] }
      }
    expect((await atDesk()).booking).toMatchObject({ view: { status: 'pending', blocks: true } })
    app.clock.advanceMinutes(15)
    expect(await drawn()).toMatchObject({
      ...{ heldUntil: null, again: { begun: null } },
      view: { status: 'expired', blocks: false },
    })
    const { booking } = await atDesk()
    expect(booking).toMatchObject({ view: { status: 'expired', blocks: false } })
    expect(booking.facts).toContainEqual({ label: 'Status', text: 'expired' })
    // its money may still come
    expect(await statusOf(app, bookingId)).toBe('pending')
    expect(await drawn()).toMatchObject({ awaits: true })
  })

  test('what was paid for a booking that was cancelled since did not come too late', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'none' })
    expect(await press(linkToken)).toMatch(/^The bank has your payment for this booking, which was cancelled/)
    // of one for which nothing was paid the bank has nothing
    const unpaid = await openOrder(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, unpaid.bookingId, { reason: 'Ill', refund: 'none' })
    expect(await statusOf(app, unpaid.bookingId)).toBe('cancelled')
    expect(await press(unpaid.linkToken)).toMatch(/^The bank knows of no payment for this booking/)
  })

  test('what the bank took back, or went back since, is not in the booking', async () => {
    const { bookingId, linkToken, payment } = await purchase(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    const night = async () => {
      app.clock.advanceMinutes(90)
      await reconcilePayments(app.context)
      expect(await app.work()).toMatchObject({ failed: 0 })
    }
    const lose = (amount: number) => {
      ledger.moveDispute(ledger.openDispute(payment.id, { amount }).id, 'lost')
      return night()
    }
    await lose(50_000)
    expect(await press(linkToken)).toMatch(
      /^₹499 is in your booking: the room is yours\. Your bank took ₹500 back, after a dispute/,
    )
    // in the provider's console
    ledger.refund(payment.id, { amount: rupees(99) }, undefined)
    await night()
    expect(await press(linkToken)).toMatch(/^₹400 is in your booking.* ₹99 went back, as this page says\. Your bank/)
    await lose(40_000)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'none' })
    expect(await press(linkToken)).toMatch(/^₹99 was paid for this booking, which was cancelled.* took ₹900 back/)
  })

  test('is told so when the bank refused it', async () => {
    const { bookingId, linkToken, orderId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(orderId, 'upi', 'failure')
    expect(await press(linkToken)).toMatch(/comes back there by itself/)
    expect(await statusOf(app, bookingId)).toBe('pending')
  })
})
