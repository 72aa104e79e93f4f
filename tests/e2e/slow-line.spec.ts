import type { Page } from '@playwright/test'
import { type CalendarDate, formatDate } from '~/domain/calendar'
import { links } from '~/links'
import { dateAhead, PAY_AND_BOOK, someCustomer } from '../support/booking-pages'
import { closedGate } from '../support/gate'
import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { provider } from '../support/product'
import { isLoad, settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, ownDay, withJs } from '../support/story'

/** 400 kbit/s, and long ways. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const QUICK = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** Does something while what is sent by it stays on its way, however long a look at the page takes. */
async function whileSent(page: Page, work: () => Promise<void>) {
  const sent = await heldBack(page, '**/booking/**', (request) => request.method() === 'POST')
  await work()
  await sent.letGo()
}

withJs(
  'on a slow line every press shows at once, and money that comes late is noticed by the page',
  async ({ booking, page, beforehand }) => {
    const line = await page.context().newCDPSession(page)
    await beforehand(async (visitor) => {
      const daysAhead = ownDay(235, true)
      await visitor.choosePlace({ location: 'Indiranagar', screen: 'Velvet', daysAhead, slot: /^8:00 PM/ })
      await visitor.enterDetails(someCustomer())
    })

    // the page is drawn, and its scripts are under way
    await booking.beforeScripts('/booking/otherdetails/packages', () =>
      page.getByRole('radio', { name: /^Romance ₹/ }).check({ force: true }),
    )
    await booking.seesTotal('₹2,199')

    await booking.next('Occasions')
    await booking.chooseOccasion('Movie Night')
    await booking.settled()

    await line.send('Network.emulateNetworkConditions', SLOW)
    const waiting = page.locator('.busy-line')
    await expect(waiting).toHaveCount(0)
    await whileSent(page, async () => {
      await booking.press('Next')
      await expect(page.locator('button[data-pressed]')).toBeVisible()
      await expect(waiting).toBeVisible()
    })
    await booking.seesStep('Addons')
    await expect(waiting).toHaveCount(0)
    await expect(page.locator('[data-pressed]')).toHaveCount(0)

    await line.send('Network.emulateNetworkConditions', QUICK)
    await page.goto('/booking/payment')
    await booking.settled()
    await line.send('Network.emulateNetworkConditions', SLOW)
    const holding = page.getByRole('status').filter({ hasText: 'Holding your slot' })
    await whileSent(page, async () => {
      await booking.press(PAY_AND_BOOK)
      await expect(holding).toBeVisible()
    })
    await expect(page.getByText(/Your slot is held until/)).toBeVisible()
    await expect(holding).toHaveCount(0)

    await line.send('Network.emulateNetworkConditions', QUICK)
    const orderId = await page.locator('input[name="order_id"]').getAttribute('value')
    await provider('pay', { orderId })
    await booking.seesConfirmation()
  },
  { tag: '@phone' },
)

withJs(
  'a date that is under way lets nobody take a slot of the day before it',
  async ({ booking, page, beforehand }) => {
    const slot = /^1:30 PM/
    const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(236, true), slot }
    await beforehand((visitor) => visitor.choosePlace(place))
    await page.goto('/booking/slots')
    await booking.settled()
    const days = page.locator('button[name="date"]:enabled:not([aria-pressed="true"])')
    const day = String(await days.first().getAttribute('value')) as CalendarDate
    const [heading, slots] = [page.getByRole('heading', { name: /^Slots on / }), page.locator('button[name="slot"]')]
    await whileSent(page, async () => {
      await days.first().click()
      await expect(heading).toContainText(formatDate(day))
      for (const one of await slots.all()) await expect(one).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0)
    })
    await booking.settled()
    await expect(heading).toContainText(formatDate(day))
    await expect(slots.and(page.locator(':enabled')).first()).toBeVisible()
  },
)

withJs('what comes slowly is not asked for again and again, and what it says once is said', async (world) => {
  const { booking, page, beforehand, somebodyElse } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(237, true), slot: /^5:00 PM/ }
  await beforehand((visitor) => visitor.asFarAsPayment(place, someCustomer('Slow Family')))
  await page.clock.install()
  await page.goto('/booking/payment')
  await booking.settled()
  await page.clock.pauseAt(Date.now() + 60_000)
  const quick = await somebodyElse()
  await quick.asFarAsPayment(place, someCustomer('Quick Family'))
  await quick.pay()
  await quick.seesConfirmation()

  const late = closedGate()
  let loads = 0
  await page.route('**/slots.data', async (route) => {
    loads += 1
    // asked, and its answer is on the way: what it says once is said by it
    const answer = await route.fetch()
    await late.opened
    await route.fulfill({ response: answer })
  })
  const loading = page.waitForRequest(isLoad('slots'))
  await booking.press(PAY_AND_BOOK)
  await loading
  // longer than the payment waits until it asks for news
  await page.clock.runFor(12_000)
  late.open()
  await expect(page.getByText(/Someone has just taken this slot/).first()).toBeVisible()
  expect(loads).toBe(1)
})

