import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banners, bookings, cities, coupons, packagePrices, packages, reviews } from '~/db/schema'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { onPostgres } from '../support/database'
import { startTwoServers, type TwoServers } from '../support/two-servers'
import { Walker, walkToPayment } from '../support/walker'

const PAGES = [
  '/',
  '/about',
  '/gallery',
  '/gallery?show=smoke',
  '/testimonials',
  '/termsandconditions',
  '/refundpolicy',
  '/privacypolicy',
  '/api/docs',
]

interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** Asks with exactly these headers, on a connection of its own. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, async (answer) => {
      const sent = await buffer(answer)
      const encoding = answer.headers['content-encoding']
      const whole =
        sent.length && encoding === 'gzip'
          ? gunzipSync(sent)
          : sent.length && encoding === 'br'
            ? brotliDecompressSync(sent)
            : sent
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Answer['headers'], body: whole.toString() })
    })
      .once('error', reject)
      .end()
  })
}

const policyOf = ({ headers }: Answer) => headers['content-security-policy'] ?? ''
const nonceOf = (answer: Answer) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]
const isKept = (answer: Answer) => answer.headers.etag !== undefined

/** Every script in the page that runs is one that the page's policy names. */
function expectScriptsNamed(answer: Answer) {
  const scripts = [...answer.body.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
  const running = scripts.filter(([, attributes]) => !attributes?.includes('ld+json'))
  expect(running.length).toBeGreaterThan(0)
  for (const [, , text = ''] of running)
    expect(policyOf(answer)).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policyOf(answer)).not.toMatch(/nonce|script-src[^;]*unsafe/)
  expect(answer.body).not.toContain('nonce=')
}

