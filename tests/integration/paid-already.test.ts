import { beforeEach, expect, test } from 'vitest'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { findRescue, returnAtOnce, takeOffer } from '~/features/booking/rescue.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, pressPay, purchase, storedBooking } from '../support/purchase'
import { basicDraft, fullDraft } from '../support/theatre'

const PAY = { intent: 'pay', payChoice: 'advance', total: '149900' }

/** What the flow says to a browser whose money waits for another slot while it chooses one and pays. */
onEachDatabase('the flow of a family whose money waits for another slot', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const asked = async (at: string, draft: Draft, fields?: Record<string, string>) => {
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    return ask({ at, cookie, fields })
  }
  const paidAt = async (at: string, draft: Draft) => ((await asked(at, draft)).body as { paid: object[] }).paid
  const ordersMade = () => app.emulator.ledger.orders.size

  /** Closes the window of a first slot, which somebody else buys; the family presses Pay again, and then chooses the next one. */
  async function slotWent() {
    const draft = basicDraft(app.theatre)
    const lost = await openOrder(app, draft)
    await releaseHold(app.context, { orderId: lost.orderId })
    await purchase(app, basicDraft(app.theatre))
    expect(await pressPay(app, draft)).toMatchObject({ ok: false, reason: 'slot-taken' })
    return { ...lost, draft, next: { ...draft, slotId: app.theatre.aurora.slots['10:00'] } }
  }
  async function moneyComes(orderId: string) {
    app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
  }

  test('names the money on the steps of slots and payment, and takes no other before it was seen', async () => {
    const { orderId, linkToken, draft, next } = await slotWent()
    // drawn before the money came
    expect(await paidAt('/booking/payment', next)).toEqual([])
    await moneyComes(orderId)
    const before = ordersMade()
    const pressed = await asked('/booking/payment', next, PAY)
    expect(pressed).toMatchObject({
      short: '303 /booking/payment',
      said: expect.stringMatching(/^₹999 of yours waits/),
    })
    expect(pressed.draft.slotId, 'nothing that was chosen is lost').toBe(next.slotId)
    expect(ordersMade(), 'no order').toBe(before)

    const told = [{ token: linkToken, amount: rupees(999), until: expect.stringMatching(/^2:00\sPM$/) }]
    expect(await paidAt('/booking/payment', next)).toEqual(told)
    expect(await paidAt('/booking/slots', { ...draft, slotId: undefined })).toEqual(told)
    // whoever was told may want both
    expect((await asked('/booking/payment', next, { ...PAY, told: linkToken })).said).toBeUndefined()
    expect(ordersMade(), 'asked for on purpose').toBe(before + 1)
    const { body } = await asked('/booking/payment', next)
    expect(body, 'its window does not cover what is said').toMatchObject({ paid: told, pay: { opensItself: false } })
  })

  test('says nothing of it to another browser, nor once it has bought a slot, gone back or waited its time', async () => {
    const { orderId, bookingId, linkToken, next } = await slotWent()
    await moneyComes(orderId)
    expect(await paidAt('/booking/payment', basicDraft(app.theatre, { slotId: next.slotId }))).toEqual([])
    expect(await paidAt('/booking/payment', next)).toHaveLength(1)
    app.clock.advanceMinutes(120)
    expect(await paidAt('/booking/payment', next)).toEqual([])
    app.clock.advanceMinutes(-1)
    const stored = await findStoredBooking(app.context.db, bookingId)
    const [offer] = (stored && (await findRescue(app.context, stored)))?.offers ?? []
    if (!offer) throw new Error('No slot is offered.')
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: true })
    expect(await paidAt('/booking/payment', next)).toEqual([{ token: linkToken, visit: expect.any(String) }])
    expect((await storedBooking(app, bookingId)).status).toBe('booked')
  })

  test('names the evening that a slow bank has booked meanwhile, and takes no other before it was seen', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId, linkToken } = await openOrder(app, draft)
    app.clock.advanceMinutes(16)
    const next = { ...draft, slotId: app.theatre.aurora.slots['10:00'] }
    const held = await openOrder(app, next)
    expect(await paidAt('/booking/payment', next)).toEqual([])
    await moneyComes(orderId)
    expect((await storedBooking(app, held.bookingId)).status, 'given up for it').toBe('expired')
    const before = ordersMade()
    const said = 'Your earlier payment came through: Aurora, Friday, 12/03/2027, 7:00 PM is booked.'
    expect(await asked('/booking/payment', next, PAY)).toMatchObject({
      short: '303 /booking/payment',
      said: `${said} Nothing more was charged: please look first.`,
    })
    expect(ordersMade(), 'no order').toBe(before)
    const told = [{ token: linkToken, visit: 'Aurora, Friday, 12/03/2027, 7:00 PM' }]
    expect(await paidAt('/booking/payment', next)).toEqual(told)
    expect(await paidAt('/booking/slots', { ...draft, slotId: undefined })).toEqual(told)
    // the slot that is booked is paid: its payment leads to it
    expect((await asked('/booking/payment', draft)).short).toBe('302 /bookingConfirmation')
    // whoever was told may want a second evening
    expect((await asked('/booking/payment', next, { ...PAY, told: linkToken })).said).toBeUndefined()
    expect(ordersMade(), 'asked for on purpose').toBe(before + 1)
    expect(await paidAt('/booking/payment', next)).toEqual([])
  })

  const WAIT =
    'A payment for your slot may still be under way. Please wait for its result before you change the booking.'

  test.each([
    ['applied to', {}, { intent: 'coupon', code: 'tenth' }],
    ['typed, and Pay pressed, for', {}, { ...PAY, code: 'tenth' }],
    ['taken from', { couponCode: 'TENTH' }, { intent: 'remove-coupon' }],
  ])('lets no coupon be %s what may be paid at this moment, and says so at its field', async (_, more, fields) => {
    const draft = fullDraft(app.theatre, more)
    const { orderId } = await openOrder(app, draft)
    const payment = app.emulator.pay(orderId, 'upi', 'pending')
    const answer = await asked('/booking/payment', draft, fields)
    expect(answer).toMatchObject({
      short: '422',
      body: { faults: { code: WAIT }, code: 'code' in fields ? 'tenth' : '' },
    })
    // the hold stands where it stood, with its warning, and is the only one
    expect((await asked('/booking/payment', draft)).body).toMatchObject({ paid: [], pay: { orderId, underWay: true } })
    app.emulator.ledger.finish(payment, 'failure')
    app.clock.advanceMinutes(2)
    expect((await asked('/booking/payment', draft, fields)).short).toBe('303 /booking/payment')
  })

  test('names it also once a press of Pay for a changed draft was refused for it', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId, linkToken } = await openOrder(app, draft)
    app.emulator.pay(orderId, 'upi', 'pending')
    const next = { ...draft, slotId: app.theatre.aurora.slots['10:00'] }
    expect(await paidAt('/booking/payment', next), 'nobody has asked the bank').toEqual([])
    expect(await asked('/booking/payment', next, PAY)).toMatchObject({ short: '422', body: { faults: { '': WAIT } } })
    expect(await paidAt('/booking/payment', next)).toMatchObject([{ token: linkToken, comes: rupees(999) }])
  })

  test('names money that its bank has yet to speak of, and takes no other before it was seen', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId, linkToken } = await openOrder(app, draft)
    const slow = app.emulator.pay(orderId, 'upi', 'pending')
    await applyGatewayTruth(app.context, orderId)
    // the page on which it is paid says so itself
    expect((await asked('/booking/payment', draft)).body).toMatchObject({ paid: [], pay: { underWay: true } })
    expect((await asked('/booking/payment', draft, PAY)).said).toBeUndefined()
    const visit = 'Aurora, Friday, 12/03/2027, 7:00 PM'
    const named = { token: linkToken, visit, comes: rupees(999) }
    const next = { ...draft, slotId: app.theatre.aurora.slots['10:00'] }
    const held = expect.stringMatching(/^12:15\sPM$/)
    for (const [at, chosen] of [
      ['/booking/payment', next],
      ['/booking/slots', next],
    ] as const)
      expect(await paidAt(at, chosen)).toEqual([{ ...named, held }])

    app.clock.advanceMinutes(16)
    const before = ordersMade()
    const said = `A payment of ₹999 for ${visit} may still come. Nothing more was charged: please look first.`
    expect(await asked('/booking/payment', draft, PAY)).toMatchObject({ short: '303 /booking/payment', said })
    expect(ordersMade(), 'no order').toBe(before)
    expect(await paidAt('/booking/payment', draft)).toEqual([{ ...named, held: null }])
    app.emulator.ledger.finish(slow, 'failure')
    await applyGatewayTruth(app.context, orderId)
    expect(await paidAt('/booking/payment', draft)).toEqual([])
    expect((await asked('/booking/payment', draft, PAY)).said).toBeUndefined()
    expect(ordersMade()).toBe(before + 1)
  })

  test('leads to that booking where the draft still names the slot that went', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId, linkToken } = await openOrder(app, draft)
    await releaseHold(app.context, { orderId })
    await purchase(app, basicDraft(app.theatre))
    await moneyComes(orderId)
    expect(await asked('/booking/payment', draft, PAY)).toMatchObject({ said: expect.stringMatching(/^₹999 of yours/) })
    expect((await asked('/booking/payment', draft)).short).toBe(`302 /b/${linkToken}`)
    await returnAtOnce(app.context, linkToken)
    expect((await asked('/booking/payment', draft)).short).toBe('200')
  })
})
