import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, payments, refunds as refundRows, screens } from '~/db/schema'
import { rupees } from '~/domain/money'
import { composeMail } from '~/features/booking/booking-mail.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { updateBooking } from '~/features/booking/edit-booking.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { followDispute } from '~/features/money/dispute.server'
import { handOverRefund, refundOwed } from '~/features/money/owed-refunds.server'
import { tillDay } from '~/features/money/till.server'
import { useApp } from '../support/app'
import { editBooking, openEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, holdSlot, mailsOf, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, frontDesk, fullDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('the money of an edit', (kind) => {
  const app = useApp(kind)

  const unchanged = () => ({})
  const booked = async (draft = fullDraft(app.theatre)) => (await purchase(app, draft)).bookingId

  test('a higher advance adds what came in, a lower one voids the newest of what was taken at the front desk', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre), 500)
    app.clock.advanceMinutes(1)
    expect(await editBooking(app, bookingId, unchanged, { advance: rupees(800), mode: 'upi' })).toMatchObject({
      ledger: { received: rupees(800), remaining: rupees(699) },
    })
    app.clock.advanceMinutes(1)
    expect(await editBooking(app, bookingId, unchanged, { advance: rupees(600), mode: 'upi' })).toMatchObject({
      ledger: { received: rupees(600), remaining: rupees(899) },
    })
    const { payments: rows } = await storedBooking(app, bookingId)
    expect(rows.map(({ amount, mode, voidedAt }) => [amount / 100, mode, voidedAt !== null])).toEqual([
      [500, 'cash', false],
      [300, 'upi', true],
      [100, 'upi', false],
    ])
  })

  test('a slip in today’s cash is mended by the front desk, and leaves what came earlier in the till of its day', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre), 0)
    const day = async () => {
      const { modes } = await tillDay(app.context, { kind: 'all' }, undefined, date('2027-03-02'))
      return Object.fromEntries(modes.map(({ name, net }) => [name, net / 100]))
    }
    expect(await editBooking(app, bookingId, unchanged, { advance: rupees(550), mode: 'upi' })).toMatchObject({
      ok: true,
    })
    app.clock.advanceMinutes(24 * 60)
    // ₹400 came, and ₹500 were typed
    expect(await editBooking(app, bookingId, unchanged, { advance: rupees(1_050) })).toMatchObject({ ok: true })
    const desk = frontDesk(app.theatre.locationId)
    const { draft, version, money } = await openEdit(app, bookingId)
    const mended = { ...money, advance: rupees(950), mode: 'cash' as const, note: '' }
    expect(await updateBooking(app.context, desk, bookingId, version, draft, mended)).toMatchObject({ ok: true })
    expect(await day()).toEqual({ cash: 400, upi: 0, card: 0, online: 0 })
  })

  test('stands in the record line by line, as it was and as it is', async () => {
    const bookingId = await booked()
    const { items, aurora } = app.theatre
    const changed = {
      packageId: aurora.celebration,
      addons: [{ id: items.confetti, count: 2 }],
      cakes: [{ id: items.truffle, count: 1 }],
      gifts: [],
      people: 3,
    }
    expect(await editBooking(app, bookingId, () => changed, { note: 'By the window' })).toMatchObject({ ok: true })
    const [row] = await app.context.db.select().from(auditLog).orderBy(auditLog.id)
    expect(row?.changes).toEqual({
      People: ['4', '3'],
      'Led Name': ['AARAV MEHTA', ''],
      Addons: ['LED Name ₹299', '2 × Confetti ₹298'],
      Cakes: ['Red Velvet ₹150, Chocolate Truffle ₹599', 'Chocolate Truffle ₹0'],
      Gifts: ['Rose Bouquet ₹399', ''],
      Total: ['₹4,436', '₹2,997'],
      Note: ['', 'By the window'],
    })
  })

  test('of a booking that there is not cannot be changed', async () => {
    const nothing = { advance: rupees(0), mode: 'cash' as const, note: '' }
    const saved = updateBooking(app.context, OWNER, 'nobody', 1, basicDraft(app.theatre), nothing)
    expect(await saved).toMatchObject({ ok: false, reason: 'not-found' })
  })

  test('on another room is what that room takes for its people, for as many as before too', async () => {
    const bookingId = await booked(basicDraft(app.theatre, { people: 4 }))
    const { db } = app.context
    const there = { minPeople: 3, extraPersonPrice: rupees(250) }
    await db.update(screens).set(there).where(eq(screens.id, app.theatre.celeste.id))
    expect((await storedBooking(app, bookingId)).total).toBe(rupees(1_899))
    // somebody began to book it there, and let the hold run out
    await holdSlot(app, basicDraft(app.theatre, { ...atCeleste(app.theatre), people: 4 }))
    app.clock.advanceMinutes(16)
    expect(await editBooking(app, bookingId, () => atCeleste(app.theatre))).toMatchObject({ ok: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ people: 4, total: rupees(1_749), ...there })
  })

  test('money that came online cannot be made less', async () => {
    const bookingId = await booked()
    expect(await editBooking(app, bookingId, unchanged, { advance: rupees(500) })).toMatchObject({
      reason: 'advance-below-received',
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ version: 2, payments: [{ voidedAt: null }] })
  })

  test('the tick records a completing payment, un-ticking voids that one only', async () => {
    const bookingId = await booked()
    await editBooking(app, bookingId, unchanged, { fullPayment: true, mode: 'card' })
    expect(await openEdit(app, bookingId)).toMatchObject({
      money: { advance: rupees(999), fullPayment: true },
      ledger: { remaining: 0, state: 'paid' },
    })
    await editBooking(app, bookingId, unchanged, { fullPayment: true })
    expect(await app.context.db.$count(payments)).toBe(2)
    expect(await editBooking(app, bookingId, unchanged, { fullPayment: false })).toMatchObject({
      ledger: { received: rupees(999), remaining: rupees(3_437) },
    })
  })

  const CHEAPER = () => ({ gifts: [], ledName: 'AARAV' })

  test('received beyond a smaller total goes back by itself, and the customer is told', async () => {
    const bookingId = await booked(fullDraft(app.theatre, { payChoice: 'full' }))
    await app.work()
    const saved = await editBooking(app, bookingId, CHEAPER, { shownReturn: rupees(399 + 90) })
    expect(saved).toMatchObject({ ledger: { remaining: 0, refundDue: 0 }, returned: { online: rupees(489) } })
    await app.work()
    expect(await storedBooking(app, bookingId)).toMatchObject({
      refunds: [{ mode: 'online', status: 'processed', amount: rupees(489) }],
      events: expect.arrayContaining(['edited', 'refund-started']),
    })
    const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking changed'))
    expect(mail?.text).toContain('Coming back ₹489\n\nEverything is paid.')
    expect(mail?.text).toContain('₹489 is on its way back to you')
    const [noted] = await app.context.db.select().from(auditLog).orderBy(auditLog.id)
    expect(noted?.changes).toMatchObject({ Refund: ['', '₹489'] })
    await editBooking(app, bookingId, unchanged)
    expect((await storedBooking(app, bookingId)).refunds).toHaveLength(1)
  })

  /** The lines of a letter that say what became of the money that was paid. */
  const moneyLines = async (bookingId: string) => {
    const mail = await composeMail(app.context, 'details', { bookingId })
    return (mail && 'text' in mail ? mail.text : '').split('\n').filter((line) => /^(Given|Coming|Taken) /.test(line))
  }

  test('a letter calls given back what was given, and coming back what waits to be handed over', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
    expect(await moneyLines(bookingId)).toEqual([])
    for (const people of [4, 3])
      expect(await editBooking(app, bookingId, () => ({ people }))).toMatchObject({ ok: true })
    expect(await moneyLines(bookingId)).toEqual(['Coming back ₹400'])
    const [first] = (await storedBooking(app, bookingId)).refunds
    expect(await handOverRefund(app.context, OWNER, bookingId, first?.id ?? '')).toMatchObject({ ok: true })
    expect(await moneyLines(bookingId)).toEqual(['Given back ₹200', 'Coming back ₹200'])
  })

  test('a letter calls what a bank took by a dispute nothing that was given back', async () => {
    const { bookingId, payment } = await purchase(app, fullDraft(app.theatre))
    const { id } = app.emulator.ledger.openDispute(payment.id)
    app.emulator.ledger.moveDispute(id, 'lost')
    expect(await followDispute(app.context, id)).toBe(true)
    expect(await moneyLines(bookingId)).toEqual(['Taken back by your bank ₹999'])
  })

  test('goes back without a word to the customer when staff say so', async () => {
    const bookingId = await booked(fullDraft(app.theatre, { payChoice: 'full' }))
    const saved = await editBooking(app, bookingId, CHEAPER, { tellCustomer: false })
    expect(saved).toMatchObject({ returned: { online: rupees(489) } })
    expect(await mailsOf(app, 'edited')).toBe(0)
    // the letter of a cancellation tells of it, before it has gone and after
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
    const told = async () => {
      const mail = await composeMail(app.context, 'cancelled', { bookingId })
      return mail && 'text' in mail ? mail.text : ''
    }
    expect(await told()).toContain('There is no further refund for this booking. ₹489 is on its way back to you')
    await app.work()
    expect(await told()).toContain('There is no further refund for this booking. ₹489 went back to you before.\n')
  })

  test('that an edit takes is confirmed by mail as any other, and what is only entered anew is not', async () => {
    const bookingId = await booked()
    await editBooking(app, bookingId, unchanged, { fullPayment: true, mode: 'cash' })
    expect(await mailsOf(app, 'money-received')).toBe(1)
    await app.work()
    const received = app.mailbox.mails.find(({ subject }) => subject.startsWith('We have received'))
    expect(received?.text).toContain('we have received ₹3,437 in cash')
    const { money } = await openEdit(app, bookingId)
    await editBooking(app, bookingId, unchanged, { ...money, fullPayment: true, mode: 'upi' })
    await editBooking(app, bookingId, unchanged, { ...money, fullPayment: false })
    expect(await mailsOf(app, 'money-received')).toBe(1)

    // several sums of one save are one letter, and so is what a correction adds
    const other = await booked(fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    await editBooking(app, other, unchanged, { advance: rupees(1_199), fullPayment: true })
    expect(await mailsOf(app, 'money-received')).toBe(2)
    const third = await booked(fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    await editBooking(app, third, unchanged, { advance: rupees(1_099) })
    const begun = await openEdit(app, third)
    await editBooking(app, third, unchanged, { ...begun.money, advance: rupees(1_099), fullPayment: true, mode: 'upi' })
    app.mailbox.mails.length = 0
    await app.work()
    const sums = app.mailbox.mails.flatMap(({ subject }) => /^We have received (\S+)/.exec(subject)?.[1] ?? [])
    expect(sums.sort()).toEqual(['₹100', '₹3,337', '₹3,437'])
  })

  test('is told to the customer of an edit that moves nothing, whoever ticks that a move be told', async () => {
    const bookingId = await booked(fullDraft(app.theatre, { payChoice: 'full' }))
    await editBooking(app, bookingId, CHEAPER, { tellCustomer: true })
    expect([await mailsOf(app, 'edited'), await mailsOf(app, 'rescheduled')]).toEqual([1, 0])
  })

  test('another sum than the page said is refused, and nothing changes', async () => {
    const bookingId = await booked(fullDraft(app.theatre, { payChoice: 'full' }))
    const before = await storedBooking(app, bookingId)
    expect(await editBooking(app, bookingId, CHEAPER, { shownReturn: rupees(399) })).toMatchObject({
      reason: 'return-changed',
      message: 'What goes back has changed meanwhile: it is ₹489 now. Please look again.',
    })
    expect(await storedBooking(app, bookingId)).toEqual(before)
  })

  test('who was told that money waits is told that it pays for the booking again', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
    const people = (count: number, money: object = {}) => editBooking(app, bookingId, () => ({ people: count }), money)
    const letters = async () => {
      await app.work()
      const texts = app.mailbox.mails.map(({ text }) => text ?? '')
      app.mailbox.mails.length = 0
      return texts.map((text) => text.split('\n').filter((line) => /waits|waited/.test(line)))
    }
    await letters()
    expect(await people(2)).toMatchObject({ ok: true })
    expect(await letters()).toEqual([[expect.stringContaining('₹600')]])
    expect(await people(3)).toMatchObject({ ok: true })
    expect(await letters()).toEqual([
      ['₹200 that waited for you at the theatre pays for your booking again.', expect.stringContaining('₹400')],
    ])
    expect(await people(5, { tellCustomer: false })).toMatchObject({ ok: true })
    expect(await letters()).toEqual([])
    expect(await people(4)).toMatchObject({ ok: true })
    await letters()
    expect(await people(6, { fullPayment: undefined })).toMatchObject({ ok: true })
    expect(await letters()).toEqual([['₹200 that waited for you at the theatre pays for your booking again.']])
  })

  test('a letter that goes out late says no more than still goes back, and none goes of what was needed again', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
    const people = (count: number, money: object = {}) => editBooking(app, bookingId, () => ({ people: count }), money)
    const told = async () => {
      await app.work()
      const texts = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking changed'))
      app.mailbox.mails.length = 0
      return texts.map(({ text }) => text.split('\n').filter((line) => /waits/.test(line)))
    }
    await told()
    await people(2)
    await people(3, { tellCustomer: false })
    expect(await told()).toEqual([['It costs less than you have paid. ₹400 waits for you at the theatre.']])
    await people(2)
    await people(5, { tellCustomer: false })
    expect(await told()).toEqual([])
  })

  describe('a letter that goes out late counts the refunds of its own', () => {
    const told = async () => {
      await app.work()
      const texts = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking changed'))
      app.mailbox.mails.length = 0
      return texts.map(({ text }) => text.split('\n').filter((line) => /waits|on its way|given back/.test(line)))
    }

    test('and none that was handed over before', async () => {
      const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
      const people = (count: number, money: object = {}) =>
        editBooking(app, bookingId, () => ({ people: count }), money)
      await people(3)
      expect(await told()).toEqual([['It costs less than you have paid. ₹400 waits for you at the theatre.']])
      const [waiting] = (await storedBooking(app, bookingId)).refunds
      expect(await handOverRefund(app.context, OWNER, bookingId, waiting?.id ?? '')).toMatchObject({ ok: true })
      await people(2)
      await people(3, { tellCustomer: false })
      expect(await told()).toEqual([])
      // what begins anew in its place without a word is told by it
      await people(2)
      await people(3, { tellCustomer: false })
      await people(2, { tellCustomer: false })
      expect(await told()).toEqual([['It costs less than you have paid. ₹200 waits for you at the theatre.']])
    })

    test('whatever way they went by then', async () => {
      const bookingId = await booked(fullDraft(app.theatre, { payChoice: 'full' }))
      await told()
      await editBooking(app, bookingId, CHEAPER)
      const [refund] = (await storedBooking(app, bookingId)).refunds
      await app.context.db
        .update(refundRows)
        .set({ status: 'failed', failures: 1 })
        .where(eq(refundRows.id, refund?.id ?? ''))
      expect(await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: true })
      expect(await told()).toEqual([['It costs less than you have paid. ₹489 was given back to you at the theatre.']])
    })
  })

  test('what waits to be handed over pays for a booking that costs more again; what is still owed waits anew', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
    const people = (count: number, money: object = {}) => editBooking(app, bookingId, () => ({ people: count }), money)
    const waits = async () => {
      const { total, payments: rows, refunds, status } = await storedBooking(app, bookingId)
      const { remaining, refundDue } = ledgerOfRows({ total, status }, rows, refunds)
      const states = refunds.map((one) => `${one.status} ${one.amount / 100}`)
      return { states, remaining, refundDue }
    }
    const settled = { remaining: 0, refundDue: 0 }
    expect(await people(2)).toMatchObject({ returned: { desk: rupees(600) } })
    expect(await waits()).toEqual({ states: ['queued 600'], ...settled })
    // one comes again: two thirds of it are owed all the same
    expect(await people(3)).toMatchObject({ returned: { desk: rupees(400) }, ledger: { remaining: 0 } })
    expect(await waits()).toEqual({ states: ['dropped 600', 'queued 400'], ...settled })
    expect(await people(5)).toMatchObject({ returned: { all: 0 }, ledger: { remaining: 0 } })
    expect(await waits()).toEqual({ states: ['dropped 600', 'dropped 400'], ...settled })
    // what goes beyond it is to be paid
    expect(await people(2)).toMatchObject({ returned: { desk: rupees(600) } })
    expect(await people(6, { fullPayment: undefined })).toMatchObject({
      returned: { all: 0 },
      ledger: { remaining: rupees(200) },
    })
    expect((await storedBooking(app, bookingId)).events.filter((what) => what === 'refund-dropped')).toHaveLength(3)
  })

  test('what came at the front desk becomes a task, the latest money first; what is due by a fault goes back on a press', async () => {
    const bookingId = await booked()
    app.clock.advanceMinutes(1)
    await editBooking(app, bookingId, unchanged, { fullPayment: true })
    const saved = await editBooking(app, bookingId, CHEAPER, { fullPayment: true })
    expect(saved).toMatchObject({ returned: { online: 0, desk: rupees(489) } })
    expect(await editBooking(app, bookingId, unchanged, { fullPayment: false })).toMatchObject({
      reason: 'balance-went-back',
    })
    await app.context.db.delete(refundRows)
    const stranger = locationAdmin(app.theatre.otherLocationId)
    expect(await refundOwed(app.context, stranger, bookingId)).toMatchObject({ reason: 'not-found' })
    expect(await refundOwed(app.context, OWNER, bookingId)).toEqual({ ok: true, returned: rupees(489) })
    expect(await refundOwed(app.context, OWNER, bookingId)).toMatchObject({ reason: 'nothing-due' })
    const { refunds, payments: rows, total } = await storedBooking(app, bookingId)
    expect(refunds).toMatchObject([{ mode: 'cash', amount: rupees(489) }])
    expect(ledgerOfRows({ total, status: 'booked' }, rows, refunds)).toMatchObject({
      remaining: 0,
      refundDue: 0,
      refunded: rupees(489),
    })
  })
})
