import type { Locator, Page } from '@playwright/test'
import { FASTEST } from '~/features/site/contact-guard.server'
import { links } from '../../app/links'
import { BookingPages, PAY_AND_BOOK, plainDay, someCustomer } from '../support/booking-pages'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { expect, ownDay, withAndWithoutJs, withJs, withoutJs } from '../support/story'
import { loudnessOfToast } from '../support/toasts'

withJs('what a press makes of the total is said aloud', async ({ page, booking, beforehand }) => {
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(216, true), /^1:30 PM/, 'LED Name'))
  await page.goto('/booking/otherdetails/addons')
  await booking.settled()
  const said = page.getByRole('status').filter({ hasText: 'Total' })
  // it stands in the Order Summary, and is not read a second time there
  await expect(said).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Confetti' }).press('Enter')
  await expect(said).toHaveText('Total ₹3,146')
  await page.getByRole('button', { name: 'One less Confetti' }).press('Enter')
  await expect(said).toHaveText('Total ₹2,997')
})

withJs('what nobody chose is not read out as selected', async ({ page, booking, beforehand }) => {
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(217, true), /^1:30 PM/, 'Fog Entry'))
  await page.goto('/booking/otherdetails/addons')
  await booking.settled()
  const counts = page.getByRole('status', { name: / selected$/ })
  await expect(counts).toHaveCount(1)
  await expect(counts).toHaveAccessibleName('Fog Entry selected')
  await page.getByRole('button', { name: 'Add Confetti' }).press('Enter')
  await expect(counts).toHaveText(['1', '1'])
})

withJs('a city that an arrow key passes leads nowhere until it is chosen', async ({ page, booking }) => {
  await page.goto('/')
  await booking.settled()
  const city = page.getByLabel('City')
  const choose = page.getByRole('button', { name: 'Choose', exact: true })
  await expect(choose).toBeHidden()
  await city.focus()
  const before = await city.inputValue()
  await city.press('ArrowDown')
  await expect(choose).toBeVisible()
  await expect(city).not.toHaveValue(before)
  await expect(city).toBeFocused()
  await booking.settled()
  await expect(page).toHaveURL(/\/$/)
  // in a window that is enlarged four times the button has its place, too
  const own = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [320, 360, 390, own.width]) {
    await page.setViewportSize({ ...own, width })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await choose.press('Enter')
  await expect(page).toHaveURL(/\/booking\/locations$/)
  await expect(choose).toBeHidden()
  await expect(city.locator('option:checked')).toHaveText('Mysuru')
  // on a page that stays the focus does not go with the button
  await page.goto(links.contact())
  await booking.settled()
  await city.press('ArrowUp')
  await choose.press('Enter')
  await expect(choose).toBeHidden()
  await expect(city).toBeFocused()
})

withJs('what is answered to a question is heard', async ({ page, booking }) => {
  await page.goto(links.findEvening())
  await booking.settled()
  const found = page.getByRole('main').getByRole('status')
  await expect(found).toHaveText('')
  const people = page.getByLabel('For how many?')
  const search = page.getByRole('button', { name: 'Search' })
  await people.fill('6')
  await search.press('Enter')
  await expect(found).toHaveText(/^\d+ free evenings found$/)
  await people.fill('600')
  await search.press('Enter')
  await expect(people).toBeFocused()
  await expect(people).toHaveAccessibleDescription(/./)

  await page.goto(links.find())
  await booking.settled()
  const { number, email } = someCustomer()
  await page.getByLabel('Phone').fill(number)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
})

/** What of the page a screen reader is given to say by itself of these words: regions that it listens to; of toasts `loudnessOfToast` tells. */
const saidByItself = (page: Page, words: string | RegExp) =>
  page
    .locator(':is([role=alert], [role=status], [aria-live=polite], [aria-live=assertive]):not([aria-live=off])')
    .filter({ hasText: words, visible: true })

withJs(
  'a refusal is seen as a toast, and heard once: where it takes the focus',
  async ({ page, booking, beforehand }) => {
    await beforehand((visitor) =>
      visitor.choosePlace({
        location: 'Koramangala',
        screen: 'Aurora',
        daysAhead: ownDay(218, true),
        slot: /^1:30 PM/,
      }),
    )
    await page.goto('/booking/customerDetails')
    await booking.settled()
    await booking.press('Proceed')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Name is required/)
    await expect.poll(() => loudnessOfToast(page, 'Name is required')).toBe('off')
    await expect(page.getByText('4 things are to be put right')).toBeVisible()
    await expect(saidByItself(page, /Name is required/)).toHaveCount(0)

    await booking.enterDetails(someCustomer())
    await booking.choosePackage('Celebration')
    await booking.next('Occasions')
    await booking.press('Next')
    const asked = 'Select atleast one Occasion'
    await expect(booking.faultOf(asked)).toBeFocused()
    await expect.poll(() => loudnessOfToast(page, asked)).toBe('off')
    await expect(saidByItself(page, asked)).toHaveCount(0)

    const code = page.getByLabel('Coupon code').filter({ visible: true })
    await code.fill('NOBODYS')
    await booking.press('Apply Coupon')
    const refused = 'Coupon Verfication has failed'
    await expect(code).toBeFocused()
    await expect(code).toHaveAccessibleDescription(refused)
    await expect.poll(() => loudnessOfToast(page, refused)).toBe('off')
    await expect(saidByItself(page, refused)).toHaveCount(0)
  },
)

