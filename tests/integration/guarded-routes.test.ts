import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { guardRoutes, methodsAt, patternOf } from '~/http/guarded-routes.server'
import { SEND_AGAIN, STILL_HERE, signedOut } from '~/http/signed-out.server'
import { FIELDS_ONLY, takeForm, takingPictures } from '~/platform/request-body.server'

const HOME = 'https://book.example.com'

const STAFF = { Cookie: 'staff' }
const OPTIONS = {
  appUrl: HOME,
  signedByOthers: ['/payment/return/:token', '/payment/webhook'],
  readThemselves: ['/payment/webhook'],
  isStaff: async (request: Request) => request.headers.get('Cookie') === STAFF.Cookie,
}

/** Routes that answer what they were sent: pages, one that takes pictures, the API, the provider's two ways. */
function guardedRoutes() {
  const form = async ({ request }: ActionFunctionArgs) => ({ took: Object.fromEntries(await request.formData()) })
  const text = async ({ request }: ActionFunctionArgs) => ({ took: await request.text() })
  const page = () => null
  const routes = Object.fromEntries(
    [
      { id: 'root', path: '', module: { default: page } },
      { id: 'booking', path: 'booking', parentId: 'root', module: { default: page } },
      { id: 'slots', path: 'slots', parentId: 'booking', module: { default: page, action: form } },
      {
        id: 'screen',
        path: 'admin/screens',
        parentId: 'root',
        module: { default: page, action: takingPictures(form.bind(null)) },
      },
      { id: 'about', path: 'about', parentId: 'root', module: { default: page } },
      { id: 'api', path: 'api/bookings', parentId: 'root', module: { loader: text, action: text } },
      { id: 'return', path: 'payment/return/:token', parentId: 'root', module: { action: form } },
      { id: 'webhook', path: 'payment/webhook', parentId: 'root', module: { action: text } },
    ].map((one) => [one.id, one]),
  ) as unknown as ServerBuild['routes']
  return guardRoutes(routes, OPTIONS)
}

const routes = guardedRoutes()

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function send(id: string, headers: Record<string, string>, body: BodyInit | null = 'name=x', method = 'POST') {
  const asked = typeof body === 'string' && method !== 'GET' ? { ...FORM, ...headers } : headers
  const request = new Request(`${HOME}/anywhere`, { method, body, headers: asked, duplex: 'half' } as RequestInit)
  const { loader, action } = routes[id]?.module ?? {}
  try {
    return await (method === 'GET' ? loader : action)?.({ request, params: {}, context: {} })
  } catch (refusal) {
    if (!(refusal instanceof Response)) throw refusal
    return refusal.status
  }
}

const TOOK = { took: { name: 'x' } }

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
    expect(await send('slots', headers)).toEqual(TOOK)
  })

  test('from elsewhere where the sender signs it', async () => {
    expect(await send('return', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://api.razorpay.com' })).toEqual(TOOK)
  })
})

