import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { guardRoutes, patternOf } from '~/platform/guarded-routes.server'
import { SEND_AGAIN, STILL_HERE, signedOut } from '~/platform/signed-out.server'

const HOME = 'https://book.example.com'

/** Three routes that answer what they were sent: a page, an endpoint of the API, the provider's way back. */
function guardedRoutes() {
  const action = async ({ request }: ActionFunctionArgs) => ({ took: await request.text() })
  const route = (id: string, path: string, parentId?: string) => ({
    id,
    path,
    parentId,
    module: { default: null, action },
  })
  const routes = Object.fromEntries(
    [
      { id: 'root', path: '', parentId: undefined, module: { default: null } },
      route('booking', 'booking', 'root'),
      route('slots', 'slots', 'booking'),
      route('api', 'api/bookings', 'root'),
      route('return', 'payment/return/:token', 'root'),
    ].map((one) => [one.id, one]),
  ) as unknown as ServerBuild['routes']
  return guardRoutes(routes, { appUrl: HOME, signedByOthers: ['/payment/return/:token'] })
}

const routes = guardedRoutes()

async function send(id: string, headers: Record<string, string>, body: BodyInit = 'name=x', method = 'POST') {
  const request = new Request(`${HOME}/anywhere`, { method, body, headers, duplex: 'half' } as RequestInit)
  try {
    return await routes[id]?.module.action?.({ request, params: {}, context: {} })
  } catch (refusal) {
    if (!(refusal instanceof Response)) throw refusal
    return refusal.status
  }
}

describe('a change is taken', () => {
  test.each([
    ['from our own page, as the browser says', { 'Sec-Fetch-Site': 'same-origin', Origin: HOME }],
    ['from our own page in an older browser', { Origin: HOME }],
    [
      'at the address the visitor typed, whatever APP_URL says',
      { Origin: 'http://10.0.0.5:3000', Host: '10.0.0.5:3000' },
    ],
    ['from the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['from a program, which has no visitor’s cookies', {}],
  ])('%s', async (_, headers) => {
    expect(await send('slots', headers)).toEqual({ took: 'name=x' })
  })

  test('from elsewhere where the sender signs it', async () => {
    expect(await send('return', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://api.razorpay.com' })).toEqual({
      took: 'name=x',
    })
  })
})

describe('a change is refused with 403', () => {
  test.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from a sister site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.example.com' }],
    ['from another origin in an older browser', { Origin: 'https://evil.example' }],
    ['from our host over plain http', { Origin: 'http://book.example.com', Host: 'book.example.com' }],
    ['from an origin that only begins like ours', { Origin: `${HOME}.evil.example` }],
    ['from a frame without an origin', { Origin: 'null' }],
  ])('%s', async (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await send('slots', headers, 'x', method)).toBe(403)
    expect(await send('api', headers)).toBe(403)
  })
})

describe('a body over its limit is refused with 413', () => {
  const kilobytes = (count: number) => 'x'.repeat(count * 1024)

  test('when it says so', async () => {
    expect(await send('slots', { 'Content-Length': String(300 * 1024) })).toBe(413)
  })

  test('when it does not say so', async () => {
    const stream = new Blob([kilobytes(257)]).stream()
    expect(await send('slots', {}, stream)).toBe(413)
  })

  test('pictures may be larger than fields', async () => {
    const took = await send('slots', { 'Content-Type': 'multipart/form-data; boundary=x' }, kilobytes(300))
    expect(took).toEqual({ took: kilobytes(300) })
    expect(
      await send('slots', { 'Content-Type': 'multipart/form-data', 'Content-Length': String(65 * 1024 ** 2) }),
    ).toBe(413)
  })
})

test('a route is known by its pattern, its parents’ included', () => {
  const patterns = Object.values(routes).map((route) => route && patternOf(routes, route))
  expect(patterns).toEqual(['/', '/booking', '/booking/slots', '/api/bookings', '/payment/return/:token'])
})

describe('a form whose sender was signed out meanwhile', () => {
  const guarded = guardRoutes(
    {
      form: {
        id: 'form',
        path: 'admin/coupons/add',
        module: {
          default: null,
          action: () => {
            throw signedOut('/login?next=/admin/coupons/add')
          },
        },
      },
    } as unknown as ServerBuild['routes'],
    { appUrl: HOME, signedByOthers: [] },
  )
  const typed = { 'answered-here': 'yes', code: 'TENTH', adminPassword: 'secret#1', 'rows[0].from': '10:00' }
  const post = async (fields: Record<string, string>, accept = '*/*') => {
    const body = new URLSearchParams(fields)
    const request = new Request(`${HOME}/admin/coupons/add`, { method: 'POST', body, headers: { Accept: accept } })
    return guarded.form?.module.action?.({ request, params: {}, context: {} })
  }

  test('keeps what was typed, passwords excepted, and says where to sign in', async () => {
    expect(await post(typed)).toMatchObject({
      data: {
        signIn: '/login',
        lastResult: {
          status: 'error',
          error: { '': [STILL_HERE] },
          initialValue: { code: 'TENTH', rows: [{ from: '10:00' }] },
        },
      },
      init: { status: 401 },
    })
    expect(JSON.stringify(await post(typed))).not.toContain('secret#1')
  })

  test('is sent again by hand where there are no scripts', async () => {
    const page = await post(typed, 'text/html,application/xhtml+xml').catch((thrown) => thrown)
    expect(page).toMatchObject({ status: 401 })
    expect(await (page as Response).text()).toBe(SEND_AGAIN)
  })

  test('goes to the login when it cannot show an answer', async () => {
    const answer = await post({ code: 'TENTH' }).catch((thrown) => thrown)
    expect(answer).toMatchObject({ status: 303 })
    expect((answer as Response).headers.get('Location')).toBe('/login?next=/admin/coupons/add')
  })
})