withJs('selections that are brought back say the total, and the focus goes on in the step', async (world) => {
  const { page, booking, beforehand } = world
  const day = ownDay(219, true)
  await beforehand(async (visitor) => {
    await visitor.asFarAsAddons(day, /^1:30 PM/, 'Fog Entry')
    const other = { location: 'Koramangala', screen: 'Aurora', daysAhead: plainDay(day + 1), slot: /^1:30 PM/ }
    await visitor.page.goto('/booking/slots')
    await visitor.chooseDate(other.daysAhead)
    await visitor.chooseSlot(other.slot)
    await visitor.toDetails()
  })
  await page.goto('/booking/customerDetails')
  await booking.settled()
  const back = page.getByRole('button', { name: 'Bring back my selections' })
  await back.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Total ₹/ })).toHaveCount(1)
  await expect.poll(() => loudnessOfToast(page, 'Your selections are back.')).toBe('polite')
  await expect(page.getByRole('heading', { name: 'Customer Details' })).toBeFocused()
})

withAndWithoutJs('a slot that went while it was looked at is said beside the slots', async (world) => {
  const { page, booking, scripts, beforehand, somebodyElse } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(262, scripts), slot: /^5:00 PM/ }
  const quick = await somebodyElse()
  await quick.asFarAsPayment(place, someCustomer('Quick Family'))
  await beforehand((visitor) => visitor.choosePlace({ ...place, slot: /^8:00 PM/ }))
  await page.goto('/booking/slots')
  await booking.settled()
  await quick.pay()
  await quick.seesConfirmation()
  await booking.press(place.slot)
  const said = booking.faultOf('That slot is no longer available')
  await expect(said).toBeVisible()
  await expect(page.getByRole('button', { name: place.slot })).toBeDisabled()
  if (!scripts) return expect(said).toHaveAttribute('autofocus', '')
  await expect(said).toBeFocused()
  await expect(said).toBeInViewport()
  await expect(saidByItself(page, 'That slot is no longer available')).toHaveCount(0)
})

/** The desk frees the slot that is held by this number. */
async function letGo(desk: Page, number: string) {
  await signIn(desk)
  await desk.goto(`/admin/bookings?search=${number}`)
  await desk.goto((await desk.getByRole('link', { name: /^Open LUM-/ }).getAttribute('href')) ?? '')
  await desk.getByRole('link', { name: 'Free the slot' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The projector broke')
  await dialog.getByRole('button', { name: 'Free the slot' }).click()
}

withJs('who is at the payment when the slot is let go reads it there, and presses Pay once more', async (world) => {
  const { page, booking, beforehand, somebodyElse } = world
  const customer = someCustomer()
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(264, true), slot: /^5:00 PM/ }
  await beforehand((visitor) => visitor.asFarAsPayment(place, customer))
  await page.goto('/booking/payment')
  await booking.settled()
  await booking.press(PAY_AND_BOOK)
  await expect(page.getByText(/Your slot is held until/)).toBeVisible()

  await letGo((await somebodyElse()).page, customer.number)

  const over = booking.faultOf('The slot is no longer held. If you have just paid, wait for our mail.')
  await expect(over).toBeFocused({ timeout: 15_000 })
  await expect(page.locator('iframe[title="Razorpay checkout"]')).toHaveCount(0)
  await expect(saidByItself(page, 'no longer held')).toHaveCount(0)
  await booking.settled()
  await booking.pay()
  await booking.seesConfirmation()
})

withoutJs('whose payment failed reads so beside that the slot is held no longer', async (world) => {
  const { page, booking, scripts, somebodyElse } = world
  const customer = someCustomer()
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(270, scripts), slot: /^5:00 PM/ }
  await booking.asFarAsPayment(place, customer)
  await booking.press(PAY_AND_BOOK)
  await booking.press(/^Pay ₹.* now/)
  await letGo((await somebodyElse()).page, customer.number)
  await booking.press('Pay with failure@razorpay')
  await booking.press('Continue to merchant')
  await expect(booking.faultOf('The slot is no longer held.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment failed' })).toBeVisible()

  // in another browser, as that of an app, nothing is known of the booking either
  await booking.press(PAY_AND_BOOK)
  await booking.press(/^Pay ₹.* now/)
  const hosted = page.url()
  const other = await somebodyElse()
  await other.page.goto(hosted)
  await other.press('Pay with failure@razorpay')
  await other.press('Continue to merchant')
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Location')
  await expect(other.page.getByText('This browser has sent us no booking')).toBeVisible()
  await expect(other.page.getByRole('alert').filter({ hasText: 'Payment failed' })).toBeVisible()
})

