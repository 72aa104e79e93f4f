import { beforeEach, expect, test } from 'vitest'
import { type Api, openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { partsForm } from '../support/picture-form'
import { purchase } from '../support/purchase'
import { atCeleste, basicDraft, VISIT } from '../support/theatre'

onEachDatabase('an answer of the API', (kind) => {
  const app = useApp(kind)
  let api: Api
  let token: string
  beforeEach(async () => {
    api = await openApi(app)
    token = await api.logIn('super-admin')
  })

  test.each([
    'bookings',
    'customers',
    'cakes',
    'gifts',
  ])('with a page of %s beyond the end is empty, and leads back', async (noun) => {
    for (const place of [{}, atCeleste(app.theatre)]) await purchase(app, basicDraft(app.theatre, place))
    const page = async (query: string) => (await api.ask('GET', `/api/${noun}?${query}`, { token })).body
    const all = await page('limit=1')
    const { pages } = all
    expect(all.totalDocuments, 'with none, every page is empty').toBeGreaterThan(0)
    expect(all).toMatchObject({ page: 1, previous: null, next: pages > 1 ? 2 : null })
    const last = await page(`limit=1&page=${pages}`)
    expect(last).toMatchObject({ page: pages, next: null, previous: pages > 1 ? pages - 1 : null })
    const beyond = {
      [noun]: [],
      totalDocuments: all.totalDocuments,
      page: pages + 7,
      pages,
      next: null,
      previous: pages,
    }
    expect(await page(`limit=1&page=${pages + 7}`)).toEqual(beyond)
  })

  test('names the fields of a request as the request does', async () => {
    const faults = async (path: string, json: object) =>
      Object.keys((await api.ask('POST', path, { json, token })).body.fields)
    const place = { name: 'A', address: 'B', addressLink: 'https://m.example', status: true, city: app.theatre.cityId }
    expect(
      await faults('/api/locations', { ...place, admin: { name: '', email: 'x', number: '1', password: 'x' } }),
    ).toEqual(expect.arrayContaining(['admin.name', 'admin.email', 'admin.number', 'admin.password']))
    const room = {
      ...{ name: 'A', capacity: 4, minPeople: 2, extraPersonPrice: 0, description: 'B', status: true, location: '' },
      packages: [{ name: '', price: 1, addons: ['odd'], customPrice: [{ date: VISIT, price: -1 }] }],
    }
    expect((await faults('/api/screens', room)).sort()).toEqual(
      expect.arrayContaining(['location', 'packages.0.customPrice.0.price', 'packages.0.name']),
    )
    const cake = { name: '', price: 1, position: 1 }
    expect(await faults('/api/cakes', cake)).toEqual(expect.arrayContaining(['image', 'name']))
  })

  test('names the field of what cannot be read: no JSON in a part of a form, and a NUL in a query', async () => {
    const form = partsForm({ name: 'A', addons: '["open' })
    const parts = await api.ask('POST', '/api/locations', { form, token })
    expect([parts.status, parts.body.fields]).toEqual([400, { addons: 'is not JSON.' }])
    const query = await api.ask('GET', '/api/gifts?search=a%00b')
    expect([query.status, query.body.fields]).toEqual([400, { search: 'has a character that no text has' }])
    // in the same words where JSON brings it
    const body = await api.ask('POST', '/api/cities', { json: { name: 'a\0b' }, token })
    expect([body.status, body.body.error]).toEqual([400, 'The body has a character that no text has.'])
  })

  test('says of a time that is none what one is, and of one that is missing that it is', async () => {
    const { aurora } = app.theatre
    const slots = [{ from: '25:00', to: '' }]
    const { status, body } = await api.ask('PUT', `/api/screens/${aurora.id}`, {
      json: { description: 'B', slots },
      token,
    })
    expect([status, body.fields]).toEqual([
      422,
      { 'slots.0.from': 'From must be a time, as 19:30', 'slots.0.to': 'To is required' },
    ])
  })

  test('names the field of what only the database refuses, as the page does', async () => {
    const { aurora, celeste, cityId } = app.theatre
    const manager = await api.logIn('location-admin', app.theatre.locationId)
    const ownPassword = PASSWORD
    const { email: taken } = (await api.ask('POST', '/api/auth/initialLogin', { json: {}, token })).body.admin
    const admin = { name: 'A', email: 'a@lumiere.example', number: '9845099999', password: 'Jaya#2026' }
    const place = {
      name: 'A',
      address: 'B',
      addressLink: 'https://m.example',
      status: true,
      cityId,
      ownPassword,
      admin,
    }
    const person = { name: 'A', email: 'a@lumiere.example', password: 'Another#2026', ownPassword }
    const coupon = { code: 'TENTH', type: 'fixed', discount: 10, expireDate: '2027-12-31', status: true }
    const room = { name: 'A', capacity: 4, minPeople: 2, extraPersonPrice: 0, description: 'B', status: true }
    await purchase(app, basicDraft(app.theatre))
    const elsewhere = (await api.ask('GET', `/api/screens`, { token })).body.screens.find(
      ({ _id }: { _id: string }) => _id === celeste.id,
    )
    for (const [status, field, method, path, json, by = token] of [
      [409, 'code', 'POST', 'coupons', coupon],
      [422, 'code', 'POST', 'coupons/validate', { code: 'NONE', date: VISIT }],
      [422, 'name', 'POST', 'cities', { name: 'Bengaluru', status: true }],
      [422, 'cityId', 'POST', 'locations', { ...place, cityId: 'nowhere' }],
      [422, 'ownPassword', 'POST', 'locations', { ...place, ownPassword: '' }],
      [422, 'admin.password', 'POST', 'locations', { ...place, admin: { ...admin, password: 'Password#1' } }],
      [409, 'admin.email', 'POST', 'locations', { ...place, admin: { ...admin, email: taken } }],
      [422, 'ownPassword', 'DELETE', `locations/${app.theatre.locationId}`, {}],
      [422, 'location', 'POST', 'screens', { ...room, location: 'nowhere' }],
      [422, 'location', 'PUT', `screens/${aurora.id}`, { description: 'B', location: elsewhere.location._id }],
      [422, 'location', 'PUT', `screens/${aurora.id}`, { description: 'B', location: elsewhere.location._id }, manager],
      [422, 'ownPassword', 'POST', 'auth/register', { ...person, ownPassword: 'Guess#2026' }],
      [422, 'password', 'POST', 'auth/register', { ...person, password: 'Password#1' }],
      [409, 'email', 'POST', 'auth/register', { ...person, email: taken }],
      [422, 'fromDate', 'GET', 'bookings?fromDate=2027-01-02&toDate=2027-01-01', undefined],
      [422, 'location', 'GET', 'bookings?location=nowhere', undefined],
      [422, 'location', 'GET', 'customers?location=nowhere', undefined],
      [422, 'location', 'GET', 'bookings/getDashboardInfo?location=nowhere', undefined],
      [422, 'fromDate', 'GET', 'bookings/getGraphData?fromDate=2027-01-02&toDate=2027-01-01', undefined],
    ] as const) {
      const answer = await api.ask(method, `/api/${path}`, { json, token: by })
      const { error, fields } = answer.body
      expect([path, answer.status, fields]).toEqual([path, status, { [field]: error }])
    }
  })
})
