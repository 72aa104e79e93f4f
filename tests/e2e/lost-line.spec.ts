import type { Page, Request } from '@playwright/test'
import { PAY_AND_BOOK, someCustomer } from '../support/booking-pages'
import { closedGate } from '../support/gate'
import { fresh } from '../support/own-mark'
import { providerUrl } from '../support/product'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, ownDay, withJs } from '../support/story'

/** Has nothing come from these addresses until it is told otherwise. */
async function loseLine(page: Page, addresses: string) {
  await page.route(addresses, (route) =>
    route.request().method() === 'GET' ? route.abort('blockedbyclient') : route.fallback(),
  )
  return () => page.unrouteAll({ behavior: 'wait' })
}

withJs('a page that asks for news stays as it is, with what it said, whether anybody answers or not', async (world) => {
  const { booking, page, beforehand } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(242, true), slot: /^5:00 PM/ }
  await beforehand(async (visitor) => {
    await visitor.choosePlace(place)
    await visitor.enterDetails(someCustomer())
    await visitor.choosePackage('Romance')
    await visitor.next('Occasions')
    await visitor.chooseOccasion('Movie Night')
  })
  await page.clock.install()
  await page.goto('/booking/payment')
  await booking.settled()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Coupon code').filter({ visible: true }).fill('NOSUCHCODE')
  await booking.press('Apply Coupon')
  const fault = page.locator('aside p[id$=fault]').filter({ hasText: 'Coupon Verfication has failed' })
  await expect(fault).toBeAttached()
  await booking.settled()

  const news = '**/payment.data*'
  const back = await loseLine(page, news)
  for (let turn = 0; turn < 2; turn++) {
    const lost = page.waitForEvent('requestfailed', (request) => /payment\.data/.test(request.url()))
    await page.clock.runFor(5_500)
    await lost
    await settled(page)
  }
  await booking.seesStep('Payment')
  await expect(fault).toBeAttached()

  await back()
  const heard = page.waitForResponse((answer) => /payment\.data/.test(answer.url()))
  await page.clock.runFor(5_500)
  // what is said once is not asked for with it
  expect((await heard).url()).toContain('_routes=')
  await settled(page)
  await expect(fault).toBeAttached()
})

withJs(
  'what is typed on a phone without a line stays under the hand, and is said to be not kept until it is',
  async ({ booking, page, beforehand }) => {
    await beforehand((visitor) => visitor.asFarAsAddons(ownDay(290, true), /^1:30 PM/, 'LED Name'))
    await page.goto('/booking/otherdetails/addons')
    await booking.settled()
    const address = '**/otherdetails/addons.data*'
    const sending = (request: Request) => request.method() === 'POST'
    await page.route(address, (route) => (sending(route.request()) ? route.abort('blockedbyclient') : route.fallback()))
    // as high as a keyboard leaves it
    await page.setViewportSize({ width: 390, height: 480 })
    const name = page.getByLabel('Led Name')
    await name.focus()
    const stands = () => name.evaluate((field) => [field.getBoundingClientRect().y, window.scrollY])
    const place = await stands()
    const alert = page.getByRole('alert').filter({ hasText: 'We could not be reached' })
    /** Types, and waits until it could not be kept: the page stands as it stood. */
    const types = async (text: string) => {
      const lost = page.waitForEvent('requestfailed', sending)
      await name.fill(text)
      await lost
      await booking.settled()
      await expect(alert).toBeInViewport()
      await expect(name).toBeInViewport()
      expect(await stands()).toEqual(place)
    }
    await types('ANANYA')
    const said = await alert.elementHandle()
    await types('ANANYA DEVI')
    // still the same one
    expect(await said?.evaluate((one) => one.isConnected)).toBe(true)

    // who presses is led to it
    const lost = page.waitForEvent('requestfailed', sending)
    await booking.press('Next')
    await lost
    await expect(alert).toBeInViewport()
    // what is typed takes it away once it is kept
    await page.unrouteAll({ behavior: 'wait' })
    await name.fill('ANANYA')
    await expect(alert).toHaveCount(0)
    await expect(name).toBeInViewport()
  },
  { tag: '@phone' },
)