withJs('who types a coupon when the slot is let go stays in its field, and hears it once', async (world) => {
  const { page, booking, beforehand, somebodyElse } = world
  const customer = someCustomer()
  const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(268, true), slot: /^1:30 PM/ }
  await beforehand(async (visitor) => {
    await visitor.choosePlace(place)
    await visitor.enterDetails(customer)
    await visitor.choosePackage('Celebration')
    await visitor.next('Occasions')
    await visitor.chooseOccasion('Anniversary')
    await visitor.next('Addons')
    await visitor.next('Cakes')
    await visitor.add('Chocolate Truffle')
  })
  await page.goto('/booking/payment')
  await booking.settled()
  await booking.press(PAY_AND_BOOK)
  await expect(page.getByText(/Your slot is held until/)).toBeVisible()
  const code = page.getByLabel('Coupon code').filter({ visible: true })
  await code.fill('FIRST')
  await letGo((await somebodyElse()).page, customer.number)
  const over = booking.faultOf('The slot is no longer held.')
  await expect(over).toBeVisible({ timeout: 15_000 })
  const words = (await over.textContent()) ?? ''
  await expect.poll(() => loudnessOfToast(page, words)).toBe('polite')
  await expect(saidByItself(page, words)).toHaveCount(0)
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('FIRST')
})

withAndWithoutJs('a step that stands open in another tab says that its booking is made', async (world) => {
  const { page, booking, scripts, beforehand } = world
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: ownDay(266, scripts), slot: /^5:00 PM/ }
  await beforehand((visitor) => visitor.asFarAsPayment(place, someCustomer()))
  const other = new BookingPages(await page.context().newPage(), scripts)
  await page.goto('/booking/otherdetails/addons')
  await booking.settled()
  await other.page.goto('/booking/payment')
  await other.settled()
  await other.pay()
  await other.seesConfirmation()
  await booking.press('Add Confetti')
  await booking.seesConfirmation()
  const words = 'Your booking is made already. What you have just pressed is not in it.'
  if (scripts) await expect.poll(() => loudnessOfToast(page, words)).toBe('polite')
  else await expect(page.getByText(words)).toBeVisible()
  // and so does the way back to a step
  for (const step of ['/booking/otherdetails/gifts', '/booking/screens']) {
    await page.goto(step)
    await booking.seesConfirmation()
  }
})

/** Fills the form of the contact page. */
async function writeMessage(page: Page) {
  await page.goto(links.contact())
  await settled(page)
  const { name, email, number } = someCustomer()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill(number)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('Is there room for a wheelchair?')
}

withJs('who has sent a message stands on the answer, and hears it once', async ({ page }) => {
  await writeMessage(page)
  const written = Date.now()
  const answer = page.getByRole('main').getByText('Message Sent Successfully')
  // whoever writes faster than a person is asked to press once more
  await expect.poll(() => Date.now() - written).toBeGreaterThan(FASTEST)
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(answer).toBeFocused()
  await expect.poll(() => loudnessOfToast(page, 'Message Sent Successfully')).toBe('off')
  await expect(saidByItself(page, 'Message Sent Successfully')).toHaveCount(0)
  await expect(page.getByLabel('Message')).toHaveValue('')
})

withJs('a message that was not sent is not said to be', async ({ page, booking }) => {
  await writeMessage(page)
  // as of a page that was open for a long time
  await page.locator('input[name=opened]').evaluate((opened: HTMLInputElement) => {
    opened.value = ''
  })
  await booking.press('Send')
  await expect(booking.faultOf('Please press Send again')).toBeFocused()
  await expect(saidByItself(page, 'Please press Send again')).toHaveCount(0)
  const answer = page.getByRole('main').getByText('Message Sent Successfully')
  await page.getByLabel('City').selectOption({ label: 'Mysuru' })
  await booking.settled()
  await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Mysuru')
  await expect(page.getByLabel('Message')).toHaveValue('Is there room for a wheelchair?')
  await expect(answer).toHaveCount(0)
  // and so does the way to the page on which one is
  await page.getByRole('link', { name: 'Contact', exact: true }).first().press('Enter')
  await booking.settled()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(answer).toHaveCount(0)
})

withJs('what is refused by Enter in its own field gets the focus anew, and is heard', async (world) => {
  const { page, booking, beforehand } = world
  const heard = (field: Locator) =>
    field.evaluate((one) => one.addEventListener('focus', () => one.setAttribute('data-heard', '')))
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(221, true), /^1:30 PM/, 'Fog Entry'))
  await page.goto('/booking/otherdetails/addons')
  await booking.settled()
  const code = page.getByLabel('Coupon code').filter({ visible: true })
  await code.fill('NOBODYS')
  await heard(code)
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription('Coupon Verfication has failed')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('data-heard')

  await page.goto(links.find())
  await booking.settled()
  const phone = page.getByLabel('Phone')
  await phone.fill('12')
  await heard(phone)
  await phone.press('Enter')
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('data-heard')
})

withoutJs('a link of the footer that opens a new tab says so', async ({ page }) => {
  await page.goto(links.home())
  const away = page.locator('footer a[target=_blank]')
  const all = await away.count()
  expect(all).toBeGreaterThan(1)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /, opens in a new tab$/ })).toHaveCount(all)
})
