import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates, bookings, cities, locations, packages, screenSlots, screens } from '~/db/schema'
import type { ClockTime } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { placeHold } from '~/features/booking/place-booking.server'
import { exportPayments } from '~/features/booking-pages/booking-files.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { todayRows } from '~/features/booking-pages/bookings.server'
import { deskDay, deskLocations } from '~/features/front-desk/desk-day.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { deskWeek } from '~/features/front-desk/desk-week.server'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { todayPage, todayPageWith, todayStrip } from '~/features/front-desk/today-page.server'
import { dashboardFigures } from '~/features/insight/dashboard.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { takePayment } from '~/features/money/take-payment.server'
import { exportTill } from '~/features/money/till.server'
import { addNote } from '~/features/stored-booking/internal-notes.server'
import { ask, saidBy, serveHere, signedIn, type Visit, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, fullDraft, OWNER, time, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('the front desk’s day', (kind) => {
  const app = useApp(kind)
  const places = () => [
    { id: app.theatre.locationId, name: 'Koramangala' },
    { id: app.theatre.otherLocationId, name: 'Indiranagar' },
  ]
  const own = (): Scope => ({ kind: 'location', locationId: app.theatre.locationId })
  const here = () => places().slice(0, 1)
  const day = (on = VISIT, locations = here(), scope: Scope = ALL) => deskDay(app.context, scope, locations, on)
  const states = async (...asked: Parameters<typeof day>) =>
    (await day(...asked)).places.map(({ room, slot, state }) => `${room.name} ${slot.split(' – ')[0]} ${state}`)

  /** Has a visit on the night of the 12th, from an hour of the 13th on. */
  const atNight = (bookingId: string, from: string, to: string) => {
    const at = (hour: string) => new Date(`2027-03-13T${hour}:00+05:30`)
    const hours = { slotFrom: time(from), slotTo: time(to), during: { from: at(from), to: at(to) } }
    return app.context.db
      .update(bookings)
      .set({ visitDate: date('2027-03-13'), ...hours })
      .where(eq(bookings.id, bookingId))
  }

  test('shows what is free, held and booked, and frees what ran out', async () => {
    await purchase(app, basicDraft(app.theatre))
    await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    expect(await states()).toEqual([
      'Aurora 10:00 AM held',
      'Aurora 1:00 PM free',
      'Aurora 7:00 PM booked',
      'Aurora 10:30 PM free',
    ])
    expect((await day()).places[0]?.visit?.heldUntil).toBe('12:15 PM')
    app.clock.set('2027-03-01T06:46:00Z')
    expect(await states()).toContain('Aurora 10:00 AM free')
    app.clock.set('2027-03-12T08:00:00Z')
    expect(await states()).toEqual([
      'Aurora 10:00 AM over',
      'Aurora 1:00 PM over',
      'Aurora 7:00 PM booked',
      'Aurora 10:30 PM free',
    ])
  })

  test('stands on a phone with who is here first, and folds who is done and paid', async () => {
    const { slots } = app.theatre.aurora
    const on = async (slot: '10:00' | '13:00' | '19:00') =>
      (await purchase(app, basicDraft(app.theatre, { slotId: slots[slot] }))).bookingId
    const morning = await on('10:00')
    const noon = await on('13:00')
    await on('19:00')
    const phone = async () => {
      const { day } = await todayPage(app.context, ALL, { date: '2027-03-12', location: app.theatre.locationId })
      if (!day) throw new Error('The day is missing.')
      const begins = ({ slot }: { slot: string }) => slot.split(' – ')[0]
      const over = day.phone.over.flatMap((index) => day.places[index] ?? [])
      return { lead: day.phone.lead.map(begins), over: over.map(begins), words: day.phone.overWords }
    }
    // another day than today leads with nobody
    expect(await phone()).toEqual({ lead: [], over: [], words: '' })
    app.clock.set('2027-03-12T08:00:00Z')
    await setAttendance(app.context, OWNER, noon, 'arrived')
    // the morning is done, and still owes
    expect(await phone()).toEqual({ lead: ['10:00 AM', '1:00 PM', '7:00 PM'], over: [], words: '' })
    const { ledger } = (await deskVisit(app.context, ALL, morning))?.view ?? {}
    expect(ledger?.remaining).toBeGreaterThan(0)
    const taking = { amount: ledger?.remaining ?? rupees(0), shown: ledger?.remaining ?? rupees(0) }
    await takePayment(app.context, OWNER, morning, { ...taking, mode: 'cash', reference: '' })
    // nor is one folded whose guests nobody has marked
    expect(await phone()).toEqual({ lead: ['10:00 AM', '1:00 PM', '7:00 PM'], over: [], words: '' })
    await setAttendance(app.context, OWNER, morning, 'arrived')
    expect(await phone()).toEqual({ lead: ['1:00 PM', '7:00 PM'], over: ['10:00 AM'], words: '1 done' })
  })

  test('leads on a phone with who comes after midnight, and not on the evening after', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await atNight(bookingId, '00:30', '02:30')
    const led = async (at: string) => {
      app.clock.set(at)
      const { day } = await todayPage(app.context, ALL, {})
      return day?.phone.lead.map(({ visit, state }) => [visit?.id, state])
    }
    expect(await led('2027-03-12T23:40:00+05:30')).toEqual([[bookingId, 'booked']])
    expect(await led('2027-03-13T00:45:00+05:30')).toEqual([[bookingId, 'booked']])
    await setAttendance(app.context, OWNER, bookingId, 'arrived')
    expect(await led('2027-03-13T00:46:00+05:30')).toEqual([[bookingId, 'in-house']])
    expect(await led('2027-03-13T19:00:00+05:30')).toEqual([])
  })

  test('names what begins after midnight, which the calendar has on the next date', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const at = (from: string, to: string) => atNight(bookingId, from, to)
    const late = async (on: string, scope: Scope = ALL) => (await todayPage(app.context, scope, { date: on })).late
    await at('00:30', '02:30')
    expect(await late('2027-03-12')).toEqual([{ id: bookingId, words: '12:30 AM – 2:30 AM, Aurora: Meera Krishnan' }])
    expect(await late('2027-03-13')).toEqual([])
    expect(await late('2027-03-12', { kind: 'location', locationId: app.theatre.otherLocationId })).toEqual([])
    const { mark } = await todayPage(app.context, ALL, { date: '2027-03-12' })
    const toPrepare = async (on: string) => (await prepPage(app.context, ALL, { date: on })).wanted
    expect([await toPrepare('2027-03-12'), await toPrepare('2027-03-13')]).toEqual([5, 0])
    await at('04:00', '06:00')
    expect(await late('2027-03-12')).toEqual([])
    expect((await todayPage(app.context, ALL, { date: '2027-03-12' })).mark).not.toBe(mark)
    expect([await toPrepare('2027-03-12'), await toPrepare('2027-03-13')]).toEqual([0, 5])
  })

  test('counts what begins after midnight in the evening before: strip, tile, list, week and what is due alike', async () => {
    await purchase(app, basicDraft(app.theatre))
    const slotId = app.theatre.aurora.slots['22:30']
    const { bookingId } = await purchase(app, basicDraft(app.theatre, { slotId }))
    await atNight(bookingId, '01:00', '03:00')
    const seen = async () => {
      const strip = await todayStrip(app.context, ALL)
      const { day: ofPage } = await todayPage(app.context, ALL, {})
      expect(ofPage?.counts).toEqual(strip.counts)
      const week = (await deskWeek(app.context, ALL, here(), strip.date)).find(({ date: on }) => on === strip.date)
      expect([week?.booked, week?.due]).toEqual([strip.counts?.visits, strip.counts?.due])
      const { todayBookings } = await dashboardFigures(app.context, ALL, { status: 'booked' })
      const rows = (await todayRows(app.context, ALL)).rows.length
      expect([todayBookings, rows]).toEqual([strip.counts?.visits, strip.counts?.visits])
      const { visits, expected, inHouse, due } = strip.counts ?? {}
      const coming = strip.coming.map(({ slot }) => slot.split(' – ')[0])
      return { date: strip.date, visits, expected, inHouse, due, coming, late: strip.late }
    }
    const evening = { date: '2027-03-12', visits: 2, due: rupees(1_000), late: [] }
    app.clock.set('2027-03-12T10:00:00Z')
    expect(await seen()).toEqual({ ...evening, expected: 2, inHouse: 0, coming: ['7:00 PM', '1:00 AM'] })
    app.clock.set('2027-03-12T20:00:00Z')
    expect(await seen()).toEqual({ ...evening, expected: 1, inHouse: 0, coming: ['1:00 AM'] })
    await setAttendance(app.context, OWNER, bookingId, 'arrived')
    expect(await seen()).toMatchObject({ expected: 0, inHouse: 1 })
    app.clock.set('2027-03-13T10:00:00Z')
    expect(await seen()).toMatchObject({ date: '2027-03-13', visits: 0, due: 0, coming: [], late: [] })
    // a Sunday's night is the last of its week, and the first of no other
    await app.context.db
      .update(bookings)
      .set({
        visitDate: date('2027-03-15'),
        during: { from: new Date('2027-03-15T01:00:00+05:30'), to: new Date('2027-03-15T03:00:00+05:30') },
      })
      .where(eq(bookings.id, bookingId))
    const booked = async (on: string) =>
      (await deskWeek(app.context, ALL, here(), date(on))).map((weekday) => weekday.booked)
    expect(await booked('2027-03-14')).toEqual([0, 0, 0, 0, 1, 0, 1])
    expect(await booked('2027-03-15')).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('names what comes after midnight beside the first cards of a full evening, and nobody twice', async () => {
    const { slots } = app.theatre.aurora
    for (const at of ['10:00', '13:00', '19:00', '22:30'])
      await bookAtDesk(app, basicDraft(app.theatre, { slotId: slots[at] }))
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    await atNight(bookingId, '01:00', '03:00')
    const named = async () => {
      const { coming, late } = await todayStrip(app.context, ALL)
      return [coming.length, coming.at(-1)?.visit?.id === bookingId, late.map(({ id }) => id)]
    }
    app.clock.set('2027-03-12T03:00:00Z')
    expect(await named()).toEqual([4, false, [bookingId]])
    app.clock.set('2027-03-12T08:00:00Z')
    expect(await named()).toEqual([4, true, []])
  })

  test('says who comes, what is due and what must be prepared', async () => {
    await purchase(app, fullDraft(app.theatre))
    const { places: cards, counts } = await day()
    expect(cards.find(({ visit }) => visit)?.visit).toMatchObject({
      customer: 'Meera Krishnan',
      people: 4,
      package: 'Celebration',
      due: rupees(4_436 - 999),
      needs: ['LED Name “AARAV MEHTA”', 'Red Velvet', 'Chocolate Truffle', 'Rose Bouquet', 'Decoration'],
      heldUntil: null,
      awaited: false,
    })
    expect(counts).toEqual({ visits: 1, expected: 1, inHouse: 0, held: 0, free: 3, due: rupees(3_437) })
  })

  test('follows the guests: awaited, late, in the house, done', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const card = async () => {
      const found = (await day()).places.find(({ visit }) => visit)
      return [found?.state, found?.visit?.awaited, found?.visit?.late, found?.visit?.unmarked]
    }
    app.clock.set('2027-03-12T12:30:00Z')
    expect(await card()).toEqual(['booked', true, 0, false])
    app.clock.set('2027-03-12T13:45:00Z')
    expect(await card()).toEqual(['booked', true, 15, false])
    // a second press, from another page, says nothing new
    for (let press = 0; press < 2; press += 1)
      expect(await setAttendance(app.context, OWNER, bookingId, 'arrived')).toMatchObject({ ok: true })
    expect((await storedBooking(app, bookingId)).events.filter((what) => what === 'arrived')).toHaveLength(1)
    expect(await card()).toEqual(['in-house', false, 0, false])
    app.clock.set('2027-03-12T16:30:00Z')
    expect(await card()).toEqual(['done', false, 0, false])
    await setAttendance(app.context, OWNER, bookingId, 'no-show')
    expect(await card()).toEqual(['no-show', false, 0, false])
    // who did not come owes the desk nothing of today
    expect((await day()).counts.due).toBe(0)
  })

  test.each([
    ['had come', 'arrived'],
    ['had stayed away', 'no-show'],
  ] as const)('awaits guests anew who %s before their visit moved to another time, and prepares for them', async (_, noted) => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    app.clock.set('2027-03-12T13:30:00Z')
    expect(await setAttendance(app.context, OWNER, bookingId, noted)).toMatchObject({ ok: true })
    expect(await editBooking(app, bookingId, () => ({ date: date('2027-03-20') }))).toMatchObject({ ok: true })
    app.clock.set('2027-03-20T13:00:00Z')
    const moved = await day(date('2027-03-20'))
    expect(moved.places.find(({ visit }) => visit)).toMatchObject({ state: 'booked', visit: { awaited: true } })
    expect(moved.counts.due).toBeGreaterThan(0)
    expect((await prepPage(app.context, ALL, { date: '2027-03-20' })).wanted).toBe(5)
  })

  test('says who noted something else of the guests meanwhile, and changes nothing', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const note = (what: 'arrived' | 'no-show', shown?: 'expected' | 'arrived') =>
      setAttendance(app.context, OWNER, bookingId, what, shown)
    app.clock.set('2027-03-12T14:00:00Z')
    for (const _ of ['once', 'again']) expect(await note('arrived', 'expected')).toMatchObject({ ok: true })
    expect(await note('no-show', 'expected')).toMatchObject({
      reason: 'noted-otherwise',
      message: 'Noted meanwhile: Arrived (Asha Rao, 7:30 PM). Nothing was changed; look again.',
    })
    expect((await storedBooking(app, bookingId)).attendance).toBe('arrived')
    expect(await note('no-show', 'arrived')).toMatchObject({ ok: true })
  })

  test('takes nothing of the guests that nobody can know yet, and says what it noted', async () => {
    serveHere(app.context)
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const panels: Visit[] = [
      { at: '/admin/today', query: `?booking=${bookingId}&date=${VISIT}` },
      { at: '/admin/bookings/view/:id', id: bookingId },
    ]
    // weeks pass, which no session outlives
    const cookie = () => signedIn(app, { ...OWNER, id: newId() })
    const drawn = async (panel: Visit) => {
      const page = await drawnPage({ ...panel, cookie: await cookie() })
      const form = page.querySelector('button[name="attendance"][value="expected"]')?.closest('form')
      return [...(form?.querySelectorAll('[name="attendance"], p') ?? [])].map(({ textContent }) => textContent)
    }
    const press = async (panel: Visit, attendance: string) => {
      const fields = { intent: 'attendance', booking: bookingId, attendance }
      return (await ask({ ...panel, fields, cookie: await cookie() })).said
    }
    for (const panel of panels) {
      app.clock.set('2027-03-01T06:30:00Z')
      const arrives = '“Arrived” can be noted from 5:30 PM on Friday, 12/03/2027.'
      const stays = '“Did not come” can be noted from 7:00 PM on Friday, 12/03/2027.'
      const otherDay = 'Not today: this visit is on Friday, 12/03/2027.'
      expect(await drawn(panel)).toEqual([otherDay, 'Expected', `${arrives} ${stays}`])
      expect(await press(panel, 'arrived')).toBe(arrives)
      expect(await press(panel, 'no-show')).toBe(stays)
      expect((await storedBooking(app, bookingId)).attendance).toBe('expected')
      app.clock.set('2027-03-12T12:00:00Z')
      expect(await drawn(panel)).toEqual(['Expected', 'Arrived', '“Did not come” can be noted from 7:00 PM.'])
      app.clock.set('2027-03-12T13:30:00Z')
      expect(await press(panel, 'no-show')).toBe('Meera Krishnan: did not come')
      // what was noted may always be taken back
      app.clock.set('2027-03-01T06:30:00Z')
      expect(await drawn(panel)).toEqual([otherDay, 'Expected', 'Did not come', arrives])
      expect(await press(panel, 'expected')).toBe('Meera Krishnan: expected')
    }
  })

  test('knows guests who have come in another room at the same time', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.set('2027-03-12T12:30:00Z')
    await setAttendance(app.context, OWNER, bookingId, 'arrived')
    const { screenId, slotId, packageId } = atCeleste(app.theatre)
    await app.context.db
      .update(screenSlots)
      .set({ from: '19:00' as ClockTime, to: '22:00' as ClockTime })
      .where(eq(screenSlots.id, slotId ?? ''))
    expect(await editBooking(app, bookingId, () => ({ screenId, slotId, packageId }))).toMatchObject({ ok: true })
    expect((await storedBooking(app, bookingId)).attendance).toBe('arrived')
  })

  test('keeps what was booked at a time that the schedule no longer has, and in a room that is gone', async () => {
    await purchase(app, basicDraft(app.theatre))
    await app.context.db.update(screens).set({ active: false })
    await app.context.db.update(screenSlots).set({ archivedAt: app.clock.now() })
    expect(await states()).toEqual(['Aurora 7:00 PM booked'])
    await app.context.db.update(screens).set({ archivedAt: app.clock.now() })
    expect(await states()).toEqual(['Aurora 7:00 PM booked'])
  })

  test('shows a visit at the hours it was sold for, once, whatever slots the room has by now', async () => {
    await purchase(app, basicDraft(app.theatre))
    const slotTo = (from: string, to: string, id: string) =>
      app.context.db
        .update(screenSlots)
        .set({ from: from as ClockTime, to: to as ClockTime })
        .where(eq(screenSlots.id, id))
    await slotTo('18:30', '20:30', app.theatre.aurora.slots['19:00'] ?? '')
    await slotTo('21:00', '23:00', app.theatre.aurora.slots['22:30'] ?? '')
    const visits = (await day()).places.filter(({ visit }) => visit)
    expect(visits.map(({ slot, state }) => [slot, state])).toEqual([['7:00 PM – 10:00 PM', 'booked']])
  })

  test('shows a visit past midnight on its own day alone, whatever slots the days have by now, and sells nothing in it', async () => {
    const { slots } = app.theatre.aurora
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const slotTo = (from: string, to: string, id = '') =>
      app.context.db
        .update(screenSlots)
        .set({ from: from as ClockTime, to: to as ClockTime })
        .where(eq(screenSlots.id, id))
    const soldFrom = async (visitDate: string, from: string, to: string) => {
      const during = { from: new Date(`${from}:00+05:30`), to: new Date(`${to}:00+05:30`) }
      const hours = { slotFrom: from.slice(-5) as ClockTime, slotTo: to.slice(-5) as ClockTime }
      await app.context.db.update(bookings).set({ visitDate: date(visitDate), ...hours, during })
    }
    const standsOn = async (on: string) => {
      const { places, counts, grid } = await day(date(on))
      const taken = places.filter(({ state }) => state === 'booked')
      for (const { words } of grid.hours) expect(words).toMatch(/^\d+ [AP]M$/)
      return [counts.visits, ...taken.map(({ slot, visit }) => `${slot} ${visit?.id === bookingId}`)]
    }
    // sold until 1 AM, when the next day had nothing before ten
    await soldFrom('2027-03-12', '2027-03-12T22:00', '2027-03-13T01:00')
    await slotTo('00:30', '02:30', slots['10:00'])
    expect(await standsOn('2027-03-12')).toEqual([1, '10:00 PM – 1:00 AM (next day) true'])
    expect(await standsOn('2027-03-13')).toEqual([0, '12:30 AM – 2:30 AM false'])
    // sold from half past midnight, when the evening before ended at midnight
    await soldFrom('2027-03-13', '2027-03-13T00:30', '2027-03-13T02:30')
    await slotTo('22:30', '01:00', slots['22:30'])
    // it is drawn on its own date, and counted in the evening before (rule E4)
    expect(await standsOn('2027-03-12')).toEqual([1, '10:30 PM – 1:00 AM (next day) false'])
    expect(await standsOn('2027-03-13')).toEqual([0, '12:30 AM – 2:30 AM true'])
  })

  test('sells nothing of a room that is switched off, and keeps its visits', async () => {
    await purchase(app, basicDraft(app.theatre))
    const free = async () =>
      (await deskWeek(app.context, ALL, here(), VISIT)).map(({ free }) => free).reduce((a, b) => a + b)
    expect(await free()).toBeGreaterThan(0)
    await app.context.db.update(screens).set({ active: false }).where(eq(screens.id, app.theatre.aurora.id))
    expect(await states()).toEqual(['Aurora 7:00 PM booked'])
    expect((await day()).counts).toMatchObject({ visits: 1, free: 0 })
    expect(await free()).toBe(0)
  })

  const closing: [string, string, () => Promise<unknown>][] = [
    ['is at a location that is closed', 'Location closed', () => updateHere({ active: false })],
    ['is at a location that was deleted', 'Location closed', () => updateHere({ archivedAt: new Date() })],
    ['is in a city that is closed', 'City closed', () => app.context.db.update(cities).set({ active: false })],
    ['has no package left', 'No packages', () => app.context.db.update(packages).set({ archivedAt: new Date() })],
    ['is switched off', 'In Active', () => app.context.db.update(screens).set({ active: false })],
  ]
  const updateHere = (values: { active?: boolean; archivedAt?: Date }) =>
    app.context.db.update(locations).set(values).where(eq(locations.id, app.theatre.locationId))
  test.each(closing)('sells nothing of a room that %s, says why, and keeps its visits', async (_, words, close) => {
    await purchase(app, basicDraft(app.theatre))
    const week = async () => (await deskWeek(app.context, ALL, here(), VISIT))[4]
    expect((await day()).rooms[0]?.unsold).toBeNull()
    expect(await week()).toMatchObject({ free: 3, unsold: null })
    await close()
    expect(await states()).toEqual(['Aurora 7:00 PM booked'])
    const { rooms, counts } = await day()
    expect(rooms).toMatchObject([{ name: 'Aurora', unsold: words }])
    expect(counts).toMatchObject({ visits: 1, free: 0 })
    expect(await week()).toMatchObject({ booked: 1, free: 0, unsold: words })
  })

  test('tells nobody whose visit stands in a room that came from another location', async () => {
    await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    const moved = { locationId: app.theatre.locationId }
    await app.context.db.update(screens).set(moved).where(eq(screens.id, app.theatre.celeste.id))
    const seen = async (scope: Scope) =>
      (await day(VISIT, here(), scope)).places
        .filter(({ state }) => state === 'booked')
        .map(({ visit }) => visit?.customer)
    expect(await seen(own())).toEqual([undefined])
    expect(await seen(ALL)).toEqual(['Meera Krishnan'])
  })

  test('counts the visit of a room that went elsewhere once, where it was booked, and draws it in both places', async () => {
    await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    const { db } = app.context
    const { locationId: here, otherLocationId: former } = app.theatre
    // as rule K16 lets it: its own location was deleted first
    await db.update(locations).set({ archivedAt: app.clock.now() }).where(eq(locations.id, former))
    await db.update(screens).set({ locationId: here }).where(eq(screens.id, app.theatre.celeste.id))
    app.clock.set('2027-03-12T10:00:00Z')
    for (const [at, booked] of [
      [undefined, 1],
      [here, 0],
      [former, 1],
    ] as const) {
      const { counts, coming } = await todayStrip(app.context, ALL, at)
      const { week } = await todayPage(app.context, ALL, { location: at ?? 'all', view: 'week' })
      const { todayBookings } = await dashboardFigures(app.context, ALL, { status: 'booked', locationId: at })
      const friday = week?.[4]
      expect([at, counts?.visits, counts?.expected, coming.length, friday?.booked, todayBookings]).toEqual([
        at,
        ...Array.from({ length: 5 }, () => booked),
      ])
      expect([counts?.due, friday?.due, friday?.people]).toEqual([
        rupees(500 * booked),
        rupees(500 * booked),
        2 * booked,
      ])
      const { day: drawn } = await todayPage(app.context, ALL, { location: at ?? 'all' })
      expect(drawn?.places.filter(({ visit }) => visit)).toHaveLength(1)
    }
  })

  test('a blocked date is closed to customers there, and open to staff', async () => {
    await app.context.db
      .insert(blockedDates)
      .values({ id: 'b', date: VISIT, locationId: app.theatre.locationId, reason: 'Private event' })
    expect(new Set((await states()).map((one) => one.split(' ').at(-1)))).toEqual(new Set(['blocked']))
    expect((await day()).closed).toEqual([{ reason: 'Private event', where: 'Koramangala' }])
    expect((await day(VISIT, places().slice(1))).closed).toEqual([])
    const held = { draft: basicDraft(app.theatre), dropped: undefined }
    expect(await placeHold(app.context, held)).toMatchObject({ reason: 'date-closed', message: 'Private event' })
    const elsewhere = basicDraft(app.theatre, atCeleste(app.theatre))
    await holdSlot(app, elsewhere)
    await bookAtDesk(app, basicDraft(app.theatre))
    expect(await states()).toContain('Aurora 7:00 PM booked')
  })

  test('of all locations shows every room in its place, and of many rooms the first location alone', async () => {
    const all = await day(VISIT, places())
    expect(all.rooms.map(({ name, location }) => [name, location])).toEqual([
      ['Aurora', 'Koramangala'],
      ['Celeste', 'Indiranagar'],
    ])
    expect(all.places.slice(0, 2).map(({ room }) => [room.name, room.column])).toEqual([
      ['Aurora', 0],
      ['Celeste', 1],
    ])
    const asked = async (wanted?: string) =>
      (await deskLocations(app.context, places(), wanted)).shown.map(({ name }) => name)
    expect(await asked()).toEqual(['Koramangala', 'Indiranagar'])
    expect(await asked(app.theatre.otherLocationId)).toEqual(['Indiranagar'])
    const room = { locationId: app.theatre.otherLocationId, capacity: 8, minPeople: 2, extraPersonPrice: rupees(0) }
    await app.context.db
      .insert(screens)
      .values(
        Array.from({ length: 5 }, (_, index) => ({ ...room, id: `r${index}`, name: `Room ${index}`, description: '' })),
      )
    expect(await asked()).toEqual(['Koramangala'])
    expect(await asked('all')).toEqual(['Koramangala', 'Indiranagar'])
  })

  test('a week from its Monday counts what stands, what is free and what is due', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await purchase(app, fullDraft(app.theatre, { date: date('2027-03-14') }))
    await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    const week = await deskWeek(app.context, ALL, here(), VISIT)
    expect(week.map(({ date: on }) => on)).toEqual(
      Array.from({ length: 7 }, (_, index) => `2027-03-${String(8 + index).padStart(2, '0')}`),
    )
    expect(week[4]).toMatchObject({ title: 'Friday', booked: 1, held: 1, free: 2, people: 2, due: rupees(500) })
    expect(week[6]).toMatchObject({ title: 'Sunday', booked: 1, held: 0, free: 3, people: 4, due: rupees(3_437) })
    expect(week[0]).toMatchObject({ booked: 0, free: 4, due: 0 })
    app.clock.set('2027-03-12T14:00:00Z')
    await setAttendance(app.context, OWNER, bookingId, 'no-show')
    const after = await deskWeek(app.context, ALL, here(), VISIT)
    expect([after[4]?.due, (await day()).counts.due], 'who did not come owes the desk nothing').toEqual([0, 0])
  })

  test('opens on the evening that still runs after midnight, and its mark changes with what stands in it', async () => {
    app.clock.set('2027-03-12T19:00:00Z')
    const open = () => todayPage(app.context, ALL, {})
    const before = await open()
    expect([before.date, before.day?.grid.now]).toEqual([VISIT, '12:30 AM'])
    expect((await open()).mark).toBe(before.mark)
    await holdSlot(app, basicDraft(app.theatre, { date: date('2027-03-13') }))
    expect((await open()).mark).toBe(before.mark)
    app.clock.set('2027-03-12T23:00:00Z')
    expect((await open()).date).toBe('2027-03-13')
    expect((await open()).mark).not.toBe(before.mark)
  })

  test('the mark of a day with a visit open beside it changes with what stands in that visit', async () => {
    const { bookingId: booking } = await bookAtDesk(app, basicDraft(app.theatre))
    const mark = async (query: { booking?: string } = { booking }) =>
      (await todayPageWith(app.context, ALL, { date: VISIT, ...query })).mark
    const [alone, beside] = [await mark({}), await mark()]
    expect(await mark()).toBe(beside)
    await addNote(app.context, OWNER, booking, { about: 'booking', text: 'Cake comes at 8', asksApproval: false })
    expect(await mark()).not.toBe(beside)
    expect(await mark({})).toBe(alone)
  })

  test('the panel of a visit says who comes and what is prepared before what is done for them', async () => {
    const { bookingId: id } = await purchase(app, fullDraft(app.theatre))
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const panel = async () => {
      const page = await drawnPage({ at: '/admin/today', query: `?date=${VISIT}&booking=${id}`, cookie })
      const section = page.querySelector('[data-shown-by="booking"]')
      return { section, text: section?.textContent ?? '' }
    }
    const { section, text } = await panel()
    const { people, packageName, customerNumber } = await storedBooking(app, id)
    const readOut = `${customerNumber.slice(0, 5)} ${customerNumber.slice(5)}`
    expect(text).toContain(`${people} people · ${packageName} · ${readOut}`)
    expect(section?.querySelector('a[href^="tel:"]')?.textContent).toBe(readOut)
    const places = [readOut, 'LED Name “AARAV MEHTA”', 'Still due', 'WhatsApp'].map((word) => text.indexOf(word))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    // for what does not stand nobody prepares anything
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    expect((await panel()).text).not.toContain('To prepare')
  })

  test('the panel of a visit says as paid what its rows come to, less what went back', async () => {
    const { bookingId: id } = await bookAtDesk(app, basicDraft(app.theatre, { people: 6 }), 2_299)
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const paid = async () => {
      const page = await drawnPage({ at: '/admin/today', query: `?date=${VISIT}&booking=${id}`, cookie })
      return page.querySelector('#due')?.textContent
    }
    expect(await paid()).toBe('Paid₹2,299')
    // two guests fewer at the door
    await editBooking(app, id, () => ({ people: 4 }))
    const { total, refunds } = await storedBooking(app, id)
    expect([total, refunds[0]?.amount]).toEqual([rupees(1_899), rupees(400)])
    expect(await paid()).toBe('Paid₹1,899')
    await handOverRefund(app.context, OWNER, id, refunds[0]?.id ?? '')
    expect(await paid()).toBe('Paid₹1,899')
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    expect(await paid()).toBe('Paid₹0')
  })

  test('a refund that waits is handed over beside the day, as on the booking’s own page', async () => {
    const { bookingId: id } = await bookAtDesk(app, basicDraft(app.theatre), 500)
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    const [refund] = (await storedBooking(app, id)).refunds
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    // the press says how much goes to whom
    const legends = async (visited: Visit) =>
      [...(await drawnPage({ ...visited, cookie })).querySelectorAll('legend')].map(({ textContent }) => textContent)
    const beside = { at: '/admin/today', query: `?date=${VISIT}&booking=${id}` }
    for (const visited of [beside, { at: '/admin/bookings/view/:id', id }, { at: '/admin/money' }])
      expect(await legends(visited)).toContain('Handed over ₹500 to Meera Krishnan')
    const fields = { booking: id, refund: refund?.id ?? '', intent: 'hand-over', mode: 'upi', shown: '50000' }
    expect(await visitAt({ at: '/admin/today', fields, cookie })).toMatchObject({ short: '303 /admin/today' })
    expect((await storedBooking(app, id)).refunds).toMatchObject([
      { status: 'processed', mode: 'upi', settledNote: '' },
    ])
    // and what was pressed, who gave it
    const shown = await bookingPage(app.context, ALL, id)
    expect(shown?.money.at(-1)).toMatchObject({
      what: 'Refund, UPI, handed over by Asha Rao: Ill',
      amount: rupees(-500),
    })
    expect(shown?.history.map(({ what, actor }) => [what, actor])).toContainEqual([
      'Refund handed over, ₹500 by UPI',
      'Asha Rao',
    ])
  })

  test('a refund is handed over with its reference, which booking, till and files name, and by no way that nobody chose', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const sends = [
      { at: '/admin/money', name: 'id', slot: '10:00' },
      { at: '/admin/bookings/view/:id', name: 'refund', slot: '13:00' },
    ]
    for (const { at, name, slot } of sends) {
      const slotId = app.theatre.aurora.slots[slot]
      const { bookingId: id } = await bookAtDesk(app, basicDraft(app.theatre, { slotId }), 500)
      await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
      const [refund] = (await storedBooking(app, id)).refunds
      const page = await drawnPage({ at, id, cookie })
      const form = page.querySelector('input[name="reference"]')?.closest('form')
      expect(form?.querySelectorAll('[required]')).toHaveLength(0)
      expect(form?.querySelector('button')?.outerHTML).toMatch(/name="mode" value=""/)
      const fields = {
        booking: id,
        [name]: refund?.id ?? '',
        intent: 'hand-over',
        shown: '50000',
        mode: 'upi',
        reference: `UTR ${slot}`,
      }
      expect(await visitAt({ at, id, fields, cookie })).toMatchObject({ short: expect.stringMatching(/^303/) })
      const shown = await bookingPage(app.context, ALL, id)
      expect(shown?.money.map(({ what }) => what)).toContainEqual(expect.stringContaining(`Ill, UTR ${slot}`))
      const files = [exportTill(app.context, ALL, undefined, date('2027-03-01')), exportPayments(app.context, ALL, {})]
      for (const file of files) {
        let lines = ''
        for await (const line of file) lines += line
        expect(lines).toMatch(new RegExp(`refund,.*-500,.*UTR ${slot}`))
      }
    }
  })

  test('a hand-over that is refused says why at its own refund and keeps the reference, beside the day too', async () => {
    const { bookingId: id } = await bookAtDesk(app, basicDraft(app.theatre), 500)
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    const refund = (await storedBooking(app, id)).refunds[0]?.id ?? ''
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const beside = { at: '/admin/today', query: `?date=${VISIT}&booking=${id}` }
    const own = { at: '/admin/bookings/view/:id', id }
    const sent = { booking: id, refund, intent: 'hand-over', mode: '', reference: 'UTR 4711', shown: '50000' }
    const refusedAt = async (visited: Visit, fields: Record<string, string>) => {
      const page = await drawnPage({ ...visited, cookie, fields })
      const field = page.querySelector('input[name="reference"]')
      return {
        typed: field?.getAttribute('value'),
        says: page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent,
        above: page.querySelector('[role=alert], [data-fault]')?.textContent,
      }
    }
    const atField = {
      typed: 'UTR 4711',
      says: expect.stringContaining('Choose how it was handed over'),
      above: undefined,
    }
    for (const visited of [beside, own]) expect(await refusedAt(visited, sent)).toEqual(atField)
    expect(await handOverRefund(app.context, OWNER, id, refund, {})).toMatchObject({ ok: true })
    // somebody else gave it meanwhile: no row is left to say it at
    for (const visited of [beside, own])
      expect((await refusedAt(visited, { ...sent, mode: 'upi' })).above).toBe('This was handed over already.')
  })

  test('what is to be handed over is said after the edit or deletion that made it, and on the day', async () => {
    const { bookingId: id } = await bookAtDesk(app, fullDraft(app.theatre), 4_436)
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const handed = async () => {
      const { body } = await visitAt({ at: '/bookingConfirmation', query: `?booking=${id}`, cookie })
      const card = (await day()).places.find(({ visit }) => visit?.id === id)?.visit
      return [(body as { staff: { toHandOver: number } }).staff.toHandOver, card?.toHandOver]
    }
    expect(await handed()).toEqual([0, 0])
    expect(await editBooking(app, id, () => ({ gifts: [] }))).toMatchObject({ ok: true })
    const less = rupees(4_436) - (await storedBooking(app, id)).total
    expect(less).toBeGreaterThan(0)
    expect(await handed()).toEqual([less, less])
    const gone = { intent: 'delete', reason: 'Ill', refund: 'full' }
    const deleted = await visitAt({ at: '/admin/bookings/view/:id', id, cookie, fields: gone })
    expect(deleted.short).toBe(`303 /admin/bookings/view/${id}`)
    expect(await saidBy(deleted)).toBe('Booking deleted successfully! ₹4,436 is to be handed over.')
  })

  test('a slot is freed from beside the day, and leads back to it', async () => {
    app.clock.set('2027-03-12T03:00:00Z')
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const deleteBeside = async (id: string) => {
      const page = await drawnPage({ at: '/admin/today', query: `?date=${VISIT}&booking=${id}`, cookie })
      return page.querySelector<HTMLAnchorElement>('a[href*="delete=1"]')
    }
    const freed = async (id: string) => {
      const link = await deleteBeside(id)
      const { pathname, search } = new URL(link?.href ?? '', 'http://localhost')
      expect(pathname).toBe(`/admin/bookings/view/${id}`)
      const asked = { at: '/admin/bookings/view/:id', id, query: search, cookie }
      const question = (await drawnPage(asked)).getElementById('cancel')?.parentElement
      const fields = { ...(await drawnForm(asked, 'cancel')), reason: 'Called off' }
      const { headers } = await visitAt({ ...asked, fields })
      const [said, yes] = [question?.querySelector('p')?.textContent, question?.querySelector('button.button-danger')]
      return [link?.textContent, said, yes?.textContent, headers.get('Location')]
    }
    const { id: held } = await askedMoney(app).hold()
    const { bookingId } = await bookAtDesk(
      app,
      basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }),
      0,
    )
    const back = `/admin/today?location=all&date=${VISIT}`
    const goes = 'The slot is free again and the customer is told. The hold leaves the list.'
    expect(await freed(held)).toEqual(['Free the slot', goes, 'Free the slot', back])
    const stays =
      'If you Delete this booking its slot is free again and the customer is told. The booking stays in the list as cancelled.'
    expect(await freed(bookingId)).toEqual(['Delete', stays, 'Delete', back])
    expect((await day()).counts).toMatchObject({ visits: 0, held: 0 })
    // guests who are here are called off on their booking's own page only
    const { bookingId: here } = await bookAtDesk(app, basicDraft(app.theatre))
    app.clock.set('2027-03-12T12:30:00Z')
    expect(await deleteBeside(here)).not.toBeNull()
    expect(await setAttendance(app.context, OWNER, here, 'arrived')).toMatchObject({ ok: true })
    expect(await deleteBeside(here)).toBeNull()
  })
})
