import { JSDOM } from 'jsdom'
import { plainDay, someCustomer } from '../support/booking-pages'
import { fetchAnew } from '../support/fetch-anew'
import { productUrl, providerUrl } from '../support/product'
import { settled } from '../support/settled'
import { MANAGER_MAIL, OWNER_MAIL, PASSWORD, signIn } from '../support/sign-in'
import { expect, test, withJs } from '../support/story'
import { walkToPayment } from '../support/walker'

const PUBLIC = ['/', '/about', '/gallery', '/testimonials', '/contact', '/booking/locations', '/login', '/no-such-page']
const providerHost = () => new URL(providerUrl()).host

/** The policy of an answer as name → sources. */
function policyIn(headers: Headers): Map<string, string[]> {
  const text = headers.get('Content-Security-Policy') ?? ''
  return new Map(text.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]))
}

test.describe('the policy of every page', () => {
  for (const address of PUBLIC) {
    test(`${address}: only our scripts, no strangers, no frames`, async () => {
      const policy = policyIn((await fetchAnew(`${productUrl()}${address}`)).headers)
      const scripts = policy.get('script-src') ?? []
      // a page that is the same for everybody names its scripts by what they say, any other by a nonce
      expect(scripts[0]).toBe("'self'")
      expect(scripts.length).toBeGreaterThan(1)
      for (const source of scripts.slice(1)) expect(source).toMatch(/^'(nonce-[\w+/=]{20,}|sha256-[\w+/]{43}=)'$/)
      expect(policy.get('frame-src')).toEqual(["'none'"])
      expect(policy.get('connect-src')).toEqual(["'self'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect([...policy.values()].flat().filter((source) => source.includes(providerHost()))).toEqual([])
    })
  }

  test('the nonce is another one on every answer', async ({ request }) => {
    const policy = async () => (await request.get(`${productUrl()}/contact`)).headers()['content-security-policy']
    expect(await policy()).toContain("'nonce-")
    expect(await policy()).not.toBe(await policy())
  })
})

for (const [kind, address] of [
  ['a page', '/contact'],
  ['a page kept for everybody', '/about'],
] as const)
  test(`nothing that was smuggled into ${kind} runs`, async ({ browser }) => {
    const page = await browser.newPage({ baseURL: productUrl() })
    await page.goto(address)
    await settled(page)
    const ran = await page.evaluate(async () => {
      const blocked: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective))
      const global = window as unknown as { ran: string[] }
      global.ran = []
      const script = document.createElement('script')
      script.textContent = 'window.ran.push("inline")'
      document.body.append(script)
      const image = document.createElement('div')
      image.innerHTML = '<img src="data:," onerror="window.ran.push(\'handler\')">'
      const failed = new Promise((resolve) => image.firstElementChild?.addEventListener('error', resolve))
      document.body.append(image)
      const link = document.createElement('a')
      link.href = 'javascript:window.ran.push("link")'
      document.body.append(link)
      link.click()
      const stranger = document.createElement('script')
      stranger.src = 'https://stranger.example/script.js'
      document.body.append(stranger)
      const frame = document.createElement('iframe')
      frame.src = 'https://stranger.example/'
      document.body.append(frame)
      await failed
      while (new Set(blocked).size < 3) await new Promise((resolve) => setTimeout(resolve))
      return { ran: global.ran, blocked: [...new Set(blocked)].sort() }
    })
    expect(ran.ran).toEqual([])
    expect(ran.blocked).toEqual(['frame-src', 'script-src-attr', 'script-src-elem'])
    await page.close()
  })

test('the provider is known on the payment page, and there only', async () => {
  const { walker } = await walkToPayment(productUrl(), someCustomer(), plainDay(60))
  const before = policyIn((await walker.open('/booking/otherdetails/packages')).headers)
  expect([...before.values()].flat().filter((source) => source.includes(providerHost()))).toEqual([])
  const answer = await walker.open('/booking/payment')
  const policy = policyIn(answer.headers)
  for (const name of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    expect(policy.get(name), name).toContain(new URL(providerUrl()).origin)
  }
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
  expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
  const { document } = new JSDOM(await answer.text()).window
  expect(document.querySelector('h1')?.textContent).toBe('Payment')
  expect(document.querySelectorAll('script[nonce]').length).toBeGreaterThan(0)
  expect(document.querySelectorAll('script:not([src]):not([nonce])')).toHaveLength(0)
})

test('every answer carries the common headers: pages, files, refusals, figures', async ({ request }) => {
  const addresses = ['/', '/no-such-page', '/media/brand/favicon.svg', '/healthz', '/media/w640/nothing.webp', '/login']
  for (const address of addresses) {
    const headers = (await request.get(`${productUrl()}${address}`)).headers()
    expect(headers, address).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[\w.-]{8,64}$/),
    })
    expect(headers['permissions-policy'], 'the provider’s window may ask for it').not.toContain('payment')
    expect(headers['x-powered-by'], address).toBeUndefined()
  }
})

withJs('cookies are out of reach of scripts', async ({ page, booking }) => {
  await page.goto('/booking/locations')
  await booking.press(/^Koramangala/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select Your Screen')
  await signIn(page)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toContain('authToken')
  expect(cookies.length).toBeGreaterThan(1)
  for (const { name, httpOnly, sameSite } of cookies) {
    expect({ name, httpOnly, sameSite }).toEqual({ name, httpOnly: true, sameSite: 'Lax' })
  }
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test.describe('without a browser’s manners', () => {
  test('a change asked for by another site is refused everywhere', async ({ request }) => {
    const targets = [
      '/login',
      '/register',
      '/logout',
      '/contact',
      '/forgot-password',
      '/booking/locations',
      '/booking/slots',
      '/booking/draft',
      '/booking/payment',
      '/payment/dismissed',
      '/payment/verify',
      '/admin/cities',
      '/admin/uploads',
      '/admin/account',
    ]
    for (const target of targets) {
      const answer = await request.post(`${productUrl()}${target}`, {
        headers: { Origin: 'https://stranger.example', 'Sec-Fetch-Site': 'cross-site' },
        form: { email: OWNER_MAIL },
        maxRedirects: 0,
      })
      expect(answer.status(), target).toBe(403)
      expect(await answer.text(), target).not.toBe('')
    }
  })

  test('a character that no text can hold is refused, not failed on', async ({ request }) => {
    for (const address of ['/b/abc%00', '/admin/bookings?search=%00', '/booking/slots?month=%00']) {
      expect((await request.get(`${productUrl()}${address}`, { maxRedirects: 0 })).status(), address).toBe(400)
    }
    const form = { email: 'owner\0@lumiere.example', password: 'wrong\0' }
    expect((await request.post(`${productUrl()}/login`, { form })).status()).toBe(401)
  })

  test('after signing in nobody is led to another site', async ({ request }) => {
    const elsewhere = [
      'https://stranger.example/',
      '//stranger.example',
      '/\\stranger.example',
      '\\\\stranger.example',
      'javascript:alert(1)',
      '/%09/stranger.example',
      '/\t/stranger.example',
    ]
    for (const next of elsewhere) {
      const answer = await request.post(`${productUrl()}/login?next=${encodeURIComponent(next)}`, {
        form: { email: MANAGER_MAIL, password: PASSWORD },
        maxRedirects: 0,
      })
      expect(answer.status(), next).toBe(303)
      const to = new URL(answer.headers().location ?? '', productUrl())
      expect(to.origin, next).toBe(new URL(productUrl()).origin)
    }
  })
})
