import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds } from '~/db/schema'
import { formatRupees, paise, rupees, sum } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { checkBooks } from '~/features/money/books-check.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { takePayment } from '~/features/money/take-payment.server'
import { useApp } from '../support/app'
import { cashThatWaits, openEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { purchase, queuedRefund, sendWebhook, storedBooking } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

onEachDatabase('a refund that is not of our making', (kind) => {
  const app = useApp(kind)

  const queued = (amount = 999) => queuedRefund(app, amount)
  const refundsOf = async (bookingId: string) =>
    (await storedBooking(app, bookingId)).refunds.sort((a, b) => a.origin.localeCompare(b.origin))
  const atProvider = (paymentId: string) => app.emulator.ledger.refundsOf(paymentId)

  /** The clock goes on, and what has fallen due is done. */
  async function pass(hours: number) {
    app.clock.advanceMinutes(hours * 60)
    await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
    expect(await app.work()).toMatchObject({ failed: 0 })
  }

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

  test('made in the provider’s console takes the place of what we had not sent', async () => {
    const { payment, bookingId } = await queued()
    app.emulator.ledger.refund(payment.id, { amount: 60_000 }, undefined)
    await followRefunds(app.context, payment.id)
    expect((await refundsOf(bookingId)).map(({ amount, status, origin }) => [amount, status, origin])).toEqual([
      [rupees(399), 'queued', 'ours'],
      [rupees(600), 'processed', 'provider'],
    ])
    await app.work()
    expect(atProvider(payment.id).map(({ amount }) => amount)).toEqual([60_000, 39_900])
    expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ status: 'refunded' }])
  })

  test('made there of one payment takes back what waits at the desk of another, as far as the booking owes again', async () => {
    const { bookingId, payment } = await cashThatWaits(app)
    const [task] = await refundsOf(bookingId)
    if (!task) throw new Error('Nothing waits at the desk.')
    app.emulator.ledger.refund(payment.id, { amount: task.amount }, undefined)
    await followRefunds(app.context, payment.id)
    expect((await refundsOf(bookingId)).map(({ amount, status, origin }) => [amount, status, origin])).toEqual([
      [task.amount, 'dropped', 'ours'],
      [task.amount, 'processed', 'provider'],
    ])
    expect((await openEdit(app, bookingId)).ledger).toMatchObject({ remaining: 0 })
    expect(await handOverRefund(app.context, OWNER, bookingId, task.id)).toMatchObject({ reason: 'nothing-due' })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('made there of one payment leaves at the desk what of its task is owed still, and says so', async () => {
    const { bookingId, payment } = await cashThatWaits(app)
    await app.work()
    app.mailbox.mails.length = 0
    const [task] = await refundsOf(bookingId)
    app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
    await followRefunds(app.context, payment.id)
    await followRefunds(app.context, payment.id)
    const rest = (task?.amount ?? 0) - rupees(100)
    expect((await refundsOf(bookingId)).map(({ amount, status, origin }) => [amount, status, origin])).toEqual([
      [task?.amount, 'dropped', 'ours'],
      [rest, 'queued', 'ours'],
      [rupees(100), 'processed', 'provider'],
    ])
    expect(await checkBooks(app.context)).toEqual([])
    await app.work()
    expect(app.mailbox.mails.map(({ text }) => text)).toEqual([expect.stringContaining(formatRupees(paise(rest)))])
  })

  test('made there in full leaves nothing of ours to send', async () => {
    const { payment, bookingId } = await queued(500)
    app.emulator.ledger.refund(payment.id, {}, undefined)
    await app.work()
    expect((await refundsOf(bookingId)).map(({ amount, status }) => [amount, status])).toEqual([
      [rupees(500), 'dropped'],
      [rupees(999), 'processed'],
    ])
    expect((await bookingPage(app.context, { kind: 'all' }, bookingId))?.view.ledger).toMatchObject({
      refunded: rupees(999),
    })
  })

  test.each([
    'pending',
    'processed',
  ] as const)('made there after ours had failed at the bank (%s until then), and heard of with it, leaves us the rest to send', async (begun) => {
    app.emulator.ledger.refundsStart(begun)
    const { payment, bookingId } = await queued()
    await app.work()
    app.emulator.ledger.settleRefund(atProvider(payment.id)[0]?.id ?? '', 'failed')
    app.emulator.ledger.refundsStart('processed')
    app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
    await followRefunds(app.context, payment.id)
    const told = (await storedBooking(app, bookingId)).events.filter((one) => one.startsWith('refund-'))
    expect(told, 'in the order in which it was so').toEqual(['refund-failed', 'refund-at-provider'])
    expect((await refundsOf(bookingId)).map(({ amount, status, origin }) => [amount, status, origin])).toEqual([
      [rupees(899), 'failed', 'ours'],
      [rupees(100), 'processed', 'provider'],
    ])
    await pass(2)
    expect((await refundsOf(bookingId)).map(({ status }) => status)).toEqual(['processed', 'processed'])
    expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ status: 'refunded' }])
  })

  test.each([
    ['part', 60_000, 999],
    ['all', undefined, 999],
    ['more than ours', undefined, 500],
  ])('made there of %s, to which ours gave way, and that failed then: ours goes after all, once', async (_, amount, ours) => {
    const { payment, bookingId } = await queued(ours)
    for (let times = 0; times < 2; times++) {
      app.emulator.ledger.refundsStart('pending')
      const refund = app.emulator.ledger.refund(payment.id, { ...(amount && { amount }) }, undefined)
      await followRefunds(app.context, payment.id)
      app.emulator.ledger.settleRefund(refund.id, 'failed')
      await followRefunds(app.context, payment.id)
      const going = (await refundsOf(bookingId)).filter(({ status }) => status !== 'dropped')
      expect(sum(going.map((one) => one.amount))).toBe(rupees(ours))
    }
    app.emulator.ledger.refundsStart('processed')
    await app.work()
    const status = ours === 999 ? 'refunded' : 'captured'
    expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ status }])
  })

  test('made there that failed is its maker’s to repeat', async () => {
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    app.emulator.ledger.refundsStart('failed')
    app.emulator.ledger.refund(payment.id, {}, undefined)
    await followRefunds(app.context, payment.id)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'dropped' }])
  })

  test('made there that failed after the desk had taken its sum: what was paid twice goes back', async () => {
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    app.emulator.ledger.refundsStart('pending')
    const refund = app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
    await followRefunds(app.context, payment.id)
    const { total } = await storedBooking(app, bookingId)
    const due = paise(total - rupees(899))
    const taking = { amount: due, shown: due, mode: 'cash', reference: '' } as const
    expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    app.emulator.ledger.settleRefund(refund.id, 'failed')
    await followRefunds(app.context, payment.id)
    await followRefunds(app.context, payment.id)
    expect(await refundsOf(bookingId)).toMatchObject([
      { origin: 'ours', mode: 'cash', status: 'queued', amount: rupees(100) },
      { origin: 'provider', status: 'dropped' },
    ])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    ['full', 999],
    ['none', 0],
  ] as const)('made there that failed after the booking was cancelled (%s) goes as the cancellation said', async (refund, back) => {
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    app.emulator.ledger.refundsStart('pending')
    const there = app.emulator.ledger.refund(payment.id, {}, undefined)
    await followRefunds(app.context, payment.id)
    const cancelled = await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund })
    expect(cancelled).toMatchObject({ ok: true, returned: 0 })
    app.emulator.ledger.refundsStart('processed')
    app.emulator.ledger.settleRefund(there.id, 'failed')
    for (let times = 0; times < 2; times++) await followRefunds(app.context, payment.id)
    await app.work()
    const ours = (await refundsOf(bookingId)).filter(({ origin }) => origin === 'ours')
    expect(ours.map(({ status, amount }) => [status, amount])).toEqual(back ? [['processed', rupees(back)]] : [])
    expect(app.mailbox.mails.filter(({ subject }) => subject.includes('is being returned'))).toHaveLength(back ? 1 : 0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('of ours that gave way to one made there, and went all the same, is done', async () => {
    const { payment, bookingId, refundId } = await queued()
    await app.context.db.update(refunds).set({ status: 'dropped' }).where(eq(refunds.id, refundId))
    const [row] = await app.context.db.select().from(refunds)
    app.emulator.ledger.refund(payment.id, { receipt: row?.idempotencyKey }, row?.idempotencyKey)
    await followRefunds(app.context, payment.id)
    expect(await refundsOf(bookingId)).toMatchObject([{ status: 'processed', origin: 'ours' }])
  })

  test('made there without a word is found at the order’s next look, and by the nightly list of refunds', async () => {
    const { payment, bookingId } = await purchase(app, basicDraft(app.theatre))
    app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined)
    await pass(1)
    expect((await refundsOf(bookingId)).map(({ amount }) => amount)).toEqual([rupees(100)])
    const { ledger } = app.emulator
    for (let nth = 0; nth < 101; nth++) {
      const other = ledger.pay(ledger.createOrder({ amount: 49_900, currency: 'INR' }).id, 'upi', 'success')
      if (nth === 0) ledger.refund(payment.id, { amount: 20_000 }, undefined)
      ledger.refund(other.id, {}, undefined)
    }
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    expect(await app.work()).toMatchObject({ failed: 0 })
    const lists = app.emulator.calls.filter(({ path }) => path === '/v1/refunds')
    expect(lists, 'more than a page').toHaveLength(2)
    expect((await refundsOf(bookingId)).map(({ amount }) => amount).sort()).toEqual([rupees(100), rupees(200)])
  })
})