withJs('a page that nobody could be reached for comes by itself, however long that takes', async ({ page }) => {
  await signIn(page)
  await page.clock.install()
  await page.goto('/admin/till')
  await settled(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const back = await loseLine(page, '**/admin/till.data*')
  await page.getByRole('link', { name: 'The day before' }).click()
  const away = page.getByRole('alert').filter({ hasText: 'We could not be reached' })
  await expect(away).toBeVisible()
  for (let turn = 0; turn < 2; turn++) {
    const lost = page.waitForEvent('requestfailed', (request) => /till\.data/.test(request.url()))
    await page.clock.runFor(10_500)
    await lost
    await settled(page)
    await expect(away).toBeVisible()
  }
  await back()
  await page.clock.runFor(10_500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Till')
  await expect(away).toHaveCount(0)
})

withJs(
  'the desk’s day asks one question at a time, and knows a line on which everything hangs for none',
  async ({ page }) => {
    await signIn(page)
    await page.clock.install()
    await page.goto('/admin/today')
    await settled(page)
    let asked = 0
    await page.route('**/admin/today/changes*', () => {
      asked++
    })
    // a minute later, of which every question hangs
    await page.clock.pauseAt(Date.now() + 60_000)
    const note = page.getByText(/^Offline: what you see may be out of date/)
    await expect.poll(() => asked).toBe(1)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(note).toHaveCount(0)
    await page.clock.runFor(15_000)
    await expect(note).toBeVisible()
    expect(asked).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(note).toHaveCount(0)
  },
)

withJs('a search that reaches nobody takes no half-typed form away', async ({ page }) => {
  const staff = new StaffPages(page, true)
  const code = fresh('KEPT').replace(' ', '')
  await signIn(page)
  await staff.open('/admin/coupons/add', 'Add Coupon')
  await page.getByLabel('Code').fill(code)
  await loseLine(page, '**/admin/find*')
  const lost = page.waitForEvent('requestfailed', (request) => /search=meera/.test(request.url()))
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find' }).fill('meera')
  await lost
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Code')).toHaveValue(code)
})

withJs(
  'where the provider’s script does not come or breaks, the page stays until a press leads to the hosted page',
  async (world) => {
    const { booking, page, beforehand } = world
    const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(246, true), slot: /^5:00 PM/ }
    await beforehand(async (visitor) => {
      await visitor.asFarAsPayment(place, someCustomer())
      await visitor.press(PAY_AND_BOOK)
      await expect(visitor.page.getByText(/Your slot is held until/)).toBeVisible()
    })
    // nor does an older phone tell where it loaded the page
    await page.addInitScript(() => Object.assign(performance, { getEntriesByType: () => [] }))
    await loseLine(page, '**/checkout.js')
    const lost = page.waitForEvent('requestfailed', (request) => /checkout\.js/.test(request.url()))
    await page.goto('/booking/payment')
    await lost
    await expect(page.getByRole('button', { name: /^Pay ₹.* now/ })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Give the slot back' })).toBeVisible()

    // nor does one that comes and breaks, as where a phone keeps something from it, hold the page covered
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/checkout.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.Razorpay = class { constructor() { console.info("breaks"); throw new Error("no") } }',
      }),
    )
    const broken = page.waitForEvent('console', (message) => message.text() === 'breaks')
    await page.reload()
    await broken
    const pay = page.getByRole('button', { name: /^Pay ₹.* now/ })
    await expect(pay).toBeEnabled()

    // a browser that kept the page in its memory brings it back from the hosted page as it was left; this one keeps none, so that
    // it stays where it is and is told that it came back
    const hosted = (url: URL) => url.host === new URL(providerUrl()).host && !url.pathname.endsWith('.js')
    const leaves = page.waitForRequest((request) => hosted(new URL(request.url())))
    await page.route(hosted, (route) => route.fulfill({ status: 204 }))
    await booking.press(/^Pay ₹.* now/)
    await leaves
    await expect(pay).toBeDisabled()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(pay).toBeEnabled()
    await page.unroute(hosted)
    await booking.press(/^Pay ₹.* now/)
    await expect(page).toHaveURL((url) => url.host === new URL(providerUrl()).host)
  },
)

withJs('who closes the provider’s window without a line keeps page and slot, and gives it back once', async (world) => {
  const { booking, page, beforehand } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(252, true), slot: /^5:00 PM/ }
  await beforehand((visitor) => visitor.asFarAsPayment(place, someCustomer()))
  await page.goto('/booking/payment')
  await booking.settled()
  const arrived = closedGate()
  let lost = true
  await page.route('**/payment/dismissed*', async (route) => {
    if (lost) return route.abort('blockedbyclient')
    await arrived.opened
    await route.continue()
  })
  await booking.press(PAY_AND_BOOK)
  await expect(page.getByText(/Your slot is held until/)).toBeVisible()
  await booking.giveUp()
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody answered. Please try again.' })).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay ₹.* now/ })
  await expect(pay).toBeEnabled()

  lost = false
  await booking.press('Give the slot back')
  // a second window would be of an order that is being given up
  await expect(pay).toBeDisabled()
  arrived.open()
  await expect(page.getByRole('button', { name: PAY_AND_BOOK })).toBeVisible()
  await expect(page.getByText(/Your slot was given back/).first()).toBeAttached()
})

withJs('a page that is loaded again amid a payment warns of it, and its window waits for a press', async (world) => {
  const { booking, page, beforehand, accessible } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(258, true), slot: /^5:00 PM/ }
  await beforehand((visitor) => visitor.asFarAsPayment(place, someCustomer()))
  await page.goto('/booking/payment')
  await booking.settled()
  const shown = page.locator('iframe[title="Razorpay checkout"]')
  const inWindow = page.frameLocator('iframe[title="Razorpay checkout"]')
  const warning = page.getByText(
    /A payment may still be under way, so your slot stays held\. .* or know that it failed/,
  )
  /** Loaded again, it warns and opens nothing. */
  const warnsAndWaits = async () => {
    await page.reload()
    await booking.settled()
    await expect(warning).toBeVisible()
    await expect(page.getByText(/and the room is yours/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Pay ₹.* now/ })).toBeEnabled()
    await expect(shown).toHaveCount(0)
  }
  await booking.press(PAY_AND_BOOK)
  await inWindow.getByRole('button', { name: 'Leave the UPI request pending' }).click()
  await warnsAndWaits()
  await accessible()

  await booking.press(/^Pay ₹.* now/)
  await booking.giveUp()
  // what closing it was answered: the warning without a word about paying again
  await expect(
    page.getByText(/so your slot stays held\. We confirm by e-mail when it arrives\.$/).first(),
  ).toBeAttached()
  // another tab of the phone, which knows nothing of the window
  await page.evaluate(() => sessionStorage.clear())
  await warnsAndWaits()
  // a page that was not loaded at the payment has to be first, and then does what was pressed
  await page.goto('/booking/otherdetails/occasions')
  await booking.settled()
  await booking.press('Payment')
  await expect(warning).toBeVisible()
  await expect(shown).toHaveCount(0)
  await booking.press(/^Pay ₹.* now/)
  await expect(inWindow.getByRole('button', { name: 'Close checkout' })).toBeVisible()
})
