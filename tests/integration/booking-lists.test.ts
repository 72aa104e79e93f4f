import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, bookings, payments, refunds, tillClosings } from '~/db/schema'
import type { Attendance } from '~/domain/booking-status'
import type { Draft } from '~/domain/draft'
import { PAYMENT_STATUSES } from '~/domain/ledger'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { exportBookings, exportPayments } from '~/features/booking-pages/booking-files.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { listBookings, todayRows } from '~/features/booking-pages/bookings.server'
import { findCustomer } from '~/features/customer/customer-data.server'
import { exportCustomers, listCustomers } from '~/features/customer/customers.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { dashboardFilter } from '~/features/insight/dashboard-filter.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, paymentOf, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, locationAdmin, OWNER, time } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('the lists of the back office', (kind) => {
  const app = useApp(kind)
  const own = (): Scope => ({ kind: 'location', locationId: app.theatre.locationId })

  /** Three bookings and a hold: Asha's online and Bela's at Aurora, Chitra's at Celeste; Bela's is cancelled. */
  async function someBookings() {
    const person = (name: string, number: string) => ({
      customer: { name, email: `${name.toLowerCase()}@gmail.com`, number },
    })
    const byStaff = (changes: Partial<Draft>) => bookAtDesk(app, basicDraft(app.theatre, changes), 999)
    const asha = await purchase(app, basicDraft(app.theatre, person('Asha', '9845000001')))
    app.clock.set('2027-03-02T06:30:00Z')
    const bela = await byStaff({ ...person('Bela', '9845000002'), date: date('2027-03-16') })
    const chitra = await byStaff({ ...atCeleste(app.theatre), ...person('Chitra', '9845000003') })
    await cancelByStaff(app.context, OWNER, bela.bookingId, { reason: 'No', refund: 'none' })
    await holdSlot(app, basicDraft(app.theatre, { ...person('Divya', '9845000004'), date: date('2027-03-20') }))
    return { asha, bela, chitra }
  }

  /** Takes the rest of a booking in cash. */
  const takeRest = ({ bookingId }: { bookingId: string }) =>
    takePayment(app.context, OWNER, bookingId, {
      ...{ amount: rupees(500), shown: rupees(500), mode: 'cash', reference: '' },
    })

  /** Takes all of a booking of ₹1,499 in cash: the payment. */
  async function takeAll(bookingId: string) {
    const sum = { amount: rupees(1_499), shown: rupees(1_499), mode: 'cash', reference: '' } as const
    expect(await takePayment(app.context, OWNER, bookingId, sum)).toMatchObject({ ok: true })
    const taken = (await storedBooking(app, bookingId)).payments.find(({ voidedAt }) => !voidedAt)
    if (!taken) throw new Error('The payment is missing.')
    return taken
  }

  /** Those that the owner may filter by. */
  const places = () => filterPlaces(app.context, OWNER)

  async function names(query: string, scope: Scope = ALL) {
    const { filter } = bookingFilters(`http://x/?${query}`, scope.kind === 'all' ? await places() : null)
    const list = await listBookings(app.context, scope, filter)
    return list.bookings.map(({ customer }) => customer.name)
  }

  describe('bookings', () => {
    test('are sorted by booking and by visit, and found by what is due', async () => {
      const { asha } = await someBookings()
      expect((await names('sort=booked-first'))[0]).toBe('Asha')
      expect((await names('sort=visit-first')).at(-1)).toBe('Bela')
      expect((await names('sort=visit-last'))[0]).toBe('Bela')
      expect(await names('sort=nonsense')).toEqual(await names(''))
      expect((await names('due=yes')).sort()).toEqual(['Asha', 'Chitra'])
      expect(await takeRest(asha)).toMatchObject({ ok: true })
      expect(await names('due=yes')).toEqual(['Chitra'])
    })

    test('are found by the day of a payment, as the till counts days, and so are the lines of their file', async () => {
      const { asha, chitra } = await someBookings()
      const paidOn = (day: string) => names(`dateOf=paid-on&fromDate=${day}&toDate=${day}`)
      const paidSince = (day: string) => {
        const { filter } = bookingFilters(`http://x/?dateOf=paid-on&fromDate=${day}`, null)
        return csvLines(exportPayments(app.context, ALL, filter))
      }
      expect(await paidOn('2027-03-01')).toEqual(['Asha'])
      await takeRest(asha)
      // what Asha paid a day before is not in it
      expect((await paidSince('2027-03-02')).filter((line) => line.includes('Asha'))).toHaveLength(1)
      // half past one in the morning belongs to the evening before, as in the till
      app.clock.set('2027-03-03T20:00:00Z')
      await takeRest(chitra)
      expect([await paidOn('2027-03-03'), await paidOn('2027-03-04')]).toEqual([['Chitra'], []])
      expect((await paidSince('2027-03-03')).join()).toMatch(/Chitra,payment,cash,.*2027-03-03,500/)
      // unless that day was closed while the till's day ended at midnight
      const closing = {
        ...{ locationName: 'Koramangala', openingFloat: rupees(0), expected: rupees(0), counted: rupees(0), sums: [] },
        ...{ closedBy: 'owner', closedByName: 'Asha', closedAt: app.clock.now() },
      }
      const { locationId, otherLocationId } = app.theatre
      const closed = [locationId, otherLocationId].map((id) => ({ ...closing, locationId: id, id, endsHour: 0 }))
      await app.context.db.insert(tillClosings).values(closed.map((one) => ({ ...one, date: date('2027-03-03') })))
      expect([await paidOn('2027-03-03'), await paidOn('2027-03-04')]).toEqual([[], ['Chitra']])
      expect((await paidSince('2027-03-04')).join()).toMatch(/Chitra,payment,cash,.*2027-03-04,500/)
      // where it was taken: a booking that goes elsewhere is still found by that day
      await app.context.db.delete(tillClosings).where(eq(tillClosings.id, locationId))
      await app.context.db.update(bookings).set({ locationId }).where(eq(bookings.id, chitra.bookingId))
      expect([await paidOn('2027-03-03'), await paidOn('2027-03-04')]).toEqual([[], ['Chitra']])
      expect((await paidSince('2027-03-04')).join()).toMatch(/Indiranagar,Chitra,payment,cash,.*2027-03-04,500/)
    })

    test('are found by the day and the place of a payment, wherever they went since, as in the till and the file', async () => {
      const { asha } = await someBookings()
      app.clock.set('2027-03-02T06:30:00Z')
      const { locationId, otherLocationId } = app.theatre
      expect(await editBooking(app, asha.bookingId, () => atCeleste(app.theatre, '13:00'))).toMatchObject({ ok: true })
      expect((await storedBooking(app, asha.bookingId)).locationId).toBe(otherLocationId)
      const at = async (place: string, query = 'dateOf=paid-on&fromDate=2027-03-01&toDate=2027-03-01') => {
        const { filter } = bookingFilters(`http://x/?${query}&location=${place}`, await places())
        const file = await csvLines(exportPayments(app.context, ALL, filter))
        const listed = await csvLines(exportBookings(app.context, ALL, filter))
        const named = (lines: string[]) => lines.some((line) => line.includes('Asha'))
        return [(await names(`${query}&location=${place}`)).includes('Asha'), named(listed), named(file)]
      }
      expect([await at(locationId), await at(otherLocationId)]).toEqual([
        [true, true, true],
        [false, false, false],
      ])
      // without a day, and by any other one, it is where it is now
      for (const query of ['dateOf=paid-on', 'dateOf=visit', 'dateOf=booked-on&fromDate=2027-03-01'])
        expect([(await at(locationId, query))[0], (await at(otherLocationId, query))[0]], query).toEqual([false, true])
      // who sees one location sees no booking of another, though money of it was taken there
      expect(await names('dateOf=paid-on&fromDate=2027-03-01&toDate=2027-03-01', own())).toEqual([])
    })

    test('are found by the day of a payment of the one location that somebody sees, as their file has it', async () => {
      const { asha } = await someBookings()
      app.clock.set('2027-03-02T06:30:00Z')
      expect(await editBooking(app, asha.bookingId, () => atCeleste(app.theatre, '13:00'))).toMatchObject({ ok: true })
      const there: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
      const onDay = (day: string) => `dateOf=paid-on&fromDate=${day}&toDate=${day}`
      const inFile = async (day: string) => {
        const { filter } = bookingFilters(`http://x/?${onDay(day)}`, await places())
        return (await csvLines(exportPayments(app.context, there, filter))).join().includes('Asha')
      }
      const found = async (day: string) => [(await names(onDay(day), there)).includes('Asha'), await inFile(day)]
      // what was paid before it came here is in the other till
      expect(await found('2027-03-01')).toEqual([false, false])
      await takeRest(asha)
      expect(await found('2027-03-02')).toEqual([true, true])
    })

    test('are not found by the day of a payment that was struck out before it was counted, and are by one that went out later', async () => {
      const { chitra } = await someBookings()
      const { otherLocationId } = app.theatre
      /** Whether the list names Chitra by a day, and what the file says came in of hers then. */
      const on = async (day: string) => {
        const query = `dateOf=paid-on&fromDate=${day}&toDate=${day}`
        const { filter } = bookingFilters(`http://x/?${query}`, await places())
        const [head = '', ...lines] = await csvLines(exportPayments(app.context, ALL, filter))
        const at = (name: string) => head.split(',').indexOf(name)
        const rows = lines.map((line) => line.split(',')).filter((row) => row[at('Name')] === 'Chitra')
        const came = rows.filter((row) => row[at('Kind')] === 'payment').map((row) => Number(row[at('Amount')]))
        return [(await names(query)).includes('Chitra'), came.filter((amount) => amount !== 0)]
      }
      const takenAt = async (at: string) => {
        app.clock.set(at)
        const { id } = await takeAll(chitra.bookingId)
        return id
      }
      const struckAt = async (at: string, id: string) => {
        app.clock.set(at)
        expect(await strikeOutPayment(app.context, OWNER, chitra.bookingId, id)).toMatchObject({ ok: true })
      }
      expect(await on('2027-03-02')).toEqual([true, [999]])
      await struckAt('2027-03-02T08:00:00Z', (await paymentOf(app, chitra.bookingId)).id)
      expect(await on('2027-03-02')).toEqual([false, []])
      // on another day it came in on its own, and went out on that
      await struckAt('2027-03-04T06:30:00Z', await takenAt('2027-03-03T06:30:00Z'))
      expect([await on('2027-03-03'), await on('2027-03-04')]).toEqual([
        [true, [1_499]],
        [false, []],
      ])
      // half past one in the morning is the same day of the till
      await struckAt('2027-03-05T20:00:00Z', await takenAt('2027-03-05T15:00:00Z'))
      expect(await on('2027-03-05')).toEqual([false, []])
      // what was counted in between came in
      await struckAt('2027-03-06T12:00:00Z', await takenAt('2027-03-06T06:30:00Z'))
      expect(await on('2027-03-06')).toEqual([false, []])
      await app.context.db.insert(tillClosings).values({
        ...{ id: 'c', locationId: otherLocationId, locationName: 'Indiranagar', date: date('2027-03-06'), sums: [] },
        ...{ openingFloat: rupees(0), expected: rupees(0), counted: rupees(0), endsHour: 4 },
        ...{ closedBy: 'owner', closedByName: 'Asha', closedAt: new Date('2027-03-06T09:00:00Z') },
      })
      expect(await on('2027-03-06')).toEqual([true, [1_499]])
      // a day that was closed at midnight, and after it: two days of the till
      await struckAt('2027-03-07T20:00:00Z', await takenAt('2027-03-07T15:00:00Z'))
      expect(await on('2027-03-07')).toEqual([false, []])
      await app.context.db
        .update(tillClosings)
        .set({ date: date('2027-03-07'), endsHour: 0, closedAt: new Date('2027-03-07T19:00:00Z') })
      expect(await on('2027-03-07')).toEqual([true, [1_499]])
    })

    test('are found by the day of money that came, whether or not all of it went back', async () => {
      const { chitra } = await someBookings()
      const paidOn = () => names('dateOf=paid-on&fromDate=2027-03-02&toDate=2027-03-02')
      for (const status of PAYMENT_STATUSES) {
        await app.context.db.update(payments).set({ status }).where(eq(payments.bookingId, chitra.bookingId))
        expect([status, (await paidOn()).includes('Chitra')]).toEqual([status, true])
      }
    })

    test('today’s visits stand above the list, the earliest first, within the scope', async () => {
      await someBookings()
      app.clock.set('2027-03-12T06:30:00Z')
      const names = async (scope: Scope) => (await todayRows(app.context, scope)).rows.map(({ name }) => name)
      const all = await names(ALL)
      const { bookings } = await listBookings(app.context, ALL, { status: 'booked', sort: 'visit-first' })
      expect(all).toEqual(bookings.filter(({ date }) => date === '12/03/2027').map(({ customer }) => customer.name))
      expect(all.length).toBeGreaterThan(1)
      expect(await names(own())).toEqual(['Asha'])
    })

    test('and one that begins after midnight is of the evening before, as at the desk', async () => {
      const { asha } = await someBookings()
      const at = { visitDate: date('2027-03-13'), slotFrom: time('00:30'), slotTo: time('02:30') }
      await app.context.db.update(bookings).set(at).where(eq(bookings.id, asha.bookingId))
      const names = async () => (await todayRows(app.context, ALL)).rows.map(({ name }) => name)
      app.clock.set('2027-03-12T18:00:00Z')
      const evening = await names()
      expect([evening.at(0), evening.at(-1)]).toEqual(['Chitra', 'Asha'])
      app.clock.set('2027-03-12T22:29:00Z')
      expect(await names()).toEqual(evening)
      app.clock.set('2027-03-12T22:30:00Z')
      expect(await names()).toEqual([])
    })

    test('say what each owes the desk, as its day does, and “Paid” of what is paid only', async () => {
      const { asha, chitra } = await someBookings()
      app.clock.set('2027-03-12T15:00:00Z')
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const said = async () => {
        const page = await drawnPage({ at: '/admin/bookings', cookie })
        const rows = [...(page.querySelector('[aria-labelledby=today]')?.querySelectorAll('li') ?? [])]
        const all = rows.map(({ textContent }) => textContent ?? '')
        return ['Asha', 'Chitra'].map((name) => {
          const row = all.find((words) => words.startsWith(name)) ?? ''
          return [/₹[\d,]+ due|Paid/.exec(row)?.[0], row.includes('did not come')]
        })
      }
      const due = async () => {
        const { locationId, otherLocationId } = app.theatre
        const at = [
          { id: locationId, name: 'Koramangala' },
          { id: otherLocationId, name: 'Indiranagar' },
        ]
        return (await deskDay(app.context, ALL, at, date('2027-03-12'))).counts.due
      }
      const noted = (attendance: Attendance) =>
        app.context.db.update(bookings).set({ attendance }).where(eq(bookings.id, chitra.bookingId))
      expect([await said(), await due()]).toEqual([
        [
          ['₹500 due', false],
          ['₹500 due', false],
        ],
        rupees(1_000),
      ])
      await takeRest(asha)
      await noted('no-show')
      expect([await said(), await due()]).toEqual([
        [
          ['Paid', false],
          [undefined, true],
        ],
        0,
      ])
      await noted('arrived')
      await takeRest(chitra)
      await noted('no-show')
      expect((await said())[1]).toEqual(['Paid', true])
    })

    test('and beyond thirty of them it is said how many more come', async () => {
      const { asha } = await someBookings()
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, asha.bookingId))
      if (!row) throw new Error('There is no such booking.')
      const later = (minutes: number) => new Date(row.during.to.getTime() + minutes * 60_000)
      const others = Array.from({ length: 32 }, (_, at) => ({
        ...{ ...row, id: `more-${at}`, code: `LUM-${at}`, linkToken: `token-${at}`, attemptId: `attempt-${at}` },
        during: { from: later(at), to: later(at + 1) },
      }))
      await app.context.db.insert(bookings).values(others)
      app.clock.set('2027-03-12T06:30:00Z')
      const { rows, more } = await todayRows(app.context, own())
      expect([rows.length, more]).toEqual([30, 3])
    })

    test('those of the days to come are asked for from the dashboard by the desk’s days, as it shows them', async () => {
      const { asha } = await someBookings()
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, asha.bookingId))
      if (!row) throw new Error('There is no such booking.')
      const hour = (at: number) => new Date(Date.UTC(2027, 2, 14, 19, at))
      // at one in the morning after the last of the days
      const late = { visitDate: date('2027-03-15'), slotFrom: time('01:00'), slotTo: time('02:00') }
      const others = Array.from({ length: 20 }, (_, at) => ({
        ...{
          ...row,
          ...late,
          id: `more-${at}`,
          code: `LUM-${at}`,
          linkToken: `token-${at}`,
          attemptId: `attempt-${at}`,
        },
        during: { from: hour(at), to: hour(at + 1) },
      }))
      await app.context.db.insert(bookings).values(others)
      // nor one of the day after, which has the same date
      const after = { visitDate: late.visitDate, slotFrom: time('10:00'), slotTo: time('11:00') }
      const ids = { id: 'after', code: 'LUM-A', linkToken: 'token-after', attemptId: 'attempt-after' }
      const during = { from: new Date('2027-03-15T04:30:00Z'), to: new Date('2027-03-15T05:30:00Z') }
      await app.context.db.insert(bookings).values({ ...row, ...after, ...ids, during })
      app.clock.set('2027-03-12T06:30:00Z')
      serveHere(app.context)
      const page = await drawnPage({ at: '/admin/dashboard', cookie: await signedIn(app, OWNER) })
      const link = [...page.querySelectorAll('a')].find(
        ({ textContent }) => textContent === 'All bookings of these days',
      )
      const { filter, faults } = bookingFilters(new URL(link?.href ?? '', 'http://x').href, null)
      const { bookings: found, total } = await listBookings(app.context, ALL, { ...filter, limit: 100 })
      expect([faults, total, found.length]).toEqual([[], 22, 22])
    })

    test('are found by every filter, the newest first', async () => {
      await someBookings()
      expect(await names('')).toEqual(expect.arrayContaining(['Chitra', 'Bela', 'Asha']))
      expect((await names('')).at(-1)).toBe('Asha')
      expect(await names('status=all')).toHaveLength(4)
      expect(await names('status=pending')).toEqual(['Divya'])
      expect(await names('status=cancelled')).toEqual(['Bela'])
      // with a letter that no booking's code has
      expect(await names('search=hitr')).toEqual(['Chitra'])
      expect(await names(`search=${encodeURIComponent('+91 98450 00003')}`)).toEqual(['Chitra'])
      expect(await names('search=bela@gmail')).toEqual(['Bela'])
      for (const text of ['%', '_', '\\', "'", 'ß', '₹', 'x'.repeat(5_000)])
        expect(await names(`search=${encodeURIComponent(text)}`), text).toEqual([])
      expect(await names(`location=${app.theatre.otherLocationId}`)).toEqual(['Chitra'])
      expect(await names('fromDate=2027-03-16&toDate=2027-03-16')).toEqual(['Bela'])
      expect(await names('toDate=2027-03-12&status=booked')).toHaveLength(2)
      expect(await names('dateOf=booked-on&toDate=2027-03-01')).toEqual(['Asha'])
    })

    test('show the money as the ledger has it', async () => {
      await someBookings()
      const { bookings: found } = await listBookings(app.context, ALL, { search: 'asha' })
      expect(found).toMatchObject([
        {
          total: rupees(1_499),
          advance: rupees(999),
          remaining: rupees(500),
          date: '12/03/2027',
          bookedOn: '01/03/2027',
        },
      ])
    })

    test.each([
      ['fromDate=xx&toDate=2027-03-12', ['From must be a date, as 2027-01-21'], { from: undefined, to: '2027-03-12' }],
      [
        'fromDate=2027-03-12&toDate=2027-02-30',
        ['To must be a date, as 2027-01-21'],
        { from: '2027-03-12', to: undefined },
      ],
      ['fromDate=2027-03-12&toDate=2027-03-01', ['From must not be later than To'], { from: undefined, to: undefined }],
      ['status=Cancelled&toDate=2027-03-12', ['There is no such status'], { to: '2027-03-12' }],
      ['status=cancelled&status=', [], { status: 'cancelled' }],
      ['status=booked&status=cancelled', [], { status: 'cancelled' }],
      [`location=${'x'.repeat(65)}`, ['There is no such location'], { locationId: undefined }],
      [
        'location=nowhere&toDate=2027-03-12',
        ['There is no such location'],
        { locationId: undefined, to: '2027-03-12' },
      ],
    ])('with %s leave out what is none, and say so', async (query, said, shown) => {
      const { filter, faults } = bookingFilters(`http://x/?${query}`, await places())
      expect(faults).toEqual(said)
      expect(filter).toMatchObject(shown)
      expect(dashboardFilter(`http://x/?${query}`, await places())).toMatchObject({ filter: shown, faults })
    })

    test('whose dates are the wrong way round show them where they are mended', () => {
      const query = 'http://x/?fromDate=2027-03-12&toDate=2027-03-01'
      const typed = { from: '2027-03-12', to: '2027-03-01' }
      expect([bookingFilters(query, null).typed, dashboardFilter(query, null).typed]).toEqual([typed, typed])
    })

    test('with a status that is none are as they usually are', () => {
      const query = 'http://x/?status=Cancelled'
      expect(bookingFilters(query, null).filter.status).toBeUndefined()
      expect(dashboardFilter(query, null)).toMatchObject({
        ...{ filter: { status: 'booked' }, faults: ['There is no such status'] },
      })
    })

    test('name whatever else of an address they cannot follow', () => {
      const { filter, faults } = bookingFilters(
        'http://x/?dateOf=paid_on&due=1&fromDate=0&toDate=12/03/2027&sort=x&page=x',
        null,
      )
      expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([])
      expect([...faults].sort()).toEqual([
        'From must be a date, as 2027-01-21',
        'Still due can only be yes',
        'There is no such kind of date',
        'There is no such order',
        'To must be a date, as 2027-01-21',
      ])
    })

    test('are in no file whose address cannot be followed: the page says why', async () => {
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const file = async (at: string, query = '') => {
        const { short, headers } = await visitAt({ at, query, cookie })
        return [short, headers.get('Location')]
      }
      const ofBookings = ['export', 'payments', 'papers'].map((one) => `/admin/bookings/${one}.csv`)
      for (const at of [...ofBookings, '/admin/till/export.csv'])
        expect([at, ...(await file(at))]).toEqual([at, '200', null])
      const list = (query: string) => ['302 /admin/bookings', `/admin/bookings?${query}`]
      for (const query of [
        ...['search=asha&fromDate=xx', 'fromDate=2027-03-16&toDate=2027-03-12', 'dateOf=paid_on', 'due=1'],
        ...['status=Cancelled', `location=${'x'.repeat(65)}`, 'location=nowhere'],
      ]) {
        for (const at of ofBookings) expect(await file(at, `?${query}`)).toEqual(list(query))
      }
      expect(await file('/admin/customers/export.csv', '?search=asha&location=nowhere')).toEqual([
        '302 /admin/customers',
        '/admin/customers?search=asha&location=nowhere',
      ])
      for (const query of [`date=xx&location=${app.theatre.locationId}`, 'date=2027-03-01&location=nowhere'])
        expect(await file('/admin/till/export.csv', `?${query}`)).toEqual(['302 /admin/till', `/admin/till?${query}`])
    })

    test('of tonight are asked for by one press, with the visit at 1 AM: it is no visit of tomorrow', async () => {
      const { chitra } = await someBookings()
      // Asha's visit is in the evening of the 12th, Chitra's at one in the morning after it
      const at = { visitDate: date('2027-03-13'), slotFrom: time('01:00'), slotTo: time('02:30') }
      await app.context.db.update(bookings).set(at).where(eq(bookings.id, chitra.bookingId))
      app.clock.set('2027-03-12T12:30:00Z')
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const chips = async (query: string) => {
        const page = await drawnPage({ at: '/admin/bookings', query, cookie })
        return [...page.querySelectorAll('nav[aria-label="Quick ranges"] a')]
      }
      const hrefOf = async (words: string) =>
        (await chips('?status=booked')).find(({ textContent }) => textContent === words)?.getAttribute('href') ?? ''
      const queries = await Promise.all(
        ['Today', 'Tomorrow'].map(async (words) => new URL(await hrefOf(words), 'http://x').search),
      )
      const [today = '', tomorrow = ''] = queries
      const found = async (query: string) => {
        const { filter, faults } = bookingFilters(`http://x/${query}`, null)
        expect(faults).toEqual([])
        const file = await csvLines(exportBookings(app.context, ALL, filter))
        const listed = await names(query.slice(1))
        expect(
          file
            .slice(1)
            .map((line) => line.split(',')[3])
            .sort(),
        ).toEqual([...listed].sort())
        return listed
      }
      expect([await found(today), await found(tomorrow)]).toEqual([['Asha', 'Chitra'], []])
      // dates that are typed are those of the calendar
      const typed = (day: string) => `?status=booked&sort=visit-first&fromDate=${day}&toDate=${day}`
      expect([await found(typed('2027-03-12')), await found(typed('2027-03-13'))]).toEqual([['Asha'], ['Chitra']])
      const now = async (query: string) =>
        (await chips(query)).filter((chip) => chip.hasAttribute('aria-current')).map(({ textContent }) => textContent)
      expect([await now(today), await now(typed('2027-03-12'))]).toEqual([['Today'], []])
    })

    test('are asked for the payments of a week by one press, once their dates are those of the payment', async () => {
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const page = await drawnPage({ at: '/admin/bookings', query: '?dateOf=paid-on&status=all', cookie })
      const chip = [...page.querySelectorAll('nav[aria-label="Quick ranges"] a')].find(
        ({ textContent }) => textContent === 'This week',
      )
      const week = '?dateOf=paid-on&status=all&fromDate=2027-03-01&toDate=2027-03-07&sort=visit-first'
      expect(chip?.getAttribute('href')).toBe(`/admin/bookings${week}`)
      const pressed = await drawnPage({ at: '/admin/bookings', query: week, cookie })
      expect(pressed.querySelector('nav[aria-label="Quick ranges"] [aria-current]')?.textContent).toBe('This week')
      // on a phone too it is seen of what the dates are
      expect(pressed.querySelector<HTMLInputElement>('[role="search"] [type="checkbox"]')?.checked).toBe(true)
    })

    test('are deleted one after the other: each leads back to the same page of the same filters', async () => {
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const days = Array.from({ length: 11 }, (_, at) => date(`2027-04-${String(at + 10)}`))
      for (const day of days) await bookAtDesk(app, basicDraft(app.theatre, { date: day }), 0)
      const query = `?location=${app.theatre.locationId}&sort=visit-first&page=2`
      const page = await drawnPage({ at: '/admin/bookings', query, cookie })
      const bin = page.querySelector<HTMLAnchorElement>('a[aria-label^="Delete"]')
      const { pathname, search } = new URL(bin?.href ?? '', 'http://localhost')
      const asked = { at: '/admin/bookings/view/:id', id: pathname.split('/').at(-1) ?? '', query: search, cookie }
      const cancel = [...(await drawnPage(asked)).querySelectorAll('[role="dialog"] a, dialog a')]
      const fields = { ...(await drawnForm(asked, 'cancel')), reason: 'Called off' }
      const { headers } = await visitAt({ ...asked, fields })
      const here = `/admin/bookings${query}`
      expect(cancel.map((link) => link.getAttribute('href'))).toContain(here)
      expect(headers.get('Location')).toBe(here)
    })

    test('are in files that are called after their days and place, and so is their entry in the log', async () => {
      serveHere(app.context)
      const cookie = await signedIn(app, OWNER)
      const here = app.theatre.locationId
      const name = async (at: string, query: string) =>
        /filename="(.*)"/.exec((await visitAt({ at, query, cookie })).headers.get('Content-Disposition') ?? '')?.[1]
      expect([
        await name('/admin/till/export.csv', `?date=2027-02-22&location=${here}`),
        await name('/admin/bookings/payments.csv', `?fromDate=2027-02-22&toDate=2027-02-28&location=${here}`),
        await name('/admin/bookings/papers.csv', `?fromDate=2027-02-01&toDate=2027-02-28&location=${here}`),
        await name('/admin/bookings/export.csv', ''),
        await name('/admin/customers/export.csv', `?location=${here}`),
      ]).toEqual([
        'till-2027-02-22-koramangala.csv',
        'payments-2027-02-22-to-2027-02-28-koramangala.csv',
        'papers-2027-02-01-to-2027-02-28-koramangala.csv',
        'bookings-2027-03-01.csv',
        'customers-2027-03-01-koramangala.csv',
      ])
      const entries = await app.context.db
        .select({ of: auditLog.entity, name: auditLog.entityName })
        .from(auditLog)
        .orderBy(auditLog.id)
      expect(entries).toContainEqual({ of: 'Payments', name: 'CSV 2027-02-22 to 2027-02-28, Koramangala' })
      expect(entries).toContainEqual({ of: 'Papers', name: 'CSV 2027-02-01 to 2027-02-28, Koramangala' })
    })

    test('come ten to a page; a page beyond the end is the last', async () => {
      const { asha } = await someBookings()
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, asha.bookingId))
      if (!row) throw new Error('There is no such booking.')
      for (let at = 0; at < 10; at++) {
        await app.context.db.insert(bookings).values({
          ...row,
          ...{ id: `more-${at}`, code: `LUM-${at}`, linkToken: `token-${at}`, attemptId: `attempt-${at}` },
          status: 'cancelled',
        })
      }
      const first = await listBookings(app.context, ALL, {})
      expect(first).toMatchObject({ page: 1, pages: 2, total: 13 })
      expect(first.bookings).toHaveLength(10)
      expect(await listBookings(app.context, ALL, { page: 99 })).toMatchObject({ page: 2 })
    })

    test('are all found by what the desk noted beside their payments, as of its card terminal, and so are their lines', async () => {
      const { asha } = await someBookings()
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, asha.bookingId))
      if (!row) throw new Error('There is no such booking.')
      const many = Array.from({ length: 25 }, (_, at) => `more-${at}`)
      await app.context.db.insert(bookings).values(
        many.map((id) => ({
          ...row,
          ...{
            id,
            code: `LUM-${id}`,
            linkToken: `token-${id}`,
            attemptId: `attempt-${id}`,
            status: 'cancelled' as const,
          },
        })),
      )
      const taken = {
        mode: 'card',
        amount: rupees(10),
        receivedAt: app.clock.now(),
        status: 'captured',
        purpose: 'balance',
      } as const
      await app.context.db
        .insert(payments)
        .values(many.map((bookingId) => ({ ...taken, id: `paid-${bookingId}`, bookingId, note: 'HDFC 4521' })))
      expect(await listBookings(app.context, ALL, { search: '4521' })).toMatchObject({ total: 25 })
      expect(await csvLines(exportPayments(app.context, ALL, { search: '4521' }))).toHaveLength(26)
    })

    test('of another location do not exist for a location admin', async () => {
      const { chitra, asha } = await someBookings()
      expect(await names('', own())).toEqual(expect.not.arrayContaining(['Chitra']))
      expect(await names(`location=${app.theatre.otherLocationId}`, own())).toHaveLength(2)
      expect(await bookingPage(app.context, own(), chitra.bookingId)).toBeUndefined()
      expect(await bookingPage(app.context, own(), asha.bookingId)).toMatchObject({ id: asha.bookingId })
      for (const [rescheduleCount, text] of [
        [1, 'once'],
        [2, '2 times'],
      ] as const) {
        await app.context.db.update(bookings).set({ rescheduleCount }).where(eq(bookings.id, asha.bookingId))
        const shown = await bookingPage(app.context, own(), asha.bookingId)
        expect(shown?.facts).toContainEqual({ label: 'Moved', text })
      }
      const admin = locationAdmin(app.theatre.locationId)
      expect(await setAttendance(app.context, admin, chitra.bookingId, 'expected')).toMatchObject({
        reason: 'not-found',
      })
      expect(await setAttendance(app.context, admin, asha.bookingId, 'expected')).toEqual({
        ok: true,
        customer: 'Asha',
      })
    })
  })

  describe('customers', () => {
    const found = async (scope: Scope, filter: { search?: string; locationId?: string }) =>
      (await listCustomers(app.context, scope, filter)).customers.map(({ name }) => name)

    test('has brought in what was received and is kept, never what is still due', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, bookingId))
      const money = async () => (await findCustomer(app.context, row?.customerId ?? ''))?.worth
      expect(await money()).toMatchObject({ broughtIn: rupees(999), due: rupees(500) })
      const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
      await takePayment(app.context, OWNER, bookingId, taking)
      expect(await money()).toMatchObject({ broughtIn: rupees(1_499), due: 0 })
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
      expect(await money()).toMatchObject({ cancelled: 1, broughtIn: 0, due: 0 })
    })

    test('a hold that was dropped unpaid makes no customer; who booked is worth what they brought', async () => {
      await someBookings()
      const names = async () => (await listCustomers(app.context, ALL, {})).customers.map(({ name }) => name)
      expect(await names()).toEqual(['Asha', 'Bela', 'Chitra'])
      // neither does one that staff deleted, nor has its customer cancelled a booking then
      const eva = { name: 'Eva', email: 'eva@gmail.com', number: '9845000005' }
      const held = await holdSlot(app, basicDraft(app.theatre, { customer: eva, date: date('2027-03-21') }))
      await cancelByStaff(app.context, OWNER, held.bookingId, { reason: 'A try', refund: 'none' })
      expect(await names()).toEqual(['Asha', 'Bela', 'Chitra'])
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, held.bookingId))
      expect((await findCustomer(app.context, row?.customerId ?? ''))?.worth.cancelled).toBe(0)
      const list = await listCustomers(app.context, ALL, {})
      const found = await findCustomer(app.context, list.customers[0]?.id ?? '')
      expect(found?.worth).toEqual({ visits: 0, noShows: 0, cancelled: 0, broughtIn: rupees(999), due: rupees(500) })
    })

    test('are shown with what comes, the nearest first, apart from what is over or does not stand', async () => {
      const asha = { name: 'Asha', email: 'asha@gmail.com', number: '9845000001' }
      const book = async (day: string) =>
        (await bookAtDesk(app, basicDraft(app.theatre, { customer: asha, date: date(day) }))).bookingId
      const over = await book('2027-03-02')
      const far = await book('2027-03-20')
      const near = await book('2027-03-12')
      const off = await book('2027-03-15')
      await cancelByStaff(app.context, OWNER, off, { reason: 'Ill', refund: 'none' })
      app.clock.set('2027-03-12T20:00:00+05:30')
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, near))
      const shown = await findCustomer(app.context, row?.customerId ?? '')
      const ids = (rows: readonly { id: string }[] | undefined) => rows?.map(({ id }) => id)
      // whose visit runs has not had it yet
      expect([ids(shown?.coming), ids(shown?.past)]).toEqual([
        [near, far],
        [off, over],
      ])
      // who did not come comes no more
      await setAttendance(app.context, OWNER, near, 'no-show')
      const noted = await findCustomer(app.context, row?.customerId ?? '')
      expect([ids(noted?.coming), ids(noted?.past)]).toEqual([[far], [off, near, over]])
      expect(shown?.contact.call).toBe('tel:+919845000001')
      expect(decodeURIComponent(shown?.contact.chat ?? '')).toMatch(
        /^https:\/\/wa\.me\/919845000001\?text=Hello Asha, this is /,
      )
    })

    test('an evening that is still to come is a booking, and no visit yet', async () => {
      const { asha } = await someBookings()
      const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, asha.bookingId))
      const worth = async () => (await findCustomer(app.context, row?.customerId ?? ''))?.worth
      app.clock.set('2027-03-12T18:59:00+05:30')
      expect(await worth()).toMatchObject({ visits: 0, noShows: 0 })
      app.clock.set('2027-03-12T19:00:00+05:30')
      expect(await worth()).toMatchObject({ visits: 1, noShows: 0 })
      await app.context.db.update(bookings).set({ attendance: 'no-show' }).where(eq(bookings.id, asha.bookingId))
      expect(await worth()).toMatchObject({ visits: 0, noShows: 1 })
    })

    test('are found by name, phone and e-mail, and belong to where they booked', async () => {
      await someBookings()
      expect(await found(ALL, {})).toEqual(['Asha', 'Bela', 'Chitra'])
      expect(await found(ALL, { search: 'chi' })).toEqual(['Chitra'])
      expect(await found(ALL, { search: 'CHIT' })).toEqual(['Chitra'])
      expect(await found(ALL, { search: '98450 00002' })).toEqual(['Bela'])
      expect(await found(ALL, { search: 'asha@' })).toEqual(['Asha'])
      expect(await found(ALL, { search: '@gmail' }), 'who came last is looked for first').toEqual([
        ...['Chitra', 'Bela', 'Asha'],
      ])
      expect(await found(ALL, { locationId: app.theatre.otherLocationId })).toEqual(['Chitra'])
      expect(await found(own(), { locationId: app.theatre.otherLocationId })).toEqual(['Asha', 'Bela'])
    })
  })

  describe('CSV files', () => {
    test('carry what the list is filtered to, in rupees, harmless to a spreadsheet', async () => {
      const { asha } = await someBookings()
      await app.context.db.update(bookings).set({ note: '=1+1, "really"' }).where(eq(bookings.id, asha.bookingId))
      const rows = await csvLines(exportBookings(app.context, ALL, { search: 'asha' }))
      expect(rows).toHaveLength(2)
      expect(rows[0]).toMatch(/^Code,Status,Attendance,Name,Phone,Email,/)
      expect(rows[1]).toContain(',Asha,9845000001,asha@gmail.com,Bengaluru,Koramangala,Aurora,2027-03-01,2027-03-12,')
      expect(rows[1]).toContain(`,1499,999,500,"'=1+1, ""really"""`)
    })

    test('of payments carry refunds as negative amounts', async () => {
      const { asha } = await someBookings()
      await cancelByStaff(app.context, OWNER, asha.bookingId, { reason: 'Ill', refund: 'full' })
      const rows = await csvLines(exportPayments(app.context, ALL, { search: 'asha' }))
      expect(rows).toHaveLength(3)
      expect(rows[1]).toMatch(/,payment,online,advance,captured,2027-03-01,999,/)
      expect(rows[2]).toMatch(/,refund,online,Ill,queued,2027-03-02,-999,/)
    })

    test('of payments add up: what counts for nothing stands beside the sum', async () => {
      const { asha } = await someBookings()
      await cancelByStaff(app.context, OWNER, asha.bookingId, { reason: 'Ill', refund: 'full' })
      await app.context.db.update(refunds).set({ status: 'dropped' })
      await app.context.db.update(payments).set({ voidedAt: app.clock.now() })
      const [head = '', ...rows] = await csvLines(exportPayments(app.context, ALL, { search: 'asha' }))
      const columns = ['Status', 'Amount', 'Voided', 'Not counted'].map((name) => head.trim().split(',').indexOf(name))
      expect(rows.map((row) => columns.map((column) => row.trim().split(',')[column]))).toEqual([
        ['captured', '0', 'voided', '999'],
        ['dropped', '0', '', '-999'],
      ])
    })

    test('stay within the scope', async () => {
      await someBookings()
      for (const lines of [
        exportBookings(app.context, own(), {}),
        exportPayments(app.context, own(), {}),
        exportCustomers(app.context, own(), { locationId: app.theatre.otherLocationId }),
      ]) {
        const text = (await csvLines(lines)).join('\n')
        expect(text).toContain('Asha')
        expect(text).not.toContain('Chitra')
      }
    })
  })
})
