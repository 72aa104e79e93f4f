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
import { correctDay } from '~/features/money/close-till.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { exportTill, placesThatMoved, tillDay } from '~/features/money/till.server'
import { addressAt, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { openTill } from '../support/open-till'
import { purchase, refuseNextRefund, storedBooking, takeCash } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { atCeleste, basicDraft, date, locationAdmin, OWNER } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const TODAY = date('2027-03-01')
const TOMORROW = date('2027-03-02')

onEachDatabase('the till', (kind) => {
  const app = useApp(kind)
  const { place, elsewhere, day, cash, evening, close } = openTill(app)

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
