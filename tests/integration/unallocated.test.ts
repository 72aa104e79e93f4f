import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cities, locations, screens } from '~/db/schema'
import { deleteCity } from '~/features/venue/cities.server'
import { deleteLocation } from '~/features/venue/locations.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { OWN_PASSWORD } from '../support/owner'
import { locationAdmin, OWNER } from '../support/theatre'

const ASHA = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'session' }

describe('what has no place gets none by an edit of something else', () => {
  const app = useApp('embedded')
  let cookie = ''
  beforeEach(async () => {
    serveHere(app.context)
    cookie = await signedIn(app, OWNER)
  })

  /** Opens a form, changes only this, and saves; answers what came of it. */
  async function save(at: string, id: string, form: string, changed: Record<string, string>, by = cookie) {
    const asked = { at, id, cookie: by }
    const { short, body } = await visitAt({ ...asked, fields: { ...(await drawnForm(asked, form)), ...changed } })
    return [short, (body as { lastResult?: { error?: unknown } } | undefined)?.lastResult?.error]
  }

  test('a room whose location was deleted, when one location is left', async () => {
    const { locationId, otherLocationId, aurora, celeste } = app.theatre
    expect(await deleteLocation(app.context, ASHA, locationId, OWN_PASSWORD)).toEqual({ ok: true })
    const edit = (id: string, changed: Record<string, string>) => save('/admin/screens/edit/:id', id, 'screen', changed)
    const placeOf = async (id: string) =>
      (await app.context.db.query.screens.findFirst({ where: eq(screens.id, id) }))?.locationId
    expect(await edit(aurora.id, { description: 'Warm wood' })).toEqual([
      '400',
      { locationId: ['Location is required'] },
    ])
    expect(await placeOf(aurora.id)).toBeNull()
    expect(await edit(aurora.id, { description: 'Warm wood', locationId: otherLocationId })).toEqual([
      '303 /admin/screens',
      undefined,
    ])
    expect(await placeOf(aurora.id)).toBe(otherLocationId)
    // the one that it has stands chosen, and so does the only one for a new room
    expect(await edit(celeste.id, { description: 'Warm wood' })).toEqual(['303 /admin/screens', undefined])
    expect(await drawnForm({ at: '/admin/screens/add', cookie }, 'screen')).toMatchObject({
      locationId: otherLocationId,
    })
  })

  test('a location whose city was deleted, when one city is left', async () => {
    const { cityId, locationId } = app.theatre
    const { db } = app.context
    await db.insert(cities).values({ id: 'mysuru', name: 'Mysuru' })
    const manager = { id: 'vikram', name: 'Vikram', role: 'location-admin', locationId } as const
    const vikram = await signedIn(app, manager)
    expect(await deleteCity(app.context, ASHA, cityId)).toBe(true)
    const edit = (changed: Record<string, string>, by?: string) =>
      save('/admin/locations/edit/:id', locationId, 'location', changed, by)
    const cityOf = async () => (await db.query.locations.findFirst({ where: eq(locations.id, locationId) }))?.cityId
    expect(await edit({ parking: 'In the yard' })).toEqual([
      '400',
      { '': expect.anything(), cityId: ['City is required'] },
    ])
    expect(await cityOf()).toBeNull()
    // its own admin chooses no city, and is not kept from saving
    expect(await edit({ parking: 'In the yard' }, vikram)).toEqual(['303 /admin/locations', undefined])
    expect(await cityOf()).toBeNull()
    expect(await edit({ cityId: 'mysuru' })).toEqual(['303 /admin/locations', undefined])
    expect(await cityOf()).toBe('mysuru')
    expect(await drawnForm({ at: '/admin/locations/add', cookie }, 'location')).toMatchObject({ cityId: 'mysuru' })
  })
})

describe('what has lost its place is found in its list', () => {
  const app = useApp('embedded')
  let cookie = ''
  beforeEach(async () => {
    serveHere(app.context)
    cookie = await signedIn(app, OWNER)
  })
  const listed = async (at: string, query: string, by = cookie) => {
    const { body } = await visitAt({ at, query, cookie: by })
    const { rows, faults } = body as { rows: { name: string }[]; faults: string[] }
    return [rows.map(({ name }) => name), faults]
  }
  const choices = async (at: string, name: string) => {
    const found = (await drawnPage({ at, cookie })).querySelectorAll(`select[name="${name}"] option`)
    return [...found].map((option) => option.textContent)
  }

  test('a room without a location, by the choice “Unallocated”', async () => {
    const { locationId } = app.theatre
    expect(await listed('/admin/screens', '?location=unallocated')).toEqual([[], []])
    expect(await deleteLocation(app.context, ASHA, locationId, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await listed('/admin/screens', '?location=unallocated')).toEqual([['Aurora'], []])
    expect(await choices('/admin/screens', 'location')).toContain('Unallocated')
    expect(await listed('/admin/screens', '?location=nowhere')).toEqual([
      ['Aurora', 'Celeste'],
      ['There is no such location'],
    ])
    // what belongs to no location is not one location's to see
    const manager = await signedIn(app, locationAdmin(app.theatre.otherLocationId))
    expect(await listed('/admin/screens', '?location=unallocated', manager)).toEqual([['Celeste'], []])
  })

  test('a location without a city likewise', async () => {
    const { cityId, locationId } = app.theatre
    await app.context.db.update(locations).set({ cityId: null }).where(eq(locations.id, locationId))
    expect(await listed('/admin/locations', '?city=unallocated')).toEqual([['Koramangala'], []])
    expect(await listed('/admin/locations', `?city=${cityId}`)).toEqual([['Indiranagar'], []])
    expect(await choices('/admin/locations', 'city')).toEqual(['All', 'Bengaluru', 'Unallocated'])
  })
})
