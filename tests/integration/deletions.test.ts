import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookings, locations, screens, staff } from '~/db/schema'
import { paise } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { catalogueItemInUse, deleteCatalogueItem } from '~/features/catalogue/catalogue.server'
import { findSession, openSession, type Staff } from '~/features/staff/staff-session.server'
import { cityInUse, deleteCity } from '~/features/venue/cities.server'
import { deleteLocation, locationInUse } from '~/features/venue/locations.server'
import { deleteScreen, screenInUse } from '~/features/venue/screens.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { atCeleste, basicDraft, fullDraft, OWNER } from '../support/theatre'

const ASHA: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'session' }

onEachDatabase('deleting what has bookings to come', (kind) => {
  const app = useApp(kind)
  const placed: string[] = []

  beforeEach(async () => {
    const money = { advance: paise(0), mode: 'cash' as const, note: '' }
    placed.length = 0
    const at = (time: string) => ({ slotId: app.theatre.aurora.slots[time] })
    for (const draft of [
      fullDraft(app.theatre, at('10:00')),
      basicDraft(app.theatre, at('13:00')),
      basicDraft(app.theatre, at('19:00')),
      basicDraft(app.theatre, atCeleste(app.theatre)),
    ]) {
      const booked = await placeStaffBooking(app.context, OWNER, draft, money)
      if (!booked.ok) throw new Error(booked.message)
      placed.push(booked.bookingId)
    }
    await cancelByStaff(app.context, ASHA, placed[2] ?? '', { reason: 'Rain', refund: 'none' })
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

  test('a city: its locations are unallocated, its bookings stay', async () => {
    expect(await deleteCity(app.context, ASHA, app.theatre.cityId)).toBe(true)
    const rows = await app.context.db.select({ cityId: locations.cityId }).from(locations)
    expect(rows).toEqual([{ cityId: null }, { cityId: null }])
    await bookingsStay()
  })

  test('a location: its screens are unallocated, its admin is signed out for good, its bookings keep its name', async () => {
    const { db } = app.context
    const { locationId } = app.theatre
    const account = { id: 'vikram', name: 'Vikram', email: 'vikram@lumiere.example' }
    await db.insert(staff).values({ ...account, passwordHash: '-', role: 'location-admin', locationId })
    const token = await openSession(app.context, 'vikram', new Request('http://localhost:3000'))
    expect(await findSession(app.context, token)).toMatchObject({ locationId })
    expect(await deleteLocation(app.context, ASHA, locationId)).toBe(true)
    expect(await findSession(app.context, token)).toBeUndefined()
    expect(await db.query.staff.findFirst({ where: eq(staff.id, 'vikram') })).toMatchObject({ active: false })
    const aurora = await db.query.screens.findFirst({ where: eq(screens.id, app.theatre.aurora.id) })
    expect(aurora).toMatchObject({ locationId: null, archivedAt: null })
    await bookingsStay()
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
