import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { banners, cities } from '~/db/schema'
import { type Api, openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'

const MEGABYTE = 1024 * 1024

// what is taken at all is not about the database
describe('the methods and bodies that the API takes', () => {
  const app = useApp('embedded')
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })

  describe('methods', () => {
    test.each([
      ['DELETE', '/api/banners', 'GET, POST, HEAD, OPTIONS'],
      ['PUT', '/api/cakes/getAllCakes', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/auth/login', 'POST, OPTIONS'],
      ['PATCH', '/api/bookings', 'GET, POST, PUT, HEAD, OPTIONS'],
    ])('%s %s is not meant', async (method, path, allow) => {
      const { status, headers, body } = await api.ask(method, path)
      expect([status, headers.get('Allow')]).toEqual([405, allow])
      expect(body.error).toMatch(/^Use /)
    })

    test('OPTIONS says which are; HEAD is a GET; letter case does not matter', async () => {
      const options = await api.ask('OPTIONS', '/api/cities')
      expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
      expect((await api.ask('HEAD', '/api/cities')).status).toBe(200)
      expect((await api.ask('GET', '/API/Cakes/getallcakes')).status).toBe(200)
    })
  })

  test('whatever else is asked for below /api is not there, in the API’s words', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await api.ask(method, '/api/nothing/here')
      expect([status, body]).toEqual([404, { error: 'Not found' }])
    }
  })

  describe('a body', () => {
    const send = (sent: Parameters<Api['ask']>[2]) => api.ask('POST', '/api/coupons/validate', sent)
    const type = (name: string) => ({ 'Content-Type': name })

    test('of another type is refused with 415', async () => {
      for (const name of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const { status, body } = await send({ headers: type(name), body: 'code=TENTH' })
        expect([status, body.error]).toEqual([415, 'Send application/json.'])
      }
    })

    test.each([
      ['no JSON', '{"code":'],
      ['a list', '[]'],
      ['a text', '"TENTH"'],
      ['nothing', 'null'],
      ['a NUL character', '{"code":"TEN\\u0000TH","date":"2027-03-12"}'],
      ['very deep', `{"code":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
      ['empty', ''],
    ])('that is %s is refused with 400', async (_, body) => {
      expect((await send({ headers: type('application/json'), body })).status).toBe(400)
    })

    test('in another encoding is refused with 400, and no name is stored without its letters', async () => {
      const token = await api.logIn('super-admin')
      const ask = (body: BodyInit) =>
        api.ask('POST', '/api/cities', { token, headers: type('application/json; charset=utf-8'), body })
      const json = '{"name":"Café","status":true}'
      const refused = await ask(Buffer.from(json, 'latin1'))
      expect([refused.status, refused.body]).toEqual([400, { error: 'The body is not UTF-8.' }])
      for (const name of ['Café', 'Kafé\ufffd'])
        expect((await ask(json.replace('Café', name))).body.city).toMatchObject({ name })
      expect((await ask(`\ufeff${json.replace('Café', 'Mysuru')}`)).status).toBe(201)
    })

    test('over its limit is refused with 413, announced or not', async () => {
      const large = JSON.stringify({ code: 'x'.repeat(MEGABYTE) })
      const announced = await send({
        headers: { ...type('application/json'), 'Content-Length': String(large.length) },
        body: large,
      })
      const streamed = await send({ headers: type('application/json'), body: new Blob([large]).stream() })
      for (const { status, body } of [announced, streamed]) {
        expect([status, body]).toEqual([413, { error: 'What was sent is too large.' }])
      }
    })
  })
})

onEachDatabase('the door of the API', (kind) => {
  const app = useApp(kind)
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })

  test('a change that another site asks for is refused, also with a session', async () => {
    const token = await api.logIn('super-admin')
    const foreign: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]
    for (const headers of foreign) {
      const cookie: Record<string, string> = { ...headers, Cookie: `authToken=${token}` }
      const { status, body } = await api.ask('POST', '/api/cities', {
        json: { name: 'X', status: true },
        headers: cookie,
      })
      expect([status, Object.keys(body)]).toEqual([403, ['error']])
    }
    expect(await app.context.db.$count(cities)).toBe(1)
    const own = { Origin: app.context.settings.APP_URL, Cookie: `authToken=${token}` }
    expect((await api.ask('POST', '/api/cities', { json: { name: 'X', status: true }, headers: own })).status).toBe(201)
  })

  describe('what may be kept', () => {
    test('a visitor’s list has a tag, and is not sent twice', async () => {
      const first = await api.ask('GET', '/api/cities')
      expect(first.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+$/)
      expect(first.headers.get('Vary')).toBe('Cookie, Authorization')
      const tag = first.headers.get('ETag') ?? ''
      const again = await api.ask('GET', '/api/cities', { headers: { 'If-None-Match': `"other", W/${tag}` } })
      expect([again.status, again.body, again.headers.get('ETag')]).toEqual([304, undefined, tag])
      await app.context.db.insert(cities).values({ name: 'Agra' })
      const changed = await api.ask('GET', '/api/cities', { headers: { 'If-None-Match': tag } })
      expect([changed.status, changed.body.totalDocuments]).toEqual([200, 2])
    })

    test('a tag is looked for at once in a header that says nothing, however long it is', async () => {
      const blank = { 'If-None-Match': `"other"${' '.repeat(100_000)}"more"` }
      const before = performance.now()
      expect((await api.ask('GET', '/api/cities', { headers: blank })).status).toBe(200)
      expect(performance.now() - before).toBeLessThan(1_000)
    })

    test('what staff are sent is theirs alone', async () => {
      const token = await api.logIn('super-admin')
      const list = await api.ask('GET', '/api/cities', { token })
      expect([list.headers.get('Cache-Control'), list.headers.get('ETag')]).toEqual(['no-store', null])
      expect((await api.ask('GET', '/api/customers', { token })).headers.get('Cache-Control')).toBe('no-store')
    })
  })

  test('ids of any text are not there, and nothing breaks', async () => {
    const token = await api.logIn('super-admin')
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%00', '%27', '..%2f', '1%20or%201=1'))
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom('locations', 'screens', 'banners', 'bookings', 'gifts'),
        async (text, noun) => {
          const part =
            text.startsWith('%') || text.includes('%2f') ? text : encodeURIComponent(Buffer.from(text).toString())
          if (!part || part === '.' || part === '..') return
          const { status, body } = await api.ask('DELETE', `/api/${noun}/${part}`, { token })
          expect([status, typeof body.error]).toEqual([404, 'string'])
        },
      ),
      { numRuns: 30 },
    )
    expect(await app.context.db.$count(banners)).toBe(0)
  })
})
