import { beforeEach, expect, test } from 'vitest'
import { type Api, openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
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
})
