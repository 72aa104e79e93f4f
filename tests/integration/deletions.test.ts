import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, banners, bookings, locations, screens, staff } from '~/db/schema'
import { addDays, type CalendarDate } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { listAudit } from '~/features/back-office/audit-log.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import {
  catalogueChoices,
  catalogueItemInUse,
  deleteCatalogueItem,
  setCatalogueStatus,
} from '~/features/catalogue/catalogue.server'
import { couponInUse } from '~/features/coupon/coupons.server'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { tickPreparation, untickPreparation } from '~/features/front-desk/tick-preparation.server'
import { todayPage } from '~/features/front-desk/today-page.server'
import { listCatalogue } from '~/features/offer/on-offer.server'
import { findSession, openSession, type Staff } from '~/features/staff/staff-session.server'
import { cityInUse, deleteCity } from '~/features/venue/cities.server'
import { formValuesOf, locationForm } from '~/features/venue/location-values.server'
import { addLocation, deleteLocation, findLocation, locationInUse } from '~/features/venue/locations.server'
import { screenValues } from '~/features/venue/screen-values'
import { deleteScreen, findScreenRecord, screenInUse, updateScreen } from '~/features/venue/screens.server'
import { screenForm } from '~/features/venue/venue-forms.server'
import { loader } from '~/routes/admin/location'
import { addressAt, saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { bookAtDesk, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, fullDraft, locationAdmin, OWNER } from '../support/theatre'

const ALL = { kind: 'all' } as const
const VISIT = '2027-03-12'
const ASHA: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'session' }

