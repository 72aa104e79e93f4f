import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { catalogueItems, packages } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { type Paise, rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { type OpenQuote, resolveQuote } from '~/features/booking/quote.server'
import { attemptOutcome, hasBooking, openCheckout } from '~/features/booking/quote-payment.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { comeBack, holdSlot, openOrder, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER, VISIT } from '../support/theatre'

/** What the payment page finds of the attempt that its draft belongs to. */
onEachDatabase('the payment page of a draft', (kind) => {
  const app = useApp(kind)
  const quoteOf = async (draft: Draft) =>
    (await resolveQuote(app.context, app.context.db, { draft, dropped: undefined })) as OpenQuote
  const open = async (draft: Draft) => openCheckout(app.context, await quoteOf(draft))
  const outcome = async (draft: Draft) => attemptOutcome(app.context, await quoteOf(draft))

  test('opens the provider’s window for the draft’s own live hold, with all that the window needs', async () => {
    const draft = basicDraft(app.theatre)
    expect(await hasBooking(app.context, await quoteOf(draft))).toBe(false)
    expect(await open(draft)).toBeUndefined()
    const { bookingId, orderId } = await openOrder(app, draft)
    const { attempts, holdEndsAt } = await storedBooking(app, bookingId)
    app.clock.advanceMinutes(5)
    expect(await hasBooking(app.context, await quoteOf(draft))).toBe(true)
    expect(await open(draft)).toEqual({
      token: attempts[0]?.token,
      bookingId,
      orderId,
      amount: rupees(999),
      currency: 'INR',
      holdEndsAt,
      windowSeconds: 10 * 60 - 15,
      underWay: false,
      customer: draft.customer,
    })
    expect(await outcome(draft)).toBeUndefined()
  })

  test('opens none without an order, for a draft that was changed, or once the hold is over', async () => {
    const bare = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })
    await holdSlot(app, bare)
    expect(await open(bare)).toBeUndefined()
    const draft = basicDraft(app.theatre)
    await openOrder(app, draft)
    expect(await open({ ...draft, people: 3 })).toBeUndefined()
    expect(await open(draft)).toBeDefined()
    app.clock.advanceMinutes(15)
    expect(await open(draft)).toBeUndefined()
  })

  test('knows of a payment that may be under way, once its window was closed, until all tries have failed', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId } = await openOrder(app, draft)
    const underWay = async () => (await open(draft))?.underWay
    const payment = app.emulator.pay(orderId, 'upi', 'pending')
    expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
    expect(await underWay()).toBe(true)
    app.clock.advanceMinutes(2)
    await applyGatewayTruth(app.context, orderId)
    expect(await underWay(), 'the bank still asks').toBe(true)
    app.emulator.ledger.fail(app.emulator.ledger.payment(payment.id))
    app.clock.advanceMinutes(1)
    await applyGatewayTruth(app.context, orderId)
    expect(await underWay(), 'declined').toBe(false)
    expect(await open(draft)).toMatchObject({ orderId })
  })

  test('knows of it also where the provider does not answer, and where nobody closed the window', async () => {
    const draft = basicDraft(app.theatre)
    const { orderId } = await openOrder(app, draft)
    app.emulator.arm({ path: '/v1/orders', times: 2, cut: true })
    expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
    expect(await open(draft)).toMatchObject({ underWay: true })
    app.clock.advanceMinutes(1)
    await applyGatewayTruth(app.context, orderId)
    expect(await open(draft), 'it answers that there is none').toMatchObject({ underWay: false })
    app.emulator.pay(orderId, 'upi', 'pending')
    await applyGatewayTruth(app.context, orderId)
    expect(await open(draft)).toMatchObject({ underWay: true })
  })

  test('leads on to the booking that the attempt became, not from a draft of another slot', async () => {
    const draft = basicDraft(app.theatre)
    const { linkToken, orderId } = await openOrder(app, draft)
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    expect(await outcome(draft)).toEqual({ became: 'booked', token: linkToken })
    expect(await open(draft)).toBeUndefined()
    expect(await outcome({ ...draft, slotId: app.theatre.aurora.slots['10:00'] })).toBeUndefined()
    // money that is asked for later is paid on the booking's own page
    expect(await payOnOwnPage(app.context, linkToken, { sum: 'due', shown: rupees(500) })).toMatchObject({ ok: true })
    expect(await open(draft)).toBeUndefined()
  })

  test('leads to the other slots when the money came too late, and nowhere when none came', async () => {
    const draft = basicDraft(app.theatre)
    const { linkToken, orderId } = await openOrder(app, draft)
    app.clock.advanceMinutes(15)
    await tidyHolds(app.context)
    expect(await outcome(draft)).toBeUndefined()
    await holdSlot(app, basicDraft(app.theatre, { date: VISIT }))
    app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
    expect(await outcome(draft)).toEqual({ became: 'lost', token: linkToken })
  })
})

