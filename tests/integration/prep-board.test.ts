import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingEvents, bookings, prepTicks } from '~/db/schema'
import { bookingEventWords } from '~/domain/booking-events'
import { addDays } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import type { Scope } from '~/domain/staff-role'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import type { PrepItem } from '~/features/front-desk/prep-items.server'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { tickPreparation, untickPreparation } from '~/features/front-desk/tick-preparation.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, fullDraft, locationAdmin, OWNER, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('the prep board', (kind) => {
  const app = useApp(kind)
  const board = (query: object = {}, scope: Scope = ALL) => prepPage(app.context, scope, { date: VISIT, ...query })
  const items = async (...asked: Parameters<typeof board>) => (await board(...asked)).groups.flatMap((one) => one.items)
  const find = async (word: string, date = VISIT) => {
    const found = (await items({ date })).find(({ wanted }) => wanted.includes(word))
    if (!found) throw new Error(`Nothing on the board says ${word}.`)
    return found
  }
  const tickOf = ({ booking: bookingId, item, wanted }: PrepItem) => ({ bookingId, item, wanted })
  const tick = async (word: string, staff = OWNER) => tickPreparation(app.context, staff, tickOf(await find(word)))
  const edit = async (bookingId: string, change: Partial<Draft>) => {
    const editable = await findEditable(app.context, OWNER, bookingId)
    if (!editable) throw new Error('The booking is gone.')
    const desk = { ...editable.money, mode: 'cash' as const, note: '', movedFor: 'family' as const }
    const draft = { ...editable.draft, ...change }
    const saved = await updateBooking(app.context, OWNER, bookingId, editable.version, draft, desk)
    if (!saved.ok) throw new Error(saved.message)
  }
  const storedTicks = () => app.context.db.select().from(prepTicks)
  /** What happened to a booking last, as its page says it. */
  const lastOf = async (bookingId: string) => {
    const events = await app.context.db.query.bookingEvents.findMany({ where: eq(bookingEvents.bookingId, bookingId) })
    const last = [...events].sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1)
    return last && bookingEventWords(last.kind, last.detail)
  }
  const SEEN = 'Seen that what was ready is not wanted any more'
  const GONE = 'It is not to be made any more: the board shows what is.'
  const WHERE = 'Aurora, 12/03/2027, 7:00 PM – 10:00 PM'

  test('says what each room needs and by when, in three orders, without a word about money or people', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const { customerName, customerNumber, customerEmail } = await storedBooking(app, bookingId)
    const page = await board()
    expect(page.groups.map(({ title, hint }) => [title, hint])).toEqual([['Ready by 6:45 PM', '0 of 5 ready']])
    expect((await items()).map(({ wanted }) => wanted)).toEqual([
      `LED Name “AARAV MEHTA”, ${WHERE}`,
      expect.stringMatching(/^Red Velvet.*, Aurora/),
      `Chocolate Truffle, ${WHERE}`,
      `Rose Bouquet, ${WHERE}`,
      `Decoration, ${WHERE}`,
    ])
    const titles = async (by: string) => (await board({ by })).groups.map(({ title }) => title)
    expect(await titles('kind')).toEqual(['Cakes', 'Lettering', 'Decoration', 'Gifts'])
    expect(await titles('room')).toEqual(['Aurora, Koramangala'])
    const said = JSON.stringify(page)
    for (const secret of [customerName, customerNumber, customerEmail, 'total', 'received'])
      expect(said).not.toContain(secret)
  })

  test('is ticked off once, by name and time, and taken back; the history says so', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const before = (await board()).mark
    expect(await tick('Rose Bouquet')).toEqual({ ok: true })
    expect((await board()).mark).not.toBe(before)
    app.clock.advanceMinutes(30)
    const cook = { ...locationAdmin(app.theatre.locationId), name: 'Ravi' }
    expect(await tick('Rose Bouquet', cook)).toEqual({ ok: true })
    expect(await find('Rose Bouquet')).toMatchObject({
      state: 'ready',
      tick: { by: OWNER.name, at: expect.stringContaining('12:00 PM') },
    })
    expect((await board()).ready).toBe(1)
    const rose = await find('Rose Bouquet')
    for (let press = 0; press < 2; press += 1)
      expect(await untickPreparation(app.context, cook, tickOf(rose))).toEqual({ ok: true })
    expect(await find('Rose Bouquet')).toMatchObject({ state: 'open', tick: null })
    expect(await lastOf(bookingId)).toBe('Something is to be made again')
    const { events } = await storedBooking(app, bookingId)
    expect(events.filter((what) => what.endsWith('prepared'))).toEqual(['prepared', 'not-prepared'])
  })

  test('knows a tick of letters that nobody had told, which stood among the other addons before', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre, { ledName: undefined }))
    const made = `LED Name, ${WHERE}`
    const by = { tickedBy: OWNER.id, tickedByName: OWNER.name, at: app.clock.now() }
    await app.context.db.insert(prepTicks).values([
      { bookingId, item: 'addon:LED Name', made, ...by },
      { bookingId, item: 'addon:Fog Entry', made: 'Fog Entry', ...by },
    ])
    await app.context.db.execute(sql.raw(readFileSync('drizzle/0066_ticks_of_untold_letters.sql', 'utf8')))
    expect(await find('LED Name (not told yet)')).toMatchObject({ state: 'changed', tick: { made } })
    const stored = await app.context.db.select({ item: prepTicks.item }).from(prepTicks)
    expect(stored.map(({ item }) => item).sort()).toEqual(['addon:Fog Entry', 'lettering:LED Name'])
  })

  test('says what changed after its tick, and refuses a tick for what is wanted otherwise by now', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const old = await find('AARAV MEHTA')
    await tick('AARAV MEHTA')
    await tick('Chocolate Truffle')
    await edit(bookingId, { ledName: 'Aarav M', cakes: [{ id: app.theatre.items.redVelvet, count: 1 }] })
    expect(await find('Aarav M”')).toMatchObject({ state: 'changed', tick: { made: old.wanted } })
    expect(await find('Chocolate Truffle')).toMatchObject({ state: 'dropped' })
    expect(await board()).toMatchObject({ changed: 1, dropped: 1 })
    expect(await tickPreparation(app.context, OWNER, tickOf(old))).toMatchObject({
      reason: 'changed',
      message: `It has changed meanwhile: LED Name “Aarav M”, ${WHERE}`,
    })
    await tick('Aarav M”')
    await untickPreparation(app.context, OWNER, tickOf(await find('Chocolate Truffle')))
    expect(await lastOf(bookingId)).toBe(SEEN)
    expect(await find('Aarav M”')).toMatchObject({ state: 'ready' })
    expect((await items()).some(({ wanted }) => wanted.includes('Chocolate Truffle'))).toBe(false)
    // at another time it is to be made again
    await edit(bookingId, { slotId: app.theatre.aurora.slots['13:00'] })
    expect(await find('Aarav M”')).toMatchObject({ state: 'changed', ready: '12:45 PM' })
    // and on another day, in the same room at the same time
    await tick('Aarav M”')
    const { visitDate } = await storedBooking(app, bookingId)
    await edit(bookingId, { date: addDays(visitDate, 7) })
    expect(await find('Aarav M”', addDays(visitDate, 7))).toMatchObject({ state: 'changed' })
    // what is over is nothing to be seen to, and is not said above
    const changed = async () => (await board({ date: addDays(visitDate, 7) })).changed
    expect(await changed()).toBeGreaterThan(0)
    app.clock.set(`${addDays(visitDate, 7)}T18:00:00Z`)
    expect(await changed()).toBe(0)
  })

  test('says what is late and not ready, and puts what is over at the end', async () => {
    await purchase(app, fullDraft(app.theatre))
    const marks = async () => (await items()).map(({ late, over }) => ({ late, over }))
    const { mark } = await board()
    app.clock.set('2027-03-12T13:15:00Z')
    expect(new Set((await marks()).map(({ late }) => late))).toEqual(new Set([false]))
    app.clock.set('2027-03-12T13:20:00Z')
    await tick('Rose Bouquet')
    expect((await items()).filter(({ late }) => !late).map(({ preparation }) => preparation.name)).toEqual([
      'Rose Bouquet',
    ])
    expect((await board()).mark).not.toBe(mark)
    // the visit has ended: nothing of it is above, and what was never ticked is not late any more
    app.clock.set('2027-03-12T16:30:00Z')
    for (const by of ['time', 'kind', 'room']) {
      const { groups, over, wanted, ready } = await board({ by })
      expect([groups, over.length, wanted, ready]).toEqual([[], 5, 5, 1])
      expect(over.some(({ late }) => late)).toBe(false)
    }
  })

  test('forgets what was cancelled and who did not come', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const other = fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })
    const { bookingId: second } = await purchase(app, other)
    const rose = await find('Rose Bouquet')
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'ill', refund: 'none' })
    expect(new Set((await items()).map(({ booking }) => booking))).toEqual(new Set([second]))
    app.clock.set('2027-03-12T05:00:00Z')
    await setAttendance(app.context, OWNER, second, 'no-show')
    expect(await items()).toEqual([])
    await app.context.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, rose.booking))
    // who presses on a board that still shows it reads that, and has the board
    for (const press of [tickPreparation, untickPreparation])
      expect(await press(app.context, OWNER, tickOf(rose))).toMatchObject({ reason: 'gone', message: GONE })
  })

  test('keeps what was ready for a visit that is cancelled until somebody has seen it', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    await tick('Rose Bouquet')
    await tick('Chocolate Truffle')
    const { mark } = await board()
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'ill', refund: 'none' })
    const shown = await board()
    expect(shown.mark).not.toBe(mark)
    // nobody makes it anew
    expect(shown).toMatchObject({ ready: 0, wanted: 0, changed: 0, dropped: 2 })
    // of nothing there is none ready
    expect(shown.groups.map(({ hint }) => hint)).toEqual([''])
    const truffle = await find('Chocolate Truffle')
    expect(truffle).toMatchObject({ state: 'dropped', cancelled: true, late: false, tick: { by: OWNER.name } })
    // it cannot be ready for it again
    expect(await tickPreparation(app.context, OWNER, tickOf(truffle))).toMatchObject({ reason: 'gone', message: GONE })
    expect(await untickPreparation(app.context, OWNER, tickOf(truffle))).toEqual({ ok: true })
    expect(await lastOf(bookingId)).toBe(SEEN)
    expect((await items()).map(({ preparation }) => preparation.name)).toEqual(['Rose Bouquet'])
    // with its slot it is over
    app.clock.set('2027-03-12T16:30:00Z')
    expect((await board()).dropped).toBe(0)
    expect((await board()).over).toHaveLength(1)
  })

  test('keeps the board of who presses on what was taken out of the booking meanwhile', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const rose = await find('Rose Bouquet')
    await edit(bookingId, { gifts: [] })
    expect(await tickPreparation(app.context, OWNER, tickOf(rose))).toMatchObject({ reason: 'gone', message: GONE })
    expect((await storedTicks()).length).toBe(0)
  })

  test('is of one’s own location, for seeing and for ticking', async () => {
    await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    await purchase(app, fullDraft(app.theatre))
    const own: Scope = { kind: 'location', locationId: app.theatre.locationId }
    expect(new Set((await items({}, own)).map(({ room }) => room))).toEqual(new Set(['Aurora']))
    expect(new Set((await items({ location: app.theatre.otherLocationId }, own)).map(({ room }) => room))).toEqual(
      new Set(['Aurora']),
    )
    const rose = await find('Rose Bouquet')
    const stranger = locationAdmin(app.theatre.otherLocationId)
    expect(await tickPreparation(app.context, stranger, tickOf(rose))).toMatchObject({ reason: 'not-found' })
    expect(await untickPreparation(app.context, stranger, tickOf(rose))).toMatchObject({ reason: 'not-found' })
  })
})
