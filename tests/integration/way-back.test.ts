import { beforeEach, expect, test } from 'vitest'
import { paymentAttempts } from '~/db/schema'
import { checkOrder } from '~/features/money/poll-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import type { AppContext } from '~/platform/context.server'
import { ask, serveHere } from '../support/addresses'
import { type TheatreApp, useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { closedGate } from '../support/gate'
import { claimOf, openBalance, openOrder, purchase, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

/** What the hosted page posts back once an order was paid there. */
function returned(app: TheatreApp, orderId: string): Record<string, string> {
  const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'success'))
  return { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
}

/** Said of an order that nobody knows by its address: whoever has paid it must not be led to pay again. */
const UNKNOWN =
  'Nothing is known here of this payment. If you have paid, we find it and write to you: please do not pay a second time.'

onEachDatabase('the way back from the hosted page', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const open = async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const { attempts, holdEndsAt } = await storedBooking(app, bookingId)
    return { bookingId, orderId, holdEndsAt, token: attempts[0]?.token ?? '' }
  }

  test('finds its attempt by the address alone, without any cookie', async () => {
    const { bookingId, orderId, token } = await open()
    const fields = returned(app, orderId)
    const stranger = await ask({ at: '/payment/return/:token', id: 'somebody-else', fields })
    expect(stranger.short).not.toContain('/bookingConfirmation')
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'pending', payments: [] })
    const back = await ask({ at: '/payment/return/:token', id: token, fields })
    expect(back.short).toBe('303 /bookingConfirmation')
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked' })
  })

  test('says a failure as text, and believes nothing of it', async () => {
    const { bookingId, orderId, holdEndsAt, token } = await open()
    const fields = {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[description]': '<script>alert(1)</script>',
      'error[metadata]': JSON.stringify({ order_id: orderId, payment_id: 'pay_AAAAAAAAAAAAAA' }),
      status: 'captured',
    }
    const back = await ask({ at: '/payment/return/:token', id: token, fields })
    expect(back.short).toBe('303 /booking/payment')
    const after = await storedBooking(app, bookingId)
    expect(after).toMatchObject({ status: 'pending', holdEndsAt, payments: [], events: ['held', 'payment-failed'] })
  })

  test('shows nobody’s words about an order that is not ours', async () => {
    const fields = { 'error[description]': 'Send the money to another account' }
    const back = await ask({ at: '/payment/return/:token', id: 'nobody', fields })
    expect(back).toMatchObject({
      short: '303 /booking/payment',
      said: UNKNOWN,
    })
    const { token } = await open()
    expect((await ask({ at: '/payment/return/:token', id: token, fields })).said).toContain('another account')
  })

  test.each<[string, (token: string) => Parameters<typeof ask>[0]]>([
    [
      'a failed try',
      (token) => ({ at: '/payment/dismissed', fields: { token, intent: 'failed', reason: 'Declined' } }),
    ],
    ['a window that was closed', (token) => ({ at: '/payment/dismissed', fields: { token } })],
    ['a link that was followed', (token) => ({ at: '/payment/cancelled/:token', id: token })],
    [
      'a failure that came back',
      (token) => ({ at: '/payment/return/:token', id: token, fields: { status: 'failed' } }),
    ],
  ])('after %s is taken a few times, then neither written down nor asked about', async (_what, way) => {
    const { bookingId, orderId, token } = await open()
    for (let tries = 0; tries < 30; tries++) await ask(way(token))
    const [before, asked] = [await storedBooking(app, bookingId), app.emulator.calls.length]
    for (let tries = 0; tries < 3; tries++) {
      const { said } = await ask(way(token))
      expect(said ?? 'Too many tries').toContain('Too many tries')
    }
    expect((await storedBooking(app, bookingId)).events).toEqual(before.events)
    expect(app.emulator.calls).toHaveLength(asked)
    // what the provider signed is heard all the same
    const paid = await ask({ at: '/payment/return/:token', id: token, fields: returned(app, orderId) })
    expect(paid.short).toBe('303 /bookingConfirmation')
  })

  test('of an order of the booking’s own page leads to that page, whether it failed or was left', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    await openBalance(app, bookingId, 50_000)
    const token = (await storedBooking(app, bookingId)).attempts.find(({ purpose }) => purpose === 'balance')?.token
    const failed = { 'error[description]': 'Declined by the bank' }
    const back = await ask({ at: '/payment/return/:token', id: token, fields: failed })
    expect(back.short).toBe(`303 /b/${linkToken}`)
    const left = await ask({ at: '/payment/dismissed', fields: { token: token ?? '' } })
    expect(left).toMatchObject({ short: `303 /b/${linkToken}`, said: 'Payment not completed. You can try again.' })
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked' })
  })

  test('leads whoever had the link of before to the new one only by a payment', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const orderId = await openBalance(app, bookingId, 50_000)
    const token = (await storedBooking(app, bookingId)).attempts.find(({ purpose }) => purpose === 'balance')?.token
    // a stranger was written to by mistake, and has opened the order
    const corrected = await editBooking(app, bookingId, ({ customer }) => ({
      customer: { name: '', number: '', ...customer, email: 'meera.right@gmail.com' },
    }))
    expect(corrected).toMatchObject({ ok: true, readdressed: true })
    const { linkToken } = await storedBooking(app, bookingId)
    const failed = { 'error[description]': 'Declined by the bank' }
    for (const way of [
      { at: '/payment/cancelled/:token', id: token },
      { at: '/payment/return/:token', id: token, fields: failed },
      { at: '/payment/dismissed', fields: { token: token ?? '' } },
    ]) {
      const back = await ask(way)
      expect(back.short).toBe('303 /booking/payment')
      expect(back.said).toBe(UNKNOWN)
    }
    // what may be under way is remembered of the order, which tells nothing of it
    const underWay = async () => (await storedBooking(app, bookingId)).attempts.map((one) => one.underWayAt)
    const leave = () => ask({ at: '/payment/dismissed', fields: { token: token ?? '', order: orderId } })
    expect((await leave()).said).toBe(UNKNOWN)
    expect(await underWay()).toEqual([null, null])
    app.emulator.pay(orderId, 'upi', 'pending')
    expect(await leave()).toMatchObject({ short: '303 /booking/payment', said: UNKNOWN })
    expect(await underWay()).toEqual([null, app.clock.now()])
    const paid = await ask({ at: '/payment/return/:token', id: token, fields: returned(app, orderId) })
    expect(paid.short).toBe(`303 /b/${linkToken}`)
    expect((await storedBooking(app, bookingId)).payments).toHaveLength(2)
  })

  test('of the first order leads nobody to a link that is another’s by now, but by a payment', async () => {
    const { bookingId, orderId, token } = await open()
    const fields = returned(app, orderId)
    expect((await ask({ at: '/payment/return/:token', id: token, fields })).short).toBe('303 /bookingConfirmation')
    expect((await ask({ at: '/payment/cancelled/:token', id: token })).short).toBe('303 /bookingConfirmation')
    const before = (await storedBooking(app, bookingId)).linkToken
    const corrected = await editBooking(app, bookingId, () => ({
      customer: { name: 'Asha Rao', number: '9880011223', email: 'asha.rao@gmail.com' },
    }))
    expect(corrected).toMatchObject({ ok: true, readdressed: true })
    expect((await storedBooking(app, bookingId)).linkToken).not.toBe(before)
    const failed = { 'error[description]': 'Declined by the bank' }
    for (const way of [
      { at: '/payment/cancelled/:token', id: token },
      { at: '/payment/return/:token', id: token, fields: failed },
      { at: '/payment/dismissed', fields: { token } },
    ]) {
      const back = await ask(way)
      expect(back.short, way.at).toBe('303 /booking/payment')
      expect(back.said).toBe(UNKNOWN)
      expect(back.headers.getSetCookie().join()).not.toContain('confirmation=')
    }
    // a payment that a bank was slow about comes back to its order
    expect((await ask({ at: '/payment/return/:token', id: token, fields })).short).toBe('303 /bookingConfirmation')
    const forged = { ...fields, razorpay_signature: '0'.repeat(64) }
    const refused = await ask({ at: '/payment/return/:token', id: token, fields: forged })
    expect(refused.short).toBe('303 /booking/payment')
  })

  test('by a link ends nothing, though the payment was left', async () => {
    const { bookingId, holdEndsAt, token } = await open()
    expect((await ask({ at: '/payment/cancelled/:token', id: token })).short).toBe('303 /booking/payment')
    expect((await ask({ at: '/payment/return/:token', id: token })).short).toBe('302 /booking/payment')
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'pending', holdEndsAt, events: ['held'] })
  })

  test('by a link says that money may still come which was begun there', async () => {
    const left = async (id = '') => {
      const { short, said } = await ask({ at: '/payment/cancelled/:token', id })
      return `${short}: ${said}`
    }
    const { bookingId, orderId, token, holdEndsAt } = await open()
    app.emulator.pay(orderId, 'upi', 'pending')
    expect(await left(token)).toMatch(
      /^303 \/booking\/payment: A payment may still be under way, so your slot stays held/,
    )
    const held = await storedBooking(app, bookingId)
    expect(held).toMatchObject({ status: 'pending', holdEndsAt, events: ['held'] })
    expect(held.attempts[0]?.underWayAt).toEqual(app.clock.now())

    const own = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    const balance = await openBalance(app, own.bookingId, 50_000)
    const of = (await storedBooking(app, own.bookingId)).attempts.find(({ purpose }) => purpose === 'balance')
    const page = `303 /b/${own.linkToken}`
    expect(await left(of?.token)).toBe(`${page}: Payment not completed. You can try again.`)
    // an order that nobody asks about any more
    app.clock.advanceMinutes(6 * 24 * 60)
    await app.context.db.update(paymentAttempts).set({ nextCheckAt: null })
    app.emulator.pay(balance, 'upi', 'pending')
    expect(await left(of?.token)).toBe(`${page}: A payment may still be under way: this page shows it when it arrives.`)
    const { attempts } = await storedBooking(app, own.bookingId)
    const soon = new Date(app.clock.now().getTime() + 60_000)
    expect(attempts.map(({ nextCheckAt }) => nextCheckAt)).toEqual([null, soon])
  })

  test.each<[string, (context: AppContext, of: { id: string; orderId: string }) => Promise<unknown>]>([
    ['a poll', (context, { id }) => checkOrder(context, id)],
    ['news from the provider', (context, { orderId }) => applyGatewayTruth(context, orderId)],
  ])('notes that money may be under way, though %s that asked before it was begun ends later', async (_what, look) => {
    const { bookingId, orderId, token } = await open()
    const attempt = async () => (await storedBooking(app, bookingId)).attempts[0] ?? expect.fail('There is no attempt.')
    const { gateway } = app.context
    const [asked, answered] = [closedGate(), closedGate()]
    const slow: AppContext['gateway'] = {
      ...gateway,
      async fetchOrderPayments(id) {
        const answer = await gateway.fetchOrderPayments(id)
        asked.open()
        await answered.opened
        return answer
      },
    }
    const looked = look({ ...app.context, gateway: slow }, { id: (await attempt()).id, orderId })
    await asked.opened
    app.clock.advanceMinutes(0.5)
    app.emulator.pay(orderId, 'upi', 'pending')
    expect((await ask({ at: '/payment/cancelled/:token', id: token })).said).toContain('may still be under way')
    const noted = { underWayAt: app.clock.now(), nextCheckAt: new Date(app.clock.now().getTime() + 60_000) }
    expect(await attempt()).toMatchObject(noted)
    answered.open()
    await looked
    expect(await attempt()).toMatchObject(noted)
  })

  test('by a link says what has become of the slot', async () => {
    const { bookingId, orderId, token } = await open()
    const left = async (id = token) => {
      const { short, said } = await ask({ at: '/payment/cancelled/:token', id })
      return `${short}: ${said}`
    }
    expect(await left()).toBe('303 /booking/payment: Payment not completed. Your slot is still held for you.')
    app.clock.advanceMinutes(16)
    expect(await left()).toContain('Your slot is no longer held for you.')
    expect(await left('somebody-else')).toBe(`303 /booking/payment: ${UNKNOWN}`)
    const fields = returned(app, orderId)
    expect((await ask({ at: '/payment/return/:token', id: token, fields })).short).toBe('303 /bookingConfirmation')
    expect(await left()).toBe('303 /bookingConfirmation: undefined')
    // of what is paid nothing comes any more, though the provider should not answer
    app.emulator.arm({ path: '/v1/orders', times: 2, cut: true })
    expect(await left()).toBe('303 /bookingConfirmation: undefined')
    expect((await storedBooking(app, bookingId)).attempts).toMatchObject([{ status: 'paid', underWayAt: null }])
  })
})