onPostgres('pages that are drawn once for everybody', () => {
  let shop: TwoServers
  const [a, b] = [0, 1].map(
    (index) => (path: string, headers?: Record<string, string>) => ask(`${shop.each[index]}${path}`, headers),
  ) as [
    (path: string, headers?: Record<string, string>) => Promise<Answer>,
    (path: string, headers?: Record<string, string>) => Promise<Answer>,
  ]
  const both = async (path: string) => Promise.all([a(path), b(path), a(path), b(path)])
  beforeAll(async () => {
    shop = await startTwoServers({ RATE_LIMIT_FACTOR: '10' })
  })
  afterAll(() => shop?.stop())

  test.each(PAGES)('%s: the same bytes for all, in each encoding, and their scripts named one by one', async (path) => {
    const first = await a(path, { 'Accept-Encoding': 'gzip' })
    const second = await a(path, { 'Accept-Encoding': 'gzip' })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(isKept(second)).toBe(true)
    expect(second.body).toBe(first.body)
    expect(policyOf(second)).toBe(policyOf(first))
    expectScriptsNamed(second)
    expect(second.body, 'what is for staff and papers').not.toMatch(/deskRefundLimit|gstin|legalName|placeOfSupply/)
    for (const accepted of ['br', 'identity', 'gzip;q=0']) {
      const other = await a(path, { 'Accept-Encoding': accepted })
      expect([accepted, other.body === first.body]).toEqual([accepted, true])
      expect(other.headers.etag).not.toBe(second.headers.etag)
    }
    expect(second.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    })
    const mark = second.headers.etag ?? ''
    for (const known of [mark, `W/${mark}`, `"another", ${mark}`]) {
      const again = await a(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': known })
      expect([known, again.status, again.body]).toEqual([known, 304, ''])
    }
    const head = await ask(`${shop.each[0]}${path}`, { 'Accept-Encoding': 'gzip' }, 'HEAD')
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      second.headers['content-length'],
    ])
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('whoever brings a cookie or a key has a page of his own, with a nonce that nobody had before', async () => {
    const seen = new Set<string>()
    const bring: Record<string, string>[] = [
      { Cookie: 'draft=x' },
      { Cookie: 'anything=1' },
      { Cookie: '' },
      { Authorization: 'Bearer x' },
    ]
    for (const headers of [...bring, ...bring, ...bring]) {
      const [answer, between] = [await a('/about', headers), await a('/about')]
      const nonce = nonceOf(answer) ?? ''
      expect(nonce.length).toBeGreaterThan(20)
      expect(seen.has(nonce)).toBe(false)
      seen.add(nonce)
      expect(isKept(answer)).toBe(false)
      expect(between.body).not.toContain(nonce)
      expect(nonceOf(between)).toBeUndefined()
    }
  })

  test('what staff change at one server is on the next answer of both', async () => {
    const staff = new Walker(shop.url)
    await staff.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
    const [banner] = await shop.client.db.select().from(banners).where(eq(banners.active, true)).limit(1)
    if (!banner) throw new Error('The demo has no banner.')
    const title = 'The banner of this test'
    await shop.client.db.update(banners).set({ title }).where(eq(banners.id, banner.id))
    for (let turn = 0; turn < 4; turn++) {
      const shown = turn % 2 === 1
      expect((await b('/')).body.includes(title)).toBe(!shown)
      const changed = await staff.submit('/admin/banners', {
        intent: 'status',
        id: banner.id,
        active: String(shown),
      })
      expect(changed.headers.get('Location')).toBe('/admin/banners')
      const after = [await b('/'), ...(await both('/'))]
      expect(after.map(({ body }) => body.includes(title))).toEqual(after.map(() => shown))
    }
  })

  test('no answer that begins after a change shows what was before, however many ask at once', async () => {
    const { db } = shop.client
    await db.update(coupons).set({ active: true, scrollCoupon: true, expireDate: sql`current_date + 60` })
    let stop = false
    const crowd = [a, b, a, b].map(async (server) => {
      while (!stop) await server('/')
    })
    try {
      for (let turn = 0; turn < 12; turn++) {
        const text = `Turn ${turn} of the ticker`
        await db.update(coupons).set({ scrollingText: text })
        for (const { body } of await both('/')) {
          expect(body).toContain(text)
          expect(body).not.toContain(`Turn ${turn - 1} of`)
        }
      }
    } finally {
      stop = true
      await Promise.all(crowd)
    }
    await db
      .transaction(async (tx) => {
        await tx.update(coupons).set({ scrollingText: 'Not committed' })
        expect((await both('/')).some(({ body }) => body.includes('Not committed'))).toBe(false)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
    expect((await both('/')).some(({ body }) => body.includes('Not committed'))).toBe(false)
  })

  test('a price is new in the steps of who was under way, on both servers', async () => {
    // none of its own for the day, whichever day it is
    await shop.client.db.delete(packagePrices)
    const { walker } = await walkToPayment(
      shop.url,
      { name: 'Asha Rao', email: 'asha.kept@gmail.com', number: '9876501233' },
      50,
    )
    for (const price of [234_500, 245_600]) {
      await shop.client.db.update(packages).set({ price: price as never })
      const shown = `₹${(price / 100).toLocaleString('en-IN')}`
      for (const server of [b, a]) {
        expect((await server('/booking/otherdetails/packages', walker.headers())).body).toContain(shown)
      }
    }
  })

  test('nothing of a visitor is in the page of another', async () => {
    const { db } = shop.client
    await db.insert(cities).values({ id: 'city-of-asha', name: 'Zzz City of Asha' })
    const family = { name: 'Quentessa Ashworth', email: 'quentessa@gmail.com', number: '9812300077' }
    const { walker } = await walkToPayment(shop.url, family, 52)
    const other = new Walker(shop.url)
    await other.submit('/booking/draft', { cityId: 'city-of-asha' })
    await walker.submit('/contact', { name: family.name })
    const strangers: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      for (const path of PAGES) {
        for (const server of [a, b]) {
          await Promise.all([server(path, walker.headers()), server(path, other.headers())])
          const answer = await server(path)
          expect(answer.headers['set-cookie']).toBeUndefined()
          strangers.push(answer.body)
        }
      }
    }
    const cookies = [walker, other].flatMap((one) => Object.values(one.headers())[0]?.split('; ') ?? [])
    const secrets = [
      family.name,
      family.email,
      family.number,
      ...cookies.map((pair) => pair.split('=')[1]?.slice(0, 20) ?? 'none'),
    ]
    for (const page of strangers) for (const secret of secrets) expect(page).not.toContain(secret)
  })

  test('an odd host and an odd query stay with who sent them', async () => {
    const odd = {
      Host: 'odd.example',
      'X-Forwarded-Host': 'odd.example',
      'X-Forwarded-Proto': 'gopher',
      'Accept-Language': 'xx',
    }
    await shop.client.db.update(coupons).set({ scrollingText: 'Anew' })
    const drawn = await a('/', odd)
    expect(drawn.body).not.toContain('odd.example')
    expect((await a('/')).body).toBe(drawn.body)
    const query = '/?draft=%22%3E%3Cscript%3Ealert(1)%3C/script%3E'
    const hostile = [await a(query), await a(query)]
    for (const answer of hostile) {
      expect(answer.body).not.toContain('<script>alert(1)')
      expect(policyOf(answer)).not.toContain(createHash('sha256').update('alert(1)').digest('base64'))
    }
    expect((await a('/')).body).not.toContain('alert(1)')
    // more addresses than are cached
    await Promise.all(Array.from({ length: 80 }, (_, index) => a(`/about?n=${index}`)))
    expect((await a('/about?n=0')).status).toBe(200)
  })

  test('a review that is shown, taken back, or whose evening was on another day', async () => {
    const { db } = shop.client
    const [booking] = await db.select().from(bookings).limit(1)
    if (!booking) throw new Error('The demo has no booking.')
    const text = 'A review nobody wrote before'
    expect((await both('/testimonials')).some(({ body }) => body.includes(text))).toBe(false)
    await db
      .insert(reviews)
      .values({ id: 'r', bookingId: booking.id, stars: 5, text, name: 'Asha', state: 'shown', createdAt: new Date() })
    expect((await both('/testimonials')).every(({ body }) => body.includes(text))).toBe(true)
    await db
      .update(bookings)
      .set({ visitDate: '2031-05-06' as never })
      .where(eq(bookings.id, booking.id))
    expect((await both('/testimonials')).every(({ body }) => body.includes('May 2031'))).toBe(true)
    await db.update(reviews).set({ state: 'hidden' })
    expect((await both('/testimonials')).some(({ body }) => body.includes(text))).toBe(false)
  })
})
