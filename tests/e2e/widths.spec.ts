import type { Page } from '@playwright/test'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { links } from '../../app/links'
import { dateAhead, someCustomer } from '../support/booking-pages'
import { EVERY_ROUTE } from '../support/every-route'
import { fresh } from '../support/own-mark'
import { PASSWORD, signIn } from '../support/sign-in'
import { SITE_PAGES } from '../support/site-pages'
import { enterCall } from '../support/staff-pages'
import { expect, ownDay, withJs } from '../support/story'

/** The smallest phone, a tablet upright and lying, and a small screen at the desk; phone and large screen are every story's own. */
const WIDTHS = [320, 768, 1024, 1280]
/** Where the filters of a list stand in one row. */
const ROWS = [1280, 1440]

/** Pages, and no files, calls or ways to a page. */
const PAGES = EVERY_ROUTE.filter(({ layout, file }) => !layout && file.endsWith('.tsx')).map(({ pattern }) => pattern)
const OFFICE = PAGES.filter((pattern) => /^\/admin\/[^*]+$/.test(pattern) && pattern !== '/admin/papers/:id')
const STANDING = OFFICE.filter((pattern) => !pattern.includes(':'))
/** The pages of one booking, one screen and so on, to which the standing ones lead. */
const OF_ONE = OFFICE.filter((pattern) => pattern.includes(':'))
const STEPS = PAGES.filter((pattern) => /^\/booking\/(locations|screens|slots|customer|other|payment)/.test(pattern))

/** What stands on two lines of that which `told` finds in some places: words, or sums. */
const broken = (page: Page, places: string, told: RegExp) =>
  page.locator(places).evaluateAll((all, pattern) => {
    const range = document.createRange()
    const found: string[] = []
    for (const place of all) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.textContent?.matchAll(new RegExp(pattern, 'gu')) ?? []) {
          if (text.parentElement?.closest('.sr-only')) continue
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
        }
    }
    return found
  }, told.source)

/** Which words of cells, buttons and menus are broken in their middle, though they are as short as words are. */
const brokenWords = (page: Page) =>
  broken(page, 'td, th, button, nav a', /(?<![\p{L}\p{N}@.])[\p{L}\p{N}₹.,]{2,16}(?![\p{L}\p{N}@.])/u)

/** Which sums are broken in their middle. */
const brokenSums = (page: Page) => broken(page, 'body', /₹[\d,]+(\.\d\d)?/u)

/** Opens a page, which is at no width wider than its window, and breaks no sum. */
async function expectFits(page: Page, address: string, widths = WIDTHS): Promise<void> {
  const answer = await page.goto(address)
  expect(`${answer?.status()} ${new URL(page.url()).pathname}`).toBe(`200 ${address.replace(/\?.*/, '')}`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // what moves on the way there may be wider
    const drawn = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(drawn, `${address} at ${width}`).toBeLessThanOrEqual(width)
    await expect.poll(() => brokenSums(page), `${address} at ${width}`).toEqual([])
  }
}

/** Which controls of the page's filters stand on others, by their names; what is hidden stands nowhere. */
const overlapping = (page: Page) =>
  page.locator('form[role=search]').evaluateAll((forms) =>
    forms.flatMap((form) => {
      const drawn = [...form.querySelectorAll('input:not(.sr-only), select, button, a')]
        .map((control) => ({
          name: control.getAttribute('name') ?? control.textContent,
          at: control.getBoundingClientRect(),
        }))
        .filter(({ at }) => at.width > 0)
      return drawn.flatMap(({ name, at }, index) =>
        drawn
          .slice(index + 1)
          .filter(
            ({ at: other }) =>
              at.left < other.right && other.left < at.right && at.top < other.bottom && other.top < at.bottom,
          )
          .map((other) => `${name} and ${other.name}`),
      )
    }),
  )

withJs('no two filters of a list of the back office overlap', async ({ page }) => {
  await signIn(page, DEMO_STAFF.owner)
  let filtered = 0
  for (const address of STANDING) {
    await page.goto(address)
    if ((await page.getByRole('search').count()) === 0) continue
    filtered += 1
    for (const width of ROWS) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => overlapping(page), `${address} at ${width}`).toEqual([])
    }
  }
  expect(filtered).toBeGreaterThan(10)
})

