import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingEvents, payments, refunds, refundTries } from '~/db/schema'
import { rupees } from '~/domain/money'
import { REFUND_STATUSES } from '~/domain/refund-life'
import { lettersOfBooking } from '~/features/booking/booking-letters.server'
import { composeMail } from '~/features/booking/booking-mail.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { overdueRefundMail, refundWithStaffMail } from '~/features/money/money-alert-mail.server'
import { handOverRefund, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { sendRefund, wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { queueRefund, returnOwed } from '~/features/money/return-owed.server'
import { lockStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { mailsOf, purchase, queuedRefund, sendWebhook, storedBooking } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

onEachDatabase('a refund', (kind) => {
  const app = useApp(kind)

  const queued = (amount = 999) => queuedRefund(app, amount)
  const refundsOf = async (bookingId: string) =>
    (await storedBooking(app, bookingId)).refunds.sort((a, b) => a.origin.localeCompare(b.origin))
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
      if (row) await queueRefund(app.context, tx, row, { reason: 'The rest', amount: rupees(499) })
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

  const NO_BALANCE = 'Your account does not have enough balance to carry out the refund operation.'
  const refuse = (times = 1) =>
    arm({ status: 400, times, body: JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: NO_BALANCE } }) })
  /** The clock goes on, and what has fallen due is done. */
  async function pass(hours: number) {
    app.clock.advanceMinutes(hours * 60)
    await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  const keys = async () => (await app.context.db.select().from(refunds)).map((row) => row.idempotencyKey)

  test('of less than the provider sends is handed over at the front desk, also when that is what was left of it', async () => {
    const small = await queued(0.5)
    await app.work()
    expect(atProvider(small.payment.id)).toEqual([])
    expect((await storedBooking(app, small.bookingId)).refunds).toMatchObject([{ mode: 'cash', status: 'queued' }])
    expect(await handOverRefund(app.context, OWNER, small.bookingId, small.refundId)).toMatchObject({ ok: true })
    app.emulator.ledger.refund(small.payment.id, { amount: 49_900 }, undefined)
    await followRefunds(app.context, small.payment.id)
    const [row] = await app.context.db.select().from(payments)
    await app.context.db.transaction(
      async (tx) => row && queueRefund(app.context, tx, row, { reason: 'Rest', amount: rupees(499) }),
    )
    app.emulator.ledger.refund(small.payment.id, { amount: 49_900 }, undefined)
    await followRefunds(app.context, small.payment.id)
    expect(await pass(24)).toBeUndefined()
    expect((await refundsOf(small.bookingId)).filter(({ status }) => status === 'queued')).toMatchObject([
      { mode: 'cash', amount: 50 },
    ])
    expect(atProvider(small.payment.id)).toHaveLength(2)
  })

  test('of what is owed takes the newest payment first, and never more than that still holds', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(5)
    const later = { mode: 'upi', status: 'captured', purpose: 'balance', amount: rupees(500) } as const
    const receivedAt = app.clock.now()
    await app.context.db.insert(payments).values({ ...later, id: '0-sorts-first', bookingId, receivedAt })
    const newest = await app.context.db.query.payments.findFirst({ where: eq(payments.id, '0-sorts-first') })
    if (!newest) throw new Error('The payment is missing.')
    await app.context.db.transaction((tx) =>
      queueRefund(app.context, tx, newest, { reason: 'Asked by phone', amount: rupees(300) }),
    )
    await app.context.db.transaction(async (tx) => {
      const stored = await lockStoredBooking(tx, bookingId)
      if (!stored) throw new Error('The booking is missing.')
      await returnOwed(app.context, tx, { ...stored, total: rupees(700) }, { actor: 'Asha Rao', reason: 'Cheaper now' })
    })
    const owed = (await storedBooking(app, bookingId)).refunds.filter(({ reason }) => reason === 'Cheaper now')
    expect(owed.map(({ mode, amount }) => [mode, amount]).sort()).toEqual([
      ['online', rupees(299)],
      ['upi', rupees(200)],
    ])
    const [told] = await app.context.db.select().from(bookingEvents).where(eq(bookingEvents.kind, 'refund-started'))
    expect(told).toMatchObject({ actor: 'Asha Rao', detail: { returned: rupees(499), reason: 'Cheaper now' } })
  })

  test('that is refused for want of balance keeps its reason and is sent again in an hour under a new key', async () => {
    const { payment, bookingId } = await queued()
    refuse()
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunds: [{ status: 'failed', failures: 1, attempts: 1, lastError: `BAD_REQUEST_ERROR: ${NO_BALANCE}` }],
      events: expect.arrayContaining(['refund-failed']),
    })
    const [first] = await app.context.db.select().from(refundTries)
    await pass(0.9)
    expect(atProvider(payment.id)).toHaveLength(0)
    await pass(0.2)
    expect(atProvider(payment.id)).toMatchObject([{ receipt: (await keys())[0] }])
    expect(await keys()).not.toContain(first?.idempotencyKey)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed', lastError: null }])
  })

  test('keeps the last answer until another one comes', async () => {
    const { bookingId } = await queued()
    refuse()
    await app.work()
    app.clock.advanceMinutes(66)
    await wakeRefunds(app.context)
    const lastError = `BAD_REQUEST_ERROR: ${NO_BALANCE}`
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'queued', lastError }])
    app.emulator.ledger.refundsStart('pending')
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'pending', lastError: null }])
  })

  test('that fails again and again goes to staff by name, who send it once more or hand it over', async () => {
    const { payment, bookingId, refundId } = await queued()
    app.emulator.ledger.refundsStart('failed')
    await app.work()
    for (const hours of [1, 3, 9, 24]) await pass(hours)
    expect(atProvider(payment.id)).toHaveLength(5)
    expect(new Set(atProvider(payment.id).map(({ receipt }) => receipt)).size, 'each try has its own key').toBe(5)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'with-staff', nextAt: null }])
    await pass(48)
    expect(atProvider(payment.id), 'nothing more by itself').toHaveLength(5)
    expect(app.mailbox.mails.filter(({ subject }) => subject === 'A refund of ₹999 needs you')).toMatchObject([
      {
        to: 'hello@lumiere.example',
        text: expect.stringMatching(
          /to Meera Krishnan for booking LUM-[\s\S]*The last answer was: (?!none|undefined)./,
        ),
      },
    ])
    expect((await bookingPage(app.context, { kind: 'all' }, bookingId))?.money).toContainEqual(
      expect.objectContaining({ waits: true, stuck: true }),
    )
    expect(await sendRefundAgain(app.context, OWNER, bookingId, refundId)).toEqual({ ok: true, sent: rupees(999) })
    expect(await sendRefundAgain(app.context, OWNER, bookingId, refundId)).toMatchObject({ reason: 'nothing-due' })
    await app.work()
    expect(atProvider(payment.id)).toHaveLength(6)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'with-staff', failures: 6 }])
    expect(await mailsOf(app, 'refund-with-staff')).toBe(2)
    // nobody had told its customer that it is on its way
    expect(await mailsOf(app, 'refund-not-sent')).toBe(0)
    expect(await handOverRefund(app.context, OWNER, bookingId, refundId)).toEqual({
      ...{ ok: true, handed: rupees(999), mode: 'cash' },
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunds: [{ status: 'processed', settledBy: 'Asha Rao' }],
      payments: [{ status: 'refunded' }],
    })
    const told = (await storedBooking(app, bookingId)).events.filter((one) => one.startsWith('refund-'))
    const failed = Array.from({ length: 4 }, () => 'refund-failed')
    expect(told).toEqual([...failed, 'refund-with-staff', 'refund-again', 'refund-with-staff'])
    await followRefunds(app.context, payment.id)
    expect((await storedBooking(app, bookingId)).refunds, 'old failures are no news').toHaveLength(1)
  })

  test('that could not be sent is told to who was told that it is on its way, once, unless staff have seen to it', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    app.emulator.ledger.refundsStart('failed')
    const reason = { reason: 'Asked by phone', refund: 'full' as const }
    expect(await cancelByStaff(app.context, OWNER, bookingId, reason)).toMatchObject({ ok: true })
    await app.work()
    const letters = () => app.mailbox.mails.filter(({ subject }) => subject.includes('could not be sent to you'))
    for (const hours of [1, 3, 9]) await pass(hours)
    expect(letters(), 'it is still tried').toEqual([])
    await pass(24)
    expect(letters()).toMatchObject([
      { to: expect.stringMatching(/^meera/), subject: expect.stringMatching(/^₹999 could not be sent to you \(LUM-/) },
    ])
    for (const part of ['they hand it over to you at the theatre, or ask you for another way', `/b/${linkToken}`])
      expect(letters()[0]?.text).toContain(part)
    const [refund] = (await storedBooking(app, bookingId)).refunds
    expect(await sendRefundAgain(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: true })
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'with-staff' }])
    expect(letters()).toHaveLength(1)
    // and staff read it as what it was
    expect((await lettersOfBooking(app.context, bookingId)).at(-1)).toMatchObject({
      ...{ what: 'word that what was to go back could not be sent', sent: true },
    })
    expect(await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: true })
    const payload = { bookingId, refundId: refund?.id ?? '' }
    expect(await composeMail(app.context, 'refund-not-sent', payload)).toMatchObject({
      notNeeded: 'somebody had seen to it',
    })
  })

  test('that was sent again before its customer was told is told when that fails as well', async () => {
    app.emulator.ledger.refundsStart('pending')
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    const reason = { reason: 'Asked by phone', refund: 'full' as const }
    expect(await cancelByStaff(app.context, OWNER, bookingId, reason)).toMatchObject({ ok: true })
    await app.work()
    await app.context.db.update(refunds).set({ failures: 4 })
    const fails = async () => {
      app.emulator.ledger.settleRefund(atProvider(payment.id).at(-1)?.id ?? '', 'failed')
      await followRefunds(app.context, payment.id)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'with-staff' }])
    }
    const told = async () =>
      (await lettersOfBooking(app.context, bookingId)).filter(({ what }) => what.includes('could not be sent'))
    await fails()
    const [refund] = (await storedBooking(app, bookingId)).refunds
    expect(await sendRefundAgain(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: true })
    await app.work()
    expect(await told()).toMatchObject([{ sent: false, state: expect.stringContaining('somebody had seen to it') }])
    await fails()
    await app.work()
    expect((await told()).map(({ sent }) => sent)).toEqual([false, true])
  })

  test('that fails at the bank after it was called done counts as failed, and its payment as not gone back', async () => {
    const { payment, bookingId } = await queued()
    await app.work()
    expect((await storedBooking(app, bookingId)).payments).toMatchObject([{ status: 'refunded' }])
    const [refund] = atProvider(payment.id)
    app.emulator.ledger.settleRefund(refund?.id ?? '', 'failed')
    await sendWebhook(app, 'refund.failed', payment, { refund })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunds: [{ status: 'failed', settledAt: null }],
      payments: [{ status: 'captured' }],
    })
    await pass(1)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
  })

  test.each([
    ['all of its payment', 999],
    ['a part, of which as much again is left to send', 400],
  ])('that a try given up has brought after all is not sent once more: %s', async (_, amount) => {
    app.emulator.ledger.refundsStart('pending')
    const { payment, bookingId } = await queued(amount)
    await app.work()
    const [first] = atProvider(payment.id)
    app.emulator.ledger.settleRefund(first?.id ?? '', 'failed')
    await followRefunds(app.context, payment.id)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'failed' }])
    app.emulator.ledger.settleRefund(first?.id ?? '', 'processed')
    await pass(1)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([
      { status: 'processed', providerRefundId: first?.id },
    ])
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('that meets silence keeps its key for as long as it lasts', async () => {
    const { payment } = await queued()
    const before = await keys()
    arm({ status: 502, times: 4, body: '<html>Bad gateway</html>' })
    await app.work()
    for (const minutes of [1, 2, 4, 8]) await pass(minutes / 60)
    expect(await keys()).toEqual(before)
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('whose job was lost is found when its time has come', async () => {
    const { payment } = await queued()
    await app.context.db.execute(sql`delete from pgboss.job`)
    await pass(0.2)
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('of more than the payment holds cannot be queued, also not by two at once', async () => {
    const { bookingId } = await queued(600)
    const [row] = await app.context.db.select().from(payments).where(eq(payments.bookingId, bookingId))
    const more = (amount: number) =>
      app.context.db.transaction(
        async (tx) => row && queueRefund(app.context, tx, row, { reason: 'More', amount: rupees(amount) }),
      )
    await expect(more(400)).rejects.toThrow('More would go back')
    await expect(more(0)).rejects.toThrow('More would go back')
    const both = await Promise.allSettled([more(399), more(399)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await storedBooking(app, bookingId)).refunds).toHaveLength(2)
  })

  test('that is not confirmed when it is due is told to the business, once', async () => {
    app.emulator.ledger.refundsStart('pending')
    await queued()
    await app.work()
    app.clock.advanceMinutes(30 * 60)
    await reconcilePayments(app.context)
    await app.work()
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
    await app.work()
    expect(await mailsOf(app, 'refund-overdue')).toBe(0)
    app.clock.advanceMinutes(2 * 60)
    await reconcilePayments(app.context)
    await app.work()
    expect(await mailsOf(app, 'refund-overdue')).toBe(1)
  })

  test('that has come, or is gone, is told to nobody as late', async () => {
    const { refundId } = await queued()
    const late = (id: string) => overdueRefundMail(app.context, id)
    expect(await late(refundId)).toMatchObject({ subject: 'A refund of ₹999 is late' })
    await app.work()
    expect(await late(refundId)).toBeUndefined()
    expect(await late('nobody’s')).toBeUndefined()
    expect(await refundWithStaffMail(app.context, 'nobody’s')).toBeUndefined()
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
    // asked about more and more seldom, the older it is
    await pass(2)
    const looks = (await storedBooking(app, bookingId)).refunds.map(({ nextAt }) => nextAt)
    expect(looks).toEqual([new Date(app.clock.now().getTime() + 2 * 3_600_000)])
    await sendRefund(app.context, refundId)
    const [refund] = atProvider(payment.id)
    app.emulator.ledger.settleRefund(refund?.id ?? '', 'processed')
    await sendWebhook(app, 'refund.processed', payment, { refund })
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('every status that the rule knows can be stored', async () => {
    const { refundId } = await queued()
    for (const status of REFUND_STATUSES) {
      await app.context.db.update(refunds).set({ status }).where(eq(refunds.id, refundId))
    }
    expect((await app.context.db.select().from(refunds)).map(({ status }) => status)).toEqual(['dropped'])
  })
})
