import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { banners, cities, contactMessages, coupons, locations, packages, screenSlots, screens } from '~/db/schema'
import { rupees } from '~/domain/money'
import { type Api, openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { date, VISIT } from '../support/theatre'

onEachDatabase('what everyone may read', (kind) => {
  const app = useApp(kind)
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })
  const get = async (address: string) => (await api.ask('GET', address)).body

  test('cities: the open ones, by name', async () => {
    const { db } = app.context
    await db.insert(cities).values([{ name: 'Agra' }, { name: 'Closed', active: false }])
    const answer = await get('/api/cities')
    expect(answer.totalDocuments).toBe(2)
    expect(answer.cities).toEqual([
      { _id: expect.any(String), name: 'Agra', status: true },
      { _id: app.theatre.cityId, name: 'Bengaluru', status: true },
    ])
  })

  test('locations of a city, without a word about their admins', async () => {
    const { cityId, locationId } = app.theatre
    const { locations: all } = await get(`/api/locations?city=${cityId}`)
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['Indiranagar', 'Koramangala'])
    expect(await get('/api/locations?city=nowhere')).toEqual({ locations: [], totalDocuments: 0 })
    expect((await get('/api/locations?city=')).totalDocuments).toBe(2)
    const { location } = await get(`/api/locations/${locationId}`)
    expect(location).toEqual({
      _id: locationId,
      name: 'Koramangala',
      address: '80 Feet Road',
      addressLink: 'https://maps.example/koramangala',
      parking: '',
      image: null,
      city: { _id: cityId, name: 'Bengaluru' },
      cityId,
      status: true,
      addons: [],
      gifts: [],
    })
  })

  test('a location that is closed is not there', async () => {
    const { locationId, aurora } = app.theatre
    await app.context.db.update(locations).set({ active: false }).where(eq(locations.id, locationId))
    expect((await api.ask('GET', `/api/locations/${locationId}`)).status).toBe(404)
    const { screens: left } = await get('/api/screens')
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['Celeste'])
    const asked = { json: { screenId: aurora.id, currentDate: VISIT } }
    expect((await api.ask('POST', '/api/bookings/getBookedSlots', asked)).status).toBe(404)
  })

  test.each([
    ['packages', (screenId: string) => app.context.db.delete(packages).where(eq(packages.screenId, screenId))],
    ['slots', (screenId: string) => app.context.db.delete(screenSlots).where(eq(screenSlots.screenId, screenId))],
  ])('a room without %s is in no list, and has no free slots', async (_, without) => {
    const { celeste } = app.theatre
    const asked = { json: { screenId: celeste.id, currentDate: VISIT } }
    expect((await api.ask('POST', '/api/bookings/getBookedSlots', asked)).status).toBe(200)
    await without(celeste.id)
    const { screens: left } = await get('/api/screens')
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['Aurora'])
    expect((await api.ask('POST', '/api/bookings/getBookedSlots', asked)).status).toBe(404)
  })

  test('screens with slots and packages; price and custom price are the first package’s', async () => {
    const { locationId, aurora } = app.theatre
    const { screens: found, totalDocuments } = await get(`/api/screens?location=${locationId}`)
    expect(totalDocuments).toBe(1)
    expect(found[0]).toMatchObject({
      _id: aurora.id,
      name: 'Aurora',
      capacity: 8,
      minPeople: 2,
      extraPersonPrice: 200,
      price: 1_499,
      customPrice: [],
      location: { _id: locationId, name: 'Koramangala' },
    })
    expect(found[0].slots[0]).toEqual({ _id: aurora.slots['10:00'], from: '10:00', to: '13:00' })
    expect(found[0].packages[1]).toEqual({
      _id: aurora.celebration,
      name: 'Celebration',
      price: 2_499,
      customPrice: [],
      addons: ['4k Dolby Theater', 'Decoration', 'Cake'],
    })
    const { db, clock } = app.context
    await db.update(packages).set({ archivedAt: clock.now() }).where(eq(packages.screenId, aurora.id))
    expect((await get(`/api/screens?location=${locationId}`)).screens).toEqual([])
    await db.update(screens).set({ active: false })
    expect((await get('/api/screens')).screens).toEqual([])
  })

  test('the catalogue: all of a kind, and a page of it', async () => {
    const { items } = app.theatre
    const { cakes, totalDocuments } = await get('/api/cakes/getAllCakes')
    expect(totalDocuments).toBe(2)
    expect(cakes[1]).toMatchObject({ _id: items.redVelvet, price: 799, special: true, specialPrice: 150 })
    const page = await get('/api/cakes?search=velvet&limit=1')
    expect(page).toMatchObject({ cakes: [{ _id: items.redVelvet }], totalDocuments: 1, page: 1, pages: 1 })
    for (const [path, plural] of [
      ['/api/occasions/getAllOccasions', 'occasions'],
      ['/api/addons/getAllAddons', 'addons'],
      ['/api/gifts/getAllGifts', 'gifts'],
    ] as const) {
      const answer = await get(path)
      expect(answer[plural]).toHaveLength(answer.totalDocuments)
      expect(answer[plural][0]).not.toHaveProperty('special')
    }
  })

  test('banners that are shown, and coupons that scroll', async () => {
    const { db } = app.context
    const banner = {
      title: 'Monsoon',
      description: 'Rain outside',
      link: 'https://lumiere.example',
      image: '/media/b.webp',
    }
    await db.insert(banners).values([banner, { ...banner, title: 'Hidden', active: false }])
    await db.update(coupons).set({ scrollCoupon: true, scrollingText: 'Ten off' }).where(eq(coupons.code, 'TENTH'))
    const shown = await get('/api/banners')
    expect(shown.banners.map(({ title }: { title: string }) => title)).toEqual(['Monsoon'])
    expect(await get('/api/coupons/userCoupons')).toEqual({
      coupons: [
        {
          code: 'TENTH',
          type: 'percentage',
          discount: 10,
          scrollingText: 'Ten off',
          expireDate: '2027-12-31T00:00:00.000Z',
          date: '2027-12-31T00:00:00.000Z',
        },
      ],
      totalDocuments: 1,
    })
  })

  describe('a coupon', () => {
    const validate = (code: string, visit: string, more = {}) =>
      api.ask('POST', '/api/coupons/validate', { json: { code, date: visit, ...more } })

    test('is good until its last day, however it is written', async () => {
      const { status, body } = await validate(' tenth ', '2027-12-31T00:00:00.000Z')
      expect(status).toBe(200)
      expect(body.coupon).toMatchObject({ code: 'TENTH', type: 'percentage', discount: 10 })
      expect((await validate('HOUSE', VISIT)).body.coupon).toMatchObject({ type: 'fixed', discount: 10_000 })
    })

    test('that is unknown, closed or over is refused with the same words', async () => {
      await app.context.db.insert(coupons).values({
        ...{ code: 'GONE', type: 'fixed', discount: rupees(1), expireDate: date('2027-12-31'), active: false },
      })
      for (const [code, day] of [
        ['NOPE', VISIT],
        ['GONE', VISIT],
        ['TENTH', '2028-01-01'],
      ] as const) {
        const { status, body } = await validate(code, day)
        const error = 'Coupon Verfication has failed'
        expect([status, body]).toEqual([422, { error, fields: { code: error } }])
      }
      for (const named of ['Basic', app.theatre.aurora.basic]) {
        expect((await validate('TENTH', VISIT, { package: named })).status).toBe(422)
      }
      expect((await validate('TENTH', VISIT, { package: app.theatre.aurora.celebration })).status).toBe(200)
    })

    test('is not guessed: after thirty tries an address waits', async () => {
      for (let tries = 0; tries < 30; tries++) await validate(`GUESS${tries}`, VISIT)
      const { status, headers, body } = await validate('TENTH', VISIT)
      expect([status, body]).toEqual([429, { error: expect.stringMatching(/^Too many tries/) }])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    })
  })

  test('a message reaches the staff', async () => {
    const message = { name: 'Meera', phone: 9845012345, email: 'meera@gmail.com', message: 'Is there parking?' }
    const { status, body } = await api.ask('POST', '/api/sendContactForm', { json: { ...message, spam: 'no' } })
    expect([status, body]).toEqual([200, { success: true, data: { message: 'Message Sent Successfully' } }])
    const stored = await app.context.db.select().from(contactMessages)
    expect(stored).toMatchObject([{ ...message, phone: '9845012345' }])
    const { phone: _, ...incomplete } = message
    const refused = await api.ask('POST', '/api/sendContactForm', { json: incomplete })
    expect([refused.status, refused.body.error]).toEqual([400, 'Phone is required'])
    expect(await app.context.db.$count(contactMessages)).toBe(1)
  })
})