test('of every address is known which methods it takes; a call of the API tells its own', () => {
  const answer = () => null
  const modules = {
    about: { default: answer },
    slots: { default: answer, action: answer },
    'api/openapi.json': { loader: answer },
    'api/cities': { loader: answer, action: answer },
  }
  const known = Object.entries(modules).map(([path, module]) => [path, { id: path, path, module }])
  const methods = methodsAt(Object.fromEntries(known) as ServerBuild['routes'])
  expect(['/about', '/slots', '/nothing', '/api/openapi.json', '/api/cities'].map(methods)).toEqual([
    'GET, HEAD, OPTIONS',
    'GET, HEAD, POST, OPTIONS',
    'GET, HEAD, OPTIONS',
    'GET, HEAD, OPTIONS',
    undefined,
  ])
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

const kilobytes = (count: number) => 'x'.repeat(count * 1024)
const stream = (text: string) => new Blob([text]).stream()
const formOf = (parts: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  return form
}
const picture = (size: number) => new File([new Uint8Array(size)], 'a.png', { type: 'image/png' })
const BOUNDARY = { 'Content-Type': 'multipart/form-data; boundary=x' }

describe('a body is refused', () => {
  test('over its limit, whether it says so or not', async () => {
    expect(await send('slots', { 'Content-Length': String(300 * 1024) })).toBe(413)
    expect(await send('slots', FORM, stream(kilobytes(257)))).toBe(413)
    expect(await send('webhook', {}, stream(kilobytes(257)))).toBe(413)
  })

  test('in parts like every other body: what counts is the route and who asks, not the type', async () => {
    const big = { ...BOUNDARY, 'Content-Length': String(300 * 1024) }
    expect(await send('slots', big, 'x')).toBe(413)
    expect(await send('slots', BOUNDARY, stream(kilobytes(300)))).toBe(413)
    expect(await send('slots', STAFF, formOf({ a: picture(300 * 1024) }))).toBe(413)
  })

  test('with more fields than any form has, or one longer than any field takes', async () => {
    expect(await send('slots', {}, 'a=1&'.repeat(1_001))).toBe(413)
    expect(await send('slots', {}, `a=${kilobytes(21)}`)).toBe(413)
    expect(await send('slots', {}, formOf({ a: kilobytes(21) }))).toBe(413)
    expect(await send('slots', {}, `${kilobytes(21)}=a`)).toBe(413)
    expect(await send('slots', {}, `a=${kilobytes(19)}`)).toEqual({ took: { a: kilobytes(19) } })
  })

  test('that is malformed, or no form where one is taken', async () => {
    expect(await send('slots', BOUNDARY, 'abc')).toBe(400)
    expect(await send('slots', { 'Content-Type': 'multipart/form-data' }, 'abc')).toBe(400)
    expect(await send('slots', { 'Content-Type': 'application/json' }, '{}')).toBe(415)
    expect(await send('slots', { 'Content-Type': 'text/plain' }, 'name=x')).toBe(415)
    expect(await send('api', { 'Content-Type': 'text/plain' }, 'name=x')).toEqual({ took: 'name=x' })
  })

  test('with the line breaks that its fields count, however they are sent', async () => {
    const typed = 'Dark\r\nand warm\rand ours\n'
    const asCounted = { took: { a: 'Dark\nand warm\nand ours\n' } }
    expect(await send('slots', {}, `a=${encodeURIComponent(typed)}`)).toEqual(asCounted)
    expect(await send('slots', {}, formOf({ a: typed }))).toEqual(asCounted)
  })

  test('but not when it is empty', async () => {
    expect(await send('slots', {}, '')).toEqual({ took: {} })
    expect(await send('slots', {}, null)).toEqual({ took: {} })
  })
})

describe('pictures', () => {
  test('are taken from staff, at most ten and 64 MB', async () => {
    const took = (await send('screen', STAFF, formOf({ a: picture(300 * 1024), b: 'c' }))) as { took: object }
    expect(took.took).toMatchObject({ a: expect.any(File), b: 'c' })
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, picture(8)]))
    expect(await send('screen', STAFF, formOf(twelve))).toBe(413)
    expect(await send('screen', { ...STAFF, ...BOUNDARY, 'Content-Length': String(65 * 1024 ** 2) }, 'x')).toBe(413)
  })

  test('of a stranger are not even read: the route sends him away', async () => {
    expect(await send('screen', {}, formOf({ a: picture(300 * 1024) }))).toEqual({ took: {} })
    expect(await send('screen', { ...BOUNDARY, 'Content-Length': String(65 * 1024 ** 2) }, 'x')).toEqual({ took: {} })
  })
})

test('a body that comes too slowly is not waited for', async () => {
  let close = () => {}
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('name='))
      close = () => controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: slow, headers: FORM, duplex: 'half' }
  const taking = takeForm(new Request(HOME, init), { ...FIELDS_ONLY, seconds: 0.05 })
  await expect(taking).rejects.toMatchObject({ status: 408 })
  close()
})

describe('a method that a route does not have', () => {
  test.each([
    ['slots', 'PUT'],
    ['slots', 'DELETE'],
    ['about', 'POST'],
    ['return', 'GET'],
    ['webhook', 'PATCH'],
  ])('%s %s is answered 405', async (id, method) => {
    expect(await send(id, {}, method === 'GET' ? null : 'name=x', method)).toBe(405)
  })

  test('the API says so itself', async () => {
    expect(await send('api', {}, 'x', 'PATCH')).toEqual({ took: 'x' })
  })
})

test('a route is known by its pattern, its parents’ included', () => {
  const patterns = Object.values(routes).map((route) => route && patternOf(routes, route))
  expect(patterns).toEqual([
    '/',
    '/booking',
    '/booking/slots',
    '/admin/screens',
    '/about',
    '/api/bookings',
    '/payment/return/:token',
    '/payment/webhook',
  ])
})

describe('a form whose sender was signed out meanwhile', () => {
  const guarded = guardRoutes(
    {
      form: {
        id: 'form',
        path: 'admin/coupons/add',
        module: {
          default: () => null,
          action: () => {
            throw signedOut('/login?next=/admin/coupons/add')
          },
        },
      },
    } as unknown as ServerBuild['routes'],
    OPTIONS,
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
