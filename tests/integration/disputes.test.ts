import { expect, test } from 'vitest'
import { moneyCases, refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { returnWords } from '~/domain/refund-parts'
import { lettersOfBooking } from '~/features/booking/booking-letters.server'
import { cancelByCustomer, findChangeable } from '~/features/booking/customer-changes.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { handOverRefund, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { disputed } from '../support/disputed'
import { openBalance, purchase, queuedRefund, statusOf, storedBooking } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('a dispute', (kind) => {
  const app = useApp(kind)
  const ALL = { kind: 'all' } as const
  const { seen, paid, cancel, receiveTold, hear, settle, night, mails, moneyOf } = disputed(app)

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