withJs('who loads a page anew while the next one comes keeps what was typed', async ({ booking, page, beforehand }) => {
  const { name } = someCustomer()
  await beforehand((visitor) =>
    visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(236, true), slot: /^1:30 PM/ }),
  )
  await page.goto('/booking/customerDetails')
  await booking.settled()
  await page.getByLabel('Name', { exact: true }).fill(name)

  // so slow that a page comes in several pieces, and its beginning is not its end
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', { ...QUICK, downloadThroughput: 6_000 })
  const comes = page.waitForResponse((answer) => answer.url().includes('/booking/slots.data'))
  await page.getByRole('link', { name: 'Date & slot' }).press('Enter')
  await comes
  await page.reload({ waitUntil: 'commit' })
  await line.send('Network.emulateNetworkConditions', QUICK)
  await booking.settled()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
})

withJs(
  'what is added by two presses on a slow line is there once, and a form that stays adds one more',
  async ({ page }) => {
    const staff = new StaffPages(page, true)
    const name = fresh('Hassan')
    await signIn(page)
    await staff.open(links.adminCityAdd(), 'Add City')
    const answers = closedGate()
    let presses = 0
    await page.route('**/cities/add.data*', async (route) => {
      // it is done, and its answer is on the way
      const answer = await route.fetch({ maxRedirects: 0 })
      presses += 1
      if (presses === 1) await answers.opened
      await route.fulfill({ response: answer }).catch(() => undefined)
    })
    await page.getByLabel('Name', { exact: true }).fill(name)
    await staff.press('Add City')
    await expect.poll(() => presses).toBe(1)
    await staff.press('Add City')
    await staff.sees('Cities')
    answers.open()
    expect(presses).toBe(2)
    await expect(staff.row(name)).toHaveCount(1)

    await staff.open(links.adminBlockedDates(), 'Blocked dates')
    const first = ownDay(750, true)
    for (const date of [first, first + 1].map(dateAhead)) {
      await expect(page.getByLabel('Date', { exact: true })).toHaveValue('')
      await page.getByLabel('Date', { exact: true }).fill(date)
      await staff.press('Block')
      await expect(staff.row(formatDate(date))).toHaveCount(1)
      await settled(page)
    }
  },
)

withJs('a row that was pressed opens, whatever was typed into the search before', async ({ page }) => {
  await signIn(page)
  await page.clock.install()
  await page.goto(links.adminBookings({ search: 'Ananya Rao', status: 'booked' }))
  await settled(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const opening = await heldBack(page, /\/bookings\/view\/.*\.data/)
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('x')
  await page
    .getByRole('link', { name: /^Open LUM-/ })
    .first()
    .click()
  await opening.begun
  // twice as long as a search waits for the next letter
  await page.clock.runFor(4_500)
  await opening.letGo()
  await expect(page.getByRole('heading', { name: /^Booking LUM-/ })).toBeVisible()
  expect(asked.filter((path) => path === '/admin/bookings.data')).toEqual([])
})

for (const [kind, address] of [
  ['a page', '/booking/locations'],
  ['a page kept for everybody', '/about'],
] as const)
  withJs(`${kind} asks for its scripts once its looks are there, and also where nobody sees it`, async ({ page }) => {
    await page.goto(address)
    await settled(page)
    const { looks, scripts } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const named = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name))
      return {
        looks: named(/\/assets\/.+\.css$/).map(({ responseEnd }) => responseEnd),
        scripts: named(/\/assets\/.+\.js$/).map(({ startTime }) => startTime),
      }
    })
    expect(looks).toHaveLength(1)
    expect(scripts.length).toBeGreaterThan(5)
    expect(Math.min(...scripts)).toBeGreaterThan(Math.max(...looks))

    const inTheBack = await page.context().newPage()
    await inTheBack.addInitScript(() => {
      const frames = window.requestAnimationFrame
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
      window.requestAnimationFrame = () => 0
      document.addEventListener('DOMContentLoaded', () => {
        Reflect.deleteProperty(document, 'hidden')
        window.requestAnimationFrame = frames
      })
    })
    await inTheBack.goto(address)
    await settled(inTheBack)
  })
