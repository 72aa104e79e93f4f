import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { docsPage } from '~/features/api/docs-page.server'
import { openapi } from '~/features/api/openapi.server'
import { API_ROUTES } from '../support/api'

const BUSINESS = { name: 'Lumière', appUrl: 'https://lumiere.example', email: 'hello@lumiere.example' }
const described = openapi(BUSINESS) as { paths: Record<string, Record<string, unknown>> }

interface Schema {
  properties: Record<string, Schema | undefined>
  items?: Schema
  anyOf?: Schema[]
  description?: string
  pattern?: string
}
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: object
}

const operations = new Map(
  Object.values(described.paths).flatMap((path) =>
    Object.values(path as Record<string, Operation>).map((one) => [one.operationId, one] as const),
  ),
)
function bodyOf(operation: string): Schema {
  const { requestBody } = operations.get(operation) ?? {}
  return requestBody?.content['application/json']?.schema ?? { properties: {} }
}

/** The schemas that stand for a field, each of its alternatives apart. */
const within = (schema: Schema, path: string[]): Schema[] =>
  path.reduce(
    (found, part) =>
      found.flatMap((one) => {
        const inner = part === 'items' ? one.items : one.properties?.[part]
        return inner ? [inner, ...(inner.anyOf ?? [])] : []
      }),
    [schema],
  )

/** What describes the API, and what answers addresses that are not there. */
const BESIDES = ['/api/openapi.json', '/api/*']

describe('the description of the API', () => {
  test('is right OpenAPI, by the rules of `redocly lint`', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(described), absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('names every route, and every path that it names is a route', () => {
    const routes = API_ROUTES.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')).filter(
      (path) => !BESIDES.includes(path),
    )
    expect(Object.keys(described.paths).sort()).toEqual(routes.sort())
  })

  test('has every call of the business’s two lists', () => {
    const described = ALL_CALLS.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(described).size).toBe(described.length)
    expect(described).toEqual(expect.arrayContaining(ROWS))
  })

  test.each([
    ['putScreensId', ['packages', 'items', 'customPrice', 'items', 'date'], '2027-03-12', '12/03/2027'],
    ['putCouponsId', ['expireDate'], '2027-03-12T00:00:00.000Z', '2027-03-12T05:30:00Z'],
    ['putScreensId', ['slots', 'items', 'from'], '09:30', '9:30'],
    ['putBookings', ['slot', 'from'], '23:59', '24:00'],
    ['postGifts', ['price'], '1499.50', '1499.505'],
    ['putScreensId', ['packages', 'items', 'price'], '0', '1e3'],
    ['postGifts', ['position'], '12', '0x10'],
    ['putScreensId', ['capacity'], '8', '+8'],
  ])('of %s says by a pattern how %j is written', (operation, field, good, bad) => {
    const [{ pattern } = {}] = within(bodyOf(operation), field).filter((one) => 'pattern' in one)
    expect([good, bad].map((text) => new RegExp(String(pattern), 'u').test(text))).toEqual([true, false])
  })

  test('says by which field a changed booking is found', () => {
    const { id, _id } = bodyOf('putBookings').properties
    for (const field of [id, _id]) expect(field?.description).toMatch(/id/)
  })

  test('has the refusals that no call escapes: a malformed address, and a body that is too slow or large', () => {
    for (const [operation, { responses }] of operations) {
      const sends = !operation.startsWith('get')
      expect([operation, ...Object.keys(responses)]).toEqual(
        expect.arrayContaining([operation, '400', '503', 'default', ...(sends ? ['408', '413'] : [])]),
      )
    }
  })

  test('stands on a page, call by call', () => {
    const { groups, shapes } = docsPage(BUSINESS)
    const calls = groups.flatMap(({ calls: some }) => some)
    expect(calls).toHaveLength(ALL_CALLS.length)
    for (const call of calls) expect([call.path, call.answer.length > 0]).toEqual([call.path, true])
    expect(shapes.find(({ name }) => name === 'Location')?.fields.map(({ name }) => name)).not.toContain('admin')
    expect(shapes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['City', 'StaffLocation', 'Booking', 'Error']),
    )
  })
})

const crud = (noun: string) => [
  `POST /api/${noun}`,
  `GET /api/${noun}`,
  `PUT /api/${noun}/{id}`,
  `DELETE /api/${noun}/{id}`,
]

/** The calls that the business asked for, the customer's list and the back office's, as they stand there. */
const ROWS = [
  'GET /api/cities',
  'GET /api/locations',
  'GET /api/locations/{id}',
  'GET /api/screens',
  'GET /api/banners',
  'GET /api/coupons/userCoupons',
  'POST /api/coupons/validate',
  'GET /api/bookings/{id}',
  'POST /api/bookings/getBookedSlots',
  'POST /api/bookings/customerBooking',
  'POST /api/bookings/verifyPayment',
  'POST /api/bookings/delPreviousOrder',
  'POST /api/bookings/cancelPayment',
  'POST /api/bookings',
  'PUT /api/bookings',
  'POST /api/sendContactForm',
  'GET /api/occasions/getAllOccasions',
  'GET /api/addons/getAllAddons',
  'GET /api/gifts/getAllGifts',
  'GET /api/cakes/getAllCakes',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/initialLogin',
  'POST /api/auth/logout',
  ...['cities', 'locations', 'screens', 'coupons', 'banners', 'gifts', 'addons', 'occasions', 'cakes'].flatMap(crud),
  ...['locations', 'screens', 'banners'].map((noun) => `PUT /api/${noun}/status/{id}`),
  'GET /api/bookings',
  'DELETE /api/bookings/{id}',
  'GET /api/bookings/getDashboardInfo',
  'GET /api/bookings/getGraphData',
  'GET /api/customers',
]
