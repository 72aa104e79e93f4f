import { readFileSync } from 'node:fs'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { COUNTED_STATUS, countsAsOneOf } from '~/db/counted-status'
import { bookingFigureChanges, bookingFigures, bookings, CHARGED, locations, screens } from '~/db/schema'
import { BOOKING_STATUSES, type BookingStatus, countsAs } from '~/domain/booking-status'
import { figureLists } from '~/domain/figure-lists'
import { chargedFor } from '~/domain/ledger'
import { rupees, sum, toRupeeNumber, ZERO } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { bookingJson } from '~/features/api/booking-shapes.server'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { exportBookings } from '~/features/booking-pages/booking-files.server'
import { dueOfList, listBookings, listWholeBookings } from '~/features/booking-pages/bookings.server'
import { todayStrip } from '~/features/front-desk/today-page.server'
import { dashboardFigures, locationShares, upcomingBookings } from '~/features/insight/dashboard.server'
import { dashboardFilter } from '~/features/insight/dashboard-filter.server'
import { checkBooks } from '~/features/money/books-check.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { links } from '~/links'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, purchase } from '../support/purchase'
import { statementsOf } from '../support/statements'
import { atCeleste, basicDraft, date, fullDraft, OWNER, time } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('the dashboard', (kind) => {
  const app = useApp(kind)
  const own = (): Scope => ({ kind: 'location', locationId: app.theatre.locationId })
  const filterOf = async (query = '') =>
    dashboardFilter(`http://x/?${query}`, await filterPlaces(app.context, OWNER)).filter
  const figures = async (query = '', scope: Scope = ALL) => dashboardFigures(app.context, scope, await filterOf(query))

  /** Two at Aurora (₹1,499 with ₹999 paid, ₹4,436 all paid), one at Celeste today, one cancelled, one held. */
  async function aWeek() {
    await purchase(app, basicDraft(app.theatre))
    await purchase(app, fullDraft(app.theatre, { date: date('2027-03-03'), payChoice: 'full' }))
    const today = { ...atCeleste(app.theatre), date: date('2027-03-01') }
    await bookAtDesk(app, basicDraft(app.theatre, today))
    const gone = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-16') }))
    await cancelByStaff(app.context, OWNER, gone.bookingId, { reason: 'No', refund: 'none' })
    await holdSlot(app, basicDraft(app.theatre, { date: date('2027-03-20') }))
  }

  test('its today is of all locations, however many rooms they have, and of the one that is chosen', async () => {
    await aWeek()
    const { locationId, otherLocationId, celeste } = app.theatre
    const room = { locationId, capacity: 8, minPeople: 2, extraPersonPrice: rupees(0), description: '' }
    const more = Array.from({ length: 6 }, (_, index) => ({ ...room, id: `r${index}`, name: `Room ${index}` }))
    await app.context.db.insert(screens).values(more)
    for (const [at, count] of [
      [undefined, 1],
      [otherLocationId, 1],
      [locationId, 0],
    ] as const) {
      const strip = await todayStrip(app.context, ALL, at)
      const { todayBookings } = await figures(at && `location=${at}`)
      expect([strip.counts?.visits, strip.coming.length, todayBookings], at).toEqual([count, count, count])
    }
    expect(await todayStrip(app.context, ALL)).toMatchObject({
      ...{ place: 'All locations', location: 'all', coming: [{ room: { location: 'Indiranagar' } }] },
    })
    expect(await todayStrip(app.context, own())).toMatchObject({
      location: undefined,
      coming: [],
      counts: { visits: 0 },
    })
    // of a full day it says how much there is, and shows the beginning
    for (const time of ['13:00', '19:00', '22:30']) {
      const slotId = app.theatre.aurora.slots[time]
      await bookAtDesk(app, basicDraft(app.theatre, { date: date('2027-03-01'), slotId }))
    }
    await bookAtDesk(
      app,
      basicDraft(app.theatre, { ...atCeleste(app.theatre), date: date('2027-03-01'), slotId: celeste.slots['22:30'] }),
    )
    const full = await todayStrip(app.context, ALL)
    expect([full.counts?.visits, full.coming.length]).toEqual([5, 4])
    expect(await figures()).toMatchObject({ todayBookings: 5 })
    // after midnight it is the same evening still, for the desk and for the owner (rule E4)
    app.clock.set('2027-03-01T18:45:00Z')
    expect((await todayStrip(app.context, ALL)).counts?.visits).toBe(5)
    expect(await figures()).toMatchObject({ todayBookings: 5 })
    const { bookings: coming, from } = await upcomingBookings(app.context, ALL, {})
    expect([from, coming.map(({ slot }) => slot)]).toEqual([
      '2027-03-01',
      ['10:30 PM – 12:30 AM (next day)', '10:30 PM – 12:30 AM (next day)', '7:00 PM – 10:00 PM'],
    ])
  })

  test('counts booked visits unless told otherwise, and the three amounts agree', async () => {
    await aWeek()
    const all = rupees(1_499 + 4_436 + 1_499)
    expect(await figures()).toMatchObject({
      totalIncome: all,
      pendingAmount: rupees(500 + 1_499),
      currentAmount: all - rupees(500 + 1_499),
      totalBookings: 3,
      todayBookings: 1,
      totalScreens: 2,
      totalCities: 1,
      totalLocations: 2,
    })
    expect(await figures('status=cancelled')).toMatchObject({ totalBookings: 1, todayBookings: 1 })
    expect(await figures('status=all')).toMatchObject({ totalBookings: 5 })
    expect(await figures('fromDate=2027-03-02&toDate=2027-03-03')).toMatchObject({
      totalIncome: rupees(4_436),
      pendingAmount: 0,
      totalBookings: 1,
      todayBookings: 1,
    })
    expect(await figures(`location=${app.theatre.otherLocationId}`)).toMatchObject({ totalBookings: 1 })
  })

  test('counts each booking as the ledger does, in every status, and so do list, CSV and API', async () => {
    await aWeek()
    const { slots } = app.theatre.aurora
    const lost = await purchase(app, basicDraft(app.theatre, { slotId: slots['10:00'], payChoice: 'full' }))
    await cancelByStaff(app.context, OWNER, lost.bookingId, { reason: 'No', refund: 'full' })
    await holdSlot(app, basicDraft(app.theatre, { slotId: slots['13:00'] }))
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    await holdSlot(app, basicDraft(app.theatre, { slotId: slots['22:30'] }))
    const { bookings: whole } = await listWholeBookings(app.context, ALL, { status: 'all', limit: 100 })
    const { bookings: listed } = await listBookings(app.context, ALL, { status: 'all', limit: 100 })
    const ledgers = new Map(whole.map((row) => [row.id, ledgerOfRows(row, row.payments, row.refunds)]))
    expect(new Set(whole.map((row) => row.status)).size).toBe(4)
    for (const status of [...BOOKING_STATUSES, 'all'] as const) {
      const own = whole.filter((row) => status === 'all' || row.status === status)
      const total = (part: 'income' | 'remaining') => sum(own.map(({ id }) => ledgers.get(id)?.[part] ?? ZERO))
      const [totalIncome, pendingAmount] = [total('income'), total('remaining')]
      expect(await figures(`status=${status}`)).toMatchObject({
        ...{ totalIncome, pendingAmount, currentAmount: totalIncome - pendingAmount },
      })
    }
    for (const { id, status, remaining } of listed) {
      expect(remaining).toBe(ledgers.get(id)?.remaining)
      expect(remaining > 0).toBe(status === 'pending' || (status === 'booked' && remaining !== 0))
    }
    const rows = (await csvLines(exportBookings(app.context, ALL, { status: 'all' }))).map((line) => line.split(','))
    expect(rows).toHaveLength(whole.length + 1)
    const column = (name: string) => rows[0]?.indexOf(name) ?? -1
    const summed = (name: string) => rows.slice(1).reduce((all, row) => all + Number(row[column(name)]), 0)
    const all = await figures('status=all')
    expect([summed('Income'), summed('Refunded')]).toEqual([
      toRupeeNumber(all.totalIncome),
      toRupeeNumber(all.refundedAmount),
    ])
    expect(summed('Refunded')).toBeGreaterThan(0)
    const deleted = rows.find((row) => row[column('Refunded')] === '1499')
    expect(['Total', 'Advance', 'Income', 'Cancelled on', 'Booked by'].map((name) => deleted?.[column(name)])).toEqual([
      ...['1499', '1499', '0', '2027-03-01', 'online'],
    ])
    for (const row of rows.slice(1)) {
      const { id } = whole.find(({ code }) => code === row[column('Code')]) ?? { id: '' }
      expect(Number(row[column('Remaining')])).toBe(toRupeeNumber(ledgers.get(id)?.remaining ?? ZERO))
    }
    for (const row of whole) {
      expect(bookingJson(row).remainingAmount).toBe(toRupeeNumber(ledgers.get(row.id)?.remaining ?? ZERO))
    }
  })

  test('leads from a figure to a list that comes to it, whatever is chosen', async () => {
    await aWeek()
    const { locationId, otherLocationId } = app.theatre
    const places = await filterPlaces(app.context, OWNER)
    const days = ['', 'fromDate=2027-03-02', 'fromDate=2027-03-01&toDate=2027-03-12']
    const at = ['', `location=${locationId}`, `location=${otherLocationId}`]
    const asked = [...BOOKING_STATUSES, 'all'].flatMap((status) =>
      days.flatMap((range) => at.map((place) => `status=${status}&${range}&${place}`)),
    )
    for (const scope of [ALL, own()])
      for (const query of asked) {
        const { totalBookings, pendingAmount } = await figures(query, scope)
        const lists = figureLists(await filterOf(query))
        const listed = async (list: Record<string, string>) => {
          const { filter, faults } = bookingFilters(`http://x${links.adminBookings(list)}`, places)
          const { total } = await listBookings(app.context, scope, filter)
          return { faults, total, due: await dueOfList(app.context, scope, filter) }
        }
        expect(await listed(lists.bookings), query).toEqual({ faults: [], total: totalBookings, due: undefined })
        if (lists.pending) expect(await listed(lists.pending), query).toMatchObject({ faults: [], due: pendingAmount })
      }
    expect((await figures()).pendingAmount).toBeGreaterThan(0)
    serveHere(app.context)
    const drawn = await drawnPage({ at: '/admin/bookings', query: '?due=yes', cookie: await signedIn(app, OWNER) })
    expect(drawn.body.textContent).toContain('2 found, ₹1,999 due')
  })

  test('counts as pending what guests who did not come left unpaid, which the desk awaits no more', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.set('2027-03-12T14:00:00Z')
    const sums = async () => {
      const found = (await listBookings(app.context, ALL, { due: true })).bookings.find(({ id }) => id === bookingId)
      const { pendingAmount } = await figures()
      return [(await todayStrip(app.context, ALL)).counts?.due, pendingAmount, found?.remaining]
    }
    expect(await sums()).toEqual([rupees(500), rupees(500), rupees(500)])
    expect(await setAttendance(app.context, OWNER, bookingId, 'no-show')).toMatchObject({ ok: true })
    expect(await sums()).toEqual([0, rupees(500), rupees(500)])
  })

  /** Those of `aWeek`, and one more hold, which staff deleted. */
  async function aWeekWithDeletedHold() {
    await aWeek()
    const held = await holdSlot(app, basicDraft(app.theatre, { date: date('2027-03-21') }))
    await cancelByStaff(app.context, OWNER, held.bookingId, { reason: 'Never came', refund: 'none' })
    return held.bookingId
  }

  test('counts a hold that staff deleted as one that ran out, in months and in days, and so does the list', async () => {
    const held = await aWeekWithDeletedHold()
    for (const days of ['', 'fromDate=2027-03-16&toDate=2027-03-21&']) {
      const counted = async (status: string) => (await figures(`${days}status=${status}`)).totalBookings
      expect([days, await counted('cancelled'), await counted('expired')]).toEqual([days, 1, 1])
    }
    const ids = async (status: BookingStatus | 'all' | undefined) =>
      (await listBookings(app.context, ALL, { status })).bookings.map(({ id }) => id)
    const where = await Promise.all([undefined, 'all' as const, ...BOOKING_STATUSES].map(ids))
    expect(where.map((found) => found.includes(held))).toEqual([false, true, false, false, true, false])
  })

  test('says of each booking the status that it is found by, in list, file and API', async () => {
    const held = await aWeekWithDeletedHold()
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    await holdSlot(app, basicDraft(app.theatre, { date: date('2027-03-22') }))
    const said = async (status: BookingStatus | 'all') => {
      const filter = { status, limit: 100 }
      const { bookings: list } = await listBookings(app.context, ALL, filter)
      const { bookings: whole } = await listWholeBookings(app.context, ALL, filter)
      const [head = '', ...lines] = await csvLines(exportBookings(app.context, ALL, filter))
      const at = (name: string) => head.split(',').indexOf(name)
      const of = (rows: { code: string; status: string }[]) =>
        Object.fromEntries(rows.map((row) => [row.code, row.status]))
      const file = lines.map((line) => line.split(','))
      expect(of(file.map((cells) => ({ code: cells[at('Code')] ?? '', status: cells[at('Status')] ?? '' })))).toEqual(
        of(list),
      )
      expect(of(whole.map(bookingJson))).toEqual(of(list))
      return list.map((row) => [row.id, row.status] as const)
    }
    const each: (readonly [string, BookingStatus])[] = []
    for (const status of BOOKING_STATUSES) {
      const rows = await said(status)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(([, own]) => own))).toEqual(new Set([status]))
      each.push(...rows)
    }
    expect(new Map(await said('all'))).toEqual(new Map(each))
    expect(new Map(each).get(held)).toBe('expired')
  })

  test('is the same for the database and for the rule, whatever the status and what was before', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    const { db } = app.context
    const statuses = [...BOOKING_STATUSES]
    const some = statuses.flatMap((one) => [[one], statuses.filter((other) => other !== one)])
    for (const status of BOOKING_STATUSES)
      for (const wasBooked of [true, false]) {
        await db
          .update(bookings)
          .set({ status, wasBooked, cancelledAt: status === 'cancelled' ? app.clock.now() : null })
        const columns = { total: bookings.total, wasBooked: bookings.wasBooked, as: COUNTED_STATUS }
        const [row] = await db.select({ ...columns, charged: sql.raw(CHARGED) }).from(bookings)
        if (!row) throw new Error('The booking is gone.')
        const as = countsAs({ status, ...row })
        expect(row.as).toBe(as)
        expect(row.charged).toBe(chargedFor({ status, ...row }))
        for (const asked of some)
          expect([asked, status, await db.$count(bookings, countsAsOneOf(asked))]).toEqual([
            ...[asked, status, asked.includes(as) ? 1 : 0],
          ])
      }
  })

  test('has the months that were kept before corrected by the migration', async () => {
    await aWeekWithDeletedHold()
    const { db } = app.context
    const statements = (file: string) => readFileSync(`drizzle/${file}.sql`, 'utf8').split('--> statement-breakpoint')
    // as it was before: a deleted hold counted as cancelled
    const before = statements('0018_what_money_and_months_come_to').find((one) =>
      one.includes('booking_figures_of(b bookings'),
    )
    await db.execute(sql.raw(before ?? ''))
    await db.delete(bookingFigureChanges)
    await db.delete(bookingFigures)
    await db.execute(sql`insert into booking_figures select f.month, f.location_id, f.status, sum(f.bookings), sum(f.income),
      sum(f.pending), sum(f.kept), sum(f.refunded) from bookings b cross join lateral booking_figures_of(b, 1) f group by 1, 2, 3`)
    expect(await figures('status=cancelled')).toMatchObject({ totalBookings: 2 })
    await db.transaction(async (tx) => {
      for (const one of statements('0055_deleted_holds_are_no_bookings'))
        await tx.execute(sql.raw(one.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')))
    })
    expect(await figures('status=cancelled')).toMatchObject({ totalBookings: 1 })
    expect(await figures('status=expired')).toMatchObject({ totalBookings: 1 })
    expect((await checkBooks(app.context)).filter(({ invariant }) => invariant === 'figures-differ')).toEqual([])
  })

  test('counts what cancelled bookings left here and what went back, whatever status is chosen', async () => {
    await aWeek()
    for (const query of ['', 'status=cancelled', 'status=pending']) {
      expect(await figures(query)).toMatchObject({ keptAmount: rupees(999), refundedAmount: 0 })
    }
    const back = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-17') }))
    await cancelByStaff(app.context, OWNER, back.bookingId, { reason: 'No', refund: 'full' })
    expect(await figures()).toMatchObject({ keptAmount: rupees(999), refundedAmount: rupees(999) })
    expect(await figures('fromDate=2027-03-18')).toMatchObject({ keptAmount: 0, refundedAmount: 0 })
  })

  test('of a location admin knows their location only', async () => {
    await aWeek()
    expect(await figures('', own())).toMatchObject({
      totalIncome: rupees(1_499 + 4_436),
      totalBookings: 2,
      todayBookings: 0,
      totalScreens: 1,
    })
    const others = await upcomingBookings(app.context, own(), { locationId: app.theatre.otherLocationId })
    expect(others.bookings).toEqual([])
  })

  test('shares name every location, also those without bookings, and one that is gone for its bookings', async () => {
    const { db } = app.context
    const none = { bookings: 0, percentage: 0 }
    expect(await locationShares(app.context, ALL, await filterOf())).toMatchObject([
      { name: 'Indiranagar', ...none },
      { name: 'Koramangala', ...none },
    ])
    await aWeek()
    await db.insert(locations).values({
      ...{ id: 'jayanagar', cityId: app.theatre.cityId, name: 'Jayanagar' },
      ...{ address: '4th Block', addressLink: 'https://maps.example/jayanagar' },
    })
    const gone = { archivedAt: app.clock.now() }
    await db.update(locations).set(gone).where(eq(locations.id, app.theatre.otherLocationId))
    const shares = async (query = '') =>
      (await locationShares(app.context, ALL, await filterOf(query))).map(
        ({ name, percentage }) => `${name} ${percentage}`,
      )
    expect(await shares()).toEqual(['Koramangala 66.7', 'Indiranagar (deleted) 33.3', 'Jayanagar 0'])
    expect(await shares('fromDate=2028-01-01')).toEqual(['Jayanagar 0', 'Koramangala 0'])
    expect(await shares('location=jayanagar')).toEqual(['Jayanagar 0'])
    expect(await shares(`location=${app.theatre.otherLocationId}`)).toEqual(['Indiranagar (deleted) 100'])
    expect((await locationShares(app.context, own(), await filterOf())).map(({ name }) => name)).toEqual([
      'Koramangala',
    ])
  })

  test('one that was deleted can be asked for here and in the lists, for its bookings and their money', async () => {
    serveHere(app.context)
    const gone = { archivedAt: app.clock.now() }
    await app.context.db.update(locations).set(gone).where(eq(locations.id, app.theatre.otherLocationId))
    const cookie = await signedIn(app, OWNER)
    for (const at of ['/admin/dashboard', '/admin/bookings', '/admin/customers']) {
      const page = await drawnPage({ at, cookie })
      const choices = [...page.querySelectorAll('select[name="location"] option')].map(({ textContent }) => textContent)
      expect([at, ...choices]).toEqual([at, 'All', 'Indiranagar (deleted)', 'Koramangala'])
    }
  })

  test('shares add up, and what is upcoming lies within three days and is not over', async () => {
    await aWeek()
    expect(await locationShares(app.context, ALL, await filterOf())).toMatchObject([
      { name: 'Koramangala', bookings: 2, percentage: 66.7 },
      { name: 'Indiranagar', bookings: 1, percentage: 33.3 },
    ])
    const { bookings: coming } = await upcomingBookings(app.context, ALL, {})
    expect(coming.map(({ date: day, screenName }) => [day, screenName])).toEqual([
      ['01/03/2027', 'Celeste'],
      ['03/03/2027', 'Aurora'],
    ])
    app.clock.set('2027-03-01T16:31:00Z')
    expect((await upcomingBookings(app.context, ALL, {})).bookings).toHaveLength(1)
  })

  test.each([
    ['at eleven in the evening', '2027-03-01T17:30:00Z', ['02 00:30', '02 10:00', '03 10:00', '04 00:30']],
    // the desk still receives the evening before, and the calendar's day after tomorrow has come into sight
    [
      'at one in the morning',
      '2027-03-01T19:30:00Z',
      ['02 00:30', '02 10:00', '03 10:00', '04 00:30', '04 10:00', '05 00:30'],
    ],
    ['at half past four', '2027-03-01T23:00:00Z', ['02 10:00', '03 10:00', '04 00:30', '04 10:00', '05 00:30']],
  ])('what is upcoming goes by the desk’s day of a visit, as today’s bookings do: %s', async (_, now, expected) => {
    const slotId = app.theatre.aurora.slots['10:00']
    const book = async (day: string) =>
      (await bookAtDesk(app, basicDraft(app.theatre, { slotId, date: date(`2027-03-${day}`) }))).bookingId
    for (const day of ['02', '04', '05'] as const) {
      const at = (hour: string) => new Date(`2027-03-${day}T${hour}:00+05:30`)
      const hours = { slotFrom: time('00:30'), slotTo: time('02:30'), during: { from: at('00:30'), to: at('02:30') } }
      await app.context.db
        .update(bookings)
        .set(hours)
        .where(eq(bookings.id, await book(day)))
    }
    for (const day of ['02', '03', '04', '05', '06']) await book(day)
    app.clock.set(now)
    const { bookings: coming, from, to } = await upcomingBookings(app.context, ALL, {})
    const ids = coming.map(({ id }) => id)
    const found = await app.context.db.query.bookings.findMany({ where: inArray(bookings.id, ids) })
    const visits = ids.flatMap((id) => found.filter((one) => one.id === id))
    expect(visits.map(({ visitDate, slotFrom }) => `${visitDate.slice(8)} ${slotFrom}`)).toEqual(expected)
    const { bookings: all } = await listBookings(app.context, ALL, { from, to, dateOf: 'desk-day', status: 'booked' })
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  test('asks the database three times for all of its figures', async () => {
    await aWeek()
    const filter = await filterOf()
    const asked = await statementsOf(app.context.db, async () => {
      await dashboardFigures(app.context, ALL, filter)
      await locationShares(app.context, ALL, filter)
      await upcomingBookings(app.context, ALL, {})
    })
    expect(asked).toHaveLength(3)
  })
})
