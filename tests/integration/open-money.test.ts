import { eq, ne, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { bookings, moneyCases, paymentAttempts } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { type OpenMoney, openMoney } from '~/features/money/open-money.server'
import { OpenMoneyList, showsRefused } from '~/features/money/open-money-list'
import { openMoneyMail } from '~/features/money/open-money-mail.server'
import { resumeUnfinished } from '~/features/money/reconcile-payments.server'
import { followRefunds } from '~/features/money/refund-news.server'
import type { RefusedPress } from '~/features/money/refused-press'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { links } from '~/links'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawn } from '../support/drawn'
import { moneyPage } from '../support/open-money'
import { postedPage } from '../support/posted-page'
import { openOrder, purchase, refuseNextRefund, storedBooking } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { basicDraft, date, OWNER } from '../support/theatre'

type Page = { open: Awaited<ReturnType<typeof openMoney>> }
type Answer = { refused: RefusedPress }

onEachDatabase('money to look at', (kind) => {
  const app = useApp(kind)
  const { audited, count, elsewhere, here, press, seen } = moneyPage(app)

  test('a refund at the front desk waits for those of its location until it was handed over, with how', async () => {
    const booking = await bookByStaff(app, basicDraft(app.theatre), rupees(500))
    await cancelByStaff(app.context, OWNER, booking, { reason: 'Asked by phone', refund: 'full' })
    const [row] = (await seen(here())).refunds
    expect(row).toMatchObject({
      amount: rupees(500),
      title: 'To be handed over',
      presses: ['hand-over'],
      booking: { id: booking },
    })
    expect(await count(elsewhere())).toBe(0)
    const fields = { intent: 'hand-over', id: row?.id ?? '', booking, reference: 'UPI to 98450', shown: '50000' }
    expect(await press({ ...fields, reference: 'x'.repeat(41) })).toMatchObject({
      message: expect.stringMatching(/40/),
    })
    const noWay = { reason: 'invalid', message: 'Choose how it was handed over' }
    expect(await press({ ...fields, mode: '' })).toMatchObject(noWay)
    expect(await press({ ...fields, intent: 'other' })).toMatchObject({ reason: 'bad-request' })
    expect(await press(fields, elsewhere())).toMatchObject({ reason: 'not-found' })
    expect(await press(fields, here())).toEqual({ ok: true, message: '₹500 was handed over in cash' })
    expect(await press(fields, here())).toMatchObject({ reason: 'nothing-due' })
    expect(await storedBooking(app, booking)).toMatchObject({
      refunds: [{ status: 'processed', settledBy: here().name, settledNote: 'UPI to 98450' }],
      events: expect.arrayContaining(['handed-over']),
    })
    expect(await audited()).toContainEqual(expect.objectContaining({ Reference: ['', 'UPI to 98450'] }))
    expect(await count()).toBe(0)
  })

  test('a hand-over whose reference shows nothing has none', async () => {
    const booking = await bookByStaff(app, basicDraft(app.theatre), rupees(500))
    await cancelByStaff(app.context, OWNER, booking, { reason: 'Asked by phone', refund: 'full' })
    const [row] = (await seen()).refunds
    const fields = { intent: 'hand-over', id: row?.id ?? '', booking, reference: '\u200b \u3164', shown: '50000' }
    expect(await press(fields)).toMatchObject({ ok: true })
    expect((await storedBooking(app, booking)).refunds).toMatchObject([{ status: 'processed', settledNote: '' }])
  })

  test('a hand-over that is refused says why at its row, and keeps the reference', async () => {
    const booking = await bookByStaff(app, basicDraft(app.theatre), rupees(500))
    await cancelByStaff(app.context, OWNER, booking, { reason: 'Asked by phone', refund: 'full' })
    const [row] = (await seen()).refunds
    serveHere(app.context)
    const fields = {
      intent: 'hand-over',
      id: row?.id ?? '',
      booking,
      mode: '',
      reference: 'UPI to 98450',
      shown: '50000',
    }
    const cookie = await signedIn(app, OWNER)
    const { status, page, answer } = await postedPage<Page, Answer>({ at: links.adminMoney(), fields, cookie })
    expect(status).toBe(422)
    const list = { title: 'Refunds for you', hint: '', rows: page.open.refunds, refused: answer.refused }
    const html = await drawn({ element: createElement(OpenMoneyList, list) })
    expect(html).toMatch(/<details open="".*id="refused"[^>]*value="UPI to 98450".*Choose how it was handed over/)
    expect(showsRefused(page.open.refunds, answer.refused)).toBe(true)
    // gone meanwhile, it is said above the lists
    expect(showsRefused([], answer.refused)).toBe(false)
  })

  test('what the front desk may not send back says why in place of its buttons, and to an admin offers them', async () => {
    const desk = { ...here(), id: 'desk', name: 'Sonu', role: 'front-desk' } as const
    const slot = (time: string) => basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[time] })
    const CANCEL = { reason: 'Asked by phone', refund: 'full' } as const
    const [dear, fair] = [
      await bookByStaff(app, slot('19:00'), rupees(501)),
      await bookByStaff(app, slot('13:00'), rupees(500)),
    ]
    for (const booking of [dear, fair]) await cancelByStaff(app.context, OWNER, booking, CANCEL)
    // received beyond what it costs now, and paid online
    const { bookingId: over } = await purchase(app, slot('10:00'))
    await app.context.db
      .update(bookings)
      .set({ total: rupees(300) })
      .where(eq(bookings.id, over))
    const { refunds, due } = await seen(desk)
    const beyond = 'The front desk sends back ₹500 at most of a booking. Please ask an admin of the location.'
    const told = [...refunds, ...due].map(({ booking, refused }) => [booking?.id, refused])
    expect(told).toEqual([
      [dear, beyond],
      [fair, undefined],
      [over, beyond],
    ])
    const list = (rows: OpenMoney[]) =>
      drawn({ element: createElement(OpenMoneyList, { title: 'Refunds', hint: '', rows }) })
    for (const row of [...refunds, ...due]) {
      const html = await list([row])
      expect([html.includes(beyond), html.includes('<form')]).toEqual(row.refused ? [true, false] : [false, true])
      const [press = 'hand-over'] = row.presses
      expect(showsRefused([row], { id: row.id, press, fault: beyond, typed: '' })).toBe(row.booking?.id === fair)
    }
    // what it says is what the press is answered
    const pressed = { intent: 'hand-over', id: refunds[0]?.id ?? '', booking: dear, mode: 'cash', shown: '50100' }
    expect(await press(pressed, desk)).toMatchObject({ reason: 'beyond-desk', message: beyond })
    const own = await seen(here())
    expect([...own.refunds, ...own.due].filter(({ refused }) => refused)).toEqual([])
  })

  test('a refund that failed is sent again by one press; one under way can only be watched', async () => {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    expect((await seen()).underWay).toMatchObject([{ title: 'About to be sent', presses: [] }])
    // nothing is in anybody's hand while a job is about to send it
    const shown = await bookingPage(app.context, { kind: 'all' }, bookingId)
    expect(shown?.money.map(({ amount, waits }) => [amount, waits])).toContainEqual([rupees(-999), false])
    refuseNextRefund(app)
    await app.work()
    const [row] = (await seen()).refunds
    expect(row).toMatchObject({ title: 'Failed', presses: ['send-again', 'hand-over'] })
    expect(await press({ intent: 'send-again', id: row?.id ?? '', booking: bookingId, shown: '99900' })).toMatchObject({
      ok: true,
    })
    app.emulator.ledger.refundsStart('pending')
    await app.work()
    expect((await seen()).underWay).toMatchObject([{ title: 'At the bank', presses: [] }])
    app.clock.advanceMinutes(7 * 24 * 60 + 1)
    expect((await seen()).underWay).toMatchObject([{ title: 'At the bank, late', tooLong: true }])
    const [refund] = app.emulator.ledger.refundsOf(payment.id)
    app.emulator.ledger.settleRefund(refund?.id ?? '', 'processed')
    await followRefunds(app.context, payment.id)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
    expect(await count()).toBe(0)
  })

  test('an order that the provider refuses to know is asked about again, and books when it was paid', async () => {
    const { bookingId, orderId, attemptId: _ } = await openOrder(app, basicDraft(app.theatre))
    const refused = { refusals: 5, checks: 2, nextCheckAt: null, lastError: 'The provider’s answer: refused' }
    await app.context.db.update(paymentAttempts).set(refused).where(eq(paymentAttempts.providerOrderId, orderId))
    app.emulator.pay(orderId, 'upi', 'success')
    const [row] = (await seen()).orders
    expect(row).toMatchObject({ presses: ['ask-again', 'settle-order'], booking: { id: bookingId } })
    expect(row?.detail).toBe(`Order ${orderId}, answered 2 times. The provider’s answer: refused`)
    expect(await press({ intent: 'ask-again', id: row?.id ?? '' }, elsewhere())).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'ask-again', id: row?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      status: 'booked',
      events: expect.arrayContaining(['order-asked']),
    })
    expect((await seen()).orders).toEqual([])
  })

  test('an order that the provider will never know is settled by an admin’s word, and books all the same when it is paid', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const ofOrder = eq(paymentAttempts.providerOrderId, orderId)
    await app.context.db.update(paymentAttempts).set({ refusals: 2 }).where(ofOrder)
    const [asked] = (await seen()).orders
    const settle = { intent: 'settle-order', id: asked?.id ?? '', note: 'Of the account we had before' }
    expect(asked?.presses, 'it is asked about by itself').toEqual(['ask-again'])
    expect(await press(settle)).toMatchObject({ reason: 'done-already' })
    await app.context.db.update(paymentAttempts).set({ refusals: 5, nextCheckAt: null }).where(ofOrder)
    const desk = { ...OWNER, role: 'front-desk', locationId: app.theatre.locationId } as const
    expect(await press(settle, elsewhere())).toMatchObject({ reason: 'not-found' })
    expect(await press(settle, desk)).toMatchObject({ reason: 'beyond-desk' })
    expect(await press({ ...settle, note: ' ' })).toMatchObject({ reason: 'invalid' })
    expect((await seen()).orders).toHaveLength(1)
    expect(await press(settle)).toMatchObject({ ok: true })
    expect(await press(settle)).toMatchObject({ reason: 'done-already' })
    expect((await seen()).orders).toEqual([])
    expect(await storedBooking(app, bookingId)).toMatchObject({ events: expect.arrayContaining(['money-settled']) })
    app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', received: rupees(999) })
  })

  test('what is owed is seen however long ago it came to be so, and counted for the menu', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    const { db } = app.context
    await db.execute(sql`update bookings set total = 50000, updated_at = now() - interval '900 days'`)
    await db.execute(sql`update payments set updated_at = now() - interval '900 days'`)
    const owed = { amount: rupees(499), booking: { id: bookingId }, presses: ['refund-owed'] }
    expect((await seen()).due).toMatchObject([owed])
    expect((await seen(here())).due).toMatchObject([owed])
    expect((await seen(elsewhere())).due).toEqual([])
    expect(await count()).toBe(1)
    expect(await press({ intent: 'refund-owed', id: bookingId, shown: '49900' }, elsewhere())).toMatchObject({
      reason: 'not-found',
    })
    expect(await press({ intent: 'refund-owed', id: bookingId, shown: '49900' })).toEqual({
      ...{ ok: true, message: 'The money is going back.' },
    })
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: rupees(499), status: 'queued' }])
    expect((await seen()).due).toEqual([])
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
    const { disputes, underWay } = await openMoney(app.context, scopeOf(OWNER), OWNER.role)
    expect([disputes.length, underWay.length]).toEqual([200, 0])
    expect(await count()).toBe(202)
    app.clock.advanceMinutes(25 * 60)
    serveHere(app.context)
    const mail = await openMoneyMail(app.context)
    // the 202 that need somebody, and as many as 200 that a bank has looked at for as long
    expect(mail?.subject).toMatch(/^402 things about money waited/)
    expect(mail?.text).toContain('202 of them are not listed here')
    const page = await visitAt({ at: '/admin/money', cookie: await signedIn(app, OWNER) })
    expect(page.body).toMatchObject({
      hint: '202 things wait for you, 202 for more than a day; the oldest 200 are listed',
    })
    await app.context.db.delete(moneyCases).where(ne(moneyCases.id, 'case-300'))
    const one = await openMoneyMail(app.context)
    expect([one?.subject, one?.text.includes('not listed here')]).toEqual([
      expect.stringMatching(/^1 thing about money waited/),
      false,
    ])
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
    // of money that no booking knows there is nothing between what it is and its age
    const openedAt = new Date('2027-03-01T06:30:00Z')
    const stray = { id: 'stray', reference: 'pay_stray', providerPaymentId: 'pay_stray', amount: rupees(7), openedAt }
    await app.context.db.insert(moneyCases).values({ ...stray, kind: 'unknown-payment', currency: 'INR' })
    app.clock.advanceMinutes(24 * 60)
    await night()
    expect(told()).toHaveLength(2)
    expect(told()[1]?.text).toMatch(/₹7: A payment that no booking knows, \d/)
  })
})
