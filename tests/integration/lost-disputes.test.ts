import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingEvents, taxDocuments } from '~/db/schema'
import { rupees } from '~/domain/money'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { openMoney } from '~/features/money/open-money.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { issueDocuments } from '~/features/money/tax-documents.server'
import { tillDay } from '~/features/money/till.server'
import { useApp } from '../support/app'
import { cashThatWaits } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { disputed, LOST_UNBOOKED } from '../support/disputed'
import { purchase, storedBooking } from '../support/purchase'
import { basicDraft, date } from '../support/theatre'

onEachDatabase('a dispute', (kind) => {
  const app = useApp(kind)
  const ALL = { kind: 'all' } as const
  const { seen, paid, cancel, hear, lose, settle, night, mails, moneyOf } = disputed(app)

  test('that is lost is money that has gone: it is in the books, and nothing of it is refunded again', async () => {
    await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    const { bookingId, payment } = await paid()
    const id = await lose(payment.id)
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

  test('that is lost after its money had gone back stays open until somebody says what became of it', async () => {
    const { bookingId, payment } = await paid()
    await cancel(bookingId)
    await app.work()
    await lose(payment.id)
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
    await lose(payment.id)
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
})