onEachDatabase('deleting what has bookings to come', (kind) => {
  const app = useApp(kind)
  const placed: string[] = []

  beforeEach(async () => {
    placed.length = 0
    const at = (time: string) => ({ slotId: app.theatre.aurora.slots[time] })
    for (const draft of [
      fullDraft(app.theatre, at('10:00')),
      basicDraft(app.theatre, at('13:00')),
      basicDraft(app.theatre, at('19:00')),
      basicDraft(app.theatre, atCeleste(app.theatre)),
    ])
      placed.push((await bookAtDesk(app, draft)).bookingId)
    await cancelByStaff(app.context, ASHA, placed[2] ?? '', { reason: 'Rain', refund: 'none' })
  })

  /** What is asked when these packages and slots are what is left of Aurora. */
  async function asked({ names, from }: { names: string[]; from: string[] }) {
    const screen = await findScreenRecord(app.context, { kind: 'all' }, app.theatre.aurora.id)
    if (!screen) throw new Error('The screen is missing.')
    const typed = screenValues(screen)
    const values = screenForm.parse({
      ...typed,
      packages: typed.packages?.filter(({ name = '' }) => names.includes(name)),
      slots: typed.slots?.filter((slot) => from.includes(slot.from ?? '')),
      description: 'Warm wood',
      version: String(screen.version),
    })
    const save = (agreed: string) => updateScreen(app.context, ASHA, screen.id, values, { agreed })
    const saved = await save('')
    if (saved.ok) return undefined
    // Save itself never says yes, however often it is pressed
    expect(await save('')).toEqual(saved)
    expect(saved).toMatchObject({ question: { label: 'Remove it anyway', name: 'agreed', value: saved.message } })
    expect(await save(saved.message)).toMatchObject({ ok: true })
    return saved.message
  }

  test('packages and slots taken out of a screen are asked about, with their numbers', async () => {
    const names = ['Basic', 'Celebration']
    const all = Object.keys(app.theatre.aurora.slots)
    expect(await asked({ names, from: all })).toBeUndefined()
    // the cancelled booking had 19:00
    expect(await asked({ names, from: all.filter((time) => time !== '19:00') })).toBeUndefined()
    expect(await asked({ names: ['Basic'], from: all.filter((time) => time !== '13:00') })).toContain(
      'Celebration (1 booking), 1:00 PM – 4:00 PM (1 booking)',
    )
  })

  test('packages and slots are taken out of a screen by a program that agrees to it, and by no other', async () => {
    const { id, slots } = app.theatre.aurora
    const api = await openApi(app)
    const [, token] = (await signedIn(app, ASHA)).split('=')
    const read = (await api.ask('GET', '/api/screens', { token })).body.screens.find(
      (one: { _id: string }) => one._id === id,
    )
    const put = (json: object) =>
      api.ask('PUT', `/api/screens/${id}`, { json: { description: 'Warm', ...json }, token })
    const left = {
      slots: read.slots.filter(({ from }: { from: string }) => from !== '13:00'),
      packages: read.packages.filter(({ name }: { name: string }) => name === 'Basic'),
    }
    const error =
      'Bookings to come have what you take away: Celebration (1 booking), 1:00 PM – 4:00 PM (1 booking). They stay as they are.'
    for (const agreed of [undefined, '', 'yes']) {
      const refused = await put({ ...left, agreed })
      expect([refused.status, refused.body.error]).toEqual([409, error])
    }
    // sent back as it was read, and without what nobody has booked, it is saved
    expect((await put({ ...read, description: 'Warm' })).status).toBe(200)
    const { body } = await put({ slots: read.slots.filter(({ from }: { from: string }) => from !== '19:00') })
    expect(body.screen.slots).toHaveLength(Object.keys(slots).length - 1)
    const taken = await put({ ...left, agreed: error })
    expect([taken.status, taken.body.screen.packages]).toMatchObject([200, [{ name: 'Basic' }]])
  })

  test('a screen goes to no other location while bookings are to come, by the page and by the API', async () => {
    const screen = await findScreenRecord(app.context, { kind: 'all' }, app.theatre.aurora.id)
    if (!screen) throw new Error('The screen is missing.')
    const locationId = app.theatre.otherLocationId
    const typed = { ...screenValues(screen), locationId, description: 'Warm wood', version: String(screen.version) }
    const values = screenForm.parse(typed)
    for (const agreed of ['', undefined]) {
      expect(await updateScreen(app.context, ASHA, screen.id, values, { agreed })).toMatchObject({
        reason: 'room-stays',
        message: expect.stringContaining('2 bookings to come are for this room in Koramangala'),
      })
    }
    app.clock.set('2027-03-13T06:30:00Z')
    expect(await updateScreen(app.context, ASHA, screen.id, values)).toMatchObject({ ok: true })
  })

  test('a room whose location was deleted goes to another one once it is said whom that leads astray', async () => {
    await openOwnersAccount(app.context)
    await deleteLocation(app.context, ASHA, app.theatre.locationId, OWN_PASSWORD)
    const screen = await findScreenRecord(app.context, ALL, app.theatre.aurora.id)
    if (!screen) throw new Error('The screen is missing.')
    const typed = { ...screenValues(screen), locationId: app.theatre.otherLocationId, description: 'Warm wood' }
    const values = screenForm.parse({ ...typed, version: String(screen.version) })
    const save = (agreed: string) => updateScreen(app.context, ASHA, screen.id, values, { agreed })
    const asks =
      'Bookings to come have what you take away: the room at Koramangala (2 bookings). They stay as they are.'
    expect(await save('')).toMatchObject({ reason: 'in-use', message: asks })
    expect(await save(asks)).toMatchObject({ ok: true })
  })

  test('a coupon or a banner that somebody else deleted a moment ago is gone as asked, for whoever may delete it', async () => {
    const { db } = app.context
    const [coupon] = await db.query.coupons.findMany({ columns: { id: true } })
    const banner = { title: 'Diwali', description: '', link: '', image: '/media/gallery/candle-path-1.webp' }
    const [shown] = await db.insert(banners).values(banner).returning()
    serveHere(app.context)
    const owner = await signedIn(app, ASHA)
    const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
    for (const [at, id, said] of [
      ['/admin/coupons', coupon?.id, 'Coupon deleted successfully!'],
      ['/admin/banners', shown?.id, 'Banner deleted successfully!'],
    ] as const) {
      const fields = { intent: 'delete', id: id ?? '', confirmed: 'yes' }
      for (const cookie of [owner, manager]) {
        const answer = await visitAt({ at, fields, cookie })
        expect([answer.short, await saidBy(answer)]).toEqual([`303 ${at}`, said])
      }
      const never = await visitAt({ at, fields: { ...fields, id: newId() }, cookie: manager })
      expect(never.short).toBe('404')
    }
  })

  test('a coupon is asked about with the number of bookings that used it', async () => {
    const couponCode = 'TENTH'
    const draft = basicDraft(app.theatre, {
      slotId: app.theatre.aurora.slots['19:00'],
      packageId: app.theatre.aurora.celebration,
      cakes: [{ id: app.theatre.items.redVelvet, count: 1 }],
      couponCode,
    })
    await bookAtDesk(app, draft)
    expect(await couponInUse(app.context, couponCode)).toBe(1)
    expect(await couponInUse(app.context, 'FLAT')).toBe(0)
    app.clock.set('2027-03-13T06:30:00Z')
    expect(await couponInUse(app.context, couponCode)).toBe(0)
  })

  const counts = async () => ({
    city: await cityInUse(app.context, app.theatre.cityId),
    location: await locationInUse(app.context, app.theatre.locationId),
    screen: await screenInUse(app.context, app.theatre.aurora.id),
    cake: await catalogueItemInUse(app.context, app.theatre.items.redVelvet),
  })

  test('their number is known before: cancelled and past ones do not count', async () => {
    expect(await counts()).toEqual({ city: 3, location: 2, screen: 2, cake: 1 })
    app.clock.set('2027-03-13T06:30:00Z')
    expect(await counts()).toEqual({ city: 0, location: 0, screen: 0, cake: 0 })
  })

  test('after midnight what the evening has counts until the desk’s day ends', async () => {
    const all = await counts()
    app.clock.set('2027-03-12T18:40:00Z')
    expect(await counts(), 'at 0:10 of the next date').toEqual(all)
    app.clock.set('2027-03-12T22:30:00Z')
    expect(await counts(), 'at four').toEqual({ city: 0, location: 0, screen: 0, cake: 0 })
  })

  test('a city: its locations are unallocated, its bookings stay', async () => {
    expect(await deleteCity(app.context, ASHA, app.theatre.cityId)).toBe(true)
    const rows = await app.context.db.select({ cityId: locations.cityId }).from(locations)
    expect(rows).toEqual([{ cityId: null }, { cityId: null }])
    await bookingsStay()
  })

  test('a city: each of its locations tells so in the audit log, and its admin finds it there', async () => {
    const { cityId, locationId, otherLocationId } = app.theatre
    const nameOf = async (id: string) => (await findLocation(app.context, ALL, id))?.location.name
    const [mine, other] = [await nameOf(locationId), await nameOf(otherLocationId)]
    await app.context.db.update(locations).set({ archivedAt: app.clock.now() }).where(eq(locations.id, otherLocationId))
    app.clock.advanceMinutes(1)
    expect(await deleteCity(app.context, ASHA, cityId)).toBe(true)
    const vikrams = { kind: 'location', locationId } as const
    const told = { what: 'Location updated', who: ASHA.name, name: mine }
    const changes = [{ label: 'City', before: 'Bengaluru', after: 'Unallocated' }]
    for (const search of [undefined, mine, 'location', 'updated'])
      expect(
        (await listAudit(app.context, { scope: vikrams, role: 'location-admin' }, { search })).entries[0],
      ).toMatchObject({ ...told, changes })
    // one that was deleted before tells nothing
    expect(
      (await listAudit(app.context, { scope: ALL, role: 'super-admin' }, { search: other })).entries.map(
        ({ what }) => what,
      ),
    ).not.toContain(told.what)
  })

  test('a location: each of its rooms tells so in the audit log', async () => {
    const { locationId, otherLocationId, aurora } = app.theatre
    await openOwnersAccount(app.context)
    const room = await findScreenRecord(app.context, ALL, aurora.id)
    app.clock.advanceMinutes(1)
    expect(await deleteLocation(app.context, ASHA, locationId, OWN_PASSWORD)).toEqual({ ok: true })
    const changes = [{ label: 'Location', before: room?.location?.name, after: 'Unallocated' }]
    const found = (scope: Scope) => listAudit(app.context, { scope, role: 'location-admin' }, { search: 'Screen' })
    for (const scope of [ALL, { kind: 'location', locationId } as const]) {
      const { entries } = await found(scope)
      expect(entries[0]).toMatchObject({ what: 'Screen updated', who: ASHA.name, name: room?.name, changes })
    }
    expect((await found({ kind: 'location', locationId: otherLocationId })).entries).toEqual([])
  })

  test('a location: its screens are unallocated, its admin is signed out for good, its bookings keep its name', async () => {
    const { db } = app.context
    const { locationId } = app.theatre
    const before = await findLocation(app.context, { kind: 'all' }, locationId)
    const account = { id: 'vikram', name: 'Vikram', email: 'vikram@lumiere.example' }
    await openOwnersAccount(app.context)
    await db.insert(staff).values({ ...account, passwordHash: '-', role: 'location-admin', locationId })
    const token = await openSession(app.context, 'vikram', new Request('http://localhost:3000'))
    expect(await findSession(app.context, token)).toMatchObject({ locationId })
    expect(await deleteLocation(app.context, ASHA, locationId, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await findSession(app.context, token)).toBeUndefined()
    expect(await db.query.staff.findFirst({ where: eq(staff.id, 'vikram') })).toMatchObject({ active: false })
    const noted = await db.select().from(auditLog).where(eq(auditLog.entityId, 'vikram'))
    expect(noted).toMatchObject([{ entity: 'Account', entityName: 'Vikram' }])
    const aurora = await db.query.screens.findFirst({ where: eq(screens.id, app.theatre.aurora.id) })
    expect(aurora).toMatchObject({ locationId: null, archivedAt: null })
    await bookingsStay()

    const anew = locationForm.add.parse({
      ...(before && formValuesOf(before)),
      ...{ name: 'Jayanagar', cityId: app.theatre.cityId, version: '0' },
      ...{ adminName: 'Vikram Rao', adminEmail: account.email, adminNumber: '9845012345', adminPassword: 'Jaya#2026' },
      ownPassword: OWN_PASSWORD,
    })
    const added = await addLocation(app.context, ASHA, anew, newId())
    expect(added, 'the address of a closed account may be used again').toMatchObject({ ok: true })
    expect(await db.query.staff.findMany({ where: eq(staff.email, account.email) })).toMatchObject([
      { id: 'vikram', name: 'Vikram Rao', active: true, locationId: added.ok && added.id },
    ])
    expect(await addLocation(app.context, ASHA, { ...anew, name: 'Hebbal' }, newId())).toMatchObject({
      reason: 'email-taken',
    })
    expect(await db.query.locations.findFirst({ where: eq(locations.name, 'Hebbal') })).toBeUndefined()
  })

  test('a location: how many accounts are closed with it is said before', async () => {
    const { locationId: id, otherLocationId } = app.theatre
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const asked = async () =>
      (await drawnPage({ at: '/admin/locations', query: `?delete=${id}`, cookie })).getElementById('delete-location')
        ?.textContent
    expect(await asked()).not.toContain('password')
    await signedIn(app, { id: 'vikram', name: 'Vikram', role: 'location-admin', locationId: id })
    expect(await asked()).toContain('1 account is closed with it. They and the owners are told by mail.')
    for (const role of ['location-admin', 'front-desk', 'kitchen'] as const) {
      await signedIn(app, { id: role, name: role, role, locationId: id })
      await signedIn(app, { id: `${role}-there`, name: role, role, locationId: otherLocationId })
    }
    expect(await asked()).toContain('4 accounts are closed with it. They and the owners are told by mail.')
    expect(await deleteLocation(app.context, ASHA, id, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await app.context.db.$count(staff, eq(staff.active, false))).toBe(4)
  })

  test('a location: its money and its visits stay on the pages of their day, and on no other', async () => {
    const { locationId, otherLocationId } = app.theatre
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    await bookAtDesk(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['19:00'] }), 500)
    const shownAt = async (at: string, query: string) => {
      const { loader: load } = await (await addressAt(at)).load()
      const request = new Request(`http://localhost:3000${at}?${query}`, { headers: { Cookie: cookie } })
      return (await load?.({ request, params: {}, context: {} })) as {
        [key: string]: unknown
        day: { net: number }
        place: { name: string } | null
        locations: { id: string; gone?: boolean }[]
      }
    }
    const file = async (query: string) =>
      ((await shownAt('/admin/till/export.csv', query)) as unknown as Response).text()
    const shown = async () => {
      const nets = async (query: string) => (await shownAt('/admin/till', query)).day.net
      const [visits, week, prep] = [
        await todayPage(app.context, ALL, { date: VISIT, location: 'all' }),
        await todayPage(app.context, ALL, { date: VISIT, location: 'all', view: 'week' }),
        await prepPage(app.context, ALL, { date: VISIT }),
      ]
      return {
        till: [await nets(''), await nets('location=all'), await nets(`location=${locationId}`)],
        files: (await Promise.all(['', `location=${locationId}`].map(file))).map((text) => text.match(/cash/g)?.length),
        visits: [visits.day?.counts.visits, week.week?.map(({ booked }) => booked)],
        prep: prep.wanted,
      }
    }
    const before = await shown()
    expect(before).toMatchObject({
      till: [rupees(500), rupees(500), rupees(500)],
      files: [1, 1],
      visits: [4, expect.arrayContaining([4])],
    })
    expect(before.prep).toBeGreaterThan(0)
    expect(await deleteLocation(app.context, ASHA, locationId)).toEqual({ ok: true })
    expect(await shown()).toEqual(before)

    // its drawer is still counted, by name
    const own = await shownAt('/admin/till', `location=${locationId}`)
    expect(own).toMatchObject({ place: { name: 'Koramangala', gone: true }, faults: [] })
    const counted = { intent: 'close', openingFloat: '0', counted: '500', reason: '' }
    const sent = { at: '/admin/till', query: `?date=2027-03-01&location=${locationId}`, fields: counted, cookie }
    expect(await visitAt(sent)).toMatchObject({ short: expect.stringMatching(/^303/) })

    // where nothing of it is, only who asks for it is shown it
    const choices = async (query: string) => (await shownAt('/admin/till', query)).locations.map(({ id }) => id)
    expect(await choices('date=2027-02-20')).toEqual([otherLocationId])
    expect(await choices(`date=2027-02-20&location=${locationId}`)).toEqual([otherLocationId, locationId])
    const scope = { kind: 'location', locationId: otherLocationId } as const
    expect((await todayPage(app.context, scope, { date: VISIT })).locations).toHaveLength(1)

    // the only open till is not shown as that of another one
    expect(await shownAt('/admin/till', 'date=2027-02-20&location=nowhere')).toMatchObject({
      ...{ place: null, faults: ['There is no such location'] },
    })
  })

  test('a location: what was made ready for a visit that was cancelled there is found on the prep board by itself', async () => {
    const { locationId } = app.theatre
    const date = addDays(VISIT as CalendarDate, 7)
    const { bookingId } = await purchase(app, fullDraft(app.theatre, { date }))
    const board = () => prepPage(app.context, ALL, { date })
    const [rose] = (await board()).groups.flatMap(({ items }) => items)
    if (!rose) throw new Error('Nothing is to be made.')
    await tickPreparation(app.context, OWNER, { ...rose, bookingId })
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'We close', refund: 'none' })
    expect(await deleteLocation(app.context, ASHA, locationId)).toEqual({ ok: true })
    expect(await board()).toMatchObject({ dropped: 1 })
    expect((await board()).locations.map(({ id }) => id)).toContain(locationId)
    serveHere(app.context)
    const page = await drawnPage({ at: '/admin/prep', query: `?date=${date}`, cookie: await signedIn(app, OWNER) })
    // heard with a pause between its parts
    const says = page.querySelector('[role=status].figures')?.textContent
    expect(says).toBe('0 of 0 ready, 1 ready, and not wanted any more')
    await untickPreparation(app.context, OWNER, { ...rose, bookingId })
    expect((await board()).locations.map(({ id }) => id)).not.toContain(locationId)
  })

  test('the only location, once it is deleted: the ways from day to day name it', async () => {
    const { locationId, otherLocationId } = app.theatre
    await deleteLocation(app.context, ASHA, otherLocationId)
    await deleteLocation(app.context, ASHA, locationId)
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    for (const path of ['/admin/till', '/admin/till/days', '/admin/today', '/admin/prep']) {
      const page = await drawnPage({ at: path, query: `?location=${locationId}`, cookie })
      const ways = [...page.querySelectorAll('a[href]')].flatMap((link) => {
        const href = link.getAttribute('href') ?? ''
        return /^\/admin\/(today|till|prep)/.test(href) ? [href] : []
      })
      // so does the form in which another date is typed
      const typed = page.querySelector('form:has(input[type="date"]) [name="location"]')
      expect(typed?.getAttribute('value'), path).toBe(locationId)
      expect(ways.length, path).toBeGreaterThan(2)
      expect(
        ways.filter((href) => !href.includes(locationId)),
        path,
      ).toEqual([])
    }
  })

  test('the only add-on of a location: it stays ticked there, so that saving does not offer all of them', async () => {
    const { confetti } = app.theatre.items
    await app.context.db
      .update(locations)
      .set({ addonIds: [confetti] })
      .where(eq(locations.id, app.theatre.locationId))
    expect(await catalogueChoices(app.context, 'addon', [confetti])).toHaveLength(2)
    await deleteCatalogueItem(app.context, ASHA, 'addon', confetti)
    expect(await catalogueChoices(app.context, 'addon', [confetti])).toEqual([
      expect.objectContaining({ name: 'LED Name' }),
      { id: confetti, name: 'Confetti (deleted)' },
    ])
    serveHere(app.context)
    const request = new Request('http://localhost:3000/admin/locations/edit', {
      headers: { Cookie: await signedIn(app, OWNER) },
    })
    const shown = await loader({ request, params: { id: app.theatre.locationId }, context: {} })
    expect(shown).toMatchObject({
      values: { addonIds: [confetti] },
      addons: expect.arrayContaining([{ id: confetti, name: 'Confetti (deleted)' }]),
      gifts: [{ name: 'Rose Bouquet' }],
    })
  })

  test('a cake that is offered no longer for a while: bookings keep it, and it comes back', async () => {
    const { redVelvet } = app.theatre.items
    const offered = async () => (await listCatalogue(app.context.db)).some(({ id }) => id === redVelvet)
    const set = (active: boolean) => setCatalogueStatus(app.context, ASHA, 'cake', redVelvet, active)
    expect(await offered()).toBe(true)
    expect(await setCatalogueStatus(app.context, ASHA, 'gift', redVelvet, false)).toMatchObject({ ok: false })
    expect(await set(false)).toMatchObject({ ok: true })
    expect(await offered()).toBe(false)
    await bookingsStay()
    expect(await catalogueItemInUse(app.context, redVelvet)).toBe(1)
    const [first = ''] = placed
    expect(await editBooking(app, first, () => ({ people: 3 }))).toMatchObject({ ok: true })
    const { lines } = await storedBooking(app, first)
    expect(lines).toContainEqual(expect.objectContaining({ itemId: redVelvet, count: 1 }))
    expect(await set(true)).toMatchObject({ ok: true })
    expect(await offered()).toBe(true)
    const changes = (await app.context.db.select().from(auditLog).orderBy(auditLog.id)).map((entry) => entry.changes)
    expect(changes).toContainEqual(expect.objectContaining({ Status: ['Active', 'In Active'] }))
  })

  test('a screen or a cake: the bookings stay', async () => {
    expect(await deleteScreen(app.context, ASHA, app.theatre.aurora.id)).toBe(true)
    expect(await deleteCatalogueItem(app.context, ASHA, 'cake', app.theatre.items.redVelvet)).toBe(true)
    await bookingsStay()
  })

  async function bookingsStay() {
    const rows = await app.context.db.select().from(bookings).where(eq(bookings.status, 'booked'))
    expect(rows).toHaveLength(3)
    expect(rows.find(({ id }) => id === placed[0])).toMatchObject({
      cityName: 'Bengaluru',
      locationName: 'Koramangala',
      screenName: 'Aurora',
    })
  }
})
