import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { rowsOf } from '~/db/rows-of'
import { auditLog, moneyCases, refunds, tillClosings } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { settleTechnicalFailure } from '~/features/booking/technical-failure.server'
import { exportPayments } from '~/features/booking-pages/booking-files.server'
import { closeDay, correctDay } from '~/features/money/close-till.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { sendBack } from '~/features/money/settle-money.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { tillDay } from '~/features/money/till.server'
import { tillByDays, unclosedBefore } from '~/features/money/till-days.server'
import { deleteLocation } from '~/features/venue/locations.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { purchase, storedBooking, takeCash } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { queriesOf } from '../support/statements'
import { atCeleste, basicDraft, date, frontDesk, locationAdmin, OWNER, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const MONDAY = date('2027-03-01')
const [TUESDAY, WEDNESDAY] = [date('2027-03-02'), date('2027-03-03')]

onEachDatabase('the days of the till', (kind) => {
  const app = useApp(kind)
  const place = () => ({ id: app.theatre.locationId, name: 'Koramangala' })
  const elsewhere = () => ({ id: app.theatre.otherLocationId, name: 'Indiranagar' })
  const byDays = (at?: ReturnType<typeof place>, scope: Scope = ALL) =>
    tillByDays(app.context, scope, [place(), elsewhere()], at, { from: MONDAY, to: WEDNESDAY })
  const cash = (id: string, amount: number, shown: number) => takeCash(app, id, amount, shown)
  const close = (on: typeof MONDAY, counted: number, at = place()) =>
    closeDay(app.context, OWNER, at, {
      ...{ date: on, openingFloat: rupees(0), counted: rupees(counted), reason: 'Milk' },
    })
  const book = async (changes?: Partial<Draft>) => (await purchase(app, basicDraft(app.theatre, changes))).bookingId

  /**
   * Monday: ₹999 online and ₹300 in cash at Koramangala, ₹500 in cash at Indiranagar. Tuesday: ₹200 in cash, and the ₹300 struck out.
   * It is Wednesday.
   */
  async function threeDays() {
    const id = await book()
    const other = await book(atCeleste(app.theatre))
    app.clock.set('2027-03-01T06:35:00Z')
    await cash(id, 300, 500)
    await cash(other, 500, 500)
    app.clock.set('2027-03-02T06:35:00Z')
    await cash(id, 200, 200)
    const taken = (await storedBooking(app, id)).payments.find(({ amount }) => amount === rupees(300))
    await strikeOutPayment(app.context, OWNER, id, taken?.id ?? '')
    app.clock.set('2027-03-03T06:35:00Z')
  }

  test('read the closings of their own days and of those beside them, however many there were before', async () => {
    await threeDays()
    for (const at of [place(), elsewhere()])
      await app.context.db.execute(sql`
        insert into till_closings (id, location_id, location_name, date, opening_float, expected, counted, sums,
          closed_by, closed_by_name, closed_at)
        select ${at.id} || n, ${at.id}, ${at.name}, ${MONDAY}::date - n, 0, 0, 0, '[]', ${OWNER.id}, 'Asha', ${MONDAY}::date - n
        from generate_series(0, 400) n`)
    const files = [{}, { dateOf: 'paid-on', from: MONDAY, to: WEDNESDAY }] as const
    const reading = [
      () => byDays(),
      () => byDays(place(), { kind: 'location', locationId: place().id }),
      ...files.map((filter) => () => csvLines(exportPayments(app.context, ALL, filter))),
    ]
    for (const read of reading) {
      const asked = (await queriesOf(app.context.db, read)).filter((text) => text.includes('till_closings'))
      expect(asked.length).toBeGreaterThan(0)
      for (const text of asked)
        expect(rowsOf(await app.context.db.execute(sql.raw(text))).length).toBeLessThanOrEqual(8)
    }
  })

  test('say what technical failures took off their visits, paid or not, of each location its own', async () => {
    const id = await bookByStaff(app, basicDraft(app.theatre))
    const other = await bookByStaff(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    app.clock.set(`${VISIT}T15:00:00Z`)
    const failed = (bookingId: string, charge: number) =>
      settleTechnicalFailure(app.context, OWNER, bookingId, {
        ...{ minutesUsed: 0, charge: rupees(charge), reason: 'The projector failed' },
      })
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const said = async (query: string) =>
      (await drawnPage({ at: '/admin/till/days', query, cookie })).body.textContent?.match(
        /After technical [^.]*\./,
      )?.[0]
    const on = `?fromDate=${VISIT}&toDate=${VISIT}`
    expect(await said(on)).toBeUndefined()
    expect(await failed(id, 0)).toMatchObject({ ok: true, returned: 0 })
    expect(await failed(other, 999)).toMatchObject({ ok: true, returned: 0 })
    expect(await said(on)).toBe('After technical failures ₹1,999 was taken off 2 visits of these days.')
    expect(await said(`${on}&location=${place().id}`)).toContain('₹1,499 was taken off 1 visit of')
    expect(await said(`${on}&location=${elsewhere().id}`)).toContain('₹500 was taken off 1 visit of')
    expect(await said(`?fromDate=${MONDAY}&toDate=${MONDAY}`)).toBeUndefined()
    const own: Scope = { kind: 'location', locationId: elsewhere().id }
    const seen = await tillByDays(app.context, own, [elsewhere()], undefined, { from: VISIT, to: VISIT })
    expect(seen.reduced).toContain('₹500')
    expect(await cancelByStaff(app.context, OWNER, other, { reason: 'Ill', refund: 'none' })).toMatchObject({
      ok: true,
    })
    expect(await said(on)).toContain('₹1,499 was taken off 1 visit of')
  })

  test('count no visit of which a technical failure takes nothing off after an edit', async () => {
    const { roses } = app.theatre.items
    const id = await bookByStaff(app, basicDraft(app.theatre, { gifts: [{ id: roses, count: 1 }] }))
    app.clock.set(`${VISIT}T15:00:00Z`)
    const failure = { minutesUsed: 170, charge: rupees(1_600), reason: 'The projector failed' }
    expect(await settleTechnicalFailure(app.context, OWNER, id, failure)).toMatchObject({ ok: true })
    const reduced = async () =>
      (await tillByDays(app.context, ALL, [place()], undefined, { from: VISIT, to: VISIT })).reduced
    expect(await reduced()).toContain('₹298 was taken off 1 visit of')
    expect(await editBooking(app, id, () => ({ gifts: [] }))).toMatchObject({ ok: true })
    expect((await storedBooking(app, id)).lines.find((line) => line.kind === 'reduction')?.amount).toBe(0)
    expect(await reduced()).toBeUndefined()
  })

  test('come to what each of them comes to, by way of payment and by person', async () => {
    await signedIn(app, OWNER)
    await threeDays()
    for (const at of [place(), elsewhere(), undefined]) {
      const { days, modes, people } = await byDays(at)
      const single = await Promise.all([MONDAY, TUESDAY].map((on) => tillDay(app.context, ALL, at, on)))
      const [monday, tuesday] = single
      const shown = new Map(days.map(({ id, net }) => [id, net]))
      expect([shown.get(MONDAY), shown.get(TUESDAY) ?? 0]).toEqual([monday?.net, tuesday?.net])
      for (const { name, net } of modes)
        expect([name, net]).toEqual([
          name,
          single.reduce((all, day) => all + (day.modes.find((one) => one.name === name)?.net ?? 0), 0),
        ])
      expect(people.reduce((all, { net }) => all + net, 0)).toBe(single.reduce((all, { net }) => all + net, 0))
    }
    expect((await byDays()).days.map(({ id, modes }) => [id, modes.cash / 100, modes.online / 100])).toEqual([
      [TUESDAY, -100, 0],
      [MONDAY, 800, 1_998],
    ])
    // of one location nobody sees the other
    const there = await byDays(undefined, { kind: 'location', locationId: app.theatre.otherLocationId })
    expect(there.days.map(({ id, net }) => [id, net / 100])).toEqual([[MONDAY, 1_499]])
  })

  test('say which was not closed, and which was counted otherwise, with the entries that correct it', async () => {
    await threeDays()
    await close(MONDAY, 100)
    await correctDay(app.context, OWNER, place(), {
      ...{ date: MONDAY, amount: rupees(50), reason: 'Found', entry: newId() },
    })
    await close(MONDAY, 500, elsewhere())
    const { days, amiss } = await byDays()
    expect(days.map(({ id, counted }) => [id, counted.map(({ location, words }) => `${location}: ${words}`)])).toEqual([
      [TUESDAY, ['Koramangala: Not closed']],
      [
        MONDAY,
        ['Koramangala: ₹150 too little, before corrections ₹200 too little', 'Indiranagar: Counted as expected'],
      ],
    ])
    expect(amiss).toBe('1 day is not closed, ₹150 too little (once), before corrections ₹200 too little (once).')
    expect((await byDays(elsewhere())).amiss).toBe('')
    // a payment of a closed day goes out on the day on which it is struck out
    expect(days[1]?.counted[0]).toMatchObject({ by: OWNER.name, since: 0 })
  })

  test('say where the next one is closed that one before it never was, with the way there', async () => {
    serveHere(app.context)
    await threeDays()
    const cookie = await signedIn(app, frontDesk(app.theatre.locationId))
    const said = async (on = WEDNESDAY) => {
      const page = await drawnPage({ at: '/admin/till', query: `?date=${on}`, cookie })
      const link = [...page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Close it first')
      return link && [link.parentElement?.textContent, link.getAttribute('href')]
    }
    // nobody counts there at all
    expect(await said()).toBeUndefined()
    await close(MONDAY, 300)
    const words = 'Tuesday, 02/03/2027 was never closed. Close it first'
    expect(await said()).toEqual([words, `/admin/till?date=${TUESDAY}`])
    // what is closed already, and what has not come, is not closed now
    expect([await said(MONDAY), await said(date('2027-03-04'))]).toEqual([undefined, undefined])
    expect(await said(TUESDAY)).toBeUndefined()
    await close(TUESDAY, 200)
    expect(await said()).toBeUndefined()
  })

  test('say nothing of the days before a place began to close its till', async () => {
    const { context } = app
    await threeDays()
    await close(TUESDAY, 200)
    expect(await unclosedBefore(context, ALL, place(), WEDNESDAY)).toBeUndefined()
  })

  test('name each that began with another sum than the last closed one left, whatever is entered afterwards', async () => {
    const { context, clock } = app
    const closing = (on: typeof MONDAY, float: number, counted: number, reason = '') =>
      closeDay(context, OWNER, place(), {
        ...{ date: on, openingFloat: rupees(float), counted: rupees(counted), reason },
      })
    const begun = async (on: typeof MONDAY) => (await tillDay(context, ALL, place(), on)).closing?.begunWords
    clock.set('2027-03-01T16:30:00Z')
    expect(await closing(MONDAY, 500, 2_000, 'Change from the bank')).toMatchObject({ ok: true })
    clock.set('2027-03-02T16:30:00Z')
    expect(await closing(TUESDAY, 500, 500)).toMatchObject({
      reason: 'reason-missing',
      message: '₹1,500 less to begin with than was left: what is the reason?',
    })
    expect(await closing(TUESDAY, 500, 500, '₹1,500 to the bank')).toEqual({ ok: true, difference: 0 })
    const [entry] = await context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityName, `Koramangala ${TUESDAY}`))
    expect(entry?.changes).toMatchObject({
      'Float proposed': [expect.anything(), '₹2,000'],
      'Opening float': [expect.anything(), '₹500'],
      Reason: [expect.anything(), '₹1,500 to the bank'],
    })
    clock.set('2027-03-03T16:30:00Z')
    const correct = { amount: rupees(-1_500), reason: 'It was counted wrong', entry: newId() }
    await correctDay(context, OWNER, place(), { date: MONDAY, ...correct })
    expect(await closing(WEDNESDAY, 500, 500)).toEqual({ ok: true, difference: 0 })
    expect([await begun(MONDAY), await begun(TUESDAY), await begun(WEDNESDAY)]).toEqual([
      null,
      '₹1,500 less to begin with',
      null,
    ])
    serveHere(context)
    const query = `?date=${TUESDAY}&location=${app.theatre.locationId}`
    const page = await drawnPage({ at: '/admin/till', query, cookie: await signedIn(app, OWNER) })
    expect(page.body.textContent).toContain('Against what was left₹1,500 less to begin with')
    // of a stretch that begins with it too
    for (const from of [MONDAY, TUESDAY]) {
      const { days, amiss } = await tillByDays(context, ALL, [place()], place(), { from, to: WEDNESDAY })
      expect(days.find(({ id }) => id === TUESDAY)?.counted).toMatchObject([
        { words: 'Counted as expected, ₹1,500 less to begin with: ₹1,500 to the bank', amiss: true },
      ])
      expect(amiss).toContain('₹1,500 less to begin with (once)')
    }
  })

  test('are not judged by what was left where that was not noted yet', async () => {
    const closing = (on: typeof MONDAY, cash: number) => ({
      ...{ date: on, openingFloat: rupees(500), counted: rupees(cash), reason: 'To the bank' },
    })
    app.clock.set('2027-03-02T16:30:00Z')
    // as those before it, this one was closed before what was left was noted
    for (const given of [closing(MONDAY, 2_000), closing(TUESDAY, 2_000)])
      expect(await closeDay(app.context, OWNER, place(), given)).toMatchObject({ ok: true })
    await app.context.db.update(tillClosings).set({ floatLeft: null })
    app.clock.set('2027-03-03T16:30:00Z')
    expect(await closeDay(app.context, OWNER, place(), closing(WEDNESDAY, 500))).toMatchObject({ ok: true })
    const { days, amiss } = await byDays(place())
    expect(days.map(({ counted }) => counted[0]?.words)).toEqual([
      ...['Counted as expected, ₹1,500 less to begin with: To the bank', '₹1,500 too much', '₹1,500 too much'],
    ])
    expect(amiss).toBe('₹3,000 too much (2 times), ₹1,500 less to begin with (once).')
    expect((await tillDay(app.context, ALL, place(), TUESDAY)).closing?.begunWords).toBeNull()
  })

  test('know what moved since the last closed one, on days that nobody closed', async () => {
    await threeDays()
    await close(MONDAY, 300)
    // ₹200 came and ₹300 went out on Tuesday, which nobody closes
    const float = { date: WEDNESDAY, openingFloat: rupees(200), counted: rupees(200), reason: '' }
    expect((await tillDay(app.context, ALL, place(), WEDNESDAY)).left).toBe(rupees(200))
    expect(await closeDay(app.context, OWNER, place(), float)).toMatchObject({ ok: true })
    expect((await byDays(place())).amiss).toBe('1 day is not closed.')
  })

  test('find what was paid out by hand of no booking’s money in no till', async () => {
    const { context, emulator } = app
    const order = emulator.ledger.createOrder({ amount: 49_900, currency: 'INR', receipt: 'elsewhere' })
    emulator.pay(order.id, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(context)
    await app.work()
    const [stray] = await context.db.select().from(moneyCases)
    emulator.ledger.refundsStart('failed')
    expect(await sendBack(context, OWNER, stray?.id ?? '')).toMatchObject({ ok: true })
    await app.work()
    const [refund] = await context.db.select().from(refunds)
    app.clock.set('2027-03-01T06:35:00Z')
    const given = { mode: 'cash' as const, shown: rupees(499) }
    expect(await handOverRefund(context, OWNER, null, refund?.id ?? '', given)).toMatchObject({ ok: true })
    app.clock.set('2027-03-03T06:35:00Z')
    const { days, amiss } = await byDays()
    expect(days.map(({ id, modes, counted }) => [id, modes.cash, counted.map((one) => one.words)])).toContainEqual([
      MONDAY,
      -rupees(499),
      ['In no till'],
    ])
    expect(amiss).toBe('')
  })

  test('say what was counted at a location that was deleted since, though nothing moved', async () => {
    const owner = { ...OWNER, email: 'asha@theatre.test', sessionId: 'session' }
    const closed = { date: MONDAY, openingFloat: rupees(2_000), counted: rupees(1_500), reason: 'Short' }
    app.clock.set('2027-03-01T06:35:00Z')
    expect(await closeDay(app.context, OWNER, elsewhere(), closed)).toMatchObject({ ok: true })
    app.clock.set('2027-03-03T06:35:00Z')
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const said = async (day: string) => {
      const { body } = await visitAt({ at: '/admin/till/days', query: `?fromDate=${day}&toDate=${day}`, cookie })
      const { days, amiss } = (body as { till: Awaited<ReturnType<typeof tillByDays>> }).till
      return [days.flatMap(({ counted }) => counted.map(({ location, words }) => `${location}: ${words}`)), amiss]
    }
    const short = [['Indiranagar: ₹500 too little'], '₹500 too little (once).']
    expect(await said(MONDAY)).toEqual(short)
    expect(await deleteLocation(app.context, owner, elsewhere().id)).toEqual({ ok: true })
    expect(await said(MONDAY)).toEqual(short)
    expect(await said(TUESDAY)).toEqual([[], ''])
    // whoever reads without its name reads of it all the same
    const days = { from: MONDAY, to: MONDAY }
    expect((await tillByDays(app.context, ALL, [place()], undefined, days)).amiss).toBe(short[1])
  })

  test('are shown to who sees figures, of their own location', async () => {
    serveHere(app.context)
    await threeDays()
    const shown = async (staff: Parameters<typeof signedIn>[1], query = '') => {
      const { body, short } = await visitAt({ at: '/admin/till/days', query, cookie: await signedIn(app, staff) })
      return { short, ...(body as { till: Awaited<ReturnType<typeof tillByDays>>; faults: string[]; from: string }) }
    }
    const owner = await shown(OWNER, '?fromDate=2026-01-01&toDate=2027-03-03&location=nowhere')
    expect([owner.faults, owner.from]).toEqual([
      ['At most 92 days are added up at once', 'There is no such location'],
      '2026-12-02',
    ])
    expect(owner.till.days).toHaveLength(2)
    const admin = await shown(locationAdmin(app.theatre.otherLocationId))
    expect(admin.till.days.map(({ id }) => id)).toEqual([MONDAY])
    const desk = frontDesk(app.theatre.locationId)
    expect((await shown(desk)).short).toBe('403')
  })

  test('are read on a page, each with the way to its own till', async () => {
    serveHere(app.context)
    await threeDays()
    const cookie = await signedIn(app, OWNER)
    const page = await drawnPage({ at: '/admin/till/days', cookie })
    expect(page.body.textContent).toContain('3 tills of 2 days are not closed.')
    // by way of payment, and by person: what comes to all of it
    const all = [...page.querySelectorAll('tfoot tr')].map((row) => [...row.children].map((cell) => cell.textContent))
    expect(all).toEqual([expect.arrayContaining(['All']), all[0]])
    const way = page.querySelector<HTMLAnchorElement>('tbody a[href*="2027-03-01"]')
    expect(way?.getAttribute('href')).toBe('/admin/till?date=2027-03-01')
    const till = await drawnPage({ at: '/admin/till', cookie })
    expect(till.querySelector('a[href="/admin/till/days"]')?.textContent).toBe('By days')
  })
})
