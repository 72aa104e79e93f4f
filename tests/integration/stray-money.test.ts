import { expect, test } from 'vitest'
import { moneyCases, refunds } from '~/db/schema'
import { RETURNS } from '~/domain/late-money'
import { rupees } from '~/domain/money'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { openPaymentCase } from '~/features/money/money-case.server'
import { openMoneyMail } from '~/features/money/open-money-mail.server'
import { reconcilePayments, reconcilePaymentsPage } from '~/features/money/reconcile-payments.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { followAssigned } from '~/features/money/settle-money.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { tillDay } from '~/features/money/till.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { moneyPage } from '../support/open-money'
import { mailsOf, openOrder, purchase, sendWebhook, storedBooking } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('money that fits no booking', (kind) => {
  const app = useApp(kind)
  const { audited, count, here, press, seen } = moneyPage(app)

  /** Money at the provider that belongs to no order of ours; the nightly comparison finds it. */
  async function stray(amount = 499, receipt = 'elsewhere') {
    const order = app.emulator.ledger.createOrder({ amount: amount * 100, currency: 'INR', receipt })
    const payment = app.emulator.pay(order.id, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    return payment
  }

  test('a payment that no booking knows is the owner’s to assign; what is too much goes back, and the books agree', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const payment = await stray(600)
    expect((await seen(here())).payments).toEqual([])
    const [row] = (await seen()).payments
    expect(row).toMatchObject({ amount: rupees(600), booking: null, presses: ['assign', 'send-back', 'settle'] })
    const fields = {
      intent: 'assign',
      id: row?.id ?? '',
      code: (await storedBooking(app, bookingId)).code.toLowerCase(),
    }
    expect(await press(fields, here())).toMatchObject({ reason: 'not-found' })
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
    expect(await count()).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('the bank’s number of a payment without a home stands beside it, in the owner’s letter, and in the books', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const first = await stray(300)
    const number = first.acquirer_data.rrn ?? ''
    expect(number).toMatch(/^\d{12}$/)
    const cases = () => app.context.db.select({ bankReference: moneyCases.bankReference }).from(moneyCases)
    expect(await cases()).toEqual([{ bankReference: number }])
    // one that is named later is there after the next look, and what is known is not lost
    await app.context.db.update(moneyCases).set({ bankReference: null })
    await stray(400, 'another')
    expect((await cases()).filter(({ bankReference }) => bankReference === number)).toHaveLength(1)
    app.clock.advanceMinutes(25 * 60)
    const [one, other] = (await seen()).payments
    expect([one?.bankReference, other?.bankReference]).toEqual([number, expect.stringMatching(/^\d{12}$/)])
    const letter = (await openMoneyMail(app.context))?.text
    expect(letter).toContain(`₹300: A payment that no booking knows, bank’s number ${number}, `)
    const { code } = await storedBooking(app, bookingId)
    expect(await press({ intent: 'assign', id: one?.id ?? '', code })).toMatchObject({ ok: true })
    app.emulator.ledger.refundsStart('failed')
    expect(await press({ intent: 'send-back', id: other?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect((await storedBooking(app, bookingId)).payments).toContainEqual(
      expect.objectContaining({ providerPaymentId: first.id, bankReference: number }),
    )
    expect((await seen()).refunds).toMatchObject([{ booking: null, bankReference: other?.bankReference }])
  })

  test('a payment that somebody sees to before the business is written to of it needs no letter', async () => {
    const order = app.emulator.ledger.createOrder({ amount: 49_900, currency: 'INR', receipt: 'elsewhere' })
    app.emulator.pay(order.id, 'upi', 'success')
    app.clock.advanceMinutes(90)
    const page = { from: 0, to: app.clock.now().getTime(), skip: 0 }
    await reconcilePaymentsPage(app.context, page)
    const [row] = (await seen()).payments
    expect(await press({ intent: 'settle', id: row?.id ?? '', note: 'Sold at the bar' })).toMatchObject({ ok: true })
    app.mailbox.mails.length = 0
    await app.work()
    expect(app.mailbox.mails).toEqual([])
    expect(await mailsOf(app, 'unknown-money')).toBe(1)
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

  test('an assigned payment of which some went back there waits for a silent provider, and nothing is sent that is not owed', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const payment = await stray(600)
    const [row] = (await seen()).payments
    app.emulator.ledger.refund(payment.id, { amount: 30_000 }, undefined)
    const { code } = await storedBooking(app, bookingId)
    const asked = { method: 'GET', path: `/v1/payments/${payment.id}/refunds` }
    app.emulator.arm({ ...asked, times: 100, status: 503, body: '<html>' })
    const assign = () => press({ intent: 'assign', id: row?.id ?? '', code })
    expect(await assign()).toMatchObject({ ok: false, reason: 'no-answer' })
    expect(await storedBooking(app, bookingId)).toMatchObject({ received: rupees(999) })
    // or it falls silent in between
    app.emulator.clearFaults()
    app.emulator.arm({ ...asked, nth: 2, times: 100, status: 503, body: '<html>' })
    expect(await assign()).toMatchObject({ ok: true })
    expect(await app.work()).toMatchObject({ failed: 1 })
    expect(await storedBooking(app, bookingId)).toMatchObject({ received: rupees(1_599), refunds: [] })
    expect(await mailsOf(app, 'money-received')).toBe(0)
    app.emulator.clearFaults()
    // the job comes again, and once more after a restart: ₹999 and ₹300 of ₹1,499
    for (let time = 0; time < 2; time++)
      await followAssigned(app.context, { bookingId, paymentId: payment.id, staffId: OWNER.id })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunded: rupees(300),
      refunds: [{ origin: 'provider', amount: rupees(300) }],
    })
    // and its customer hears that it has come
    expect([await mailsOf(app, 'money-received'), await mailsOf(app, 'payment-returned')]).toEqual([1, 0])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('a payment without a home is sent back by the owner alone, once, and goes the way of every refund', async () => {
    const payment = await stray()
    const [row] = (await seen()).payments
    const fields = { intent: 'send-back', id: row?.id ?? '' }
    expect(await press(fields, here())).toMatchObject({ reason: 'not-found' })
    app.emulator.ledger.refundsStart('failed')
    const answers = await Promise.all([press(fields), press(fields)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await audited()).toContainEqual({ 'Payment sent back': ['', `₹499, ${payment.id}`] })
    await app.work()
    expect((await seen(here())).refunds).toEqual([])
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
    expect(await press({ intent: 'send-again', id: failed?.id ?? '', shown: '49900' }, here())).toMatchObject({
      reason: 'not-found',
    })
    expect(await press({ intent: 'send-again', id: failed?.id ?? '', shown: '49900' })).toMatchObject({ ok: true })
    await app.work()
    expect(app.emulator.ledger.payment(payment.id)).toMatchObject({ status: 'refunded' })
    expect(await app.context.db.select().from(refunds)).toMatchObject([
      { bookingId: null, status: 'processed', reason: 'It belonged to no booking' },
    ])
    expect(await count()).toBe(0)
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
    expect((await seen(here())).payments).toMatchObject([{ presses: ['assign', 'settle'] }])
    expect(await press({ intent: 'send-back', id: row?.id ?? '' }, here())).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'send-back', id: row?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      payments: [],
      refunds: [],
      events: expect.arrayContaining(['payment-unfitting', 'payment-sent-back']),
    })
    expect(await app.context.db.select().from(refunds)).toMatchObject([{ reason: RETURNS.unfitting.refund }])
    expect(app.mailbox.mails).toContainEqual(
      expect.objectContaining({
        subject: expect.stringContaining('Your payment is being returned'),
        text: expect.stringMatching(
          /did not fit what was asked for\. We are sorry\.[\s\S]*₹123 is on its way back[\s\S]*choose another slot here/,
        ),
      }),
    )
    expect(await count()).toBe(0)
    expect((await checkBooks(app.context)).map(({ invariant }) => invariant)).toEqual([])
  })

  test.each([
    { console: 2_300, sent: 10_000, letter: /₹100 is on its way back/ },
    { console: 12_250, sent: 50, letter: /₹0\.50 waits for you at the theatre/ },
    { console: 12_300, sent: 0, letter: undefined },
  ])('of a payment of ₹123 of which $console paise went back in the provider’s console, $sent are sent, and the letter says so', async ({
    console,
    sent,
    letter,
  }) => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const payment = app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    app.emulator.ledger.refund(payment.id, { amount: console }, undefined)
    const send = { intent: 'send-back', id: (await seen()).payments[0]?.id ?? '' }
    const said = sent ? 'The money is on its way back.' : /nothing was left to send/
    expect(await press(send)).toEqual({ ok: true, message: sent ? said : expect.stringMatching(said) })
    await app.work()
    const returned = app.mailbox.mails.filter(({ subject }) => subject.includes('Your payment is being returned'))
    expect(returned.map(({ text }) => text)).toEqual(letter ? [expect.stringMatching(letter)] : [])
    const back = await app.context.db.select().from(refunds)
    expect(back.map(({ origin, amount }) => [origin, amount]).sort()).toEqual(
      [
        ['ours', sent],
        ['provider', console],
      ].filter(([, amount]) => amount !== 0),
    )
    expect((await storedBooking(app, bookingId)).events).toContain(sent ? 'payment-sent-back' : 'money-settled')
    const words = sent ? `₹${sent / 100}`.replace('0.5', '0.50') : 'nothing was left'
    expect(await audited()).toContainEqual({ 'Payment sent back': ['', `${words}, ${payment.id}`] })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    'captured',
    'authorized',
  ] as const)('what did not fit and went back before anybody here looked at it again is no open money (%s at first)', async (first) => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const payment = app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    const kept = app.emulator.ledger.payment(payment.id)
    kept.status = first
    if (first === 'authorized') await applyGatewayTruth(app.context, orderId)
    kept.status = 'captured'
    app.emulator.ledger.refund(payment.id, { amount: 12_300 }, undefined)
    await applyGatewayTruth(app.context, orderId)
    app.clock.advanceMinutes(24 * 60)
    await reconcilePayments(app.context)
    await app.work()
    app.clock.advanceMinutes(2 * 24 * 60)
    expect((await storedBooking(app, bookingId)).events).toContain('payment-unfitting')
    expect(await count()).toBe(0)
    expect((await checkBooks(app.context)).map(({ invariant }) => invariant)).not.toContain('provider-money-unknown')
  })

  test.each([
    ['fits', undefined],
    ['does not fit', 12_300],
    ['does not fit, and was only authorised when it was seen first', 12_300],
  ])('that an event told of and that went back in the provider’s console before anybody looked is no open money: it %s', async (what, amount) => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    const payment = amount ? ledger.misfit(orderId, { amount }) : app.emulator.pay(orderId, 'upi', 'success')
    if (what.includes('authorised')) {
      ledger.payment(payment.id).status = 'authorized'
      await applyGatewayTruth(app.context, orderId)
      ledger.payment(payment.id).status = 'captured'
    }
    await sendWebhook(app, 'payment.captured', ledger.payment(payment.id))
    ledger.refund(payment.id, {}, undefined)
    for (let day = 0; day < 3; day++) {
      await app.work()
      await reconcilePayments(app.context)
      await app.work()
      app.clock.advanceMinutes(24 * 60)
      await tidyHolds(app.context)
    }
    expect((await storedBooking(app, bookingId)).events).toContain('refund-at-provider')
    expect(await count()).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    'no order of ours',
    'an order that it does not fit',
  ])('of %s, what went back in the provider’s console and failed there goes back once the rest was sent back', async (of) => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    const known = of !== 'no order of ours'
    const payment = known ? ledger.misfit(orderId, { amount: 49_900 }) : await stray()
    if (known) await applyGatewayTruth(app.context, orderId)
    app.emulator.behaviour.refundsStart = 'pending'
    const atConsole = ledger.refund(payment.id, { amount: 20_000 }, undefined)
    app.emulator.behaviour.refundsStart = 'processed'
    await press({ intent: 'send-back', id: (await seen()).payments[0]?.id ?? '' })
    await app.work()
    ledger.settleRefund(atConsole.id, 'failed')
    await followRefunds(app.context, payment.id)
    await app.work()
    await tidyHolds(app.context)
    const back = await app.context.db.select().from(refunds)
    expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
      ['ours', 20_000, 'processed'],
      ['ours', 29_900, 'processed'],
      ['provider', 20_000, 'dropped'],
    ])
    expect(ledger.payment(payment.id).amount_refunded).toBe(49_900)
    expect(await checkBooks(app.context)).toEqual([])
    const { received, events } = await storedBooking(app, bookingId)
    expect(received).toBe(0)
    // the history tells of each letter's money
    expect(events.filter((what) => what === 'payment-sent-back' || what === 'refund-started')).toEqual(
      known ? ['payment-sent-back', 'refund-started'] : [],
    )
    expect(app.mailbox.mails.filter(({ subject }) => subject.includes('Your payment is being returned'))).toHaveLength(
      known ? 2 : 0,
    )
  })

  test('the letter of what came back and goes back once more says what a bank keeps of it, and of nothing else', async () => {
    const { orderId } = await openOrder(app, basicDraft(app.theatre))
    const { ledger } = app.emulator
    const payment = ledger.misfit(orderId, { amount: 49_900 })
    await applyGatewayTruth(app.context, orderId)
    app.emulator.behaviour.refundsStart = 'pending'
    const atConsole = ledger.refund(payment.id, { amount: 20_000 }, undefined)
    app.emulator.behaviour.refundsStart = 'processed'
    await press({ intent: 'send-back', id: (await seen()).payments[0]?.id ?? '' })
    await app.work()
    const dispute = ledger.openDispute(payment.id, { amount: 20_000 })
    await followDispute(app.context, dispute.id)
    ledger.settleRefund(atConsole.id, 'failed')
    await followRefunds(app.context, payment.id)
    await app.work()
    const [first, second] = app.mailbox.mails.filter(({ subject }) =>
      subject.includes('Your payment is being returned'),
    )
    expect(first?.text).toContain('₹299 is on its way back to you')
    expect(second?.text.replace(/\s+/g, ' ')).toContain('₹200 waits until your bank has decided')
    expect(second?.text).not.toContain('is on its way back')
  })

  test('a payment is not sent back while the provider does not say what of it went back already', async () => {
    const payment = await stray()
    const send = { intent: 'send-back', id: (await seen()).payments[0]?.id ?? '' }
    const path = `/v1/payments/${payment.id}/refunds`
    app.emulator.arm({ method: 'GET', path, times: 100, status: 503, body: '<html>' })
    expect(await press(send)).toMatchObject({ ok: false, reason: 'no-answer' })
    expect(await app.context.db.$count(refunds)).toBe(0)
    app.emulator.clearFaults()
    expect(await press(send)).toMatchObject({ ok: true })
  })

  test('a payment that is on the list and enters its booking after all waits for nobody any more', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const payment = app.emulator.pay(orderId, 'upi', 'success')
    const listed = await app.context.gateway.fetchOrderPayments(orderId)
    const [told] = listed.ok ? listed.value : []
    if (!told) throw new Error('The payment is missing.')
    await openPaymentCase(app.context, app.context.db, told)
    expect(await count()).toBe(1)
    await applyGatewayTruth(app.context, orderId)
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', received: rupees(999) })
    expect(await app.context.db.select().from(moneyCases)).toMatchObject([
      { providerPaymentId: payment.id, outcome: 'assigned', settledBy: 'Razorpay', bookingId },
    ])
    expect(await count()).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
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
    expect(await press(fields, { ...here(), role: 'front-desk' })).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await storedBooking(app, bookingId)).toEqual(before)
    expect(await press(fields, here())).toMatchObject({ ok: true })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({ refunded: rupees(8_500) })
  })

  test('the desk does not say that money was settled outside: it would be in nobody’s books, and on no list', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    const desk = { ...here(), role: 'front-desk' } as const
    const [row] = (await seen(desk)).payments
    expect(row).toMatchObject({ presses: ['assign'], booking: { id: bookingId } })
    const settle = { intent: 'settle', id: row?.id ?? '', note: 'Given in cash' }
    expect(await press(settle, desk)).toMatchObject({
      reason: 'beyond-desk',
      message: 'What became of this money is for an admin to say.',
    })
    expect((await seen(here())).payments).toMatchObject([{ presses: ['assign', 'settle'] }])
    expect(await press(settle, here())).toMatchObject({ ok: true })
  })

  test('what is entered days later is of that day, online and nobody’s: the days before, closed by now, stay as they were', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const { code } = await storedBooking(app, bookingId)
    await stray()
    await stray(300, 'elsewhere too')
    app.clock.advanceMinutes(8 * 24 * 60)
    const place = { id: app.theatre.locationId, name: 'Koramangala' }
    const day = async (on: string) => {
      const { movements } = await tillDay(app.context, { kind: 'all' }, place, date(on))
      return movements.map(({ what, mode, person, amount }) => [what, mode, person, amount / 100])
    }
    const before = await day('2027-03-01')
    const [first, second] = (await seen()).payments
    expect(await press({ intent: 'assign', id: first?.id ?? '', code })).toMatchObject({ ok: true })
    expect(await press({ intent: 'send-back', id: second?.id ?? '' })).toMatchObject({ ok: true })
    await app.work()
    expect(await day('2027-03-01')).toEqual(before)
    expect(await day('2027-03-09')).toEqual([['payment', 'online', 'Online', 499]])
    const all = await tillDay(app.context, { kind: 'all' }, undefined, date('2027-03-09'))
    expect(all.movements.map(({ amount }) => amount / 100)).toEqual(expect.arrayContaining([499, 300, -300]))
    expect(all.people.map(({ name }) => name)).toEqual(['Online'])
  })

  test('a payment in another currency is named in it, and is nobody’s to assign or to send back', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    const { code } = await storedBooking(app, bookingId)
    app.emulator.ledger.misfit(orderId, { currency: 'USD' })
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    const { payments } = await seen()
    expect(payments).toMatchObject([{ currency: 'USD', presses: ['settle'] }])
    // whatever a page that was drawn otherwise may send
    const id = payments[0]?.id ?? ''
    expect(await press({ intent: 'send-back', id })).toMatchObject({ reason: 'not-found' })
    expect(await press({ intent: 'assign', id, code })).toMatchObject({ reason: 'no-such-booking' })
    expect(await app.context.db.$count(refunds)).toBe(0)
    expect(await storedBooking(app, bookingId)).toMatchObject({ payments: [] })
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
})
