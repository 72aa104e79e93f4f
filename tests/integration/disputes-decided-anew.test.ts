import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingEvents, moneyCases } from '~/db/schema'
import { rupees } from '~/domain/money'
import { returnWords } from '~/domain/refund-parts'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findChangeable } from '~/features/booking/customer-changes.server'
import { changeTexts, textsOf } from '~/features/booking/customer-texts.server'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { openMoney } from '~/features/money/open-money.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { disputed, LOST_UNBOOKED } from '../support/disputed'
import { openBalance, purchase, storedBooking } from '../support/purchase'
import { fullDraft, OWNER } from '../support/theatre'

onEachDatabase('a dispute', (kind) => {
  const app = useApp(kind)
  const ALL = { kind: 'all' } as const
  const { seen, paid, hear, lose, settle, night, mails, moneyOf, paidAnew } = disputed(app)

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

  test('that the bank decides otherwise after it was lost puts the money back into the books', async () => {
    const { bookingId, payment } = await paid()
    const id = await lose(payment.id)
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      payments: [{ status: 'captured' }],
      refunds: [{ origin: 'dispute', status: 'dropped' }],
    })
    expect(await checkBooks(app.context)).toEqual([])
  })

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
    const id = await lose(payment.id)
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
})
