import { setTimeout as after } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { bookings, cities, locations, staff as people } from '~/db/schema'
import { placeHold } from '~/features/booking/place-booking.server'
import { invitePerson, setPersonActive, updatePerson } from '~/features/staff/people.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { deleteCity } from '~/features/venue/cities.server'
import { locationForm } from '~/features/venue/location-values.server'
import { addLocation, findLocation, updateLocation } from '~/features/venue/locations.server'
import { screenValues } from '~/features/venue/screen-values'
import { findScreenRecord, updateScreen } from '~/features/venue/screens.server'
import { screenForm } from '~/features/venue/venue-forms.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { basicDraft, OWNER } from '../support/theatre'

onPostgres('a room that is to go to another location', () => {
  const app = useApp('postgres')

  test('waits for whoever books it at that moment, and stays', async () => {
    const { context, theatre } = app
    const screen = await findScreenRecord(context, { kind: 'all' }, theatre.aurora.id)
    if (!screen) throw new Error('The screen is missing.')
    const locationId = theatre.otherLocationId
    const staff: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'asha' }
    const values = screenForm.parse({
      ...screenValues(screen),
      locationId,
      description: 'Warm wood',
      version: String(screen.version),
    })
    let moved: ReturnType<typeof updateScreen> | undefined
    // the family's transaction stays open while the room is to go
    await context.db.transaction(async (tx) => {
      const db = tx as unknown as typeof context.db
      expect(await placeHold({ ...context, db }, { draft: basicDraft(theatre), dropped: undefined })).toMatchObject({
        ok: true,
      })
      moved = updateScreen(context, staff, theatre.aurora.id, values)
      expect(await Promise.race([moved, after(400, 'waits')])).toBe('waits')
    })
    expect(await moved).toMatchObject({ ok: false, reason: 'room-stays' })
    expect(await context.db.select({ at: bookings.locationId }).from(bookings)).toEqual([{ at: theatre.locationId }])
  })
})

onPostgres('a location that is deleted at that moment', () => {
  const app = useApp('postgres')

  test('gets no account any more, by no way of opening one', async () => {
    const { context, theatre } = app
    const { locationId, otherLocationId } = theatre
    await openOwnersAccount(context)
    const owner: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'asha' }
    const one = { name: 'Sonu', number: '', role: 'front-desk' as const, ownPassword: OWN_PASSWORD }
    const invited = await Promise.all(
      ['closed', 'elsewhere'].map((who) =>
        invitePerson(context, owner, { ...one, email: `${who}@lumiere.example`, locationId: otherLocationId }, who),
      ),
    )
    expect(invited).toMatchObject([{ ok: true }, { ok: true }])
    await context.db.update(people).set({ active: false, locationId }).where(eq(people.id, 'closed'))
    let opened: Promise<unknown[]> | undefined
    // the owner's other tab deletes it, and is not done while the accounts are opened
    await context.db.transaction(async (tx) => {
      await tx.update(locations).set({ archivedAt: app.clock.now() }).where(eq(locations.id, locationId))
      opened = Promise.all([
        invitePerson(context, owner, { ...one, email: 'new@lumiere.example', locationId }),
        setPersonActive(context, owner, 'closed', { active: true, ownPassword: OWN_PASSWORD }),
        updatePerson(context, owner, 'elsewhere', {
          ...{ ...one, email: 'elsewhere@lumiere.example', locationId },
          version: 1,
        }),
      ])
      expect(await Promise.race([opened, after(1_000, 'wait')])).toBe('wait')
    })
    const refused = { ok: false, reason: 'place' }
    expect(await opened).toMatchObject([refused, refused, refused])
    expect(await context.db.$count(people, eq(people.email, 'new@lumiere.example'))).toBe(0)
  })
})

onPostgres('a city that is deleted at that moment', () => {
  const app = useApp('postgres')

  test('gets no location any more, neither a new one nor one that is moved', async () => {
    const { context, theatre } = app
    await openOwnersAccount(context)
    const owner: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'asha' }
    const cityId = newId()
    await context.db.insert(cities).values({ id: cityId, name: 'Mysuru' })
    const found = await findLocation(context, { kind: 'all' }, theatre.locationId)
    if (!found) throw new Error('The location is missing.')
    const { name, address, addressLink, version } = found.location
    const fields = { name, address, addressLink, cityId, status: 'true', ownPassword: OWN_PASSWORD }
    const admin = { adminName: 'Ravi', adminEmail: 'ravi@lumiere.example', adminNumber: '9000000001' }
    const fresh = locationForm.add.parse({ ...fields, ...admin, adminPassword: 'Marigold-Terrace-5' })
    const moved = locationForm.adminless.parse({ ...fields, version: String(version) })
    let saved: Promise<unknown[]> | undefined
    await context.db.transaction(async (tx) => {
      expect(await deleteCity({ ...context, db: tx }, owner, cityId)).toBe(true)
      saved = Promise.all([
        addLocation(context, owner, fresh, newId()),
        updateLocation(context, owner, theatre.locationId, moved),
      ])
      expect(await Promise.race([saved, after(1_000, 'wait')])).toBe('wait')
    })
    const refused = { ok: false, reason: 'no-city' }
    expect(await saved).toMatchObject([refused, refused])
    expect(await context.db.$count(locations, eq(locations.cityId, cityId))).toBe(0)
  })
})
