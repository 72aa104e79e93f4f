import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingEvents, moneyCases, refunds, taxDocuments } from '~/db/schema'
import { rupees } from '~/domain/money'
import { returnWords } from '~/domain/refund-parts'
import { lettersOfBooking } from '~/features/booking/booking-letters.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { cancelByCustomer, findChangeable } from '~/features/booking/customer-changes.server'
import { changeTexts, textsOf } from '~/features/booking/customer-texts.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { answerMoney } from '~/features/money/money-answer.server'
import { openMoney, waitingOf } from '~/features/money/open-money.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { handOverRefund, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { issueDocuments } from '~/features/money/tax-documents.server'
import { tillDay } from '~/features/money/till.server'
import { receiveWebhook } from '~/features/money/webhook.server'
import { KEYS, useApp } from '../support/app'
import { cashThatWaits, editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { openBalance, openOrder, purchase, queuedRefund, statusOf, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

const LOST_UNBOOKED = 'A dispute was lost, and not all of it could be booked off'

onEachDatabase('a dispute', (kind) => {
  const app = useApp(kind)
  const ALL = { kind: 'all' } as const
  async function seen() {
    const open = await openMoney(app.context, ALL, OWNER.role)
    expect(await countOpenMoney(app.context, ALL), 'the menu agrees with the page').toBe(waitingOf(open).length)
    return open
  }
  const paid = () => purchase(app, basicDraft(app.theatre))
  const cancel = (bookingId: string) =>
    cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })

  /** Takes what the provider has told since the last time; `reversed` in the wrong order. */
  async function receiveTold({ reversed = false } = {}) {
    const told = app.emulator.webhooks.events.splice(0)
    for (const { id: eventId, body } of reversed ? told.reverse() : told) {
      const signature = createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex')
      await receiveWebhook(app.context, body, { signature, eventId })
    }
  }
  /** Takes it, and does what follows from it. */
  async function hear(order?: { reversed: boolean }) {
    await receiveTold(order)
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  /** Presses on the money page. */
  async function press(fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    expect(await answerMoney(app.context, OWNER, form)).toMatchObject({ ok: true })
  }
  /** Notes there what became of a dispute. */
  const settle = (id = '', note = '') => press({ intent: 'settle', id, note })
  /** The nightly comparison, without a single webhook. */
  async function night() {
    app.emulator.webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  const mails = (words: string) => app.mailbox.mails.filter(({ subject }) => subject.includes(words))
  const moneyOf = async (bookingId: string) => (await bookingPage(app.context, ALL, bookingId))?.view.ledger

  test('is shown with what to do until when, is the bank’s while it looks, and goes when it is won', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    const [row] = (await seen()).disputes
    expect(row).toMatchObject({
      title: 'The customer’s bank asks for the money back',
      amount: rupees(999),
      booking: { id: bookingId },
      detail: expect.stringMatching(
        /^Accept it, or send your proof .* by 10\/03\/2027, 12:00 PM: without an answer it is lost\./,
      ),
      presses: ['settle'],
    })
    expect(mails('₹999 is disputed')).toMatchObject([{ text: expect.stringContaining('by 10/03/2027') }])
    app.emulator.ledger.moveDispute(id, 'under_review')
    await hear()
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect((await seen()).underWay).toMatchObject([{ title: 'The bank looks at your proof', presses: [] }])
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect((await seen()).underWay).toEqual([])
    expect(await app.context.db.select().from(moneyCases)).toMatchObject([{ outcome: 'closed', disputeStatus: 'won' }])
    expect(mails('A dispute over ₹999 is over')).toHaveLength(1)
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunds: [],
      events: expect.arrayContaining(['dispute', 'dispute-won']),
    })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that is lost is money that has gone: it is in the books, and nothing of it is refunded again', async () => {
    await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      status: 'booked',
      payments: [{ status: 'refunded' }],
      refunds: [{ origin: 'dispute', status: 'processed', amount: rupees(999) }],
      events: expect.arrayContaining(['dispute-lost']),
    })
    const [lost] = await app.context.db.select().from(bookingEvents).where(eq(bookingEvents.kind, 'dispute-lost'))
    expect(lost?.detail).toEqual({ disputeId: id, amount: rupees(999) })
    expect(await moneyOf(bookingId)).toMatchObject({
      received: rupees(999),
      refunded: rupees(999),
      remaining: rupees(1499),
    })
    const { code } = await storedBooking(app, bookingId)
    expect(mails('A dispute over ₹999 was lost')).toMatchObject([
      { text: expect.stringMatching(new RegExp(`${code}[\\s\\S]*booking stands`)) },
    ])
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await cancel(bookingId)).toMatchObject({ ok: true, returned: 0 })
    await app.work()
    expect(app.emulator.ledger.refundsOf(payment.id)).toEqual([])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('is heard of without any webhook, and whatever order they come in', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id, { amount: 50_000 })
    await night()
    expect((await seen()).disputes).toMatchObject([{ amount: rupees(500), booking: { id: bookingId } }])
    app.emulator.ledger.moveDispute(id, 'under_review')
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear({ reversed: true })
    await night()
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ origin: 'dispute', amount: rupees(500) }])
    expect(mails('was lost')).toHaveLength(1)
    const other = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    const second = app.emulator.ledger.openDispute(other.payment.id)
    app.emulator.ledger.moveDispute(second.id, 'lost')
    await night()
    expect((await storedBooking(app, other.bookingId)).refunds, 'lost before it was known').toMatchObject([
      { origin: 'dispute', amount: rupees(999) },
    ])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    { end: 'lost' as const, sent: 0 },
    { end: 'won' as const, sent: 1 },
  ])('keeps a refund of its payment waiting until it is decided; $end: $sent sent', async ({ end, sent }) => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    await cancel(bookingId)
    expect(await app.work()).toMatchObject({ failed: 0 })
    expect(app.emulator.ledger.refundsOf(payment.id)).toEqual([])
    const looks = (await storedBooking(app, bookingId)).refunds.map(({ nextAt }) => nextAt)
    expect(looks, 'looked at again in an hour').toEqual([new Date(app.clock.now().getTime() + 3_600_000)])
    expect((await seen()).underWay).toMatchObject([
      { title: 'Waits until the dispute is decided', tooLong: false, presses: [] },
    ])
    app.clock.advanceMinutes(25 * 60)
    await night()
    expect(app.emulator.ledger.refundsOf(payment.id), 'still undecided').toEqual([])
    expect(mails('A refund of'), 'it is not late: the bank has yet to decide').toEqual([])
    app.emulator.ledger.moveDispute(id, end)
    await hear()
    app.clock.advanceMinutes(1)
    await app.context.jobs.enqueue(app.context.db, 'tidy-up', {})
    await app.work()
    expect(app.emulator.ledger.refundsOf(payment.id)).toHaveLength(sent)
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: rupees(999) })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    ['failed at the bank before', 'failed', 999, 0],
    ['could not be sent', 'with-staff', 999, 4],
    ['is too small to be sent, and waits at the desk', 'queued', 0.5, 0],
  ] as const)('keeps a refund that %s from being handed over or sent again until it is decided', async (_, status, amount, times) => {
    app.emulator.ledger.refundsStart('failed')
    const { bookingId, payment, refundId } = await queuedRefund(app, amount)
    await hear()
    for (let nth = 0; nth < times; nth++) {
      app.clock.advanceMinutes(24 * 60)
      await wakeRefunds(app.context)
      await hear()
    }
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status }])
    const shown = async () => (await bookingPage(app.context, ALL, bookingId))?.money.at(-1)
    const waits = { waits: status !== 'failed', stuck: status === 'with-staff' }
    expect((await seen()).refunds).toMatchObject([{ amount: rupees(amount) }])
    expect(await shown()).toMatchObject(waits)
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    app.clock.advanceMinutes(25 * 60)
    expect(await seen()).toMatchObject({
      refunds: [],
      underWay: [{ title: 'Waits until the dispute is decided', tooLong: false, presses: [] }],
    })
    expect(await shown()).toMatchObject({
      ...{ waits: false, stuck: false, what: expect.stringContaining('waits until the dispute is decided') },
    })
    const disputed = { reason: 'disputed', message: expect.stringMatching(/until the dispute is decided/) }
    expect(await handOverRefund(app.context, OWNER, bookingId, refundId)).toMatchObject(disputed)
    expect(await sendRefundAgain(app.context, OWNER, bookingId, refundId)).toMatchObject(disputed)
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect((await seen()).refunds).toMatchObject([{ amount: rupees(amount) }])
    expect(await shown()).toMatchObject(waits)
    expect(await handOverRefund(app.context, OWNER, bookingId, refundId)).toMatchObject({ ok: true })
    // a dispute that begins now comes too late to keep it
    app.emulator.ledger.openDispute(payment.id)
    await hear()
    expect(await handOverRefund(app.context, OWNER, bookingId, refundId)).toMatchObject({ reason: 'nothing-due' })
  })

  test('keeps a refund that its customer is told waits for the bank, in every letter and on the page', async () => {
    // a Thursday, of which the policy gives something back
    const { bookingId, payment, linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-11') }))
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    const waits = 'waits until your bank has decided about your payment'
    const sums = (await findChangeable(app.context, linkToken))?.options.cancellation.sums
    expect(sums && returnWords(sums, 'would')).toMatch(waits)
    expect(sums && returnWords(sums, 'would')).not.toContain('goes back to the account')
    expect((await bookingPage(app.context, ALL, bookingId))?.offers.full.sums).toMatchObject({
      online: 0,
      waits: rupees(999),
    })
    const cancelled = await cancelByCustomer(app.context, linkToken, sums?.all)
    await hear()
    expect(cancelled.ok && returnWords(cancelled.returned, 'now')).toMatch(waits)
    expect(app.mailbox.mails.at(-1)?.text).toContain(waits)
    expect(app.mailbox.mails.at(-1)?.text).not.toContain('on its way')
    const how = async () => (await findCustomerBooking(app.context, linkToken))?.returns.map((one) => one.how)
    app.clock.advanceMinutes(20 * 24 * 60)
    await hear()
    expect(await how()).toEqual(['Waits until your bank has decided about your payment'])
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect(await how()).toEqual([expect.stringMatching(/^(On its way|Sent back) to the account you paid from/)])
    expect(await statusOf(app, bookingId)).toBe('cancelled')
  })

  test('keeps its own money only: of another payment that comes back the letter says so', async () => {
    const { bookingId, payment } = await paid()
    const rest = await openBalance(app, bookingId, 50_000)
    app.emulator.ledger.openDispute(payment.id)
    await hear()
    await cancel(bookingId)
    app.emulator.pay(rest, 'upi', 'success')
    await hear()
    const letter = app.mailbox.mails.at(-1)?.text
    expect(letter).toContain('₹500 is on its way back to you')
    expect(letter).not.toContain('waits until your bank')
  })

  test('that is lost after its money had gone back stays open until somebody says what became of it', async () => {
    const { bookingId, payment } = await paid()
    await cancel(bookingId)
    await app.work()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    await night()
    const [row] = (await seen()).disputes
    expect(row).toMatchObject({
      title: LOST_UNBOOKED,
      presses: ['settle'],
    })
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ origin: 'ours', amount: rupees(999) }])
    expect(mails('was lost')).toHaveLength(1)
    await settle(row?.id, 'Written off')
    await night()
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that is lost while nothing is deducted stays open: it is asked about each night, and books what is taken then', async () => {
    const { bookingId, payment } = await paid()
    const { ledger } = app.emulator
    const dispute = ledger.moveDispute(ledger.openDispute(payment.id).id, 'lost')
    dispute.amount_deducted = 0
    await hear()
    expect((await seen()).disputes).toMatchObject([{ title: LOST_UNBOOKED, presses: ['settle'] }])
    expect(mails('was lost').map(({ text }) => text)).toEqual([expect.stringContaining('It is not in the books')])
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: 0 })
    expect(await checkBooks(app.context)).toEqual([])
    // without a word
    dispute.amount_deducted = 99_900
    await night()
    expect(await moneyOf(bookingId)).toMatchObject({ refunded: rupees(999) })
    expect((await seen()).disputes).toEqual([])
    expect(mails('was lost')).toHaveLength(1)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was won and is lost after all, while nothing is deducted, is open again', async () => {
    const { bookingId, payment } = await paid()
    const { ledger } = app.emulator
    const { id } = ledger.openDispute(payment.id)
    const dispute = ledger.moveDispute(id, 'won')
    await hear()
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    ledger.moveDispute(id, 'lost')
    dispute.amount_deducted = 0
    await hear()
    expect((await seen()).disputes).toMatchObject([{ title: LOST_UNBOOKED, presses: ['settle'] }])
    dispute.amount_deducted = 99_900
    await night()
    expect(await moneyOf(bookingId)).toMatchObject({ refunded: rupees(999) })
    expect(await app.context.db.select().from(moneyCases)).toMatchObject([{ outcome: 'lost' }])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that is lost without anything deducted is for staff to close', async () => {
    const { bookingId, payment } = await paid()
    const dispute = app.emulator.ledger.moveDispute(app.emulator.ledger.openDispute(payment.id).id, 'lost')
    dispute.amount_deducted = 0
    await hear()
    await settle((await seen()).disputes[0]?.id, 'Nothing was taken')
    await night()
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: 0 })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was lost takes the place of a refund that the bank then could not pay out', async () => {
    app.emulator.ledger.refundsStart('pending')
    const { bookingId, payment } = await paid()
    await cancel(bookingId)
    await app.work()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    const [refund] = app.emulator.ledger.refundsOf(payment.id)
    app.emulator.ledger.settleRefund(refund?.id ?? '', 'failed')
    await hear()
    await night()
    await night()
    const live = (await storedBooking(app, bookingId)).refunds.filter(({ status }) => status !== 'dropped')
    expect(live).toMatchObject([{ origin: 'dispute', amount: rupees(999), status: 'processed' }])
    expect(app.emulator.ledger.refundsOf(payment.id)).toHaveLength(1)
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    'won',
    'lost without anything deducted and closed by staff',
  ])('that is %s tells its customer of what could not be sent, which waited for it', async (end) => {
    app.emulator.ledger.refundsStart('pending')
    const { bookingId, payment } = await paid()
    await cancel(bookingId)
    await app.work()
    await app.context.db.update(refunds).set({ failures: 4 })
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.settleRefund(app.emulator.ledger.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    await hear()
    const told = async () =>
      (await lettersOfBooking(app.context, bookingId))
        .filter(({ what }) => what.includes('could not be sent'))
        .map(({ sent }) => sent)
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'with-staff' }])
    expect(await told()).toEqual([false])
    const dispute = app.emulator.ledger.moveDispute(id, end === 'won' ? 'won' : 'lost')
    if (end !== 'won') dispute.amount_deducted = 0
    await hear()
    if (end !== 'won') {
      expect(await told(), 'the bank may still take it').toEqual([false])
      await settle((await seen()).disputes[0]?.id, 'The bank takes nothing')
      await app.work()
    }
    expect(await told()).toEqual([false, true])
    await night()
    expect(await told()).toEqual([false, true])
  })

  test('of which staff have noted what becomes of it still keeps its payment from going back', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    const [row] = (await seen()).disputes
    const desk = await openMoney(app.context, { kind: 'location', locationId: app.theatre.locationId }, 'front-desk')
    expect(desk.disputes).toMatchObject([{ id: row?.id, presses: [] }])
    await settle(row?.id, 'Proof sent')
    // until the bank has decided it is seen, with what was noted
    expect((await seen()).disputes).toEqual([])
    expect((await seen()).underWay).toMatchObject([
      { id: row?.id, presses: [], detail: expect.stringMatching(/by 10\/03\/2027.* Asha Rao noted: Proof sent\./) },
    ])
    await cancel(bookingId)
    await app.work()
    expect(app.emulator.ledger.refundsOf(payment.id)).toEqual([])
    expect((await seen()).underWay).toMatchObject([{ title: 'Waits until the dispute is decided' }, { id: row?.id }])
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    await wakeRefunds(app.context)
    await app.work()
    expect(app.emulator.ledger.refundsOf(payment.id)).toHaveLength(1)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that the bank decides otherwise after it was lost puts the money back into the books', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      payments: [{ status: 'captured' }],
      refunds: [{ origin: 'dispute', status: 'dropped' }],
    })
    expect(await checkBooks(app.context)).toEqual([])
  })

  /** A booking whose payment was lost to a dispute, and taken at the desk an hour later. */
  async function paidAnew() {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    app.clock.advanceMinutes(60)
    const { total } = await storedBooking(app, bookingId)
    const taking = { amount: total, shown: total, mode: 'cash', reference: '' } as const
    expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    return { bookingId, id, payment }
  }

  test('keeps what was told before it, and of what goes back later from another payment no letter and no answer says so', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre, { payChoice: 'full' }))
    app.clock.advanceMinutes(1)
    // one guest more, paid by a payment of its own, which is disputed
    await editBooking(app, bookingId, () => ({ people: 5 }), { fullPayment: undefined })
    const more = app.emulator.pay(await openBalance(app, bookingId, 20_000), 'upi', 'success')
    await hear()
    app.emulator.ledger.openDispute(more.id)
    await hear()
    const told = async () => {
      await hear()
      const letters = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking changed'))
      app.mailbox.mails.length = 0
      return letters.flatMap(({ text }) => text?.split('\n').filter((line) => line.startsWith('It costs less')))
    }
    await told()
    await editBooking(app, bookingId, () => ({ people: 4 }))
    expect(await told()).toEqual([
      expect.stringMatching(/^It costs less than you have paid\. ₹200 waits until your bank/),
    ])
    await editBooking(app, bookingId, () => ({ gifts: [] }))
    const away = 'is on its way back to you and arrives within 5–7 working days.'
    expect(await told()).toEqual([`It costs less than you have paid. ₹399 ${away}`])
    const open = await findChangeable(app.context, linkToken)
    const texts = open && textsOf(app.context, open.stored)
    const shown = { texts: texts?.shown ?? '', total: rupees(4_436 - 399 - 90) }
    const saved = await changeTexts(app.context, linkToken, { ledName: 'AARAV', celebrantName: 'Aarav' }, shown)
    expect(saved.ok && returnWords(saved.returned, 'now')).toBe(`₹90 ${away}`)
  })

  test('that is won after the desk had taken the lost sum refunds what was paid twice', async () => {
    const { bookingId, id } = await paidAnew()
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    const { refunds: back } = await storedBooking(app, bookingId)
    expect(back.filter(({ origin }) => origin === 'ours')).toMatchObject([{ mode: 'cash', amount: rupees(999) }])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test.each([
    ['handed over', /₹999 was given back to you at the theatre/],
    ['needed again', undefined],
  ] as const)('that is won gives back what is %s before its letter goes, and the letter knows', async (meanwhile, words) => {
    const { bookingId, id } = await paidAnew()
    await app.work()
    app.mailbox.mails.length = 0
    app.emulator.ledger.moveDispute(id, 'won')
    await followDispute(app.context, id)
    const refund = (await storedBooking(app, bookingId)).refunds.find(({ origin }) => origin === 'ours')
    if (meanwhile === 'handed over')
      expect(await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: true })
    else expect(await editBooking(app, bookingId, () => ({ people: 8 }))).toMatchObject({ ok: true })
    await app.work()
    const letter = app.mailbox.mails.find(({ subject }) => subject.startsWith('Your payment is being returned'))
    // of which nothing goes back any more, none is written
    if (!words) return expect(letter).toBeUndefined()
    expect(letter?.text).toMatch(words)
    expect(letter?.text).not.toContain('waits for you at the theatre')
  })

  test.each([
    ['full', 999],
    ['none', 0],
  ] as const)('that is won after the booking was cancelled (%s) refunds what the cancellation promised', async (refund, back) => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    const cancelled = await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund })
    expect(cancelled).toMatchObject({ returned: 0 })
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    const ours = (await storedBooking(app, bookingId)).refunds.filter(({ origin }) => origin === 'ours')
    expect(ours.map(({ amount }) => amount)).toEqual(back ? [rupees(back)] : [])
  })

  test('that is lost, won and lost again is in the books as it ended', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    for (const news of ['lost', 'won', 'lost', 'won', 'lost'] as const) {
      app.emulator.ledger.moveDispute(id, news)
      await hear()
    }
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: rupees(999) })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was lost and goes on at the bank is shown and told so; what it took stays booked off until it is ours', async () => {
    const { bookingId, id, payment } = await paidAnew()
    app.emulator.ledger.moveDispute(id, 'under_review')
    for (const look of [hear, night]) {
      await look()
      expect((await seen()).underWay).toMatchObject([{ title: 'The bank looks at your proof' }])
      // the desk had taken the sum meanwhile: while the bank may keep it, nothing of that is given out
      expect(await storedBooking(app, bookingId)).toMatchObject({
        refunds: [{ origin: 'dispute', status: 'processed' }],
      })
      expect(await app.context.db.$count(bookingEvents, eq(bookingEvents.kind, 'dispute'))).toBe(1)
      expect(await checkBooks(app.context)).toEqual([])
    }
    expect(app.emulator.ledger.refundsOf(payment.id)).toEqual([])
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    const { refunds: back } = await storedBooking(app, bookingId)
    expect(back.filter(({ origin }) => origin === 'dispute')).toMatchObject([{ status: 'dropped' }])
    expect(back.filter(({ origin }) => origin === 'ours').map(({ amount }) => amount)).toEqual([rupees(999)])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was lost, goes on and is lost again is in the books as it ended, and told each time', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    app.mailbox.mails.length = 0
    for (const news of ['lost', 'under_review', 'lost'] as const) {
      app.emulator.ledger.moveDispute(id, news)
      await hear()
      expect(await checkBooks(app.context), news).toEqual([])
    }
    expect(await moneyOf(bookingId)).toMatchObject({ refunded: rupees(999) })
    expect(mails('was lost')).toHaveLength(2)
  })

  test('that is decided anew is told to the business each time, and once', async () => {
    const { payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    app.mailbox.mails.length = 0
    for (const news of ['lost', 'won', 'closed', 'lost', 'lost', 'won'] as const) {
      app.emulator.ledger.moveDispute(id, news)
      await hear()
      await followDispute(app.context, id)
      await app.work()
    }
    expect(mails('A dispute over').map(({ subject }) => subject)).toEqual(
      ['lost', 'over', 'lost', 'over'].map((how) => `A dispute over ₹999 ${how === 'lost' ? 'was lost' : 'is over'}`),
    )
  })

  /** A bank takes up again what was decided, which no event tells. */
  const goesOn = (id: string, status: 'open' | 'under_review') =>
    Object.assign(app.emulator.ledger.findDispute(id), { status, amount_deducted: 0 })

  test('that goes on is told by mail each time, as it stands and by when an answer is due, also of what staff have settled', async () => {
    const { payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    const goOn = async (decision: 'lost' | 'won', status: 'open' | 'under_review') => {
      app.emulator.ledger.moveDispute(id, decision)
      await hear()
      goesOn(id, status)
      for (const _ of ['told', 'told again']) {
        await followDispute(app.context, id)
        await app.work()
      }
      return mails('goes on').map(({ subject, text }) => `${subject}: ${text.replaceAll('\n', ' ')}`)
    }
    const first = await goOn('lost', 'open')
    expect(first).toEqual([
      expect.stringMatching(/^A dispute over ₹999 goes on: .*taken it up again.* dashboard by .*nothing/),
    ])
    const second = await goOn('won', 'under_review')
    expect(second).toEqual([...first, expect.stringContaining('Nothing is to be done until it has decided.')])
    await settle((await openMoney(app.context, ALL, OWNER.role)).underWay[0]?.id, 'Ours all the same')
    expect(await goOn('lost', 'open')).toHaveLength(3)
  })

  test('that went on and was decided before the letter of it went out is told as it is by then', async () => {
    const { payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    app.mailbox.mails.length = 0
    for (const next of ['lost', 'under_review', 'won'] as const) {
      app.emulator.ledger.moveDispute(id, next)
      await followDispute(app.context, id)
    }
    await app.work()
    expect(mails('dispute').map(({ subject }) => subject)).toEqual(['A dispute over ₹999 is over'])
  })

  test('that was decided otherwise before the letter of it went out is told as it is by then', async () => {
    const { payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    app.mailbox.mails.length = 0
    const decide = async (...decisions: ('lost' | 'won')[]) => {
      for (const decision of decisions) {
        app.emulator.ledger.moveDispute(id, decision)
        await followDispute(app.context, id)
      }
      await app.work()
      return mails('A dispute over').map(({ subject }) => subject)
    }
    expect(await decide('lost', 'won')).toEqual(['A dispute over ₹999 is over'])
    app.mailbox.mails.length = 0
    expect(await decide('lost')).toEqual(['A dispute over ₹999 was lost'])
    app.mailbox.mails.length = 0
    expect(await decide('won', 'lost')).toEqual(['A dispute over ₹999 was lost'])
  })

  test('that was lost takes back what waits at the desk of another payment, and one that is won leaves it to go back anew', async () => {
    const { bookingId, payment } = await cashThatWaits(app)
    const tasks = async () =>
      (await storedBooking(app, bookingId)).refunds
        .filter(({ mode, origin }) => mode === 'cash' && origin === 'ours')
        .map(({ amount, status }) => [amount, status])
    const [[waited] = []] = await tasks()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await hear()
    expect(await tasks()).toEqual([[waited, 'queued']])
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    expect(await tasks()).toEqual([[waited, 'dropped']])
    expect(await moneyOf(bookingId)).toMatchObject({ remaining: rupees(999) - Number(waited) })
    expect(await checkBooks(app.context)).toEqual([])
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect(await tasks()).toEqual([
      [waited, 'dropped'],
      [waited, 'queued'],
    ])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was lost for less than waits at the desk leaves the rest of that to be handed over', async () => {
    const { bookingId, payment } = await cashThatWaits(app)
    const { id } = app.emulator.ledger.openDispute(payment.id, { amount: 10_000 })
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    const desk = (await storedBooking(app, bookingId)).refunds.filter(({ mode }) => mode === 'cash')
    const [waited] = desk
    expect(desk.map(({ amount, status }) => [amount, status])).toEqual([
      [waited?.amount, 'dropped'],
      [(waited?.amount ?? 0) - rupees(100), 'queued'],
    ])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that was lost is no payment that the invoice names', async () => {
    const { bookingId, payment } = await paid()
    app.emulator.ledger.moveDispute(app.emulator.ledger.openDispute(payment.id).id, 'lost')
    await hear()
    app.clock.set('2027-03-12T14:00:00Z')
    await issueDocuments(app.context, bookingId)
    const papers = await app.context.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, bookingId))
    expect(papers.filter(({ kind: of }) => of === 'invoice')).toMatchObject([
      { total: rupees(1_499), content: { paid: 0 } },
    ])
  })

  test('of which more is taken later takes that on the later day, and gives all of it back when it is won', async () => {
    const { bookingId, payment } = await paid()
    const { ledger } = app.emulator
    const { id } = ledger.openDispute(payment.id)
    const dispute = ledger.moveDispute(id, 'lost')
    const till = async (on: string) =>
      (await tillDay(app.context, ALL, undefined, date(on))).movements.map(({ what, amount }) => [what, amount / 100])
    const taken = async (at: string, deducted: number) => {
      app.clock.set(`${at}T06:30:00Z`)
      dispute.amount_deducted = rupees(deducted)
      await followDispute(app.context, id)
      expect(await app.work()).toMatchObject({ failed: 0 })
    }
    await taken('2027-03-02', 500)
    await taken('2027-03-05', 999)
    await taken('2027-03-06', 999)
    expect(await Promise.all(['2027-03-02', '2027-03-05', '2027-03-06'].map(till))).toEqual([
      [['refund', -500]],
      [['refund', -499]],
      [],
    ])
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunded: rupees(999),
      payments: [{ status: 'refunded' }],
    })
    expect(await checkBooks(app.context)).toEqual([])

    app.clock.set('2027-03-07T06:30:00Z')
    app.emulator.webhooks.events.length = 0
    ledger.moveDispute(id, 'won')
    await hear()
    expect(await till('2027-03-07')).toEqual(
      expect.arrayContaining([
        ['came back', 500],
        ['came back', 499],
      ]),
    )
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: 0 })
    ledger.moveDispute(id, 'lost')
    await hear()
    expect(await moneyOf(bookingId)).toMatchObject({ refunded: rupees(999) })
    expect((await till('2027-03-02')).concat(await till('2027-03-05'))).toEqual([
      ['refund', -500],
      ['refund', -499],
    ])
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('about money of something else is shown while it is open, and not heard of once it is over', async () => {
    const { ledger } = app.emulator
    const over = ledger.openDispute(ledger.strayPayment().id)
    ledger.moveDispute(over.id, 'lost')
    await night()
    expect((await seen()).disputes).toEqual([])
    const stray = ledger.strayPayment()
    await night()
    await night()
    expect((await seen()).payments.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(stray.id))
    const { id } = ledger.openDispute(stray.id)
    await hear()
    expect((await seen()).disputes).toMatchObject([{ booking: null }])
    ledger.moveDispute(id, 'lost')
    await hear()
    const open = await app.context.db.select().from(moneyCases).where(eq(moneyCases.providerPaymentId, stray.id))
    expect(open.map(({ outcome }) => outcome)).toEqual(['lost', 'lost'])
    expect(await app.context.db.select().from(refunds)).toEqual([])
  })

  /** Money without a home that the nights have found, of which the bank looks at ₹100. */
  async function strayOfWhichSomeIsDisputed() {
    const { ledger } = app.emulator
    const stray = ledger.strayPayment()
    await night()
    await night()
    const { id } = ledger.openDispute(stray.id, { amount: 10_000 })
    await hear()
    return { stray, id }
  }

  test('about a part of money without a home leaves the rest on the list, from which it goes back', async () => {
    const { stray, id } = await strayOfWhichSomeIsDisputed()
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    const [row, ...more] = (await seen()).payments
    expect([row?.detail, more]).toEqual([expect.stringContaining(stray.id), []])
    await press({ intent: 'send-back', id: row?.id ?? '' })
    await hear()
    await night()
    await wakeRefunds(app.context)
    await hear()
    const back = await app.context.db.select().from(refunds)
    expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
      ['dispute', 10_000, 'processed'],
      ['ours', stray.amount - 10_000, 'processed'],
    ])
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  describe.each([
    'before',
    'after',
  ] as const)('about a part of money without a home, of which staff noted what became of it %s it was lost,', (noted) => {
    /** The payment's row on the page, of which the bank took ₹100. */
    async function strayOfWhichSomeIsLost() {
      const { stray, id } = await strayOfWhichSomeIsDisputed()
      const note = async () => settle((await seen()).disputes[0]?.id, 'Taken by the bank')
      if (noted === 'before') await note()
      app.emulator.ledger.moveDispute(id, 'lost')
      await hear()
      if (noted === 'after') await note()
      expect((await seen()).disputes).toEqual([])
      return { stray, row: (await seen()).payments[0]?.id ?? '' }
    }

    test('is in the books of the booking that gets the money, and what it took is not given back', async () => {
      const { bookingId } = await paid()
      const { code, total } = await storedBooking(app, bookingId)
      const { stray, row } = await strayOfWhichSomeIsLost()
      await press({ intent: 'assign', id: row, code })
      await hear()
      expect(await moneyOf(bookingId)).toMatchObject({ remaining: 0, refundDue: 0 })
      const tooMuch = stray.amount - 10_000 - (total - rupees(999))
      const { refunds: back } = await storedBooking(app, bookingId)
      expect(back).toMatchObject([
        { origin: 'dispute', amount: rupees(100), status: 'processed' },
        { origin: 'ours', amount: tooMuch, status: 'processed' },
      ])
      await night()
      expect((await storedBooking(app, bookingId)).refunds).toEqual(back)
      expect((await seen()).disputes).toEqual([])
      expect(await checkBooks(app.context)).toEqual([])
    })

    test('leaves the rest, and no more, to be sent back', async () => {
      const { stray, row } = await strayOfWhichSomeIsLost()
      await press({ intent: 'send-back', id: row })
      await hear()
      const back = await app.context.db.select().from(refunds)
      expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
        ['dispute', 10_000, 'processed'],
        ['ours', stray.amount - 10_000, 'processed'],
      ])
      expect(await checkBooks(app.context)).toEqual([])
    })
  })

  describe('about money whose order the provider did not answer for, so that it was listed,', () => {
    /** Paid, listed, disputed and lost; what of it is not noted by itself staff have noted. */
    async function lostMeanwhile(orderId: string, amount: number) {
      const { ledger } = app.emulator
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      app.emulator.arm({ method: 'GET', path: `/v1/orders/${orderId}/payments`, times: 100, status: 400, body: '{}' })
      await night()
      await tidyHolds(app.context)
      expect((await seen()).payments).toMatchObject([{ detail: expect.stringContaining(payment.id) }])
      const { id } = ledger.openDispute(payment.id, { amount })
      ledger.moveDispute(id, 'lost')
      await hear()
      const [noted] = (await seen()).disputes
      if (noted) await settle(noted.id, 'Taken by the bank')
      expect((await seen()).disputes).toEqual([])
      app.emulator.clearFaults()
      return { id }
    }
    async function late(orderId: string) {
      const settled = await applyGatewayTruth(app.context, orderId)
      expect(await app.work()).toMatchObject({ failed: 0 })
      await night()
      expect(await checkBooks(app.context)).toEqual([])
      expect(await countOpenMoney(app.context, ALL)).toBe(0)
      return settled
    }

    test('leaves the rest to the booking that it buys late', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      const { id } = await lostMeanwhile(orderId, 10_000)
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'booked' })
      expect(await moneyOf(bookingId)).toMatchObject({
        received: rupees(999),
        refunded: rupees(100),
        remaining: rupees(600),
      })
      const cancelled = await cancel(bookingId)
      expect(cancelled).toMatchObject({ returned: rupees(899) })
      const known = await app.context.db.query.moneyCases.findFirst({ where: eq(moneyCases.reference, id) })
      expect(known).toMatchObject({ bookingId })
    })

    test('confirms no booking on what has gone whole, and nothing goes back a second time', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      await lostMeanwhile(orderId, 99_900)
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'returned' })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'expired',
        received: rupees(999),
        refunds: [{ origin: 'dispute', amount: rupees(999), status: 'processed' }],
      })
      expect(mails('Your payment is being returned').concat(mails('confirmed'))).toEqual([])
    })

    test.each([
      [
        10_000,
        [
          ['dispute', 10_000],
          ['ours', 89_900],
        ],
      ],
      [99_900, [['dispute', 99_900]]],
    ] as const)('leaves to go back what the bank left of it (%i paise lost) once its slot is another’s', async (lost, back) => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      await lostMeanwhile(orderId, lost)
      await paid()
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'returned' })
      const { refunds: gone } = await storedBooking(app, bookingId)
      expect(gone.map(({ origin, amount }) => [origin, amount]).sort()).toEqual(back)
    })

    test.each([
      [30_000, { remaining: rupees(300), refunded: rupees(300) }],
      [50_000, { remaining: rupees(500), refunded: rupees(500) }],
    ])('leaves a balance of which %i paise were lost as much to be paid', async (lost, ledger) => {
      const { bookingId } = await paid()
      const orderId = await openBalance(app, bookingId, 50_000)
      await lostMeanwhile(orderId, lost)
      await late(orderId)
      expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(1_499), ...ledger })
    })

    test('books nothing while the provider does not say what was lost', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      const { id } = await lostMeanwhile(orderId, 99_900)
      app.emulator.arm({ method: 'GET', path: `/v1/disputes/${id}`, times: 100, status: 503, body: '<html>' })
      expect(await applyGatewayTruth(app.context, orderId)).toMatchObject({ reason: 'provider-unreachable' })
      expect(await storedBooking(app, bookingId)).toMatchObject({ payments: [] })
    })
  })

  test('about money without a home, which the bank gives back later, brings it back on the list', async () => {
    const { ledger } = app.emulator
    const stray = ledger.strayPayment()
    await night()
    await night()
    const { id } = ledger.openDispute(stray.id)
    ledger.moveDispute(id, 'lost')
    await hear()
    expect((await seen()).payments).toEqual([])
    ledger.moveDispute(id, 'won')
    await hear()
    expect((await seen()).payments).toMatchObject([{ detail: expect.stringContaining(stray.id) }])
    ledger.moveDispute(id, 'lost')
    await hear()
    expect((await seen()).payments).toEqual([])
  })

  test('about a payment that did not fit is shown to its location; what is sent back meanwhile is said to wait', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const misfit = app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    app.emulator.ledger.openDispute(misfit.id)
    await hear()
    const own = { kind: 'location', locationId: app.theatre.locationId } as const
    expect((await openMoney(app.context, own, 'location-admin')).disputes).toMatchObject([
      { booking: { id: bookingId } },
    ])
    const [row] = (await seen()).payments
    await press({ intent: 'send-back', id: row?.id ?? '' })
    await hear()
    const [letter] = mails('Your payment is being returned')
    expect(letter?.text).toContain('waits')
    expect(letter?.text).not.toContain('is on its way back')
  })

  test('about money without a home is shown to the location whose booking gets that money', async () => {
    const { bookingId } = await paid()
    const { code } = await storedBooking(app, bookingId)
    const stray = app.emulator.ledger.strayPayment()
    await night()
    await night()
    app.emulator.ledger.openDispute(stray.id)
    await hear()
    const own = { kind: 'location', locationId: app.theatre.locationId } as const
    const ours = async () => (await openMoney(app.context, own, 'location-admin')).disputes
    expect(await ours()).toEqual([])
    const [row] = (await seen()).payments
    await press({ intent: 'assign', id: row?.id ?? '', code })
    expect(await ours()).toMatchObject([{ booking: { id: bookingId } }])
  })

  test('that the provider refuses to tell of is believed as its signed event told it', async () => {
    const { bookingId, payment } = await paid()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    const told = app.emulator.webhooks.events.slice()
    app.emulator.ledger.moveDispute(id, 'lost')
    const lost = app.emulator.webhooks.events.splice(0).slice(told.length)
    app.emulator.webhooks.events.push(...told)
    app.emulator.ledger.disputes.clear()
    await hear()
    expect((await seen()).disputes).toMatchObject([{ amount: rupees(999), booking: { id: bookingId } }])
    app.emulator.webhooks.events.push(...lost)
    await hear()
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: rupees(999) })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('that the bank gave back stays so when its loss is told again late, and the provider refuses to tell', async () => {
    const { ledger, webhooks } = app.emulator
    const { bookingId, payment } = await paid()
    const { id } = ledger.openDispute(payment.id)
    await hear()
    ledger.moveDispute(id, 'lost')
    const lost = webhooks.events.slice()
    await hear()
    expect(await moneyOf(bookingId)).toMatchObject({ refunded: rupees(999) })
    ledger.moveDispute(id, 'won')
    await hear()
    ledger.disputes.clear()
    webhooks.events.push(...lost.map((one) => ({ ...one, id: `${one.id}_again` })))
    await hear()
    expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(999), refunded: 0 })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('is told again while the provider does not answer', async () => {
    const { payment } = await paid()
    app.emulator.ledger.openDispute(payment.id)
    app.emulator.arm({ method: 'GET', path: '/v1/disputes', times: 1, status: 502, body: '<html>' })
    await receiveTold()
    expect(await app.work()).toMatchObject({ failed: 1 })
    await night()
    expect((await seen()).disputes).toHaveLength(1)
  })
})
