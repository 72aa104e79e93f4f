import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '~/domain/calendar'
import { COUPON_TYPES } from '~/domain/coupon-types'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { docsPage } from '~/features/api/docs-page.server'
import { openapi } from '~/features/api/openapi.server'
import { couponForm } from '~/features/coupon/coupon-forms.server'
import { rupeesField, wholeNumber } from '~/platform/form-fields.server'
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

/** Numbers as people, tables and programs write them. */
const WRITTEN = [
  ...[
    '5',
    '5.0',
    '5.00',
    '5.5',
    '5.55',
    '5.555',
    ' 5 ',
    '05',
    '20.0',
    '+5',
    '-5',
    '5.',
    '.5',
    '0x5',
    '5e0',
    '',
    ' ',
    'five',
  ],
  ...[
    '1,499',
    '1 499',
    '1,49',
    '14,99',
    '1,00,000',
    '1,499.50',
    '₹ 1,499',
    '99 ₹',
    '₹₹9',
    '5₹5',
    '5%',
    '12.5 %',
    '%5',
    '₹5₹',
    '५',
  ],
]
const LARGE = ['1234567', '12345678', '1234567.89', '1,234,567', '12,34,567', '12,34,56,789']
const TODAY = '2027-03-01' as CalendarDate
function discountTaken(discount: string): boolean {
  const coupon = { code: 'DIWALI', status: 'true', scrollCoupon: 'false', expireDate: '2027-11-01', discount }
  const forms = COUPON_TYPES.map((type) => couponForm(TODAY).safeParse({ ...coupon, type }))
  return forms.some(({ success }) => success)
}

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

  // in both directions: a client that keeps to the description sends what is taken, and may send all of it
  test.each([
    ['postGifts', ['price'], [...WRITTEN, ...LARGE], (text: string) => rupeesField('Price').safeParse(text).success],
    ['putScreensId', ['capacity'], WRITTEN, (text: string) => wholeNumber('Capacity').safeParse(text).success],
    ['postCoupons', ['discount'], WRITTEN, discountTaken],
  ] as const)('the pattern of %s %j is what is taken', (operation, field, written, takes) => {
    const [{ pattern } = {}] = within(bodyOf(operation), [...field]).filter((one) => 'pattern' in one)
    const described = new RegExp(String(pattern), 'u')
    const taken = written.filter((text) => takes(text))
    expect(taken.length).toBeGreaterThan(4)
    expect(written.filter((text) => described.test(text))).toEqual(taken)
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
