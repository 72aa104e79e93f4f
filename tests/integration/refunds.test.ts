import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments, refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { reconcilePayments } from '~/features/payment/poll-payments.server'
import { queueRefund, sendRefund } from '~/features/payment/refund.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { mailsOf, purchase, sendWebhook, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('a refund', (kind) => {
  const app = useApp(kind)

  /** A paid booking of which some money is queued to go back. */
  async function queued(amount = 999) {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    const [row] = await app.context.db.select().from(payments).where(eq(payments.bookingId, bookingId))
    if (!row) throw new Error('The payment is missing.')
    await app.context.db.transaction((tx) => queueRefund(app.context, tx, row, 'Asked by phone', rupees(amount)))
    const [refund] = (await storedBooking(app, bookingId)).refunds
    if (!refund) throw new Error('The refund is missing.')
    return { bookingId, payment, refundId: refund.id }
  }
  const atProvider = (paymentId: string) => app.emulator.ledger.refundsOf(paymentId)
  const arm = (fault: { status?: number; body?: string; cut?: boolean; after?: boolean; times?: number }) =>
    app.emulator.arm({ method: 'POST', path: '/v1/payments', times: 1, ...fault })

  test('is sent by a job, in part or whole, and marks a payment that went back whole', async () => {
    const part = await queued(500)
    await app.work()
    expect(await storedBooking(app, part.bookingId)).toMatchObject({
      refunds: [{ status: 'processed', amount: rupees(500), attempts: 1, settledAt: app.clock.now() }],
      payments: [{ status: 'captured' }],
    })
    await app.context.db.transaction(async (tx) => {
      const [row] = await tx.select().from(payments)
      if (row) await queueRefund(app.context, tx, row, 'The rest', rupees(499))
    })
    await app.work()
    expect((await storedBooking(app, part.bookingId)).payments).toMatchObject([{ status: 'refunded' }])
    expect(atProvider(part.payment.id)).toHaveLength(2)
  })

  test('whose answer was lost is found by its key and made once', async () => {
    const { payment, bookingId } = await queued()
    arm({ cut: true, after: true })
    await app.work()
    expect(atProvider(payment.id)).toHaveLength(1)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([
      { status: 'processed', providerRefundId: atProvider(payment.id)[0]?.id },
    ])
  })

  test('that is refused for want of balance waits with its reason and is sent again at night', async () => {
    const { payment, bookingId } = await queued()
    const description = 'Your account does not have enough balance to carry out the refund operation.'
    arm({ status: 400, body: JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } }) })
    expect(await app.work()).toMatchObject({ failed: 1 })
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([
      { status: 'queued', attempts: 1, lastError: `BAD_REQUEST_ERROR: ${description}` },
    ])
    await reconcilePayments(app.context)
    await app.work()
    expect(atProvider(payment.id)).toHaveLength(1)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed', lastError: null }])
  })

  test('that is not confirmed when it is due is told to the business, once', async () => {
    app.emulator.ledger.refundsStart('pending')
    await queued()
    await app.work()
    app.clock.advanceMinutes(30 * 60)
    await reconcilePayments(app.context)
    expect(await mailsOf(app, 'refund-overdue'), 'the provider has it; banks take days').toBe(0)
    app.clock.advanceMinutes(7 * 24 * 60)
    app.mailbox.mails.length = 0
    for (let night = 0; night < 2; night++) await reconcilePayments(app.context)
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject.startsWith('A refund of'))).toMatchObject([
      { to: 'hello@lumiere.example', text: expect.stringContaining('/admin/bookings/') },
    ])
  })

  test('that the provider has not taken within a day is told to the business', async () => {
    await queued()
    arm({ status: 400, body: JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'No balance.' } }) })
    await app.work()
    app.clock.advanceMinutes(23 * 60)
    await reconcilePayments(app.context)
    expect(await mailsOf(app, 'refund-overdue')).toBe(0)
    app.clock.advanceMinutes(2 * 60)
    await reconcilePayments(app.context)
    expect(await mailsOf(app, 'refund-overdue')).toBe(1)
  })

  test('sent by two workers at once is one refund', async () => {
    const { payment, refundId } = await queued()
    await Promise.all([sendRefund(app.context, refundId), sendRefund(app.context, refundId)])
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('that the provider has not settled is followed by webhook, and not sent again', async () => {
    app.emulator.ledger.refundsStart('pending')
    const { payment, bookingId, refundId } = await queued()
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'pending', settledAt: null }])
    await sendRefund(app.context, refundId)
    const [refund] = atProvider(payment.id)
    app.emulator.ledger.settleRefund(refund?.id ?? '', 'processed')
    await sendWebhook(app, 'refund.processed', payment, { refund })
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('that failed for good is not repeated', async () => {
    app.emulator.ledger.refundsStart('failed')
    const { payment, bookingId, refundId } = await queued()
    await app.work()
    await sendRefund(app.context, refundId)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'failed', attempts: 1 }])
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('made in the provider’s console is entered in the books once', async () => {
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    const refund = app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
    await sendWebhook(app, 'refund.created', payment, { refund })
    await sendWebhook(app, 'refund.processed', payment, { refund })
    await app.work()
    expect(await app.context.db.select().from(refunds)).toMatchObject([
      { bookingId, amount: rupees(100), status: 'processed', reason: 'Refunded at the payment provider' },
    ])
  })
})