/** The first of some pages that is still there: another story may have deleted what it is about. */
async function firstThere(page: Page, addresses: string[]): Promise<string | undefined> {
  for (const address of addresses) if ((await page.request.get(address)).ok()) return address
  return undefined
}

withJs('no page of the back office is wider than a phone, a tablet or a small screen', async ({ page }) => {
  expect(STANDING.length).toBeGreaterThan(30)
  await signIn(page, DEMO_STAFF.owner)
  const linked = new Set<string>()
  for (const address of STANDING) {
    await expectFits(page, address)
    const paths = await page
      .locator('a[href^="/admin/"]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    for (const path of paths) linked.add(path)
  }
  for (const pattern of OF_ONE) {
    const one = new RegExp(`^${pattern.replace(/:\w+/, '[^/.]+')}$`)
    const fitting = [...linked].filter((path) => one.test(path) && !STANDING.includes(path))
    const address = await firstThere(page, fitting)
    expect(address, pattern).toBeDefined()
    if (address) await expectFits(page, address)
  }
})

withJs('a list of the back office is printed in its columns, no wider than a sheet of A4', async ({ page }) => {
  await signIn(page, DEMO_STAFF.owner)
  // between the margins that a browser leaves
  const sheet = 718
  await page.setViewportSize({ width: sheet, height: 1046 })
  const rows = page.locator('#main tr')
  let printed = 0
  for (const address of STANDING) {
    await page.goto(address)
    const listed = await rows.count()
    if (!listed) continue
    printed += listed
    await page.emulateMedia({ media: 'print' })
    const drawn = () =>
      rows.evaluateAll((all) => ({
        width: document.documentElement.scrollWidth,
        displays: [...new Set(all.map((row) => getComputedStyle(row).display))],
      }))
    await expect.poll(drawn, address).toEqual({ width: sheet, displays: ['table-row'] })
    await page.emulateMedia({ media: 'screen' })
  }
  expect(printed).toBeGreaterThan(50)
})

withJs(
  'no page of the site and no step is wider than a phone, a tablet or a small screen',
  async ({ page, beforehand }) => {
    await beforehand(async (visitor) => {
      await visitor.asFarAsAddons(ownDay(210, true), /^1:30 PM/, 'LED Name')
      // its package comes with a cake, without which nothing after it opens
      await visitor.toTab('Cakes')
      await visitor.add('Pineapple')
    })
    expect(STEPS).toHaveLength(10)
    for (const { path } of SITE_PAGES) await expectFits(page, path)
    for (const step of STEPS) await expectFits(page, step)
    // a slot in as many letters as there are: from 10:30 PM to 12:30 AM
    const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: ownDay(211, true), slot: /^10:30 PM/ }
    await beforehand((visitor) => visitor.choosePlace(place))
    await expectFits(page, '/booking/slots')
  },
)

/** One of the words that nobody writes but in a link, in an address or in haste: as long as a field takes it. */
const endless = (longest: number) => fresh('Unending').replace(' ', '').padEnd(longest, 'abcdefghi')

withJs('a word without end makes no page wider, and breaks no word beside it', async (world) => {
  const { page, beforehand, somebodyElse } = world
  // closed to everybody, on a day of which no other story makes anything
  const [ahead, closed] = [ownDay(213, true), ownDay(365, true)]
  const word = endless(120)
  const email = `${endless(60)}@lumiere.example`
  // whoever is faster than two seconds is asked again: it is sent last
  const { page: visitor } = await somebodyElse()
  await visitor.goto(links.contact())
  await beforehand((other) =>
    other.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: closed, slot: /^1:30 PM/ }),
  )

  const { page: desk } = await somebodyElse()
  await signIn(desk, DEMO_STAFF.owner)
  const send = async (address: string, form: Record<string, string>) => {
    const answer = await desk.context().request.post(address, { form, maxRedirects: 0 })
    expect(answer.status(), address).toBe(303)
  }
  await desk.goto(`/admin/bookings/new?date=${dateAhead(ahead)}`)
  await enterCall(desk, { ...someCustomer(endless(60)), email })
  await desk.getByLabel('Note', { exact: true }).fill(word)
  await desk.getByRole('button', { name: 'Book now' }).first().press('Enter')
  const booking = new URL(desk.url()).pathname
  const own = (await desk.getByRole('link', { name: /^Customer’s page/ }).getAttribute('href')) ?? ''
  await send('/admin/blocked-dates', { date: dateAhead(closed), locationId: 'all', reason: word })
  await send('/admin/cities/add', { name: endless(60), status: 'false', version: '0' })
  await send('/admin/staff/invite', { name: endless(60), email, role: 'super-admin', ownPassword: PASSWORD })
  await visitor.getByLabel('Name').fill(endless(60))
  await visitor.getByLabel('Phone').fill('9845000001')
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Message').fill(word)
  await visitor.getByRole('button', { name: 'Send' }).press('Enter')

  const fits = async (address: string) => {
    await expectFits(page, address, [390, 1440])
    expect(await brokenWords(page), address).toEqual([])
  }
  await fits('/booking/slots')
  await expect(page.getByRole('alert').filter({ hasText: word })).toBeVisible()
  await fits(new URL(own).pathname)
  await signIn(page, DEMO_STAFF.owner)
  const visit = `/admin/today?date=${dateAhead(ahead)}&booking=${booking.split('/').at(-1)}`
  const lists = ['bookings', 'customers', 'blocked-dates', 'cities', 'staff', 'audit', 'messages']
  for (const address of [booking, visit, ...lists.map((list) => `/admin/${list}`)]) await fits(address)
})

