import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, bookings, tillClosings, tillCorrections } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { exportPayments } from '~/features/booking-pages/booking-files.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { closeDay, correctDay } from '~/features/money/close-till.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { exportTill } from '~/features/money/till.server'
import { correctionForm } from '~/features/money/till-forms.server'
import type { FormAnswer } from '~/platform/form.server'
import { parseForm } from '~/platform/form.server'
import { saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { openTill } from '../support/open-till'
import { bookAtDesk, holdSlot, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date, locationAdmin, OWNER, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const TODAY = date('2027-03-01')
const TOMORROW = date('2027-03-02')

onEachDatabase('a day of the till', (kind) => {
  const app = useApp(kind)
  const { place, elsewhere, day, cash, evening, close } = openTill(app)

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
    expect(form.querySelector('[data-fault]')?.textContent).toContain(
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
      ok: false,
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
})