/** What the page says of a hold that nobody has paid, in the words that stand where it was paid. */
onEachDatabase('the payment page of a hold that is over', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))
  const shown = async (draft: Draft) => {
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    const { over, pay } = (await ask({ at: '/booking/payment', cookie })).body as { over?: string; pay?: object }
    return { over, pays: pay !== undefined }
  }
  const AGAIN = 'If you have just paid, wait for our mail. If not, press Pay to hold it again.'

  test('says that its time is over, from the moment at which nothing can be paid in it', async () => {
    const draft = basicDraft(app.theatre)
    expect(await shown(draft), 'never held').toEqual({ over: undefined, pays: false })
    await openOrder(app, draft)
    expect(await shown(draft)).toEqual({ over: undefined, pays: true })
    app.clock.advanceMinutes(14.75)
    const over = { over: `The time to pay for your slot is over. ${AGAIN}`, pays: false }
    expect(await shown(draft)).toEqual(over)
    app.clock.advanceMinutes(60)
    expect(await shown(draft), 'nothing has tidied it').toEqual(over)
    await tidyHolds(app.context)
    expect(await shown(draft)).toEqual(over)
    expect(await shown({ ...draft, slotId: app.theatre.aurora.slots['10:00'] }), 'another slot').toMatchObject({
      over: undefined,
    })
    await openOrder(app, draft)
    expect(await shown(draft), 'held once more').toEqual({ over: undefined, pays: true })
  })

  test('says the price at which it can be held again, where that is another one', async () => {
    const draft = basicDraft(app.theatre)
    const said = async (of = draft) => (await shown(of)).over
    await openOrder(app, draft)
    const price = (now: Paise) => app.context.db.update(packages).set({ price: now })
    await price(rupees(1_999))
    expect(await said(), 'held at its own').toBeUndefined()
    app.clock.advanceMinutes(15)
    const over = 'The time to pay for your slot is over. If you have just paid, wait for our mail.'
    expect(await said()).toBe(`${over} If not, press Pay to hold it again: the price is now ₹1,999 instead of ₹1,499.`)
    // what its family has chosen besides costs what it costs
    expect(await said({ ...draft, people: 6 })).toBe(`The time to pay for your slot is over. ${AGAIN}`)
    await price(rupees(1_499))
    expect(await said()).toBe(`The time to pay for your slot is over. ${AGAIN}`)
  })

  test('says that it was let go, and nothing to who gave it back or may have paid', async () => {
    const draft = basicDraft(app.theatre)
    const { bookingId } = await openOrder(app, draft)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'The projector broke', refund: 'policy' })
    expect(await shown(draft)).toEqual({
      over: `The slot is no longer held. ${AGAIN}`,
      pays: false,
    })
    const again = await openOrder(app, draft)
    expect(await releaseHold(app.context, { orderId: again.orderId })).toMatchObject({ outcome: 'released' })
    expect(await shown(draft)).toEqual({ over: undefined, pays: false })
    const slow = await openOrder(app, draft)
    app.emulator.pay(slow.orderId, 'upi', 'pending')
    expect(await releaseHold(app.context, { orderId: slow.orderId })).toMatchObject({ outcome: 'kept' })
    app.clock.advanceMinutes(20)
    expect(await shown(draft)).toEqual({ over: undefined, pays: false })
  })

  test('leads on whose draft is of another day without a slot, and says so while the slot is held', async () => {
    const draft = basicDraft(app.theatre)
    const elsewhere = { ...draft, date: date('2027-03-13'), slotId: undefined }
    const leads = async () => {
      const cookie = (await draftCookie({ draft: elsewhere, dropped: undefined })).split(';')[0]
      const { short, said } = await ask({ at: '/booking/payment', cookie })
      return { short, said }
    }
    const silently = { short: '302 /booking/slots', said: undefined }
    expect(await leads(), 'never held').toEqual(silently)
    await openOrder(app, draft)
    const said = 'The slot that you were paying for is not chosen any more. If you have just paid, wait for our mail.'
    expect(await leads()).toEqual({ ...silently, said })
    app.clock.advanceMinutes(15)
    expect(await leads(), 'its time is over').toEqual(silently)
  })
})

