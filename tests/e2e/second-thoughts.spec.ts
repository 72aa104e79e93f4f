import type { Page } from '@playwright/test'
import { formatDate } from '~/domain/calendar'
import { BookingPages, dateAhead, PAY_AND_BOOK, plainDay, someCustomer } from '../support/booking-pages'
import { expect, ownDay, withAndWithoutJs, withJs } from '../support/story'

const ADDONS = '/booking/otherdetails/addons'

const asFarAsAddons = (visitor: BookingPages, daysAhead: number) =>
  visitor.asFarAsAddons(daysAhead, /^10:00 AM/, 'Confetti')

/** The same with a cake, so that only the payment is left. */
async function asFarAsPayment(visitor: BookingPages, daysAhead: number) {
  await asFarAsAddons(visitor, daysAhead)
  await visitor.page.goto('/booking/otherdetails/cakes')
  await visitor.add('Pineapple')
}

/** The slot is held, and the bank has not been asked yet. */
async function pressPay(booking: BookingPages) {
  await booking.page.goto('/booking/payment')
  await booking.settled()
  await booking.press(PAY_AND_BOOK)
  await expect(booking.page.getByText(/Your slot is held until/)).toBeVisible()
}

/** What the browser itself keeps of a begun booking. */
const copyIn = (page: Page) => page.evaluate(() => localStorage.getItem('customerBooking'))

withAndWithoutJs('a coupon is refused, used and taken off again', async ({ booking, page, scripts, beforehand }) => {
  await beforehand((visitor) => asFarAsAddons(visitor, ownDay(75, scripts)))
  await page.goto(ADDONS)
  await booking.seesTotal('₹2,847')
  await booking.settled()
  const apply = async (code: string) => {
    await booking.openSummary()
    await page.getByLabel('Coupon code').filter({ visible: true }).fill(code)
    await booking.press('Apply Coupon')
  }
  await apply('MONSOON25')
  await booking.openSummary()
  await expect(page.getByText('Coupon Verfication has failed').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByLabel('Coupon code').filter({ visible: true }), 'to be mended').toHaveValue('MONSOON25')
  await apply('first200')
  await booking.seesTotal('₹2,647')
  await booking.settled()
  await booking.openSummary()
  await booking.press('Remove Coupon')
  await booking.seesTotal('₹2,847')
})

withAndWithoutJs('the payment page has one form for a coupon, on a phone too', async (world) => {
  const { booking, page, scripts, beforehand } = world
  await beforehand((visitor) => asFarAsPayment(visitor, ownDay(280, scripts)))
  await page.goto('/booking/payment')
  await booking.settled()
  const code = page.getByLabel('Coupon code')
  await expect(code).toHaveCount(1)
  await code.fill('MONSOON25')
  await booking.press('Apply Coupon')
  await expect(page.getByText('Coupon Verfication has failed').filter({ visible: true }).first()).toBeVisible()
  if (scripts) await expect(code).toBeFocused()
  else expect(await code.getAttribute('autofocus')).not.toBeNull()
  await expect(code).toHaveValue('MONSOON25')
  await code.fill('first200')
  const inFull = page.getByRole('radio', { name: /^Pay in full/ })
  if (scripts) await expect(page.getByRole('button', { name: 'Pay ₹999 and book' })).toBeVisible()
  await inFull.check()
  if (scripts) await expect(page.getByRole('button', { name: 'Pay ₹999 and book' })).toHaveCount(0)
  // what is typed there is not lost by paying: the new total is seen first, and the choice stands
  await booking.press(PAY_AND_BOOK)
  await expect(page.getByRole('button', { name: 'Remove Coupon' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: PAY_AND_BOOK })).toBeVisible()
  await expect(inFull).toBeChecked()
})

withAndWithoutJs('what was chosen by a press that is refused stays chosen', async (world) => {
  const { booking, page, scripts, beforehand } = world
  await beforehand(async (visitor) => {
    const daysAhead = ownDay(290, scripts)
    await visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead, slot: /^10:00 AM/ })
    await visitor.enterDetails(someCustomer())
    await visitor.choosePackage('Celebration')
  })
  await page.goto('/booking/otherdetails/occasions')
  await booking.settled()
  await booking.press('Skip to cakes with Birthday')
  await expect(page.getByLabel('Celebrant’s Name')).toHaveAccessibleDescription(/Whose day is it/)
  await expect(page.getByRole('button', { name: 'Selected Birthday' })).toBeVisible()
  await page.getByLabel('Celebrant’s Name').fill('Aarav')
  await booking.next('Addons')
  await booking.add('LED Name')
  await booking.settled()
  await page.getByLabel('Led Name').fill('x'.repeat(25))
  await booking.add('Confetti')
  await expect(page.getByLabel('Led Name')).toHaveAccessibleDescription(/at most 24 characters/)
  await expect(page.getByLabel('Led Name')).toHaveValue('x'.repeat(25))
})

