import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, cities, locations, staff } from '~/db/schema'
import { findPerson, updatePerson } from '~/features/staff/people.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { formValuesOf, locationForm } from '~/features/venue/location-values.server'
import { findLocation, updateLocation } from '~/features/venue/locations.server'
import { findScreenRecord, updateScreen } from '~/features/venue/screens.server'
import { screenForm } from '~/features/venue/venue-forms.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'

const ALL = { kind: 'all' } as const

onEachDatabase('a save from an older version that reads like what is saved', (kind) => {
  const app = useApp(kind)
  let owner: Staff
  beforeEach(async () => {
    owner = await openOwnersAccount(app.context)
  })

  const room = () => findScreenRecord(app.context, ALL, app.theatre.aurora.id)
  function saveRoom(changes: object) {
    const facts = { name: 'Aurora', capacity: '8', minPeople: '2', extraPersonPrice: '200', description: 'Dark' }
    const place = { locationId: app.theatre.locationId, status: 'true', version: '1' }
    const values = screenForm.parse({ ...facts, ...place, ...changes })
    return updateScreen(app.context, owner, app.theatre.aurora.id, values)
  }
  const gold = { name: 'Gold', price: '200' }
  const silver = { name: 'Silver', price: '100', inclusions: ['Cake'], customPrices: [] }
  /** The form of the first, and that of whoever opened the room before it was saved. */
  const ROOMS: Record<string, [object, object]> = {
    'two lines of specifications and one': [{ specifications: ['4K', 'Dolby'] }, { specifications: ['4K, Dolby'] }],
    'one line of specifications in quotes and without': [
      { specifications: ['4K, Dolby'] },
      { specifications: ['“4K', 'Dolby”'] },
    ],
    'two packages and one': [
      { packages: [{ name: 'Silver', price: '100' }, gold] },
      { packages: [{ ...gold, name: 'Silver ₹100 | Gold' }] },
    ],
    'a price on a special date and a name with one': [
      { packages: [{ ...gold, customPrices: [{ date: '2027-03-09', price: '300' }] }] },
      { packages: [{ name: 'Gold ₹200; 09/03/2027:', price: '300' }] },
    ],
  }
  test.each(Object.keys(ROOMS))('is not taken for it: of a room, %s', async (which) => {
    const [first = {}, second = {}] = ROOMS[which] ?? []
    for (const _ of ['once', 'again']) expect(await saveRoom(first)).toMatchObject({ ok: true })
    const saved = await room()
    expect(await saveRoom(second)).toMatchObject({ ok: false, reason: 'stale' })
    expect(await room()).toEqual(saved)
    expect(await saveRoom({ ...second, version: String(saved?.version) })).toMatchObject({ ok: true })
    expect((await room())?.version).toBe((saved?.version ?? 0) + 1)
  })

  test('shows both where the lists differ, and the audit log tells the change', async () => {
    await saveRoom({ specifications: ['4K', 'Dolby'] })
    const both = { label: 'Specifications', before: '4K, Dolby', after: '“4K, Dolby”' }
    expect(await saveRoom({ specifications: ['4K, Dolby'] })).toMatchObject({ conflict: { changes: [both] } })
    const { version } = (await room()) ?? {}
    app.clock.advanceMinutes(1)
    await saveRoom({ specifications: ['4K, Dolby'], version: String(version) })
    const log = await app.context.db.select().from(auditLog).where(eq(auditLog.at, app.clock.now()))
    expect(log).toMatchObject([{ entity: 'Screen', changes: { Specifications: [both.before, both.after] } }])
  })

  test('is not taken for it: of a room, two packages of its own that have changed their names', async () => {
    await saveRoom({ packages: [silver, gold] })
    const { packages: [one, two] = [], version = 0 } = (await room()) ?? {}
    const swapped = [
      { ...silver, id: two?.id },
      { ...gold, id: one?.id },
    ]
    expect(await saveRoom({ packages: swapped, version: String(version - 1) })).toMatchObject({ reason: 'stale' })
    const asTheyAre = [
      { ...silver, id: one?.id },
      { ...gold, id: two?.id },
    ]
    expect(await saveRoom({ packages: asTheyAre, version: String(version - 1) })).toMatchObject({ ok: true })
  })

  test('is not taken for it: of an account, another location of the same name', async () => {
    const { locationId, otherLocationId } = app.theatre
    const { db } = app.context
    const account = { id: 'vikram', name: 'Vikram', number: '9845012345', email: 'vikram@lumiere.example' }
    await db.update(locations).set({ name: 'Koramangala' })
    await db.insert(staff).values({ ...account, passwordHash: '-', role: 'front-desk', locationId })
    const save = (to: string) =>
      updatePerson(app.context, owner, 'vikram', {
        ...{ ...account, role: 'front-desk', locationId: to, ownPassword: OWN_PASSWORD, version: 1 },
      })
    await db.update(staff).set({ version: 2 }).where(eq(staff.id, 'vikram'))
    expect(await save(locationId)).toMatchObject({ ok: true })
    expect(await save(otherLocationId)).toMatchObject({ reason: 'stale' })
    expect((await findPerson(app.context, 'vikram'))?.values.locationId).toBe(locationId)
  })

  test('is not taken for it: of a location, another city of the same name', async () => {
    const { locationId: id } = app.theatre
    // from before the names of cities were kept apart
    const [here] = await app.context.db.select().from(cities).where(eq(cities.id, app.theatre.cityId))
    await app.context.db.insert(cities).values({ id: 'twin', name: here?.name ?? '' })
    const found = await findLocation(app.context, ALL, id)
    if (!found) throw new Error('The location is gone.')
    const form = { ...formValuesOf(found), version: '1', adminName: '', adminEmail: '', adminNumber: '' }
    const save = (cityId: string) =>
      updateLocation(app.context, owner, id, locationForm.adminless.parse({ ...form, cityId }))
    await app.context.db.update(locations).set({ version: 2 }).where(eq(locations.id, id))
    expect(await save(app.theatre.cityId)).toMatchObject({ ok: true })
    expect(await save('twin')).toMatchObject({ reason: 'stale' })
  })
})