/** What a browser is told whose draft was changed while its bank was slow: the booking is what was paid for (rule S7). */
onEachDatabase('the payment page of a draft that was changed while its payment was under way', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** What the page answers; of one that leads on to the confirmation, what that does. */
  const asked = async (draft: Draft, fields?: Record<string, string>) => {
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    const answer = await ask({ at: '/booking/payment', cookie, fields })
    if (!answer.short.endsWith('/bookingConfirmation')) return answer
    const confirmation = answer.headers.getSetCookie().find((line) => line.startsWith('confirmation='))
    return ask({ at: '/bookingConfirmation', cookie: [cookie, confirmation?.split(';')[0]].join('; ') })
  }
  /** Presses Pay, and closes the window while the bank is asked; it says yes when what is answered is called. */
  async function slowly(draft: Draft) {
    const order = await openOrder(app, draft)
    const payment = app.emulator.pay(order.orderId, 'upi', 'pending')
    expect(await releaseHold(app.context, { orderId: order.orderId })).toMatchObject({ outcome: 'kept' })
    const saysYes = async () => {
      app.emulator.ledger.finish(payment, 'success')
      await applyGatewayTruth(app.context, order.orderId)
      expect((await storedBooking(app, order.bookingId)).status).toBe('booked')
    }
    return { ...order, saysYes }
  }
  const PAID_BEFORE = 'Your payment came for what you had chosen before.'
  const CALL = `${PAID_BEFORE} Call us on +91 98765 43210 to change that.`

  test('says what of it is not in the booking, by itself and where Pay was pressed', async () => {
    const { birthday, ledName, confetti, truffle, roses } = app.theatre.items
    const { aurora } = app.theatre
    const before = basicDraft(app.theatre, { addons: [{ id: confetti, count: 1 }], gifts: [{ id: roses, count: 1 }] })
    const { linkToken, saysYes } = await slowly(before)
    const after: Draft = {
      ...before,
      ...{ people: 4, packageId: aurora.celebration, occasionId: birthday, celebrantName: 'Aarav' },
      ...{ cakes: [{ id: truffle, count: 2 }], addons: [{ id: ledName, count: 1 }], ledName: 'AARAV' },
      ...{ gifts: [{ id: roses, count: 3 }], couponCode: 'TENTH' },
      customer: { name: 'Meera Krishnan', email: 'meera.right@gmail.com', number: '9845055555' },
    }
    // the page of the changed draft tells of the payment, and may be pressed then
    const { body } = await asked(after)
    expect(body).toMatchObject({ paid: [{ token: linkToken }], pay: undefined, frame: { priced: {} } })
    const { total } = (body as { frame: { priced: { total: number } } }).frame.priced
    await saysYes()
    const words = [
      `${CALL} Not in this booking: the package Celebration; 4 people; LED Name; 2 × Chocolate Truffle; 2 × Rose Bouquet;`,
      'Celebrant’s Name “Aarav”; Led Name “AARAV”; coupon TENTH; the e-mail address meera.right@gmail.com; the number 9845055555.',
      'Still in it: Confetti.',
    ].join(' ')
    expect(await asked(after)).toMatchObject({ short: '303 /bookingConfirmation', said: words })
    const fields = { intent: 'pay', payChoice: 'advance', total: String(total), told: linkToken }
    expect(await asked(after, fields)).toMatchObject({ short: '303 /bookingConfirmation', said: words })
    expect(app.emulator.ledger.orders.size, 'nothing more is charged').toBe(1)
    // a page that knew of no payment leads back to the step first, and that on to the booking
    expect((await asked(after, { ...fields, told: '' })).short).toBe('303 /booking/payment')
  })

  test('leads to the booking’s page for what can be written there', async () => {
    const before = fullDraft(app.theatre)
    const { saysYes } = await slowly(before)
    await saysYes()
    const written = { ...before, ledName: 'AARAV M' }
    const where = 'What is made for you can be written anew on your booking’s page.'
    expect((await asked(written)).said).toBe(`${PAID_BEFORE} ${where} Not in this booking: Led Name “AARAV M”.`)
    const also = { ...written, gifts: [] }
    const said = `${CALL} ${where} Not in this booking: Led Name “AARAV M”. Still in it: Rose Bouquet.`
    expect((await asked(also)).said).toBe(said)
  })

  test('says nothing where the booking has all of it, or was edited since', async () => {
    const draft = fullDraft(app.theatre)
    const { bookingId, saysYes } = await slowly(draft)
    await saysYes()
    // what has become dearer, or is sold no more, was bought as it was
    await app.context.db.update(catalogueItems).set({ price: rupees(999) })
    const gone = eq(catalogueItems.id, app.theatre.items.roses)
    await app.context.db.update(catalogueItems).set({ archivedAt: app.clock.now() }).where(gone)
    for (const same of [draft, { ...draft, payChoice: 'full' as const }])
      expect(await asked(same)).toMatchObject({ short: '200', said: undefined })
    await app.context.db.transaction((tx) =>
      recordEvent(tx, bookingId, { at: app.clock.now(), kind: 'edited', actor: 'owner' }),
    )
    expect(await asked({ ...draft, people: 5 })).toMatchObject({ short: '200', said: undefined })
  })
})
