import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, bookings, locations, tillClosings, tillCorrections } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { exportPayments } from '~/features/booking-pages/booking-files.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { closeDay, correctDay } from '~/features/money/close-till.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { exportTill, placesThatMoved, tillDay } from '~/features/money/till.server'
import { correctionForm } from '~/features/money/till-forms.server'
import type { FormAnswer } from '~/platform/form.server'
import { parseForm } from '~/platform/form.server'
import { addressAt, saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, purchase, refuseNextRefund, storedBooking, takeCash } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { atCeleste, basicDraft, date, locationAdmin, OWNER, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const TODAY = date('2027-03-01')
const TOMORROW = date('2027-03-02')

onEachDatabase('the till', (kind) => {
  const app = useApp(kind)
  const place = () => ({ id: app.theatre.locationId, name: 'Koramangala' })
  const elsewhere = () => ({ id: app.theatre.otherLocationId, name: 'Indiranagar' })
  const day = (on = TODAY, at: ReturnType<typeof place> | undefined = place(), scope: Scope = ALL) =>
    tillDay(app.context, scope, at, on)
  const cash = async (on = TODAY) => (await day(on)).modes.find(({ name }) => name === 'cash')?.net
  /** ₹1,499, of which ₹999 came online today and ₹500 in cash at the desk. */
  async function evening() {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.set('2027-03-01T06:35:00Z')
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    return bookingId
  }
  const close = (counted: number, reason = '', staff = OWNER, on = TODAY) =>
    closeDay(app.context, staff, place(), { date: on, openingFloat: rupees(2_000), counted: rupees(counted), reason })

  test('says before it is closed which parties of the day still owe, as the day itself counts them', async () => {
    serveHere(app.context)
    let cookie = await signedIn(app, OWNER)
    const said = async (on = VISIT as string, at = place().id) => {
      const page = await drawnPage({ at: '/admin/till', query: `?date=${on}&location=${at}`, cookie })
      const link = [...page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Look at the day')
      expect(link?.getAttribute('href') ?? '').toBe(link ? `/admin/today?date=${on}&location=${at}` : '')
      return link?.parentElement?.textContent
    }
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const slotId = app.theatre.aurora.slots['10:00']
    const late = await bookAtDesk(app, { ...basicDraft(app.theatre), slotId })
    // a hold is no debt, and a day that has not come is not closed
    await holdSlot(app, { ...basicDraft(app.theatre), slotId: app.theatre.aurora.slots['13:00'] })
    expect(await said()).toBeUndefined()
    app.clock.set(`${VISIT}T14:00:00Z`)
    cookie = await signedIn(app, { ...OWNER, id: 'owner-then' })
    expect(await said()).toBe('2 parties of this day still owe ₹1,999. Look at the day')
    const day = await deskDay(app.context, ALL, [place()], VISIT)
    expect(day.counts.due).toBe(rupees(1_999))
    expect([await said(TODAY), await said(VISIT, elsewhere().id)]).toEqual([undefined, undefined])
    await app.context.db.update(bookings).set({ attendance: 'no-show' }).where(eq(bookings.id, late.bookingId))
    expect(await said()).toBe('1 party of this day still owes ₹500. Look at the day')
    // it forbids nothing, and is asked once: a closed day is not opened again
    const visit = { at: '/admin/till', query: `?date=${VISIT}&location=${place().id}`, cookie }
    const typed = { intent: 'close', openingFloat: '2000', counted: '1900', reason: '', shownLeft: 'null' }
    const missing = await drawnPage({ ...visit, fields: typed })
    expect(missing.body.textContent).toContain('₹100 too little: what is the reason?')
    expect(missing.body.textContent).not.toContain('Close now?')
    const asked = await drawnPage({ ...visit, fields: { ...typed, reason: 'Milk' } })
    const form = asked.getElementById('close') as HTMLFormElement
    expect(form.querySelector('[role=alert]')?.textContent).toContain(
      'Close now? 1 party still owes ₹500, and 1 visit is not over yet.',
    )
    const yes = form.querySelector<HTMLButtonElement>('button[name=sure]')
    const again = Object.fromEntries(new (asked.defaultView?.FormData ?? FormData)(form)) as Record<string, string>
    expect([yes?.textContent, again.counted, again.reason]).toEqual(['Close now', '1900', 'Milk'])
    // what waits by now was not agreed to
    const other = await visitAt({ ...visit, fields: { ...again, sure: 'Close now? 1 party still owes ₹300.' } })
    expect(other.short).toBe('409')
    expect((await visitAt({ ...visit, fields: { ...again, sure: yes?.value ?? '' } })).short).toMatch(/^303/)
    expect(await said()).toBeUndefined()
    expect((await storedBooking(app, bookingId)).status).toBe('booked')
  })

  test('is not closed beside a sum that nobody has seen: what moved in cash meanwhile is said', async () => {
    const seen = (shown: number, reason: string) =>
      closeDay(app.context, OWNER, place(), {
        ...{ date: TODAY, openingFloat: rupees(2_000), counted: rupees(1_800), reason, shown: rupees(shown) },
      })
    await evening()
    expect(await seen(0, '₹200 for milk')).toMatchObject({
      reason: 'moved-meanwhile',
      message: 'In cash ₹500 more came in since this page was opened. Look at the till, then press again.',
    })
    expect(await seen(700, '₹200 for milk')).toMatchObject({ message: expect.stringContaining('₹200 went out') })
    expect((await day()).closing).toBeUndefined()
    const closed = { ok: true, difference: rupees(-700) }
    expect(await seen(500, '₹700 to the bank')).toEqual(closed)
    // its answer was lost, and money moved before it is sent again
    expect(await seen(0, '₹700 to the bank')).toEqual(closed)
  })

  test('is not closed beside a float that nobody has seen: what is left for the day by now is said', async () => {
    serveHere(app.context)
    app.clock.set('2027-03-02T06:35:00Z')
    const query = `?date=${TOMORROW}&location=${place().id}`
    const visit = { at: '/admin/till', query, cookie: await signedIn(app, OWNER) }
    const typed = { intent: 'close', openingFloat: '2000', counted: '1900', reason: 'Wrong change given' }
    const seenOn = (page: Awaited<ReturnType<typeof drawnPage>>) => {
      const form = page.getElementById('close') as HTMLFormElement
      return Object.fromEntries(new (page.defaultView?.FormData ?? FormData)(form)) as Record<string, string>
    }
    const first = seenOn(await drawnPage(visit))
    await close(2_000)
    const nothing = await drawnPage({ ...visit, fields: { ...first, ...typed } })
    expect(nothing.body.textContent).toContain('is ₹2,000 now, and was not known when this page was opened.')
    const opened = seenOn(await drawnPage(visit))
    const correct = { date: TODAY, amount: rupees(-500), reason: 'Counted twice', entry: newId() }
    await correctDay(app.context, OWNER, place(), correct)
    const refused = await drawnPage({ ...visit, fields: { ...opened, ...typed } })
    expect(refused.body.textContent).toContain(
      'What was left for this day is ₹1,500 now, and was ₹2,000 when this page was opened. Look at the till, then press again.',
    )
    expect(refused.body.textContent).toContain('₹500 more to begin with than was left')
    expect((await day(TOMORROW)).closing).toBeUndefined()
    // what was typed stands there, beside what is known now
    const again = seenOn(refused)
    expect(again).toMatchObject({ openingFloat: '2000', counted: '1900', reason: 'Wrong change given' })
    const fields = { ...again, intent: 'close', openingFloat: '1500' }
    expect((await visitAt({ ...visit, fields })).short).toBe('303 /admin/till')
    expect((await day(TOMORROW)).closing).toMatchObject({ openingFloat: rupees(1_500), begunWords: null })
    // its answer was lost, and an entry was made before it is sent again
    await correctDay(app.context, OWNER, place(), { ...correct, entry: newId() })
    expect((await visitAt({ ...visit, fields })).short).toBe('303 /admin/till')
  })

  test('is exported of the day that the desk still has after midnight', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    await evening()
    // half past midnight in India
    app.clock.set('2027-03-01T19:00:00Z')
    const { loader } = await (await addressAt('/admin/till/export.csv')).load()
    const request = new Request('http://localhost:3000/admin/till/export.csv', { headers: { Cookie: cookie } })
    const file = (await loader?.({ request, params: {}, context: {} })) as Response
    expect((await file.text()).match(/^2027-03-01,/gm)).toHaveLength(2)
  })

  test('has times of 24 hours in its file, and beside the day of the till the date on which it was', async () => {
    await evening()
    const { bookingId } = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    // half past midnight in India
    app.clock.set('2027-03-01T19:00:00Z')
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    const rows = (await csvLines(exportTill(app.context, ALL, place(), TODAY))).map((row) => row.trim().split(','))
    const seen = rows.filter(([, , , , , mode]) => mode === 'cash').map((row) => [row[0], row[1], row.at(-1)])
    expect(seen).toEqual([
      ['2027-03-01', '12:05', '2027-03-01'],
      ['2027-03-01', '00:30', '2027-03-02'],
    ])
  })

  test('a form is of the day and the location that its address names, however late it arrives; of no other', async () => {
    serveHere(app.context)
    const close = { intent: 'close', openingFloat: '2000', counted: '2000', reason: '' }
    const correct = { intent: 'correct', sign: 'less', amount: '50', reason: 'A note was torn', entry: newId() }
    // five in the morning of the third: the desk has another day than the page had, and one of them is closed
    app.clock.set('2027-03-02T23:30:00Z')
    const cookie = await signedIn(app, OWNER)
    const send = async (query: string, fields: Record<string, string>, by = cookie) => {
      const { short, body } = await visitAt({ at: '/admin/till', query, fields, cookie: by })
      const { error, initialValue } = (body as FormAnswer | undefined)?.lastResult ?? {}
      return error ? [short, error[''], initialValue] : short
    }
    const here = `location=${app.theatre.locationId}`
    const there = `date=2027-03-01&location=${app.theatre.otherLocationId}`
    const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
    await closeDay(app.context, OWNER, place(), {
      date: date('2027-03-03'),
      ...{ openingFloat: rupees(0), counted: rupees(0), reason: '' },
    })
    // what was typed is not to be sent to another till by a second press
    const nothing = ['409', [expect.stringMatching(/^Nothing was entered/)], {}]
    for (const query of ['', `?${here}`, `?date=xx&${here}`, '?date=2027-03-01', '?date=2027-03-01&location=nowhere'])
      expect([query, await send(query, close), await send(query, correct)]).toEqual([query, nothing, nothing])
    for (const query of ['', `?${there}`])
      expect([query, await send(query, close, manager), await send(query, correct, manager)]).toEqual([
        ...[query, nothing, nothing],
      ])
    expect(await app.context.db.$count(tillClosings)).toBe(1)
    expect(await app.context.db.$count(tillCorrections)).toBe(0)
    expect(await send(`?date=2027-03-01&${here}`, close)).toBe('303 /admin/till')
    expect(await send(`?date=2027-03-01&${here}`, correct)).toBe('303 /admin/till')
    expect(await day()).toMatchObject({ closing: { corrections: [{ reason: 'A note was torn' }] } })
    expect(await app.context.db.$count(tillClosings)).toBe(2)
  })

  test('says which day or location there is not, and shows today or all', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const shown = async (query: string) => (await visitAt({ at: '/admin/till', query, cookie })).body
    const here = app.theatre.locationId
    expect(await shown(`?date=2027-02-30&location=${here}`)).toMatchObject({
      ...{ date: TODAY, place: { id: here }, faults: ['Date must be a date, as 2027-01-21'] },
    })
    expect(await shown('?date=2027-02-27&location=nowhere')).toMatchObject({
      ...{ date: '2027-02-27', place: null, faults: ['There is no such location'] },
    })
    expect(await shown('')).toMatchObject({ date: TODAY, place: null, faults: [] })
  })

  test('knows what came in by mode and by person, at its own location and on its own day', async () => {
    await signedIn(app, OWNER)
    await evening()
    const { modes, people, net, movements } = await day()
    expect(modes.map(({ name, net: of }) => [name, of / 100])).toEqual([
      ['cash', 500],
      ['upi', 0],
      ['card', 0],
      ['online', 999],
    ])
    expect(people.map(({ name, net: of }) => [name, of / 100])).toEqual([
      ['Online', 999],
      ['Asha Rao', 500],
    ])
    expect([net / 100, movements.length]).toEqual([1_499, 2])
    expect((await day(TODAY, elsewhere())).net).toBe(0)
    expect((await tillDay(app.context, ALL, undefined, TODAY)).net).toBe(rupees(1_499))
    const other: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
    expect((await tillDay(app.context, other, undefined, TODAY)).net).toBe(0)
    expect((await day(TOMORROW)).net).toBe(0)
  })

  test('two people of one name stand in two rows, with what each took and handed over', async () => {
    await signedIn(app, OWNER)
    const twin = { ...OWNER, id: 'twin' }
    await signedIn(app, twin)
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const taking = { amount: rupees(300), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, { ...taking, shown: rupees(500) })
    await takePayment(app.context, twin, bookingId, { ...taking, amount: rupees(200), shown: rupees(200) })
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    const waiting = (await storedBooking(app, bookingId)).refunds.filter(({ mode }) => mode === 'cash')
    for (const { id } of waiting)
      expect(await handOverRefund(app.context, twin, bookingId, id)).toMatchObject({ ok: true })
    const { people, movements } = await day()
    const rows = people
      .filter(({ name }) => name !== 'Online')
      .map(({ name, ...of }) => [name, of.in / 100, of.out / 100])
    expect(rows.sort()).toEqual([
      [`Asha Rao, ${OWNER.id}@lumiere.example`, 300, 0],
      ['Asha Rao, twin@lumiere.example', 200, 500],
    ])
    expect(new Set(movements.map(({ person }) => person)).size).toBe(3)
  })

  test('counts each movement once, at its own location, and names nobody for what nobody noted', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const other = await purchase(app, basicDraft(app.theatre, { ...atCeleste(app.theatre), payChoice: 'full' }))
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    await app.work()
    const { movements, net, people } = await tillDay(app.context, ALL, undefined, TODAY)
    expect(movements.map(({ amount }) => amount / 100).sort((a, b) => a - b)).toEqual([-999, 500, 999, 1_499])
    expect(net).toBe(rupees(1_999))
    expect(other.bookingId).not.toBe(bookingId)
    expect(people.map(({ name }) => name)).toContain('Not noted')
  })

  test('ends at four in the morning, as the desk’s day does; one that was closed at midnight stays so', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    // one in the morning of Tuesday
    app.clock.set('2027-03-01T19:30:00Z')
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    expect([await cash(), await cash(TOMORROW)]).toEqual([rupees(500), 0])
    expect((await day()).movements.at(-1)?.when).toBe('1:00 AM, next day')
    expect(await close(2_500)).toMatchObject({ ok: true, difference: 0 })
    expect((await day()).closing).toMatchObject({ endsHour: 4, since: 0 })
    // as it was closed before the till's day ended with the desk's
    await app.context.db.update(tillClosings).set({ endsHour: 0, expected: rupees(2_000), counted: rupees(2_000) })
    expect([await cash(), await cash(TOMORROW)]).toEqual([0, rupees(500)])
    expect((await day()).closing).toMatchObject({ since: 0 })
    // all the locations together are what each of them says
    expect([(await day(TODAY, undefined)).net, (await day(TOMORROW, undefined)).net]).toEqual([
      rupees(999),
      rupees(500),
    ])
    // and the evening before, which nobody closed, has nothing that stands in the closed one
    await app.context.db.update(tillClosings).set({ date: TOMORROW })
    expect([await cash(), await cash(TOMORROW)]).toEqual([0, rupees(500)])
    expect(await close(2_000)).toMatchObject({ ok: true, difference: 0 })
    expect((await day()).closing).toMatchObject({ endsHour: 0, since: 0 })
  })

  test('the next day begins with what was counted, corrected, and moved in cash after it', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await close(2_000)
    await correctDay(app.context, OWNER, place(), {
      date: TODAY,
      amount: rupees(-100),
      reason: 'A note was torn',
      entry: newId(),
    })
    app.clock.set('2027-03-01T19:30:00Z')
    const taking = { amount: rupees(300), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    expect((await day(TOMORROW)).float).toBe(rupees(2_200))
    // nobody closes Tuesday
    app.clock.set('2027-03-02T06:30:00Z')
    await takePayment(app.context, OWNER, bookingId, { ...taking, amount: rupees(200), shown: rupees(200) })
    expect((await day(TOMORROW)).float).toBe(rupees(2_200))
    expect((await day(date('2027-03-03'))).float).toBe(rupees(2_400))
  })

  test('is closed once, by name, with the reason of a difference', async () => {
    await evening()
    expect(await close(2_300)).toMatchObject({ ok: false, reason: 'reason-missing' })
    expect(await close(2_300, 'Change was given twice')).toEqual({ ok: true, difference: rupees(-200) })
    expect(await close(2_500)).toMatchObject({ ok: false, reason: 'closed' })
    expect((await day()).closing).toMatchObject({
      expected: rupees(2_500),
      counted: rupees(2_300),
      reason: 'Change was given twice',
      closedByName: 'Asha Rao',
      words: '₹200 too little',
      since: 0,
    })
    // the next day begins with what was counted
    expect((await day(TOMORROW)).float).toBe(rupees(2_300))
    expect(await close(0, '', OWNER, TOMORROW)).toMatchObject({ reason: 'day-not-begun' })
  })

  test('two who close at once close it once', async () => {
    const both = await Promise.all([close(2_000), close(2_000)])
    // the same twice is one closing, answered twice
    expect(both).toEqual([
      { ok: true, difference: 0 },
      { ok: true, difference: 0 },
    ])
    expect(await app.context.db.$count(tillClosings)).toBe(1)
    const desk = { ...locationAdmin(app.theatre.locationId), id: 'desk' }
    expect(await close(2_000, '', desk)).toMatchObject({ reason: 'closed' })
    expect(await close(2_000, 'Another reason')).toMatchObject({ reason: 'closed' })
  })

  test('who finds it closed has what they counted in the entry that they may make, and reads how it stands after it', async () => {
    serveHere(app.context)
    const visit = {
      at: '/admin/till',
      query: `?date=${TODAY}&location=${place().id}`,
      cookie: await signedIn(app, OWNER),
    }
    await close(1_800, 'Milk')
    const closing = { intent: 'close', openingFloat: '2000', reason: '', shown: '0' }
    const page = await drawnPage({ ...visit, fields: { ...closing, counted: '1950' } })
    const form = page.getElementById('correct') as HTMLFormElement
    expect(form.closest('details')?.open).toBe(true)
    const typed = new (page.defaultView?.FormData ?? FormData)(form)
    expect([typed.get('sign'), typed.get('amount')]).toEqual(['more', '150'])
    expect(page.body.textContent).toContain('This day is closed already')
    const enter = async (amount: number) => {
      const entry = { intent: 'correct', sign: 'more', amount: String(amount), reason: 'Found', entry: newId() }
      return saidBy(await visitAt({ ...visit, fields: entry }))
    }
    expect(page.body.textContent).not.toContain('after corrections')
    expect(await enter(150)).toBe(
      'The correction is entered. In the drawer should be ₹2,000, by the count and its corrections it is ₹1,950: ₹50 too little.',
    )
    const closed = await drawnPage(visit)
    expect(closed.body.textContent).toContain('₹50 too little after corrections')
    // the difference is as red as it was when it was counted
    const red = [...closed.querySelectorAll('dd .text-wrong')].map(({ textContent }) => textContent)
    expect(red).toEqual(['₹200 too little'])
    expect(await enter(50)).toContain('it is ₹2,000: no difference.')
    expect((await drawnPage(visit)).body.textContent).toContain('Counted as expected after corrections')
  })

  test('has no form for a day that has not come', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const drawn = async (on: CalendarDate) =>
      drawnPage({ at: '/admin/till', query: `?date=${on}&location=${place().id}`, cookie })
    expect((await drawn(TODAY)).getElementById('close')).not.toBeNull()
    const ahead = await drawn(TOMORROW)
    expect(ahead.getElementById('close')).toBeNull()
    expect(ahead.body.textContent).toContain('This day has not come yet')
  })

  test('a correction whose answer was lost is entered once, however often the form is sent', async () => {
    await close(2_000)
    const entry = newId()
    const torn = { date: TODAY, amount: rupees(-200), reason: 'A note was torn', entry }
    const send = (changes: Partial<typeof torn> = {}, staff = OWNER) =>
      correctDay(app.context, staff, place(), { ...torn, ...changes })
    expect(await Promise.all([send(), send()])).toEqual([{ ok: true }, { ok: true }])
    expect(await send()).toEqual({ ok: true })
    expect(await app.context.db.$count(tillCorrections)).toBe(1)
    expect(await app.context.db.$count(auditLog, eq(auditLog.action, 'updated'))).toBe(1)
    expect((await day(TOMORROW)).float).toBe(rupees(1_800))
    // another entry by the same form is none of the first, and is not lost unsaid
    expect(await send({ amount: rupees(-300) })).toMatchObject({ ok: false, reason: 'entered-already' })
    const desk = { ...locationAdmin(app.theatre.locationId), id: 'desk' }
    expect(await send({}, desk)).toMatchObject({ reason: 'entered-already' })
    // a second one on purpose comes with a form of its own
    expect(await send({ entry: newId() })).toEqual({ ok: true })
    expect((await day(TOMORROW)).float).toBe(rupees(1_600))
  })

  test('each form that corrects has an id of its own, and one that is wrong or missing enters all the same', () => {
    const typed = { sign: 'less', amount: '200', reason: 'A note was torn' }
    const entry = newId()
    const sent = (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, text] of Object.entries({ ...typed, ...fields })) form.set(name, text)
      const read = parseForm(form, correctionForm)
      if (!read.ok) throw new Error('It is refused.')
      return { ...read.value, entry: read.entry }
    }
    expect(sent({ entry })).toMatchObject({ amount: rupees(-200), entry })
    expect(sent({ sign: 'more', entry })).toMatchObject({ amount: rupees(200), entry })
    for (const wrong of [undefined, '', "1' or '1'='1", 'x'.repeat(400)]) {
      const read = sent(wrong === undefined ? {} : { entry: wrong })
      expect(read.entry).toMatch(/^[0-9a-z]{16}$/)
      expect(read.entry).not.toBe(wrong)
    }
  })

  test('what was taken stays in its drawer when the booking goes to another location; what comes after is of the other', async () => {
    const id = await evening()
    await close(2_500)
    app.clock.set('2027-03-02T06:30:00Z')
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    const draft = { ...begun.draft, ...atCeleste(app.theatre) }
    const edit = { ...begun.money, mode: 'cash' as const, note: '', movedFor: 'family' as const }
    expect(await updateBooking(app.context, OWNER, id, begun.version, draft, edit)).toMatchObject({ ok: true })
    expect(await storedBooking(app, id)).toMatchObject({ locationId: app.theatre.otherLocationId })

    expect(await day()).toMatchObject({ net: rupees(1_499), closing: { since: 0 } })
    expect((await day(TOMORROW)).float).toBe(rupees(2_500))
    expect((await day(TODAY, elsewhere())).movements).toEqual([])
    const everywhere = (await tillDay(app.context, ALL, undefined, TODAY)).movements
    expect(everywhere.map(({ location }) => location)).toEqual(['Koramangala', 'Koramangala'])
    const own = (locationId: string): Scope => ({ kind: 'location', locationId })
    const seen = async (scope: Scope) => (await tillDay(app.context, scope, undefined, TODAY)).movements.length
    expect([await seen(own(place().id)), await seen(own(elsewhere().id))]).toEqual([2, 0])

    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    const back = (await storedBooking(app, id)).refunds.find(({ mode }) => mode === 'cash')
    await handOverRefund(app.context, OWNER, id, back?.id ?? '', { note: 'In an envelope' })
    expect((await day(TOMORROW, elsewhere())).movements).toMatchObject([
      { mode: 'cash', amount: rupees(-500), guest: 'Meera Krishnan', reference: 'In an envelope' },
    ])
    expect((await day(TOMORROW)).movements).toEqual([])
  })

  test.each([
    ['after it moved', false],
    ['in the save that moves it', true],
  ])('what a lower advance leaves of a payment stays in its drawer: %s', async (_, inOneSave) => {
    const id = await bookByStaff(app, basicDraft(app.theatre), rupees(500))
    const save = async (changes: Partial<Draft>, advance: number, mode: 'cash' | 'upi' = 'cash') => {
      const begun = await findEditable(app.context, OWNER, id)
      if (!begun) throw new Error('The booking is gone.')
      const edit = { advance: rupees(advance), mode, note: '', movedFor: 'family' as const }
      const draft = { ...begun.draft, ...changes }
      expect(await updateBooking(app.context, OWNER, id, begun.version, draft, edit)).toMatchObject({ ok: true })
    }
    const moves = async (on: CalendarDate, at: ReturnType<typeof place>) =>
      (await day(on, at)).movements.map(({ mode, amount }) => `${amount / 100} ${mode}`).sort()
    app.clock.set('2027-03-02T06:30:00Z')
    if (!inOneSave) await save(atCeleste(app.theatre), 500)
    await save(atCeleste(app.theatre), 400)
    expect(await moves(TOMORROW, place())).toEqual(['-500 cash', '400 cash'])
    expect(await moves(TOMORROW, elsewhere())).toEqual([])
    // what is taken at the new place is of that one, and what is left of it too
    app.clock.set('2027-03-03T06:30:00Z')
    await save({}, 700)
    await save({}, 600)
    const third = date('2027-03-03')
    expect(await moves(third, elsewhere())).toEqual(['200 cash'])
    // entered anew in another way it is still what the first place took
    await save({}, 300, 'upi')
    expect(await moves(third, place())).toEqual(['-400 cash', '300 upi'])
    expect(await moves(third, elsewhere())).toEqual([])
  })

  test('what leaves a place with its booking, or is struck out of its till afterwards, stands in its audit log', async () => {
    const id = await bookByStaff(app, basicDraft(app.theatre), rupees(500))
    const seen = async (at: ReturnType<typeof place>) =>
      (await app.context.db.select().from(auditLog).where(eq(auditLog.locationId, at.id)).orderBy(auditLog.at))
        .filter(({ action }) => action === 'updated')
        .map(({ changes }) => changes)
    const save = async (changes: Partial<Draft>, advance: number) => {
      app.clock.advanceMinutes(1)
      expect(await editBooking(app, id, () => changes, { advance: rupees(advance) })).toMatchObject({ ok: true })
    }
    await save({ people: 2 }, 450)
    expect([(await seen(place())).length, await seen(elsewhere())]).toEqual([1, []])
    const customer = { name: 'Meera Rao', email: 'rao@gmail.com', number: '9845000009' }
    await save({ ...atCeleste(app.theatre), customer }, 400)
    const gone = (await seen(place())).slice(1)
    expect(gone).toEqual([
      expect.objectContaining({
        Location: ['Koramangala', 'Indiranagar'],
        Moved: ['', 'The family asked for it'],
        Received: ['₹450', '₹400'],
        'Struck out': ['', '₹50 in cash'],
      }),
    ])
    // who works there reads no name of its guest any more
    expect(JSON.stringify(gone)).not.toMatch(/Meera|rao@|98450/)
    expect(await seen(elsewhere())).toEqual([expect.objectContaining({ Location: ['Koramangala', 'Indiranagar'] })])

    await save({}, 350)
    expect((await seen(place())).slice(2)).toEqual([{ 'Struck out': ['', '₹50 in cash'] }])
    await takeCash(app, id, 200, 1_149)
    app.clock.advanceMinutes(1)
    const paid = async (amount: number) =>
      (await storedBooking(app, id)).payments.find((one) => !one.voidedAt && one.amount === rupees(amount))?.id ?? ''
    // what was taken at the new place is that one's alone
    expect(await strikeOutPayment(app.context, OWNER, id, await paid(200))).toMatchObject({ ok: true })
    expect(await seen(place())).toHaveLength(3)
    expect((await seen(elsewhere())).at(-1)).toEqual({ 'Struck out': ['', '₹200 in cash'] })
    app.clock.advanceMinutes(1)
    expect(await strikeOutPayment(app.context, OWNER, id, await paid(350))).toMatchObject({ ok: true })
    for (const at of [place(), elsewhere()])
      expect((await seen(at)).at(-1)).toEqual({ 'Struck out': ['', '₹350 in cash'] })
  })

  test('a refund that a bank sends back stays on the day on which it went out, and comes in on the later one', async () => {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'full' })
    await app.work()
    await followRefunds(app.context, payment.id)
    const moved = async (on: CalendarDate) => (await day(on)).movements.map(({ what, amount }) => [what, amount / 100])
    const gone = [
      ['payment', 999],
      ['refund', -999],
    ]
    expect(await moved(TODAY)).toEqual(gone)
    app.clock.set('2027-03-02T06:30:00Z')
    app.emulator.ledger.settleRefund(app.emulator.ledger.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    await followRefunds(app.context, payment.id)
    expect(await moved(TODAY), 'a day that is over stays as it was').toEqual(gone)
    expect(await moved(TOMORROW)).toEqual([['came back', 999]])
    // its booking goes nowhere with it: it comes in where it had gone out
    expect((await day(TOMORROW, elsewhere())).movements).toEqual([])
    app.clock.set('2027-03-03T06:30:00Z')
    await wakeRefunds(app.context)
    await app.work()
    await followRefunds(app.context, payment.id)
    const third = date('2027-03-03')
    expect([await moved(TODAY), await moved(TOMORROW), await moved(third)]).toEqual([
      gone,
      [['came back', 999]],
      [['refund', -999]],
    ])
    for (const on of [TODAY, TOMORROW, third]) {
      const filter = { dateOf: 'paid-on' as const, from: on, to: on, locationId: place().id }
      const [head = '', ...rows] = await csvLines(exportPayments(app.context, ALL, filter))
      const at = (name: string) => head.split(',').indexOf(name)
      const lines = rows.map((row) => row.split(',')).map((cells) => [cells[at('Kind')], Number(cells[at('Amount')])])
      expect(lines).toEqual(await moved(on))
    }
    expect(await placesThatMoved(app.context, [place().id], [TOMORROW, TOMORROW])).toContain(place().id)
  })

  /** ₹999 online and ₹500 in cash at Koramangala, then moved to Indiranagar, where the rest of six people comes in cash; on one day. */
  async function movedOnTheDay() {
    const id = await evening()
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    const draft = { ...begun.draft, ...atCeleste(app.theatre), people: 6 }
    const edit = { ...begun.money, mode: 'cash' as const, note: '', movedFor: 'family' as const }
    expect(await updateBooking(app.context, OWNER, id, begun.version, draft, edit)).toMatchObject({ ok: true })
    return id
  }

  test('names for each movement the place whose till it is of, as page and files of that place do', async () => {
    await movedOnTheDay()
    const everywhere = await tillDay(app.context, ALL, undefined, TODAY)
    const at = (name: string) =>
      everywhere.movements.filter(({ location }) => location === name).map(({ amount }) => amount / 100)
    expect([at('Koramangala'), at('Indiranagar')]).toEqual([[999, 500], [800]])
    for (const [place_, name] of [[place(), 'Koramangala'] as const, [elsewhere(), 'Indiranagar'] as const])
      expect((await day(TODAY, place_)).movements.map(({ amount }) => amount / 100)).toEqual(at(name))
    const lines = await csvLines(exportTill(app.context, ALL, undefined, TODAY))
    expect(lines.filter((line) => line.includes(',Indiranagar,'))).toHaveLength(1)
  })

  test('calls a place by its name of now, also for what was taken before a booking left it', async () => {
    await movedOnTheDay()
    await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    await app.context.db
      .update(locations)
      .set({ name: 'Koramangala 5th Block' })
      .where(eq(locations.id, app.theatre.locationId))
    const names = new Set((await day()).movements.map(({ location }) => location))
    expect([...names]).toEqual(['Koramangala 5th Block'])
    const [head = '', ...rows] = await csvLines(
      exportPayments(app.context, ALL, {
        ...{ dateOf: 'paid-on', from: TODAY, to: TODAY, locationId: app.theatre.locationId },
      }),
    )
    const column = head.split(',').indexOf('Location')
    expect(new Set(rows.map((row) => row.split(',')[column]))).toEqual(names)
  })

  test('names to a location’s own people no guest whose booking has left it', async () => {
    const id = await movedOnTheDay()
    const own: Scope = { kind: 'location', locationId: app.theatre.locationId }
    const seen = ({ code, guest, booking }: Awaited<ReturnType<typeof tillDay>>['movements'][number]) => [
      Boolean(code),
      guest,
      booking,
    ]
    expect((await day(TODAY, place(), own)).movements.map(seen)).toEqual([
      [true, null, null],
      [true, null, null],
    ])
    expect((await day()).movements.map(seen)[0]).toEqual([true, 'Meera Krishnan', id])
    const there: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
    expect((await day(TODAY, elsewhere(), there)).movements.map(seen)).toEqual([[true, 'Meera Krishnan', id]])
  })

  test('comes to what the file of payments of its day and place comes to, whatever moved since', async () => {
    const own = (locationId: string): Scope => ({ kind: 'location', locationId })
    const file = async (on: CalendarDate, at?: { id: string }, scope: Scope = ALL) => {
      const filter = { dateOf: 'paid-on' as const, from: on, to: on, locationId: at?.id }
      const [head = '', ...rows] = await csvLines(exportPayments(app.context, scope, filter))
      const amount = head.split(',').indexOf('Amount')
      return [rows.length, rows.reduce((all, row) => all + Number(row.split(',')[amount]), 0)]
    }
    const till = async (on: CalendarDate, at?: { id: string; name: string }, scope: Scope = ALL) => {
      const { movements, net } = await tillDay(app.context, scope, at, on)
      return [movements.length, net / 100]
    }
    const edited = async (id: string, changes: Partial<Draft>, money: object) => {
      const begun = await findEditable(app.context, OWNER, id)
      if (!begun) throw new Error('The booking is gone.')
      const edit = { ...begun.money, mode: 'cash' as const, note: '', movedFor: 'family' as const, ...money }
      const saved = await updateBooking(app.context, OWNER, id, begun.version, { ...begun.draft, ...changes }, edit)
      expect(saved).toMatchObject({ ok: true })
    }
    const refund = async (id: string) =>
      (await storedBooking(app, id)).refunds.find(({ mode }) => mode === 'cash')?.id ?? ''

    // taken at Koramangala, the cash of another one struck out a day later
    const moved = await evening()
    app.clock.set('2027-03-02T06:30:00Z')
    await edited(moved, atCeleste(app.theatre), {})
    const struck = await purchase(app, basicDraft(app.theatre))
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, struck.bookingId, taking)
    app.clock.set('2027-03-03T06:30:00Z')
    await edited(struck.bookingId, {}, { fullPayment: false })
    // queued on the third, handed over where the booking is now on the fourth, after the money of an order that ended in nothing
    await cancelByStaff(app.context, OWNER, moved, { reason: 'Ill', refund: 'full' })
    app.clock.set('2027-03-04T06:30:00Z')
    await handOverRefund(app.context, OWNER, moved, await refund(moved), { note: 'In an envelope' })
    await app.context.db.update(bookings).set({ status: 'expired' }).where(eq(bookings.id, struck.bookingId))

    const days = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04'].map(date)
    const both = async (of: typeof file) => {
      const found: unknown[] = []
      for (const on of days)
        for (const at of [undefined, place(), elsewhere()])
          for (const scope of [ALL, own(place().id), own(elsewhere().id)])
            found.push([on, at?.id, await of(on, at, scope)])
      return found
    }
    expect(await both(file)).toEqual(await both(till as typeof file))
    const koramangala = await Promise.all(days.map((on) => till(on, place())))
    expect(koramangala.map(([, net]) => net)).toEqual([1_499, 1_499, -500, 0])
    expect((await till(date('2027-03-04'), elsewhere()))[1]).toBe(-500)
    // what an account of the one place is not shown of a booking that is now of the other
    const filter = { dateOf: 'paid-on' as const, from: days[0] }
    const rows = (await csvLines(exportPayments(app.context, own(place().id), filter))).slice(1)
    expect(rows.filter((row) => /Koramangala,,payment/.test(row))).toHaveLength(2)
    const { customerNumber: search } = await storedBooking(app, moved)
    const found = async (scope: Scope) =>
      (await csvLines(exportPayments(app.context, scope, { ...filter, search }))).filter((row) =>
        row.includes(',,payment'),
      )
    expect(await found(own(place().id))).toEqual([])
    expect((await csvLines(exportPayments(app.context, ALL, { ...filter, search }))).length).toBeGreaterThan(1)
  })

  test('a closed day changes by an entry only, also when a payment of it is struck out later', async () => {
    const id = await evening()
    await close(2_500)
    app.clock.set('2027-03-02T06:30:00Z')
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    const edit = { ...begun.money, fullPayment: false, mode: 'cash' as const, note: '' }
    expect(await updateBooking(app.context, OWNER, id, begun.version, begun.draft, edit)).toMatchObject({ ok: true })
    expect((await storedBooking(app, id)).payments.filter(({ voidedAt }) => voidedAt)).toHaveLength(1)
    expect([await cash(), await cash(TOMORROW)]).toEqual([rupees(500), rupees(-500)])

    expect(
      await correctDay(app.context, OWNER, place(), { date: TODAY, amount: rupees(0), reason: 'x', entry: newId() }),
    ).toMatchObject({
      reason: 'no-amount',
    })
    expect(
      await correctDay(app.context, OWNER, place(), {
        date: TODAY,
        amount: rupees(-100),
        reason: 'A note was torn',
        entry: newId(),
      }),
    ).toEqual({ ok: true })
    expect((await day()).closing).toMatchObject({
      counted: rupees(2_500),
      corrected: rupees(2_400),
      corrections: [{ amount: rupees(-100), reason: 'A note was torn', enteredByName: 'Asha Rao' }],
    })
  })

  test('what is struck out after its day was closed stands there beside what was counted, in page and files', async () => {
    const id = await evening()
    app.clock.set('2027-03-01T16:30:00Z')
    expect(await close(2_500)).toMatchObject({ ok: true, difference: 0 })
    app.clock.set('2027-03-01T17:00:00Z')
    const [cashPaid] = (await storedBooking(app, id)).payments.filter(({ mode }) => mode === 'cash')
    expect(
      await strikeOutPayment(app.context, locationAdmin(app.theatre.locationId), id, cashPaid?.id ?? ''),
    ).toMatchObject({
      ok: true,
    })
    const { movements, people, closing, net } = await day()
    expect(movements.map(({ what, amount, late }) => [what, amount / 100, late])).toEqual([
      ['payment', 999, false],
      ['payment', 500, false],
      ['struck out', -500, true],
    ])
    expect(people.map(({ in: came, out }) => [came / 100, out / 100])).toEqual([
      [999, 0],
      [500, 500],
    ])
    expect([net, closing?.since]).toEqual([rupees(999), rupees(-500)])
    // of all locations it reads the same
    expect((await day(TODAY, undefined)).movements.map(({ late }) => late)).toEqual([false, false, true])

    const till = (await csvLines(exportTill(app.context, ALL, place(), TODAY))).map((row) =>
      row.split(',').slice(4, 10),
    )
    expect(till.slice(2).map(([what, , , ...rest]) => [what, ...rest])).toEqual([
      ['payment', '500', '', ''],
      ['struck out', '-500', 'yes', ''],
    ])
    const filter = { dateOf: 'paid-on' as const, from: TODAY, to: TODAY }
    const [head = '', ...rows] = await csvLines(exportPayments(app.context, ALL, filter))
    const amount = head.split(',').indexOf('Amount')
    expect(rows.map((row) => row.split(',')[amount])).toEqual(['999', '500', '-500'])
    // what was proposed to begin with tomorrow, and is short of what was counted, is told by a row
    expect((await day(TOMORROW)).float).toBe(rupees(2_000))
  })

  test('a refund leaves it by the way in which it was handed over, whatever way it came', async () => {
    const bookingId = await evening()
    refuseNextRefund(app)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'full' })
    await app.work()
    const { refunds } = await storedBooking(app, bookingId)
    const of = (mode: string) => refunds.find((refund) => refund.mode === mode)?.id ?? ''
    const given = (id: string, mode?: 'upi') => handOverRefund(app.context, OWNER, bookingId, id, { mode })
    expect(await given(of('cash'), 'upi')).toEqual({ ok: true, handed: rupees(500), mode: 'upi' })
    expect(await given(of('online'))).toEqual({ ok: true, handed: rupees(999), mode: 'cash' })
    const { modes } = await day()
    expect(modes.map(({ name, in: came, out }) => [name, came / 100, out / 100])).toEqual([
      ['cash', 500, 999],
      ['upi', 0, 500],
      ['card', 0, 0],
      ['online', 999, 0],
    ])
  })

  test('what moves after closing is said to', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await close(2_000)
    app.clock.set('2027-03-01T07:30:00Z')
    await takePayment(app.context, OWNER, bookingId, {
      amount: rupees(500),
      shown: rupees(500),
      mode: 'cash',
      reference: '',
    })
    const { closing, movements } = await day()
    expect(closing?.since).toBe(rupees(500))
    expect(movements.map(({ late }) => late)).toEqual([false, true])
  })

  test('of another location is out of reach', async () => {
    const other = locationAdmin(app.theatre.otherLocationId)
    expect(await close(2_000, '', other)).toMatchObject({ reason: 'not-found' })
    const correct = (staff: typeof OWNER) =>
      correctDay(app.context, staff, place(), { date: TODAY, amount: rupees(1), reason: 'x', entry: newId() })
    // a day that nobody closed has nothing to correct, not even for those whose till it is
    expect(await correct(OWNER)).toMatchObject({ ok: false, reason: 'not-found' })
    await close(2_000)
    expect(await correct(other)).toMatchObject({ reason: 'not-found' })
    expect(await app.context.db.$count(tillCorrections)).toBe(0)
    expect(await correct(OWNER)).toEqual({ ok: true })
  })

  test('goes into a file, what went out negative', async () => {
    await evening()
    const lines: string[] = []
    for await (const line of exportTill(app.context, ALL, place(), TODAY)) lines.push(line.trim())
    expect(lines[0]).toBe('Date,Time,Location,Booking,What,Mode,Person,Amount,After closing,Reference,Calendar date')
    expect(lines[2]).toMatch(/^2027-03-01,12:05,Koramangala,LUM-\w+,payment,cash,.*,500,,,2027-03-01$/)
  })
})
