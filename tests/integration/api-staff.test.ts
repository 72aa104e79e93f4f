import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, bookings, staff, uploads } from '~/db/schema'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { addNote } from '~/features/stored-booking/internal-notes.server'
import { type Api, openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { atCeleste, basicDraft, OWNER, VISIT } from '../support/theatre'

const picture = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a03' } })
          .png()
          .toBuffer(),
      ),
    ],
    'room.png',
    { type: 'image/png' },
  )

const multipart = (fields: Record<string, string | File | (string | File)[]>): FormData => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  return form
}

onEachDatabase('staff by the API', (kind) => {
  const app = useApp(kind)
  let api: Api
  let owner: string
  let manager: string
  beforeEach(async () => {
    api = await openApi(app)
    owner = await api.logIn('super-admin')
    manager = await api.logIn('location-admin', app.theatre.locationId)
  })
  const ask = (method: string, path: string, json?: unknown, token = owner) => api.ask(method, path, { json, token })

  test('a stranger is told to log in wherever staff are meant, a location admin is kept to their rights', async () => {
    const before = await app.context.db.$count(auditLog)
    for (const { method, path, who } of ALL_CALLS.filter(({ who: caller }) => caller !== 'everyone')) {
      const address = path.replace('{id}', app.theatre.cityId)
      const stranger = await api.ask(method, address, { token: 'a'.repeat(40) })
      expect([path, stranger.status, stranger.headers.get('WWW-Authenticate')]).toEqual([path, 401, 'Bearer'])
      const superOnly = ['manage-cities', 'add-locations', 'change-catalogue', 'see-shares'].includes(who)
      if (superOnly)
        expect([path, (await ask(method, address, method === 'GET' ? undefined : {}, manager)).status]).toEqual([
          path,
          403,
        ])
    }
    expect(await app.context.db.$count(auditLog)).toBe(before)
  })

  describe('logging in', () => {
    const account = async () => (await app.context.db.select().from(staff).where(eq(staff.role, 'super-admin')))[0]
    const logIn = (email: string, password: string) => api.ask('POST', '/api/auth/login', { json: { email, password } })

    test('answers a token, sets the cookie, and either opens the door', async () => {
      const { email = '', id } = (await account()) ?? {}
      const { status, body, headers } = await logIn(` ${email.toUpperCase()}`, PASSWORD)
      expect([status, body.admin]).toEqual([
        200,
        { _id: id, name: 'Asha Rao', email, superAdmin: true, location: null },
      ])
      const cookie = headers.get('Set-Cookie') ?? ''
      expect(cookie).toMatch(new RegExp(`^authToken=${body.token}; .*HttpOnly; SameSite=Lax`))
      const withCookie = await api.ask('GET', '/api/customers', { headers: { Cookie: cookie.split(';')[0] ?? '' } })
      expect(withCookie.status).toBe(200)
      const again = await api.ask('POST', '/api/auth/initialLogin', { json: { token: body.token } })
      expect([again.status, again.body.admin]).toEqual([200, body.admin])
      const out = await api.ask('POST', '/api/auth/logout', { token: body.token })
      expect([out.status, out.body, out.headers.get('Set-Cookie')]).toEqual([
        200,
        { success: true, admin: null },
        expect.stringMatching(/^authToken=; Max-Age=0/),
      ])
      expect((await api.ask('POST', '/api/auth/initialLogin', { json: { token: body.token } })).status).toBe(401)
      expect((await api.ask('POST', '/api/auth/logout')).status).toBe(200)
    })

    test('with a wrong password is refused, and at last has to wait', async () => {
      const { email = '' } = (await account()) ?? {}
      expect((await logIn(email, 'Wrong#2026')).body).toEqual({ error: 'Invalid email or password' })
      expect((await api.ask('POST', '/api/auth/login', { json: { email } })).status).toBe(400)
      for (let tries = 0; tries < 9; tries++) await logIn(email, 'Wrong#2026')
      const { status, headers } = await logIn(email, PASSWORD)
      expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true])
    })

    test('registering is closed to strangers and location admins, open to a super admin', async () => {
      const json = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Another#2026', ownPassword: PASSWORD }
      for (const token of [undefined, manager]) {
        expect((await api.ask('POST', '/api/auth/register', { json, token })).status).toBe(403)
      }
      const { status, body } = await ask('POST', '/api/auth/register', json)
      expect([status, body.admin]).toMatchObject([201, { email: json.email, superAdmin: true }])
      expect(JSON.stringify(body)).not.toMatch(/argon|password/i)
      expect((await ask('POST', '/api/auth/register', json)).status).toBe(409)
      const weak = await ask('POST', '/api/auth/register', { ...json, password: 'weak' })
      expect([weak.status, weak.body.error]).toEqual([422, 'Atleast 6 charecters and 1 special symbol'])
    })
  })

  test('cities: added, changed, closed, deleted', async () => {
    const added = await ask('POST', '/api/cities', { name: 'Mysuru', status: true })
    expect([added.status, added.body.city]).toMatchObject([201, { name: 'Mysuru', status: true, version: 1 }])
    const path = `/api/cities/${added.body.city._id}`
    expect((await ask('PUT', path, { status: false })).body.city).toMatchObject({ name: 'Mysuru', status: false })
    expect((await ask('PUT', path, { name: 'Late', version: 1 })).status).toBe(409)
    expect((await ask('PUT', path, { name: '' })).body).toMatchObject({ error: 'Name is required' })
    expect((await ask('POST', '/api/cities', { name: ['x'] })).status).toBe(400)
    expect((await ask('GET', '/api/cities')).body.totalDocuments).toBe(2)
    expect((await api.ask('GET', '/api/cities')).body.totalDocuments).toBe(1)
    expect((await ask('DELETE', path)).body).toEqual({ success: true, _id: added.body.city._id })
    expect((await ask('DELETE', path)).status).toBe(404)
  })

  describe('locations', () => {
    const fields = (changes = {}) => ({
      name: 'Jayanagar',
      address: '11th Main',
      addressLink: 'https://maps.example/jayanagar',
      status: 'true',
      cityId: app.theatre.cityId,
      'admin[name]': 'Nikhil',
      'admin[email]': 'nikhil@lumiere.example',
      'admin[number]': '9845099999',
      'admin[password]': 'Jaya#2026',
      addons: JSON.stringify([app.theatre.items.confetti]),
      gifts: '[]',
      ownPassword: PASSWORD,
      ...changes,
    })
    const add = async (changes = {}) => {
      const form = multipart({ ...fields(changes), image: await picture() })
      return api.ask('POST', '/api/locations', { form, token: owner })
    }

    test('are added in parts, with picture and admin, who can then log in', async () => {
      const { status, body } = await add()
      expect([status, body.location]).toMatchObject([
        201,
        {
          name: 'Jayanagar',
          image: expect.stringMatching(/^\/media\/uploads\/.+\.webp$/),
          city: { name: 'Bengaluru' },
          addons: [app.theatre.items.confetti],
          admin: { name: 'Nikhil', email: 'nikhil@lumiere.example', number: '9845099999' },
        },
      ])
      expect(JSON.stringify(body)).not.toMatch(/argon|password/i)
      const json = { email: 'nikhil@lumiere.example', password: 'Jaya#2026' }
      expect((await api.ask('POST', '/api/auth/login', { json })).body.admin.location).toBe(body.location._id)
      expect(JSON.stringify((await api.ask('GET', '/api/locations')).body)).not.toContain('nikhil')
    })

    test('that are refused leave no picture behind', async () => {
      expect((await add({ addressLink: 'nowhere' })).status).toBe(422)
      expect((await add({ addons: '[' })).status).toBe(400)
      expect((await add({ cityId: '' })).body.error).toBe('City is required')
      const text = new File(['hello'], 'room.txt', { type: 'image/png' })
      const form = multipart({ ...fields(), image: text })
      const refused = await api.ask('POST', '/api/locations', { form, token: owner })
      expect([refused.status, refused.body.error]).toEqual([422, 'Invalid file type: room.txt'])
      expect(await app.context.db.$count(uploads)).toBe(0)
      await add()
      expect((await add({ name: 'Twin' })).status).toBe(409)
    })

    test('their admins change their own, and no other', async () => {
      const { locationId, otherLocationId } = app.theatre
      expect((await ask('GET', '/api/locations', undefined, manager)).body.totalDocuments).toBe(1)
      const changed = await ask('PUT', `/api/locations/${locationId}`, { name: 'Kora' }, manager)
      expect(changed.body.location).toMatchObject({ name: 'Kora', admin: { name: 'Asha Rao' } })
      const closed = await ask('PUT', `/api/locations/status/${locationId}`, { status: false }, manager)
      expect(closed.body.location.status).toBe(false)
      for (const [method, path, json] of [
        ['GET', `/api/locations/${otherLocationId}`, undefined],
        ['PUT', `/api/locations/${otherLocationId}`, { name: 'Mine' }],
        ['PUT', `/api/locations/status/${otherLocationId}`, { status: false }],
      ] as const) {
        expect([path, (await ask(method, path, json, manager)).status]).toEqual([path, 404])
      }
      expect((await ask('DELETE', `/api/locations/${otherLocationId}`)).status).toBe(200)
    })
  })

  test('screens: added with slots and packages, changed, out of reach, deleted', async () => {
    const { locationId, celeste } = app.theatre
    const form = multipart({
      ...{ name: 'Nebula', capacity: '10', minPeople: '2', extraPersonPrice: '250.50', description: 'Stars' },
      ...{ location: locationId, status: 'true', specifications: '["4K"]', images: [await picture(), '/media/a.webp'] },
      slots: JSON.stringify([{ from: '10:00', to: '13:00' }]),
      packages: JSON.stringify([
        {
          name: 'Basic',
          price: 999,
          addons: ['Cake'],
          customPrice: [{ date: '2027-02-14T00:00:00.000Z', price: 1_299 }],
        },
      ]),
    })
    const { status, body } = await api.ask('POST', '/api/screens', { form, token: manager })
    expect([status, body.screen]).toMatchObject([
      201,
      {
        extraPersonPrice: 250.5,
        images: [expect.stringContaining('/media/uploads/'), '/media/a.webp'],
        slots: [{ from: '10:00', to: '13:00' }],
        packages: [
          { name: 'Basic', addons: ['Cake'], customPrice: [{ date: '2027-02-14T00:00:00.000Z', price: 1_299 }] },
        ],
        price: 999,
      },
    ])
    const path = `/api/screens/${body.screen._id}`
    const dearer = await ask('PUT', path, { packages: [{ ...body.screen.packages[0], price: 1_099 }] }, manager)
    expect(dearer.body.screen.packages).toEqual([{ ...body.screen.packages[0], price: 1_099 }])
    expect((await ask('PUT', path, { minPeople: 11 }, manager)).body.error).toBe(
      'Min People can be at most the capacity',
    )
    expect(
      (await ask('PUT', `/api/screens/status/${body.screen._id}`, { status: false }, manager)).body.screen.status,
    ).toBe(false)
    for (const method of ['PUT', 'DELETE']) {
      expect((await ask(method, `/api/screens/${celeste.id}`, {}, manager)).status).toBe(404)
    }
    expect((await ask('GET', '/api/screens', undefined, manager)).body.totalDocuments).toBe(2)
    expect((await ask('DELETE', path, undefined, manager)).status).toBe(200)
  })

  test('gifts, add-ons, occasions and cakes: by super admins', async () => {
    for (const [plural, one] of [
      ['gifts', 'gift'],
      ['addons', 'addon'],
      ['occasions', 'occasion'],
      ['cakes', 'cake'],
    ] as const) {
      const special = one === 'cake' && { special: 'true', specialPrice: '120' }
      const form = multipart({
        name: 'New',
        price: '99',
        position: '3',
        description: 'x',
        ...special,
        image: await picture(),
      })
      const added = await api.ask('POST', `/api/${plural}`, { form, token: owner })
      expect([added.status, added.body[one]]).toMatchObject([
        201,
        { name: 'New', price: 99, position: 3, status: true },
      ])
      const path = `/api/${plural}/${added.body[one]._id}`
      const hidden = await ask('PUT', path, { status: false, price: 149.5 })
      expect(hidden.body[one]).toMatchObject({
        name: 'New',
        status: false,
        price: 149.5,
        ...(special && { specialPrice: 120 }),
      })
      const all = `/api/${plural}/getAll${plural[0]?.toUpperCase()}${plural.slice(1)}`
      const names = (list: { name: string }[]) => list.map(({ name }) => name)
      expect(names((await ask('GET', all)).body[plural])).toContain('New')
      expect(names((await api.ask('GET', all)).body[plural])).not.toContain('New')
      expect((await ask('POST', `/api/${plural}`, { name: 'Bare', price: 1, position: 1 })).body.error).toBe(
        'Image is required.',
      )
      expect((await ask('PUT', path, { price: -1 })).status).toBe(422)
      expect((await ask('DELETE', path)).status).toBe(200)
      expect((await ask('PUT', path, { price: 1 })).status).toBe(404)
    }
  })

  test('coupons and banners: by every member of staff', async () => {
    const coupon = {
      code: 'diwali',
      type: 'fixed',
      discount: 250,
      expireDate: '2027-11-01T00:00:00.000Z',
      status: true,
    }
    const added = await ask('POST', '/api/coupons', coupon, manager)
    expect([added.status, added.body.coupon]).toMatchObject([
      201,
      { code: 'DIWALI', discount: 250, expireDate: coupon.expireDate },
    ])
    const path = `/api/coupons/${added.body.coupon._id}`
    expect((await ask('PUT', path, { status: false }, manager)).body.coupon).toMatchObject({
      code: 'DIWALI',
      status: false,
    })
    expect((await ask('POST', '/api/coupons', coupon, manager)).status).toBe(409)
    expect((await ask('PUT', path, { expireDate: '2026-01-01' }, manager)).body.error).toBe(
      'Expire date is in the past',
    )
    expect((await ask('GET', '/api/coupons', undefined, manager)).body.totalDocuments).toBe(3)
    expect((await ask('DELETE', path, undefined, manager)).status).toBe(200)
    const form = multipart({
      ...{ title: 'Monsoon', description: 'Rain', position: '1', link: 'https://lumiere.example', status: 'true' },
      image: await picture(),
    })
    const { status, body } = await api.ask('POST', '/api/banners', { form, token: manager })
    expect([status, body.banner]).toMatchObject([201, { title: 'Monsoon', status: true }])
    const banner = `/api/banners/${body.banner._id}`
    expect((await ask('PUT', banner, { title: 'Summer' }, manager)).body.banner).toMatchObject({
      title: 'Summer',
      image: body.banner.image,
    })
    const hidden = await ask('PUT', `/api/banners/status/${body.banner._id}`, { status: 'false' }, manager)
    expect(hidden.body.banner.status).toBe(false)
    expect((await ask('PUT', banner, { link: 'javascript:alert(1)' }, manager)).status).toBe(422)
    expect((await ask('DELETE', banner, undefined, manager)).status).toBe(200)
    expect((await ask('PUT', `/api/banners/status/${body.banner._id}`, { status: true })).status).toBe(404)
  })

  describe('bookings', () => {
    const desk = (changes = {}) => ({
      ...{ date: VISIT, slot: { from: '10:00', to: '13:00' }, screen: app.theatre.aurora.id, package: 'Basic' },
      ...{ occasion: 'Birthday', customer: { name: 'Walk In', number: '9845012345' }, advance: 500, note: 'By phone' },
      ...changes,
    })

    test('of whom a note says to ask first are placed once somebody was asked', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), manager)).body.booking
      const note = { about: 'customer', text: 'Left without paying', asksApproval: true } as const
      expect(await addNote(app.context, OWNER, id, note)).toMatchObject({ ok: true })
      const again = desk({ slot: { from: '19:00', to: '22:00' } })
      const refused = await ask('POST', '/api/bookings', again, manager)
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('ask before')])
      expect((await ask('POST', '/api/bookings', { ...again, approved: true }, manager)).status).toBe(201)
    })

    test('at the front desk: placed once, changed, paid, deleted', async () => {
      const placed = await ask('POST', '/api/bookings', desk(), manager)
      expect([placed.status, placed.body.booking]).toMatchObject([
        201,
        {
          status: 'booked',
          totalPrice: 1_499,
          advancePrice: 500,
          remainingAmount: 999,
          note: 'By phone',
          source: 'staff',
        },
      ])
      const id = placed.body.booking._id
      expect((await ask('POST', '/api/bookings', desk(), manager)).body.booking._id).toBe(id)
      expect(await app.context.db.$count(bookings)).toBe(1)
      const other = desk({ customer: { name: 'Another', number: '9845012346' } })
      expect((await ask('POST', '/api/bookings', other, manager)).status).toBe(409)
      const grown = await ask(
        'PUT',
        '/api/bookings',
        { id, otherInfo: { numberOfPeople: 4 }, totalPrice: 1_899 },
        manager,
      )
      expect(grown.body.booking).toMatchObject({
        totalPrice: 1_899,
        advance: 500,
        numberOfPeople: 4,
        package: { name: 'Basic' },
      })
      expect((await ask('PUT', '/api/bookings', { id, totalPrice: 1 }, manager)).body).toMatchObject({
        totalPrice: 1_899,
      })
      expect((await ask('PUT', '/api/bookings', { id, version: 1, note: 'late' }, manager)).status).toBe(409)
      const paid = await ask('PUT', '/api/bookings', { _id: id, fullPayment: true }, manager)
      expect(paid.body.booking).toMatchObject({ remainingAmount: 0, fullPayment: true })
      // nobody has said that the money for two more came in
      const more = await ask('PUT', '/api/bookings', { id, otherInfo: { numberOfPeople: 6 } }, manager)
      expect(more.body.booking).toMatchObject({ remainingAmount: 400, fullPayment: false })
      await ask('PUT', '/api/bookings', { id, otherInfo: { numberOfPeople: 4 } }, manager)
      expect((await ask('PUT', '/api/bookings', { id, advance: 5_000 }, manager)).status).toBe(422)
      // more than can be counted in paise is no amount, wherever one is named
      for (const huge of [1e8, 1e21]) {
        expect((await ask('PUT', '/api/bookings', { id, advance: huge }, manager)).status).toBe(400)
        expect((await ask('DELETE', `/api/bookings/${id}`, { refunded: huge }, manager)).status).toBe(400)
        expect((await ask('POST', '/api/bookings', desk({ totalPrice: huge }), manager)).status).toBe(400)
      }
      const gone = await ask('DELETE', `/api/bookings/${id}`, undefined, manager)
      expect([gone.status, gone.body]).toEqual([200, { success: true, _id: id, refunded: 0 }])
      expect((await ask('DELETE', `/api/bookings/${id}`, { reason: 'Twice' }, manager)).status).toBe(409)
    })

    test('of another location are not there for its admin', async () => {
      const { bookingId: id } = await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
      for (const [method, path, json] of [
        ['GET', `/api/bookings/${id}`, undefined],
        ['PUT', '/api/bookings', { id, note: 'mine' }],
        ['DELETE', `/api/bookings/${id}`, undefined],
        ['POST', '/api/bookings', desk({ screen: app.theatre.celeste.id })],
      ] as const) {
        expect([method, (await ask(method, path, json, manager)).status]).toEqual([method, 404])
      }
      expect((await ask('GET', '/api/bookings', undefined, manager)).body.totalDocuments).toBe(0)
      expect((await ask('GET', '/api/customers', undefined, manager)).body.totalDocuments).toBe(0)
      expect((await ask('GET', `/api/bookings/${id}`)).body.booking).toMatchObject({ _id: id, advance: 999, cakes: [] })
    })

    test('are listed, searched, filtered and paged; so are customers; the dashboard counts them', async () => {
      await purchase(app, basicDraft(app.theatre))
      await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
      const list = async (query: string) => (await ask('GET', `/api/bookings?${query}`)).body
      expect(await list('')).toMatchObject({
        totalDocuments: 2,
        page: 1,
        pages: 1,
        bookings: [{ package: { name: 'Basic' } }, {}],
      })
      expect((await list(`location=${app.theatre.locationId}`)).totalDocuments).toBe(1)
      expect((await list('limit=1&page=2')).bookings).toHaveLength(1)
      expect((await list('search=meera')).totalDocuments).toBe(2)
      expect((await list('fromDate=2027-03-12T00:00:00.000Z&toDate=2027-03-12')).totalDocuments).toBe(2)
      expect((await list('fromDate=2027-03-13')).totalDocuments).toBe(0)
      for (const [query, status] of [
        ['limit=1000', 400],
        ['page=x', 400],
        ['fromDate=soon', 400],
        ['status=odd', 400],
        ['fromDate=2027-03-13&toDate=2027-03-12', 422],
        ['search=%00', 400],
      ] as const) {
        expect([query, (await ask('GET', `/api/bookings?${query}`)).status]).toEqual([query, status])
      }
      expect((await ask('GET', '/api/customers?search=meera&limit=1')).body).toMatchObject({
        totalDocuments: 2,
        pages: 2,
      })
      const info = (await ask('GET', '/api/bookings/getDashboardInfo')).body
      expect(info).toEqual({
        ...{ totalIncome: 2_998, pendingAmount: 1_000, currentAmount: 1_998, totalBookings: 2, todayBookings: 0 },
        ...{ totalScreens: 2, totalCities: 1, totalLocations: 2 },
      })
      const own = (await ask('GET', '/api/bookings/getDashboardInfo', undefined, manager)).body
      expect([own.totalIncome, 'totalCities' in own]).toEqual([1_499, false])
      expect((await ask('GET', '/api/bookings/getGraphData')).body).toMatchObject({
        graphData: [{ percentage: 50 }, { percentage: 50 }],
        totalDocuments: 2,
      })
    })
  })
})
