import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cities, locations, screenSlots, screens } from '~/db/schema'
import { emptyDraft } from '~/domain/draft'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { ask, everyAddress, serveHere, signedIn, type Visit, visit, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { basicDraft, locationAdmin } from '../support/theatre'

interface Shown {
  locations: { name: string; bookable: boolean; cityName: string }[]
  closedCity?: string
  city: string
}

onEachDatabase('the first steps', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const choose = (asked: Omit<Visit, 'at'> = {}) => visitAt({ at: '/booking/locations', ...asked })
  const shown = async (asked?: Omit<Visit, 'at'>) => (await choose(asked)).body as Shown
  const ofCity = async (cityId: string) => ({
    cookie: (await draftCookie({ draft: { ...basicDraft(app.theatre), cityId }, dropped: undefined })).split(';')[0],
  })
  const close = (locationId: string) =>
    app.context.db.update(screens).set({ active: false }).where(eq(screens.locationId, locationId))
  const openIn = async (city: string, name: string) => {
    await app.context.db.insert(cities).values({ id: city, name: city })
    const place = { address: '1 Beach Road', addressLink: 'https://maps.example/adyar' }
    await app.context.db.insert(locations).values({ ...place, id: name, name, cityId: city })
  }

  test('/booking leads to the first step', async () => {
    expect((await visitAt({ at: '/booking' })).short).toBe('302 /booking/locations')
  })

  test('a location without an open room is a dead end for nobody', async () => {
    const { db } = app.context
    await openIn('chennai', 'Adyar')
    // the only location of the chosen city has no room: all are shown, it is marked, and cannot be pressed
    const { locations: all, closedCity } = await shown(await ofCity('chennai'))
    expect(closedCity).toBe('chennai')
    expect((await shown(await ofCity(app.theatre.cityId))).closedCity).toBeUndefined()
    expect(all.map(({ name, bookable }) => `${name} ${bookable}`)).toEqual([
      'Indiranagar true',
      'Koramangala true',
      'Adyar false',
    ])
    const adyar = await choose({ ...(await ofCity('chennai')), fields: { location: 'Adyar' } })
    expect(adyar.short).toBe('303 /booking/locations')
    // one left at which a room can be booked: it is chosen by itself, wherever the chosen city is
    await close(app.theatre.otherLocationId)
    expect((await choose(await ofCity('chennai'))).short).toBe('302 /booking/screens')
    // a room without slots is none
    await db.update(screenSlots).set({ archivedAt: new Date() })
    expect((await shown()).locations.map(({ bookable }) => bookable)).toEqual([false, false, false])
  })

  test.each([
    '/booking/screens',
    '/booking/slots',
    '/booking/customerDetails',
    '/booking/payment',
  ])('whoever is at %s, and whose browser has sent no booking, begins anew and is told why', async (at) => {
    const said = expect.stringMatching(/please allow cookies for this site, or call \+91 /)
    const leads = async (asked: Visit) => (await visitAt(asked)).headers.get('Location')
    const query = '?begin=anew'
    expect(await leads({ at })).toBe(`/booking/locations${query}`)
    expect(await choose({ query })).toMatchObject({ short: '200', body: { said } })
    expect(await choose()).toMatchObject({ short: '200', body: { said: null } })
    // a booking that has only its city is known
    const begun = { ...emptyDraft('attempt'), cityId: app.theatre.cityId }
    const cookie = (await draftCookie({ draft: begun, dropped: undefined })).split(';')[0]
    expect(await leads({ at, cookie })).toBe('/booking/locations')
    // whoever has chosen since, and comes back to this address, keeps what they choose
    expect(await choose({ query, cookie })).toMatchObject({ body: { said: null } })
    expect(await choose({ query, ...(await ofCity(app.theatre.cityId)) })).toMatchObject({ body: { said: null } })
    // the only location is chosen by itself, and its rooms say it
    await close(app.theatre.otherLocationId)
    expect(await leads({ at: '/booking/locations', query })).toBe(`/booking/screens${query}`)
    expect(await visitAt({ at: '/booking/screens', query })).toMatchObject({ short: '200', body: { said } })
  })

  test('with one location, whoever keeps no cookie sees its rooms, and is led round in no circle', async () => {
    await close(app.theatre.otherLocationId)
    expect((await visitAt({ at: '/booking/locations' })).short).toBe('302 /booking/screens')
    const rooms = await visitAt({ at: '/booking/screens' })
    expect(rooms).toMatchObject({ short: '200', body: { screens: [{ name: 'Aurora' }] } })
    const fields = { screen: app.theatre.aurora.id }
    expect(await ask({ at: '/booking/screens', fields })).toMatchObject({
      short: '303 /booking/slots',
      draft: { locationId: app.theatre.locationId, screenId: app.theatre.aurora.id },
    })
  })

  test('the location of a location admin is chosen by itself while it has a room', async () => {
    const cookie = await signedIn(app, locationAdmin(app.theatre.otherLocationId))
    const begun = await visitAt({ at: '/admin/bookings/new/steps', cookie })
    const query = new URL(begun.headers.get('Location') ?? '', 'http://localhost').search
    expect((await choose({ query, cookie })).short).toBe('302 /booking/screens')
    await close(app.theatre.otherLocationId)
    const again = await visitAt({ at: '/admin/bookings/new/steps', cookie })
    const anew = new URL(again.headers.get('Location') ?? '', 'http://localhost').search
    expect((await shown({ query: anew, cookie })).locations).toMatchObject([{ name: 'Indiranagar', bookable: false }])
  })

  test('the city of the header filters nothing', async () => {
    await openIn('Agra', 'Tajganj')
    await app.context.db.update(screens).set({ locationId: 'Tajganj' }).where(eq(screens.id, app.theatre.celeste.id))
    await app.context.db.update(locations).set({ active: false }).where(eq(locations.name, 'Indiranagar'))
    const names = async (cityId: string) => (await shown(await ofCity(cityId))).locations.map(({ name }) => name)
    expect(await names('Agra')).toEqual(['Tajganj', 'Koramangala'])
    expect(await names(app.theatre.cityId)).toEqual(['Koramangala', 'Tajganj'])
    // until one is chosen it is the first by name
    const layout = (await everyAddress()).find(({ pattern, layout: around }) => pattern === '/' && around)
    const header = layout && (await visit(layout, { at: '/' }))
    expect((header?.body as Shown).city).toBe('Agra')
  })
})
