import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bookingEvents, bookings, outbox, payments, refunds } from '~/db/schema'
import { placeHold } from '~/features/booking/place-booking.server'
import { releaseHold, startPayment, verifyPayment } from '~/features/payment/checkout.server'
import { pollPayments } from '~/features/payment/poll-payments.server'
import { applyGatewayTruth } from '~/features/payment/settle-payment.server'
import { receiveWebhook } from '~/features/payment/webhook.server'
import { completeDraft } from '../support/factories'
import { databaseKinds, KEYS, openProduct, type Product } from '../support/product'

describe.each(databaseKinds)('settling a payment on the %s database', (kind) => {
  let product: Product
  beforeAll(async () => {
    product = await openProduct(kind)
  })
  afterAll(() => product.close())

  let day = 0
  /** A hold with its order at the provider, on a day of its own. */
  async function heldAndOrdered(date = `2027-02-${String(++day).padStart(2, '0')}`) {
    const { context } = product
    const draft = await completeDraft(context, { date, screen: 'Velvet', from: '20:00' })
    const placed = await placeHold(context, { draft, dropped: undefined })
    if (!placed.ok || !placed.attemptId) throw new Error('The slot was not held.')
    const order = await startPayment(context, placed.attemptId)
    if (!order.ok) throw new Error('No order was made.')
    return { draft, date, bookingId: placed.bookingId, orderId: order.orderId }
  }
  const statusOf = async (bookingId: string) =>
    (await product.context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) }))?.status
  const claim = (orderId: string, paymentId: string) => ({
    orderId,
    paymentId,
    signature: createHmac('sha256', KEYS.keySecret).update(`${orderId}|${paymentId}`).digest('hex'),
  })
  function webhook(orderId: string, eventId: string) {
    const body = JSON.stringify({ event: 'order.paid', payload: { order: { entity: { id: orderId } } } })
    const signature = createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex')
    return receiveWebhook(product.context, body, { signature, eventId })
  }

  test('verify and three webhooks at once make one booking, one payment and one e-mail', async () => {
    const { bookingId, orderId, draft } = await heldAndOrdered()
    const payment = product.emulator.pay(orderId, 'upi', 'success')
    const [verified] = await Promise.all([
      verifyPayment(product.context, claim(orderId, payment.id)),
      webhook(orderId, 'evt_one'),
      webhook(orderId, 'evt_one'),
      webhook(orderId, 'evt_two'),
      applyGatewayTruth(product.context, orderId),
    ])
    expect(verified).toMatchObject({ ok: true, state: 'booked' })
    const mail = await product.mailbox.waitFor(({ to }) => to.includes(draft.customer?.email ?? '-'))
    expect(mail.subject).toContain('Booking Confirmed!')
    const { db } = product.context
    expect(await db.select().from(payments).where(eq(payments.bookingId, bookingId))).toHaveLength(1)
    const booked = (await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId))).filter(
      ({ toStatus }) => toStatus === 'booked',
    )
    expect(booked).toHaveLength(1)
    await vi.waitFor(async () => {
      const rows = await db
        .select()
        .from(outbox)
        .where(eq(outbox.dedupeKey, `confirmation:${bookingId}`))
      expect(rows.map(({ sentAt }) => sentAt !== null)).toEqual([true])
    }, 10_000)
    expect(product.mailbox.mails.filter(({ to }) => to.includes(draft.customer?.email ?? '-'))).toHaveLength(1)
  })

  test('another order’s payment, a wrong signature and a wrong amount book nothing', async () => {
    const mine = await heldAndOrdered()
    const theirs = await heldAndOrdered()
    const paid = product.emulator.pay(theirs.orderId, 'upi', 'success')
    const foreign = { ...claim(mine.orderId, paid.id), ...{ orderId: mine.orderId } }
    expect(await verifyPayment(product.context, foreign)).not.toMatchObject({ state: 'booked' })
    const forged = { ...claim(mine.orderId, paid.id), signature: 'f'.repeat(64) }
    expect(await verifyPayment(product.context, forged)).toMatchObject({ ok: false, reason: 'bad-signature' })
    const unknown = claim('order_AAAAAAAAAAAAAA', paid.id)
    expect(await verifyPayment(product.context, unknown)).toMatchObject({ ok: false, reason: 'not-ours' })
    const small = product.emulator.pay(mine.orderId, 'upi', 'success')
    product.emulator.ledger.payment(small.id).amount = 100
    await verifyPayment(product.context, claim(mine.orderId, small.id))
    expect(await statusOf(mine.bookingId)).toBe('pending')
  })

  test('a webhook with a wrong signature is refused and leaves nothing', async () => {
    const { orderId } = await heldAndOrdered()
    const body = JSON.stringify({ event: 'order.paid', payload: { order: { entity: { id: orderId } } } })
    const answer = await receiveWebhook(product.context, body, { signature: 'a'.repeat(64), eventId: 'evt_forged' })
    expect(answer).toBe('bad-signature')
    const kept = await product.context.db.query.webhookInbox.findFirst({
      where: (row) => eq(row.eventId, 'evt_forged'),
    })
    expect(kept).toBeUndefined()
  })

  test('a failed try is not final: the second one books', async () => {
    const { bookingId, orderId } = await heldAndOrdered()
    product.emulator.pay(orderId, 'upi', 'failure')
    expect(await applyGatewayTruth(product.context, orderId)).toMatchObject({ ok: true, state: 'nothing-yet' })
    product.emulator.pay(orderId, 'card', 'success')
    expect(await applyGatewayTruth(product.context, orderId)).toMatchObject({ ok: true, state: 'booked' })
    expect(await statusOf(bookingId)).toBe('booked')
  })

  test('an authorised payment is captured while its hold lives', async () => {
    const { orderId } = await heldAndOrdered()
    product.emulator.pay(orderId, 'upi', 'authorize')
    expect(await applyGatewayTruth(product.context, orderId)).toMatchObject({ ok: true, state: 'booked' })
  })

  test('a browser that never came back is found by the poller', async () => {
    const { bookingId, orderId } = await heldAndOrdered()
    product.emulator.pay(orderId, 'upi', 'success')
    product.clock.advanceMinutes(5)
    await pollPayments(product.context)
    expect(await statusOf(bookingId)).toBe('booked')
    product.clock.set('2026-11-21T06:00:00Z')
  })

  test('closing the window gives the slot back, but not while a UPI request may still be paid', async () => {
    const closed = await heldAndOrdered()
    expect(await releaseHold(product.context, { orderId: closed.orderId })).toBe('released')
    expect(await releaseHold(product.context, { orderId: closed.orderId })).toBe('released')
    expect(await statusOf(closed.bookingId)).toBe('expired')
    const open = await heldAndOrdered()
    const pending = product.emulator.pay(open.orderId, 'upi', 'pending')
    expect(await releaseHold(product.context, { orderId: open.orderId })).toBe('kept')
    product.emulator.ledger.settle(product.emulator.ledger.payment(pending.id))
    expect(await applyGatewayTruth(product.context, open.orderId)).toMatchObject({ ok: true, state: 'booked' })
  })

  test('late money books when the slot is still free', async () => {
    const { bookingId, orderId } = await heldAndOrdered()
    await releaseHold(product.context, { orderId })
    product.emulator.pay(orderId, 'upi', 'success')
    expect(await applyGatewayTruth(product.context, orderId)).toMatchObject({ ok: true, state: 'booked' })
    expect(await statusOf(bookingId)).toBe('booked')
  })

  test('late money for a slot that is gone is returned in full, once, with a word by e-mail', async () => {
    const late = await heldAndOrdered()
    await releaseHold(product.context, { orderId: late.orderId })
    await heldAndOrdered(late.date)
    const payment = product.emulator.pay(late.orderId, 'upi', 'success')
    expect(await applyGatewayTruth(product.context, late.orderId)).toMatchObject({ ok: true, state: 'returned' })
    await applyGatewayTruth(product.context, late.orderId)
    await product.mailbox.waitFor(
      ({ to, subject }) => to.includes(late.draft.customer?.email ?? '-') && /returned/.test(subject),
    )
    await vi.waitFor(async () => {
      const rows = await product.context.db.select().from(refunds).where(eq(refunds.bookingId, late.bookingId))
      expect(rows.map(({ status, amount }) => ({ status, amount }))).toEqual([
        { status: 'processed', amount: payment.amount },
      ])
    }, 10_000)
    expect(product.emulator.ledger.refundsOf(payment.id)).toHaveLength(1)
  })

  test('an order whose answer was lost is found by its receipt and made once', async () => {
    product.emulator.arm({ method: 'POST', path: '/v1/orders', times: 1, cut: true, after: true })
    const before = product.emulator.ledger.orders.size
    await heldAndOrdered()
    expect(product.emulator.ledger.orders.size).toBe(before + 1)
  })
})
