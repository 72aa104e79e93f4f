import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, moneyCases, paymentAttempts, refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { answerMoney } from '~/features/money/money-answer.server'
import { countOpenMoney, openMoney, waitingOf } from '~/features/money/open-money.server'
import { reconcilePayments, resumeUnfinished } from '~/features/money/reconcile-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, purchase, refuseNextRefund, storedBooking } from '../support/purchase'
import { basicDraft, date, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('money to look at', (kind) => {
  const app = useApp(kind)
  /** What the page lists; the menu's count agrees with it at every moment. */
  async function seen(staff: ActingStaff = OWNER) {
    const open = await openMoney(app.context, scopeOf(staff))
    expect(await countOpenMoney(app.context, scopeOf(staff))).toBe(waitingOf(open).length)
    return open
  }
  function press(fields: Record<string, string>, staff: ActingStaff = OWNER) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return answerMoney(app.context, staff, form)
  }
  const audited = async () => (await app.context.db.select().from(auditLog)).map(({ changes }) => changes)
  const HERE = () => locationAdmin(app.theatre.locationId)
  const ELSEWHERE = () => locationAdmin(app.theatre.otherLocationId)
  /** Money at the provider that belongs to no order of ours; the nightly comparison finds it. */
  async function stray(amount = 499) {
    const order = app.emulator.ledger.createOrder({ amount: amount * 100, currency: 'INR', receipt: 'elsewhere' })
    const payment = app.emulator.pay(order.id, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    return payment
  }

  test('a refund at the front desk waits for those of its location until it was handed over, with how', async () => {
    const desk = { advance: rupees(500), mode: 'cash' as const, note: '' }
    const placed = await placeStaffBooking(app.context, OWNER, basicDraft(app.theatre), desk)
    const booking = placed.ok ? placed.bookingId : ''
    await cancelByStaff(app.context, OWNER, booking, { reason: 'Asked by phone', refund: 'full' })
    const [row] = (await seen(HERE())).refunds
    expect(row).toMatchObject({
      amount: rupees(500),
      title: 'To be handed over',
      presses: ['hand-over'],
      booking: { id: booking },
    })
    expect(await countOpenMoney(app.context, scopeOf(ELSEWHERE()))).toBe(0)
    const fields = { intent: 'hand-over', id: row?.id ?? '', booking, note: 'UPI to 98450' }
    const missing = { reason: 'invalid', message: 'Say it in a few words' }
    expect(await press({ ...fields, note: '' })).toMatchObject(missing)
    expect(await press({ ...fields, note: '  ' })).toMatchObject(missing)
    expect(await press({ ...fields, note: 'x'.repeat(301) })).toMatchObject({ message: expect.stringMatching(/300/) })
    expect(await press({ ...fields, intent: 'other' })).toMatchObject({ reason: 'bad-request' })
    expect(await press(fields, ELSEWHERE())).toMatchObject({ reason: 'not-found' })
    expect(await press(fields, HERE())).toMatchObject({ ok: true })
    expect(await press(fields, HERE())).toMatchObject({ reason: 'nothing-due' })
    expect(await storedBooking(app, booking)).toMatchObject({
      refunds: [{ status: 'processed', settledBy: HERE().name, settledNote: 'UPI to 98450' }],
      events: expect.arrayContaining(['handed-over']),
    })
    expect(await audited()).toContainEqual(expect.objectContaining({ How: ['', 'UPI to 98450'] }))
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(0)
  })

  test('a refund that failed is sent again by one press; one under way can only be watched', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    expect((await seen()).underWay).toMatchObject([{ title: 'About to be sent', presses: [] }])
    refuseNextRefund(app)
    await app.work()
    const [row] = (await seen()).refunds
    expect(row).toMatchObject({ title: 'Failed', presses: ['send-again', 'hand-over'] })
    expect(await press({ intent: 'send-again', id: row?.id ?? '', booking: bookingId })).toMatchObject({ ok: true })
    await app.work()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(0)
  })

  test('a payment that no booking knows is the owner’s to assign; what is too much goes back, and the books agree', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const payment = await stray(600)
    expect((await seen(HERE())).payments).toEqual([])
    const [row] = (await seen()).payments
    expect(row).toMatchObject({ amount: rupees(600), booking: null, presses: ['assign', 'send-back', 'settle'] })
    const fields = {
      intent: 'assign',
      id: row?.id ?? '',
      code: (await storedBooking(app, bookingId)).code.toLowerCase(),
    }
    expect(await press(fields, HERE())).toMatchObject({ reason: 'not-found' })
    expect(await press({ ...fields, code: 'LUM-NOBODY' })).toMatchObject({ reason: 'no-such-booking' })
    const { version } = await storedBooking(app, bookingId)
    const answers = await Promise.all([press(fields), press(fields)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    // an edit that was begun before is told of it
    expect((await storedBooking(app, bookingId)).version).toBe(version + 1)
    await app.work()
    const stored = await storedBooking(app, bookingId)
    expect(stored.payments).toContainEqual(
      expect.objectContaining({ providerPaymentId: payment.id, amount: rupees(600), tax: payment.tax }),
    )
    expect(stored.refunds).toMatchObject([{ amount: rupees(100), status: 'processed' }])
    expect(stored.events).toEqual(expect.arrayContaining(['payment-assigned', 'refund-started']))
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('a payment of which some went back in the provider’s console is assigned with that', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const payment = await stray(600)
    const [row] = (await seen()).payments
    app.emulator.ledger.refund(payment.id, { amount: 20_000 }, undefined)
    const { code } = await storedBooking(app, bookingId)
    expect(await press({ intent: 'assign', id: row?.id ?? '', code })).toMatchObject({ ok: true })
    await app.work()
    // ₹999 and ₹400 of ₹1,499: nothing was too much
    expect(await storedBooking(app, bookingId)).toMatchObject({
      received: rupees(1_599),
      refunded: rupees(200),
      refunds: [{ origin: 'provider', amount: rupees(200) }],
    })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('a payment without a home is sent back by the owner alone, once, and goes the way of every refund', async () => {
    const payment = await stray()
    const [row] = (await seen()).payments
    const fields = { intent: 'send-back', id: row?.id ?? '' }
    expect(await press(fields, HERE())).toMatchObject({ reason: 'not-found' })
    app.emulator.ledger.refundsStart('failed')
    const answers = await Promise.all([press(fields), press(fields)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await audited()).toContainEqual({ 'Payment sent back': ['', `₹499, ${payment.id}`] })
    await app.work()
    expect((await seen(HERE())).refunds).toEqual([])
    const [failed] = (await seen()).refunds
    expect(failed).toMatchObject({ title: 'Failed', booking: null, presses: ['send-again', 'hand-over'] })
    for (const hours of [1, 3, 9, 24]) {
      app.clock.advanceMinutes(hours * 60)
      await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
      await app.work()
    }
    expect((await seen()).refunds).toMatchObject([{ title: 'Could not be sent, 5 tries' }])
    expect(app.mailbox.mails).toContainEqual(
      expect.objectContaining({
        subject: 'A refund of ₹499 needs you',
        text: expect.stringContaining('/admin/money'),
      }),
    )
    app.emulator.ledger.refundsStart('processed')
    expect(await press({ intent: 'send-again', id: failed?.id ?? '' }, HERE())).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'send-again', id: failed?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(app.emulator.ledger.payment(payment.id)).toMatchObject({ status: 'refunded' })
    expect(await app.context.db.select().from(refunds)).toMatchObject([{ bookingId: null, status: 'processed' }])
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(0)
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    expect((await seen()).payments).toEqual([])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('a payment that does not fit its booking is sent back with a word to its customer, and is nobody’s money', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    const [row] = (await seen()).payments
    expect(row).toMatchObject({ title: 'A payment that does not fit its order', booking: { id: bookingId } })
    expect((await seen(HERE())).payments).toMatchObject([{ presses: ['assign', 'settle'] }])
    expect(await press({ intent: 'send-back', id: row?.id ?? '' }, HERE())).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'send-back', id: row?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      payments: [],
      refunds: [],
      events: expect.arrayContaining(['payment-unfitting', 'payment-sent-back']),
    })
    expect(app.mailbox.mails).toContainEqual(
      expect.objectContaining({
        subject: expect.stringContaining('Your payment is being returned'),
        text: expect.stringMatching(
          /did not fit what was asked for\. We are sorry\.[\s\S]*₹123 is on its way back[\s\S]*choose another slot here/,
        ),
      }),
    )
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(0)
    expect((await checkBooks(app.context)).map(({ invariant }) => invariant)).toEqual([])
  })

  test('the desk assigns no payment of which more would go back than it may send', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const { code } = await storedBooking(app, bookingId)
    const { orderId } = await openOrder(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    app.emulator.ledger.misfit(orderId, { amount: 900_000 })
    await applyGatewayTruth(app.context, orderId)
    const [row] = (await seen()).payments
    const fields = { intent: 'assign', id: row?.id ?? '', code }
    const before = await storedBooking(app, bookingId)
    expect(await press(fields, { ...HERE(), role: 'front-desk' })).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await storedBooking(app, bookingId)).toEqual(before)
    expect(await press(fields, HERE())).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({ refunded: rupees(8_500) })
  })

  test('a payment in another currency is named in it, and is nobody’s to assign or to send back', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    const { code } = await storedBooking(app, bookingId)
    app.emulator.ledger.misfit(orderId, { currency: 'USD' })
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    expect((await seen()).payments).toMatchObject([{ currency: 'USD', presses: ['settle'] }])
    expect(app.mailbox.mails).toMatchObject([{ subject: `999.00 USD does not fit booking ${code}` }])
  })

  test('a payment that was settled outside says how, once', async () => {
    await stray()
    const [row] = (await seen()).payments
    const fields = { intent: 'settle', id: row?.id ?? '', note: 'Given back in the provider’s dashboard' }
    expect(await press(fields)).toMatchObject({ ok: true })
    expect(await press(fields)).toMatchObject({ reason: 'done-already' })
    expect(await app.context.db.select().from(moneyCases)).toMatchObject([
      { outcome: 'outside', settledBy: OWNER.name },
    ])
    expect(await audited()).toContainEqual({ 'Settled outside': ['', fields.note] })
    app.clock.advanceMinutes(60)
    await reconcilePayments(app.context)
    await app.work()
    expect((await seen()).payments).toEqual([])
  })

  test('an order that the provider refuses to know is asked about again, and books when it was paid', async () => {
    const { bookingId, orderId, attemptId: _ } = await openOrder(app, basicDraft(app.theatre))
    const refused = { refusals: 5, checks: 2, nextCheckAt: null, lastError: 'The provider’s answer: refused' }
    await app.context.db.update(paymentAttempts).set(refused).where(eq(paymentAttempts.providerOrderId, orderId))
    app.emulator.pay(orderId, 'upi', 'success')
    const [row] = (await seen()).orders
    expect(row).toMatchObject({ presses: ['ask-again'], booking: { id: bookingId } })
    expect(row?.detail).toBe(`Order ${orderId}, answered 2 times. The provider’s answer: refused`)
    expect(await press({ intent: 'ask-again', id: row?.id ?? '' }, ELSEWHERE())).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'ask-again', id: row?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      status: 'booked',
      events: expect.arrayContaining(['order-asked']),
    })
    expect((await seen()).orders).toEqual([])
  })

  test('what is owed is seen however long ago it came to be so, and counted for the menu', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    const { db } = app.context
    await db.execute(sql`update bookings set total = 50000, updated_at = now() - interval '900 days'`)
    await db.execute(sql`update payments set updated_at = now() - interval '900 days'`)
    const owed = { amount: rupees(499), booking: { id: bookingId }, presses: ['refund-owed'] }
    expect((await seen()).due).toMatchObject([owed])
    expect((await seen(HERE())).due).toMatchObject([owed])
    expect((await seen(ELSEWHERE())).due).toEqual([])
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(1)
  })

  test('all that a booking holds is owed when it never stood, and only what is beyond its total when it did', async () => {
    const [held, stood] = [
      await openOrder(app, basicDraft(app.theatre)),
      await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') })),
    ]
    await app.work()
    const { db } = app.context
    await db.execute(sql`update payments set booking_id = ${held.bookingId} where booking_id = ${stood.bookingId}`)
    for (const status of ['expired', 'cancelled'])
      for (const [bookingId, owed] of [
        [held.bookingId, [{ amount: rupees(999) }]],
        [stood.bookingId, []],
      ] as const) {
        await db.execute(sql`update payments set booking_id = ${bookingId}`)
        await db.execute(sql`update bookings set status = ${status}`)
        expect(
          (await seen()).due,
          `${status}, ${bookingId === held.bookingId ? 'never' : 'once'} booked`,
        ).toMatchObject(owed)
      }
  })

  test('what needs somebody is listed before what only waits, and counted where there are too many to list', async () => {
    const openedAt = app.clock.now()
    const cases = Array.from({ length: 402 }, (_, at) => ({
      ...{
        id: `case-${at}`,
        reference: `disp_${at}`,
        providerPaymentId: `pay_${at}`,
        amount: rupees(1),
        currency: 'INR',
      },
      ...({ kind: 'dispute', disputeStatus: at < 200 ? 'under_review' : 'open', openedAt } as const),
    }))
    await app.context.db.insert(moneyCases).values(cases)
    const { disputes, underWay } = await openMoney(app.context, scopeOf(OWNER))
    expect([disputes.length, underWay.length]).toEqual([200, 0])
    expect(await countOpenMoney(app.context, scopeOf(OWNER))).toBe(202)
  })

  test('what waits for more than a day is told to the owner in one mail a day', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') }))
    const open = await findEditable(app.context, OWNER, bookingId)
    if (!open) throw new Error('The booking cannot be opened.')
    const money = { advance: rupees(999), fullPayment: true, mode: 'cash' as const, note: '' }
    await updateBooking(app.context, OWNER, bookingId, open.version, open.draft, money)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    await app.work()
    const told = () => app.mailbox.mails.filter(({ subject }) => subject.includes('waited for more than a day'))
    const night = async () => {
      await resumeUnfinished(app.context)
      await resumeUnfinished(app.context)
      await app.work()
    }
    await night()
    expect(told()).toEqual([])
    app.clock.advanceMinutes(25 * 60)
    await night()
    expect(told()).toHaveLength(1)
    expect(told()[0]?.text).toMatch(/₹500: To be handed over, booking LUM-\w+, 25 h/)
    app.clock.advanceMinutes(24 * 60)
    await night()
    expect(told()).toHaveLength(2)
  })
})