withAndWithoutJs('a new date clears the selections, and one press brings them back', async (world) => {
  const { booking, page, scripts, beforehand } = world
  const day = ownDay(85, scripts)
  await beforehand((visitor) => asFarAsAddons(visitor, day))
  await page.goto('/booking/slots')
  await booking.settled()
  await booking.chooseDate(plainDay(day + 1))
  await booking.press('Bring back my selections')
  await expect(page.getByText('Your selections are back').filter({ visible: true }).first()).toBeVisible()
  await booking.chooseSlot(/^10:00 AM/)
  await booking.settled()
  await page.goto(ADDONS)
  await booking.seesTotal('₹2,847')
  await expect(page.getByText(formatDate(dateAhead(plainDay(day + 1)))).first()).toBeAttached()
})

withAndWithoutJs(
  'who leaves the payment gives the slot back and can try again',
  async ({ booking, page, scripts, beforehand }) => {
    await beforehand((visitor) => asFarAsPayment(visitor, ownDay(95, scripts)))
    await page.goto('/booking/payment')
    await booking.settled()
    await booking.payInVain()
    await expect(page.getByText(/Payment failed/).first()).toBeVisible()
    await booking.giveUp()
    await expect(
      page
        .getByText(/Your slot was given back; you can try again/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await booking.settled()
    await booking.pay()
    await booking.seesConfirmation()
  },
)

withAndWithoutJs(
  'a refused try can be made good while the slot is held',
  async ({ booking, page, scripts, beforehand }) => {
    await beforehand((visitor) => asFarAsPayment(visitor, ownDay(105, scripts)))
    await page.goto('/booking/payment')
    await booking.settled()
    await booking.payInVain()
    await expect(page.getByText(/Payment failed/).first()).toBeVisible()
    // said once the server has written it down
    if (scripts) await expect(page.getByText(/Payment canceled due to timeout or failure/)).toBeVisible()
    await booking.payForHold()
    await booking.seesConfirmation()
  },
)

withJs('who lost the cookie continues where they left off', async ({ booking, page, beforehand }) => {
  await beforehand((visitor) => asFarAsAddons(visitor, ownDay(115, true)))
  await page.goto(ADDONS)
  await expect.poll(() => copyIn(page)).not.toBeNull()
  await page.context().clearCookies()
  await page.goto('/booking/locations')
  await booking.press('Continue where you left off')
  await booking.seesTotal('₹2,847')
})

withJs('whose room is closed by then is told so, and is led round in no circle', async (world) => {
  const { booking, page, beforehand } = world
  await beforehand((visitor) => asFarAsAddons(visitor, ownDay(117, true)))
  await page.goto(ADDONS)
  await expect.poll(() => copyIn(page)).not.toBeNull()
  // as of a room that was taken off sale
  await page.evaluate(() => {
    const copy = JSON.parse(localStorage.getItem('customerBooking') ?? '{}')
    localStorage.setItem('customerBooking', JSON.stringify({ ...copy, screenId: 'gone' }))
  })
  await page.context().clearCookies()
  await page.goto('/booking/locations')
  await booking.press('Continue where you left off')
  await booking.seesStep('Select Your Screen')
  const words = 'The room you chose cannot be booked any more. Please choose another one.'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toHaveCount(0)
  await booking.press('Book Now Aurora')
  await booking.seesStep('Aurora')
  await expect(page.getByRole('button', { name: 'Bring back my selections' })).toBeVisible()
})

withJs(
  'who begins another evening in a second tab while one is paid has both',
  async ({ booking, page, beforehand }) => {
    const copy = () => copyIn(page)
    await beforehand((visitor) => asFarAsPayment(visitor, ownDay(125, true)))
    await pressPay(booking)
    const second = new BookingPages(await page.context().newPage(), true)
    await second.page.goto('/booking/slots')
    await second.settled()
    const another = ownDay(135, true)
    await second.chooseDate(another)
    await expect.poll(copy).toContain(dateAhead(another))
    await booking.payForHold()
    await booking.seesConfirmation()
    expect(await copy(), 'what the browser keeps is of the second').toContain(dateAhead(another))
    await second.page.goto('/booking/slots')
    await expect(second.page.getByRole('heading', { name: /^Slots on/ })).toContainText(formatDate(dateAhead(another)))
  },
)

withJs('what became a booking is not offered to be gone on with, whatever a second tab has begun', async (world) => {
  const { booking, page, beforehand } = world
  const copy = () => copyIn(page)
  const day = ownDay(110, true)
  await beforehand((visitor) => asFarAsPayment(visitor, day))
  await pressPay(booking)
  // no room is chosen there yet, so that the copy stays what it was
  const second = new BookingPages(await page.context().newPage(), true)
  await second.page.goto('/booking/locations')
  await second.settled()
  await second.press(/^Indiranagar/)
  await second.seesStep('Select Your Screen')
  expect(await copy()).toContain(dateAhead(day))
  await booking.payForHold()
  await booking.seesConfirmation()
  await expect.poll(copy).toBeNull()
})

/** Another tab of the same browser, at a step. */
async function tabAt(page: Page, address: string) {
  const tab = new BookingPages(await page.context().newPage(), true)
  await tab.page.goto(address)
  await tab.settled()
  return tab
}

withJs('what comes anew by itself on the payment page is told by the press, before anything is held', async (world) => {
  const { booking, page, beforehand } = world
  await beforehand((visitor) => asFarAsPayment(visitor, ownDay(305, true)))
  await page.goto('/booking/payment')
  await booking.settled()
  await booking.seesTotal('₹2,847')
  const second = await tabAt(page, ADDONS)
  await second.add('Balloon Bouquet')
  await second.settled()
  await booking.seesTotal('₹3,196')
  await booking.press(PAY_AND_BOOK)
  await expect(
    page.getByText(/^Since you looked, this has changed: what comes with it, the price/).first(),
  ).toBeVisible()
  await expect(page.getByText(/Your slot is held until/)).toHaveCount(0)
  await booking.settled()
  await booking.press(PAY_AND_BOOK)
  await expect(page.getByText(/Your slot is held until/)).toBeVisible()
})

withJs('a payment whose booking is changed in another tab says so where its window was', async (world) => {
  const { booking, page, beforehand } = world
  const providerWindow = page.locator('iframe[title="Razorpay checkout"]')
  await beforehand((visitor) => asFarAsPayment(visitor, ownDay(310, true)))
  await pressPay(booking)
  await expect(providerWindow).toBeVisible()
  const second = await tabAt(page, ADDONS)
  await second.add('Balloon Bouquet')
  const closed = booking.faultOf('This booking was changed in another tab: its payment was closed here.')
  await expect(closed).toBeFocused({ timeout: 15_000 })
  await expect(providerWindow).toHaveCount(0)

  // that of the other tab is paid there: here it waits for a press
  await second.settled()
  await pressPay(second)
  await expect(page.getByText(/Your slot is held until/)).toBeVisible()
  await expect(closed).toBeVisible()
  await expect(providerWindow).toHaveCount(0)

  // whose slot is not chosen any more is led on, and told
  await second.page.goto('/booking/slots')
  await second.settled()
  await second.chooseDate(ownDay(315, true))
  await expect(page.getByText(/^The slot that you were paying for is not chosen any more\./).first()).toBeVisible()
  await expect(page).toHaveURL(/\/booking\/slots/)
})

withJs('the payment’s window goes when its page does, and is not paid over another one', async (world) => {
  const { booking, page, beforehand } = world
  const windowOf = (shown: Page) => shown.locator('iframe[title="Razorpay checkout"]')
  await beforehand((visitor) => asFarAsPayment(visitor, ownDay(145, true)))
  await pressPay(booking)
  const second = new BookingPages(await page.context().newPage(), true)
  await second.page.goto('/booking/payment')
  await expect(windowOf(second.page)).toBeVisible()
  await booking.payForHold()
  await booking.seesConfirmation()
  // by itself, as soon as it hears of the payment
  await second.seesConfirmation()
  await expect(windowOf(second.page)).toHaveCount(0)

  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByText(/^Still to pay/)).toBeVisible()
  const own = page.url()
  await booking.settled()
  await booking.press(/^Pay ₹[\d,.]+ now/)
  await expect(windowOf(page)).toBeVisible()
  await second.page.goto(`${own}/cancel`)
  await second.settled()
  await second.press('Cancel my booking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This booking was cancelled')
  await expect(windowOf(page)).toHaveCount(0)
  // closing it said nothing of a payment
  await expect(page.getByText(/Payment not completed|may still be under way/)).toHaveCount(0)
})
