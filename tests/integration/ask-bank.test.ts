import { beforeEach, expect, test } from 'vitest'
import { newId, newToken } from '~/db/new-id'
import { paymentAttempts } from '~/db/schema'
import { paise } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { askBank } from '~/features/money/ask-bank.server'
import { startPayment } from '~/features/money/checkout.server'
import { everyAddress, serveHere, visit } from '../support/addresses'
import { KEYS, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, purchase, statusOf } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

onEachDatabase('who paid and sees nothing', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** Presses the button on the booking's own page; answers what is said. */
  async function press(linkToken: string): Promise<string> {
    const found = (await everyAddress()).find(({ pattern }) => pattern === '/b/:token')
    if (!found) throw new Error('There is no such page.')
    const { short, body } = await visit(found, { at: '/b/:token', id: linkToken, fields: {} })
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
      const id = newId()
      await app.context.db.insert(paymentAttempts).values({
        ...{ id, bookingId, token: newToken(), receipt: `bk_${id}`, keyId: KEYS.keyId },
        ...{ amount: paise(50_000), purpose: 'balance', createdAt: app.clock.now() },
      })
      const started = await startPayment(app.context, id)
      if (!started.ok) throw new Error(started.message)
      app.emulator.pay(started.orderId, 'upi', 'success')
    }
    const words = await press(linkToken)
    expect(words).toMatch(/^₹1,499 is in your booking: the room is yours\. ₹500 came too late or was too much/)
    expect(words).not.toMatch(/Every payment/)
  })

  test('the page of a hold leads the browser that holds the slot to the payment', async () => {
    const draft = basicDraft(app.theatre)
    const { linkToken } = await openOrder(app, draft)
    const addresses = await everyAddress()
    const at = async (pattern: string, cookie: string) => {
      const found = addresses.find((one) => one.pattern === pattern)
      if (!found) throw new Error('There is no such page.')
      return visit(found, { at: pattern, id: linkToken, cookie })
    }
    const own = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    expect((await at('/b/:token', own)).body).toMatchObject({ paysHere: true, heldUntil: '12:15 PM' })
    expect((await at('/booking/payment', own)).body).toMatchObject({ pay: { amount: paise(99_900) } })
    expect((await at('/b/:token', '')).body).toMatchObject({ paysHere: false, heldUntil: '12:15 PM' })
  })

  test('what was paid for a booking that was cancelled since did not come too late', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'none' })
    expect(await press(linkToken)).toMatch(/^The bank has your payment for this booking, which was cancelled/)
  })

  test('is told so when the bank refused it', async () => {
    const { bookingId, linkToken, orderId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(orderId, 'upi', 'failure')
    expect(await press(linkToken)).toMatch(/comes back there by itself/)
    expect(await statusOf(app, bookingId)).toBe('pending')
  })
})
