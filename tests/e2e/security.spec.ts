import type { Page } from '@playwright/test'
import { plainDay, someCustomer } from '../support/booking-pages'
import { walkToPayment } from '../support/family'
import { expect, productUrl, test } from '../support/playwright'
import { settled } from '../support/settled'

const PUBLIC = ['/', '/about', '/gallery', '/testimonials', '/contact', '/booking/locations', '/login', '/no-such-page']
const emulatorHost = () => new URL(process.env.EMULATOR_URL ?? '').host

/** The page's policy as name → sources. */
async function policyOf(page: Page, address: string): Promise<Map<string, string[]>> {
  const answer = await page.goto(address)
  const text = answer?.headers()['content-security-policy'] ?? ''
  return new Map(text.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]))
}

test.describe('the policy of every page', () => {
  for (const address of PUBLIC) {
    test(`${address}: only our scripts, no strangers, no frames`, async ({ browser }) => {
      const page = await browser.newPage({ baseURL: productUrl() })
      const policy = await policyOf(page, address)
      const scripts = policy.get('script-src') ?? []
      // a page that is the same for everybody names its scripts by what they say, any other by a nonce
      expect(scripts[0]).toBe("'self'")
      expect(scripts.length).toBeGreaterThan(1)
      for (const source of scripts.slice(1)) expect(source).toMatch(/^'(nonce-[\w+/=]{20,}|sha256-[\w+/]{43}=)'$/)
      expect(policy.get('frame-src')).toEqual(["'none'"])
      expect(policy.get('connect-src')).toEqual(["'self'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect([...policy.values()].flat().filter((source) => source.includes(emulatorHost()))).toEqual([])
      await page.close()
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

test('the provider is known on the payment page, and there only', async ({ browser }) => {
  const { walker } = await walkToPayment(productUrl(), someCustomer(), plainDay(60))
  const context = await browser.newContext({ baseURL: productUrl() })
  const kept = (walker.headers().Cookie ?? '').split('; ').map((pair) => pair.split('='))
  await context.addCookies(kept.map(([name = '', ...value]) => ({ name, value: value.join('='), url: productUrl() })))
  const page = await context.newPage()
  const before = await policyOf(page, '/booking/otherdetails/packages')
  expect([...before.values()].flat().filter((source) => source.includes(emulatorHost()))).toEqual([])
  const policy = await policyOf(page, '/booking/payment')
  const emulator = new URL(process.env.EMULATOR_URL ?? '').origin
  for (const name of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    expect(policy.get(name), name).toContain(emulator)
  }
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
  const answer = await page.goto('/booking/payment')
  expect(answer?.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Payment')
  expect(await page.locator('script:not([src]):not([nonce])').count()).toBe(0)
  await context.close()
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

test('cookies are out of reach of scripts', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: productUrl() })
  const page = await context.newPage()
  await page.goto('/booking/locations')
  await page
    .getByRole('button', { name: /^Koramangala/ })
    .first()
    .click()
  await page.waitForURL('**/booking/screens')
  await page.goto('/login')
  await page.getByLabel('Email').fill('owner@lumiere.example')
  await page.getByLabel('Password', { exact: true }).fill('Lumiere#2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/dashboard')
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toContain('authToken')
  expect(cookies.length).toBeGreaterThan(1)
  for (const { name, httpOnly, sameSite } of cookies) {
    expect({ name, httpOnly, sameSite }).toEqual({ name, httpOnly: true, sameSite: 'Lax' })
  }
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await context.close()
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
        form: { email: 'owner@lumiere.example' },
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
        form: { email: 'koramangala@lumiere.example', password: 'Lumiere#2026' },
        maxRedirects: 0,
      })
      expect(answer.status(), next).toBe(303)
      const to = new URL(answer.headers().location ?? '', productUrl())
      expect(to.origin, next).toBe(new URL(productUrl()).origin)
    }
  })
})