withJs('what goes on is whole in the window as each step opens', async ({ page, beforehand }) => {
  await beforehand(async (visitor) => {
    await visitor.asFarAsAddons(ownDay(212, true), /^1:30 PM/, 'LED Name')
    await visitor.toTab('Cakes')
    await visitor.add('Pineapple')
  })
  for (const [width, height] of [
    [1440, 900],
    [1366, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const step of STEPS.slice(STEPS.indexOf('/booking/customerDetails'))) {
      await page.goto(step)
      const goesOn = page.getByRole('button', { name: /^(Next|Proceed|Payment|Pay ₹.* and book)$/ })
      await expect(goesOn.filter({ visible: true }).last(), `${step} at ${height}`).toBeInViewport({ ratio: 1 })
    }
    const coupon = page.getByLabel('Coupon code').filter({ visible: true })
    await expect(coupon, `at ${height}`).toBeInViewport({ ratio: 1 })
  }
})

withJs('the controls of a row have one top and one height', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/find-an-evening')
  const row = page.locator('main form').first().locator('input, select, button')
  await expect(row).toHaveCount(5)
  const places = (await Promise.all((await row.all()).map((one) => one.boundingBox()))).map((box) => ({
    top: box && Math.round(box.y),
    height: box && Math.round(box.height),
  }))
  expect(places).toEqual(places.map(() => places[0]))
})

/** As who reads with difficulty sets them, by WCAG 1.4.12. */
const WIDE_LETTERS =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

/** What of a page stands beyond the edge of its window, or is cut off within it, by its words. */
const lost = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('main li')].filter(
      (one) => getComputedStyle(one).overflowX === 'hidden' && one.scrollWidth > one.clientWidth,
    )
    const words = cut.map(({ innerText }) => innerText.split('\n')[0])
    return document.documentElement.scrollWidth > window.innerWidth ? ['wider than the window', ...words] : words
  })

withJs('nothing is lost on a small phone when its letters are set wider', async ({ page, beforehand }) => {
  await beforehand(async (visitor) => {
    await visitor.asFarAsAddons(ownDay(219, true), /^1:30 PM/, 'LED Name')
    await visitor.toTab('Cakes')
    await visitor.add('Pineapple')
  })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of [...SITE_PAGES.map(({ path }) => path), ...STEPS]) {
    await page.goto(address)
    await page.addStyleTag({ content: WIDE_LETTERS })
    await expect.poll(() => lost(page), address).toEqual([])
  }
})

withJs('at four times the size the page has most of the window', async ({ page, booking, beforehand }) => {
  await beforehand((visitor) =>
    visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(220, true), slot: /^1:30 PM/ }),
  )
  // a window of 1280 by 1024
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/booking/customerDetails')
  await booking.settled()
  for (const name of ['Email', 'Phone']) {
    const field = page.getByLabel(name)
    await field.focus()
    const covered = await field.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) !== one
    })
    expect(covered, name).toBe(false)
  }
  await expect(page.getByRole('banner')).not.toBeInViewport()
})
