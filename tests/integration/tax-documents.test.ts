import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingLines, bookings, documentSeries, locations, payments, refunds, taxDocuments } from '~/db/schema'
import { type Paise, paise, rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { exportPapers } from '~/features/booking-pages/booking-files.server'
import { issueDueDocuments, issueMissedDocuments } from '~/features/money/due-documents.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { paperList, paperPage } from '~/features/money/paper.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { issueDocuments } from '~/features/money/tax-documents.server'
import type { AppContext } from '~/platform/context.server'
import { useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { statementsOf } from '../support/statements'
import { atCeleste, basicDraft, date, OWNER, time } from '../support/theatre'

type Draft = Parameters<typeof basicDraft>[1]

onEachDatabase('papers about money', (kind) => {
  const app = useApp(kind)
  const book = (advance: number, changes: Draft = {}) => bookByStaff(app, basicDraft(app.theatre, changes), advance)
  const states = async (id: string) =>
    (await paperList(app.context, id)).map(({ title, cancelled }) => [title, cancelled])
  const edit = async (id: string, change: Draft, money: { advance?: Paise; fullPayment?: boolean } = {}) => {
    const open = await findEditable(app.context, OWNER, id)
    if (!open) throw new Error('The booking cannot be opened.')
    const saved = { ...open.money, mode: 'cash' as const, note: '', movedFor: 'family' as const, ...money }
    return updateBooking(app.context, OWNER, id, open.version, { ...open.draft, ...change }, saved)
  }
  const numbers = async (id: string) => (await paperList(app.context, id)).map(({ number }) => number)

  test('a receipt for the advance, the invoice at full payment, each with its number; twice asked, once made', async () => {
    const id = await book(99_900)
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    app.clock.advanceMinutes(1)
    await takePayment(app.context, OWNER, id, { amount: rupees(500), mode: 'cash', shown: rupees(500), reference: '' })
    await issueDueDocuments(app.context)
    await issueDocuments(app.context, id)
    expect(await numbers(id)).toEqual(['KOR/R/2627/00001', 'KOR/I/2627/00001'])
    const there = await book(149_900, atCeleste(app.theatre))
    await issueDueDocuments(app.context)
    expect(await numbers(there)).toEqual(['IND/I/2627/00001'])
    // the letters of one place are no other's, though they have not numbered a paper of this kind
    const back = await cancelByStaff(app.context, OWNER, there, { reason: 'Asked by phone', refund: 'full' })
    const [refund] = await app.context.db.select().from(refunds)
    expect(back.ok && (await handOverRefund(app.context, OWNER, there, refund?.id ?? ''))).toMatchObject({ ok: true })
    await issueDueDocuments(app.context)
    expect((await numbers(there)).map((number) => number.slice(0, 4))).toEqual(['IND/', 'IND/', 'IND/'])
  })

  test('two locations of like names have letters of their own, whatever kind of paper comes first', async () => {
    const { otherLocationId } = app.theatre
    await app.context.db.update(locations).set({ name: 'Koramangala Two' }).where(eq(locations.id, otherLocationId))
    const here = await book(99_900)
    await issueDueDocuments(app.context)
    const there = await book(149_900, atCeleste(app.theatre))
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    await takePayment(app.context, OWNER, here, {
      amount: rupees(500),
      mode: 'cash',
      shown: rupees(500),
      reference: '',
    })
    await issueDueDocuments(app.context)
    expect([await numbers(here), await numbers(there)]).toEqual([
      ['KOR/R/2627/00001', 'KOR/I/2627/00001'],
      ['KO2/I/2627/00001'],
    ])
  })

  test('an unpaid visit has its invoice when it begins, in the year in which it does', async () => {
    const id = await book(0)
    expect(await issueDueDocuments(app.context)).toBe(0)
    app.clock.set('2027-03-12T13:31:00Z')
    await issueDueDocuments(app.context)
    expect(await numbers(id)).toEqual(['KOR/I/2627/00001'])
  })

  test('is made anew just when its words change, whatever they are: the query and the program read a booking alike', async () => {
    const { db } = app.context
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => !one.includes('\0'))
    const at = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => time(parts.map((n) => `${n}`.padStart(2, '0')).join(':')))
    const line = fc.record({
      name: text,
      count: fc.integer({ min: 0, max: 3 }),
      amount: fc.nat(900_000).map(paise),
      explanation: fc.option(text),
    })
    const words = fc.record({
      visit: fc.record({ screenName: text, locationName: text, slotFrom: at, slotTo: at }),
      lines: fc.array(line, { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(words, async ({ visit, lines }) => {
        await db.update(bookings).set(visit).where(eq(bookings.id, id))
        await db.delete(bookingLines).where(eq(bookingLines.bookingId, id))
        for (const [position, { amount, ...one }] of lines.entries())
          await db
            .insert(bookingLines)
            .values({ ...one, bookingId: id, position, kind: 'addon', unitPrice: amount, amount })
        const before = await numbers(id)
        await issueDueDocuments(app.context)
        expect(await numbers(id)).toHaveLength(before.length + 1)
        expect(await issueDueDocuments(app.context)).toBe(0)
      }),
      { numRuns: 15 },
    )
  })

  test('a cancelled booking keeps its invoice, cancelled; what goes back has its voucher', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    await issueDueDocuments(app.context)
    const refund = await app.context.db.query.refunds.findFirst()
    app.clock.advanceMinutes(1)
    await handOverRefund(app.context, OWNER, id, refund?.id ?? '', { note: 'In cash' })
    await issueDueDocuments(app.context)
    // what was received stands on a live paper all the same
    expect(await states(id)).toEqual([
      ['Invoice', true],
      ['Receipt voucher', false],
      ['Refund voucher', false],
    ])
  })

  test('of money that came back the refund voucher is cancelled; what goes after that has its own', async () => {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    const at = () => app.emulator.ledger.refundsOf(payment.id)
    /** The bank says what became of the refund that was made last, a day later; papers follow. */
    const news = async (said?: 'failed') => {
      app.clock.advanceMinutes(24 * 60)
      if (said) app.emulator.ledger.settleRefund(at().at(-1)?.id ?? '', said)
      await followRefunds(app.context, payment.id)
      await issueDueDocuments(app.context)
      expect(await issueDueDocuments(app.context)).toBe(0)
    }
    const vouchers = async () =>
      (await paperList(app.context, bookingId)).flatMap(({ title, total, cancelled }) =>
        title === 'Refund voucher' ? [[total, cancelled]] : [],
      )
    await issueDueDocuments(app.context)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'full' })
    await app.work()
    await news()
    expect(await vouchers()).toEqual([[99_900, false]])
    await news('failed')
    expect(await vouchers()).toEqual([[99_900, true]])
    const [paper] = (await paperList(app.context, bookingId)).filter(({ title }) => title === 'Refund voucher')
    const shown = await paperPage(app.context, { scope: { kind: 'all' } }, paper?.id ?? '')
    expect(shown?.cancelled).toBe('It did not arrive')
    app.clock.advanceMinutes(60)
    await wakeRefunds(app.context)
    await app.work()
    await news()
    expect(await vouchers(), 'sent again').toEqual([
      [99_900, true],
      [99_900, false],
    ])
    await news('failed')
    app.emulator.ledger.refund(payment.id, { amount: 60_000 }, undefined)
    await news()
    expect(
      (await vouchers()).filter(([, cancelled]) => !cancelled),
      'made in the console',
    ).toEqual([[60_000, false]])
    await news('failed')
    expect((await vouchers()).filter(([, cancelled]) => !cancelled)).toEqual([])
    await issueMissedDocuments(app.context)
    expect((await vouchers()).filter(([, cancelled]) => !cancelled)).toEqual([])
  })

  test('what is kept of a cancelled booking has an invoice', async () => {
    const id = await book(99_900)
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    expect(await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'none' })).toMatchObject({ ok: true })
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    expect(await states(id)).toEqual([
      ['Receipt voucher', false],
      ['Invoice', false],
    ])
    const [, paper] = await paperList(app.context, id)
    expect(await paperPage(app.context, { scope: { kind: 'all' } }, paper?.id ?? '')).toMatchObject({
      total: 99_900,
      content: { paid: 99_900, lines: [{ text: 'Cancellation charge', amount: 99_900 }] },
    })
  })

  test('what goes back and what is kept have together the tax that was received', async () => {
    const tax = { ...app.context.business.tax, gstin: '29ABCDE1234F1Z5', rate: 1_800 }
    const registered = { ...app.context, business: { ...app.context.business, tax } }
    const { bookingId: id } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-30') }))
    const payment = async (bookingId: string) =>
      (await app.context.db.select().from(payments).where(eq(payments.bookingId, bookingId)))[0]?.providerPaymentId
    await issueDueDocuments(registered)
    app.clock.advanceMinutes(1)
    expect(await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'policy' })).toMatchObject({ ok: true })
    await app.work()
    app.clock.advanceMinutes(24 * 60)
    await followRefunds(app.context, (await payment(id)) ?? '')
    await issueDueDocuments(registered)
    const rows = await app.context.db.select().from(taxDocuments)
    const half = (kind: string) => rows.find((one) => one.kind === kind)?.content.tax?.cgst ?? 0
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['invoice', 'receipt', 'refund'])
    expect([half('receipt'), half('refund') + half('invoice')]).toEqual([7_619, 7_619])
  })

  test('an invoice does not say longer than a minute that a payment came which was struck out', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    expect(await edit(id, {}, { advance: rupees(300), fullPayment: false })).toMatchObject({ ok: true })
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    expect(await states(id)).toEqual([
      ['Invoice', true],
      ['Receipt voucher', false],
    ])
    app.clock.set('2027-03-12T13:31:00Z')
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await numbers(id)).toEqual(['KOR/I/2627/00001', 'KOR/R/2627/00001', 'KOR/I/2627/00002'])
  })

  test('what a stop of many days missed is made up for, back to the first paper of the house', async () => {
    await book(149_900, { slotId: app.theatre.aurora.slots['13:00'] })
    await issueMissedDocuments(app.context)
    expect(await app.context.db.$count(taxDocuments), 'a house without papers begins with what is due').toBe(0)
    await issueDueDocuments(app.context)
    const missed = await book(99_900, { slotId: app.theatre.aurora.slots['10:00'] })
    // changed by the test's own clock, not by today's
    await app.context.db.update(bookings).set({ updatedAt: app.clock.now() })
    app.clock.set('2027-05-01T06:00:00Z')
    expect(await issueDueDocuments(app.context)).toBe(0)
    await issueMissedDocuments(app.context)
    expect(await states(missed)).toEqual([['Invoice', false]])
  })

  test('an advance of a visit ahead has its receipt however long ago it came; one of a visit that was over before papers has none', async () => {
    const { db } = app.context
    const ahead = { date: date('2027-03-30') }
    const waits = await book(99_900, ahead)
    const imported = await book(99_900, { ...ahead, ...atCeleste(app.theatre) })
    const over = await book(99_900, { date: date('2027-03-02') })
    // the database's own clock may be later than the test's
    await db.update(bookings).set({ updatedAt: app.clock.now() })
    app.clock.set('2027-03-16T06:30:00Z')
    await db.update(bookings).set({ updatedAt: app.clock.now() }).where(eq(bookings.id, imported))
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await states(imported)).toEqual([['Receipt voucher', false]])
    expect(await states(waits)).toEqual([])
    await issueMissedDocuments(app.context, 1)
    expect([await states(waits), await states(over)]).toEqual([[['Receipt voucher', false]], []])
    expect(await issueDueDocuments(app.context)).toBe(0)
    await issueMissedDocuments(app.context)
    expect(await db.$count(taxDocuments)).toBe(2)
  })

  test('are made part by part, and one that cannot be made keeps no other from its own', async () => {
    await book(149_900, atCeleste(app.theatre))
    await issueDueDocuments(app.context)
    // a series that has no number left
    await app.context.db.update(documentSeries).set({ last: 99_999 })
    const tomorrow = { date: date('2027-03-13') }
    await book(149_900, { ...atCeleste(app.theatre), ...tomorrow })
    const { '10:00': first, '13:00': second } = app.theatre.aurora.slots
    const missed = [await book(149_900, { slotId: first }), await book(149_900, { slotId: second })]
    const asked = await statementsOf(app.context.db, async () => {
      await expect(issueMissedDocuments(app.context, 1)).rejects.toThrow('The papers of 1 bookings could not be made')
    })
    // four bookings, and the end
    expect(asked.filter((text) => text.includes('with part as'))).toHaveLength(5)
    for (const id of missed) expect(await states(id)).toEqual([['Invoice', false]])
  })

  test('of many that cannot be made a few are told, and how many there are', async () => {
    await book(149_900)
    await issueDueDocuments(app.context)
    await app.context.db.update(documentSeries).set({ last: 99_999 })
    for (let day = 13; day < 19; day++) await book(149_900, { date: date(`2027-03-${day}`) })
    const inParts = () => issueMissedDocuments(app.context, 2)
    for (const issue of [issueDueDocuments, inParts]) {
      const failed = await issue(app.context).catch((error: unknown) => error)
      expect(failed).toMatchObject({ message: 'The papers of 6 bookings could not be made', errors: { length: 5 } })
    }
  })

  test('money that comes after its invoice was cancelled has a receipt', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    await app.context.db
      .update(bookings)
      .set({ total: rupees(2_499) })
      .where(eq(bookings.id, id))
    await app.context.db
      .update(bookingLines)
      .set({ amount: rupees(2_499) })
      .where(eq(bookingLines.position, 0))
    expect(await issueDueDocuments(app.context)).toBe(1)
    app.clock.advanceMinutes(1)
    await takePayment(app.context, OWNER, id, {
      amount: rupees(300),
      mode: 'cash',
      shown: rupees(1_000),
      reference: '',
    })
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    expect(await numbers(id)).toEqual(['KOR/I/2627/00001', 'KOR/R/2627/00001', 'KOR/R/2627/00002'])
  })

  test.each([
    ['with the first', false],
    ['after the first has its invoice', true],
  ])('what is paid whole a second time, %s, has a receipt of its own, which its refund corrects', async (_, later) => {
    const draft = basicDraft(app.theatre, { payChoice: 'full' })
    const { orderId, bookingId: id, payment } = await purchase(app, draft)
    if (later) await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    const again = { ...app.emulator.ledger.payment(payment.id), id: 'pay_SecondPayment1' }
    app.emulator.ledger.payments.set(again.id, again)
    await applyGatewayTruth(app.context, orderId)
    expect([await issueDueDocuments(app.context), await issueDueDocuments(app.context)]).toEqual([1, 0])
    await app.work()
    app.clock.advanceMinutes(1)
    expect([await issueDueDocuments(app.context), await issueDueDocuments(app.context)]).toEqual([1, 0])
    const [head = [], ...rows] = (await csvLines(exportPapers(app.context, { kind: 'all' }, {}))).map((row) =>
      row.split(','),
    )
    const columns = ['Number', 'Total', 'Corrects'].map((name) => head.indexOf(name))
    expect(rows.map((row) => columns.map((at) => row[at])).sort()).toEqual([
      ['KOR/B/2627/00001', '1499', 'KOR/R/2627/00001'],
      ['KOR/I/2627/00001', '1499', ''],
      ['KOR/R/2627/00001', '1499', ''],
    ])
    expect((await states(id)).map(([, cancelled]) => cancelled)).toEqual([false, false, false])
  })

  test('a visit that moves, or has other lines at the same price, has its invoice anew', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(5)
    expect(await edit(id, { slotId: app.theatre.aurora.slots['13:00'] })).toMatchObject({ ok: true })
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    app.clock.advanceMinutes(5)
    await app.context.db.update(bookingLines).set({ name: 'Other' }).where(eq(bookingLines.position, 0))
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    expect(await states(id)).toEqual([
      ['Invoice', true],
      ['Invoice', true],
      ['Invoice', false],
    ])
  })

  test('an invoice says as paid nothing that is on its way back', async () => {
    const people = 4
    const id = await book(189_900, { people })
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(5)
    expect(await edit(id, { people: 2 })).toMatchObject({ ok: true })
    await issueDueDocuments(app.context)
    const papers = await app.context.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, id))
    const said = papers.map(({ total, content, cancelledAt }) => [total, content.paid, cancelledAt !== null])
    expect(said.sort(([a = 0], [b = 0]) => Number(b) - Number(a))).toEqual([
      [189_900, 189_900, true],
      [149_900, 149_900, false],
    ])
  })

  test('an invoice is made anew when a payment on it is struck out, though as much was on its way back', async () => {
    const { linkToken: _, bookingId: id } = await purchase(app, basicDraft(app.theatre, { people: 4 }))
    const sent = { amount: rupees(900), shown: rupees(900), mode: 'cash' as const, reference: '' }
    expect(await takePayment(app.context, OWNER, id, sent)).toMatchObject({ ok: true })
    expect(await edit(id, { people: 2 })).toMatchObject({ ok: true })
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(5)
    const cash = await app.context.db.query.payments.findFirst({ where: eq(payments.mode, 'cash') })
    expect(await strikeOutPayment(app.context, OWNER, id, cash?.id ?? '')).toMatchObject({ ok: true })
    await issueDueDocuments(app.context)
    const live = (await app.context.db.select().from(taxDocuments)).filter(({ kind: of }) => of === 'invoice')
    expect(live.filter(({ cancelledAt }) => !cancelledAt).map(({ content }) => content.paid)).not.toContain(149_900)
    expect(live.some(({ cancelReason }) => cancelReason === 'A payment on it was struck out')).toBe(true)
  })

  test('the receipt of a payment that is struck out is cancelled', async () => {
    const id = await book(50_000)
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    expect(await edit(id, {}, { advance: rupees(300) })).toMatchObject({ ok: true })
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await issueDueDocuments(app.context)).toBe(0)
    expect(await states(id)).toEqual([
      ['Receipt voucher', true],
      ['Receipt voucher', false],
    ])
    expect(
      await app.context.db.query.taxDocuments.findFirst({ where: eq(taxDocuments.total, rupees(500)) }),
    ).toMatchObject({ cancelReason: 'Entered by mistake' })
  })

  test.each([
    'a payment',
    'a refund',
  ] as const)('%s that counts again after its voucher was cancelled has another one', async (which) => {
    const { db } = app.context
    const id = await book(50_000)
    if (which === 'a refund') {
      await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
      const refund = await db.query.refunds.findFirst()
      await handOverRefund(app.context, OWNER, id, refund?.id ?? '')
    }
    const count = (counts: boolean) =>
      which === 'a payment'
        ? db.update(payments).set({ voidedAt: counts ? null : app.clock.now(), voidedBy: null })
        : db.update(refunds).set({ status: counts ? 'processed' : 'failed' })
    const title = which === 'a payment' ? 'Receipt voucher' : 'Refund voucher'
    const cancelled = async () => (await states(id)).filter(([of]) => of === title).map(([, gone]) => gone)
    await issueDueDocuments(app.context)
    expect(await cancelled()).toEqual([false])
    app.clock.advanceMinutes(1)
    await count(false)
    await issueDueDocuments(app.context)
    expect(await cancelled()).toEqual([true])
    app.clock.advanceMinutes(1)
    await count(true)
    expect(await issueDueDocuments(app.context)).toBe(1)
    expect(await cancelled()).toEqual([true, false])
    expect(await issueDueDocuments(app.context)).toBe(0)
  })

  test('what goes back is taxed as it came, though the business was registered meanwhile, and its rate changed', async () => {
    const tax = { ...app.context.business.tax, gstin: '29ABCDE1234F1Z5', rate: 1_800 }
    const under = (changes: object) => ({
      ...app.context,
      business: { ...app.context.business, tax: { ...tax, ...changes } },
    })
    const taxes = async (id: string) => {
      const rows = await app.context.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, id))
      const others = rows.filter(({ kind: of }) => of !== 'invoice')
      expect(
        others.map(({ content }) => content.paid),
        'only an invoice says what was paid',
      ).toEqual(others.map(() => null))
      return rows
        .sort((one, other) => Number(one.issuedAt) - Number(other.issuedAt) || one.kind.localeCompare(other.kind))
        .map(({ kind, content }) => [kind, content.seller.gstin, content.tax?.rate ?? null])
    }
    const cancel = async (id: string) => {
      expect(await cancelByStaff(app.context, OWNER, id, { reason: 'Rang', refund: 'full' })).toMatchObject({
        ok: true,
      })
      const [back] = await app.context.db.select().from(refunds).where(eq(refunds.bookingId, id))
      expect(await handOverRefund(app.context, OWNER, id, back?.id ?? '')).toMatchObject({ ok: true })
    }
    const before = await book(99_900)
    const whole = await book(149_900, { slotId: app.theatre.aurora.slots['13:00'] })
    await issueDueDocuments(app.context)
    app.clock.advanceMinutes(1)
    const after = await book(99_900, atCeleste(app.theatre))
    await issueDueDocuments(under({}))
    app.clock.advanceMinutes(1)
    for (const id of [before, whole, after]) await cancel(id)
    await issueDueDocuments(under({ rate: 500 }))
    const untaxed = (kind: string) => [kind, null, null]
    expect(await taxes(before)).toEqual([untaxed('receipt'), untaxed('refund')])
    expect(await taxes(whole)).toEqual([untaxed('invoice'), untaxed('receipt'), untaxed('refund')])
    expect(await taxes(after)).toEqual([
      ['receipt', tax.gstin, 1_800],
      ['refund', tax.gstin, 1_800],
    ])
  })

  test('says what it said when it was issued, and split the tax only where GSTIN and rate were set', async () => {
    const id = await book(149_900)
    const tax = { ...app.context.business.tax, gstin: '29ABCDE1234F1Z5', rate: 1_800 }
    const registered: AppContext = { ...app.context, business: { ...app.context.business, tax } }
    await issueDueDocuments(registered)
    const [paper] = await paperList(app.context, id)
    const shown = await paperPage(app.context, { scope: { kind: 'all' } }, paper?.id ?? '')
    expect(shown).toMatchObject({
      title: 'Invoice',
      content: { seller: { gstin: '29ABCDE1234F1Z5' }, sac: '999699', placeOfSupply: 'Karnataka (29)', paid: 149_900 },
      split: [
        { label: 'Taxable value', amount: 127_034 },
        { label: 'CGST 9 %', amount: 11_433 },
        { label: 'SGST 9 %', amount: 11_433 },
      ],
    })
    const plain = await book(149_900, { slotId: app.theatre.aurora.slots['13:00'] })
    await issueDueDocuments(app.context)
    const [without] = await paperList(app.context, plain)
    expect(await paperPage(app.context, { scope: { kind: 'all' } }, without?.id ?? '')).toMatchObject({ split: null })
  })

  test('of an advance says what it is for, and how the house is reached', async () => {
    const id = await book(99_900)
    await issueDueDocuments(app.context)
    const [receipt] = await paperList(app.context, id)
    const shown = await paperPage(app.context, { scope: { kind: 'all' } }, receipt?.id ?? '')
    const { email } = app.context.business
    expect(shown?.content).toMatchObject({
      ...{ lines: [{ text: 'Advance for the visit', amount: 99_900 }], paid: null },
      seller: { phone: '+91 98765 43210', email },
    })
    // its times are kept in one row beside the sum as at the top
    expect(shown?.content.lines[0]?.detail).toContain('7:00\u00a0PM')
    expect(shown?.content.booking.visit).toContain('7:00\u00a0PM')
    await app.context.db.update(taxDocuments).set({ cancelledAt: app.clock.now(), cancelReason: 'Entered by mistake' })
    expect(await paperPage(app.context, { scope: { kind: 'all' } }, receipt?.id ?? '')).toMatchObject({
      cancelled: 'Entered by mistake',
    })
  })

  test('is never changed or deleted; its buyer can be forgotten', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    const { db } = app.context
    const [paper] = await db.select().from(taxDocuments)
    const change = (set: Partial<typeof taxDocuments.$inferInsert>) =>
      db.update(taxDocuments).set(set).where(eq(taxDocuments.bookingId, id))
    await expect(change({ total: rupees(1) })).rejects.toThrow()
    await expect(change({ number: 'KOR/I/2627/00009' })).rejects.toThrow()
    if (!paper) throw new Error('There is no paper.')
    await expect(change({ content: { ...paper.content, sac: '0000' } })).rejects.toThrow()
    await expect(db.delete(taxDocuments)).rejects.toThrow()
    const { buyer: _, ...content } = paper.content
    await change({ content })
    expect(await db.query.taxDocuments.findFirst()).toMatchObject({ number: 'KOR/I/2627/00001' })
  })

  test('is shown to its customer and to staff of its location, and to nobody else', async () => {
    const id = await book(149_900)
    await issueDueDocuments(app.context)
    const [paper] = await paperList(app.context, id)
    const token = (await app.context.db.query.bookings.findFirst())?.linkToken ?? ''
    const ask = async (asking: Parameters<typeof paperPage>[1]) =>
      (await paperPage(app.context, asking, paper?.id ?? ''))?.number
    expect(await ask({ token })).toBe('KOR/I/2627/00001')
    expect(await ask({ token: 'another' })).toBeUndefined()
    expect(await ask({ scope: { kind: 'location', locationId: app.theatre.locationId } })).toBe('KOR/I/2627/00001')
    expect(await ask({ scope: { kind: 'location', locationId: app.theatre.otherLocationId } })).toBeUndefined()
  })
})
