import { expect, test } from 'vitest'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { type OpenQuote, resolveQuote } from '~/features/booking/quote.server'
import { attemptOutcome, hasBooking, openCheckout } from '~/features/booking/quote-payment.server'
import { releaseHold } from '~/features/money/checkout.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { comeBack, holdSlot, openOrder, storedBooking } from '../support/purchase'
import { basicDraft, VISIT } from '../support/theatre'

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
