import { someCustomer } from '../support/booking-pages'
import { signIn } from '../support/sign-in'
import { expect, ownDay, withJs } from '../support/story'

/** What Safari of iOS 15 does not know, on which an iPhone 7 stays. */
function forgetWhatIsYounger() {
  for (const [of, names] of [
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Element.prototype, ['checkVisibility']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['timeout', 'any']],
    [Response, ['json']],
    [Document.prototype, ['startViewTransition']],
    [window, ['navigation', 'scheduler', 'requestIdleCallback', 'cancelIdleCallback', 'CompressionStream']],
    [window, ['DecompressionStream', 'Iterator', 'URLPattern']],
  ] as [object, string[]][])
    for (const name of names) Reflect.deleteProperty(of, name)
}

withJs(
  'an iPhone 7 chooses a city, books and pays, and its owner looks for the booking',
  async ({ booking, page }) => {
    await page.addInitScript(forgetWhatIsYounger)
    await page.goto('/')
    await booking.settled()
    expect(await page.evaluate(() => [typeof AbortSignal.timeout, typeof URL.canParse])).toEqual([
      'undefined',
      'undefined',
    ])
    const city = page.getByLabel('City')
    await city.selectOption({ label: 'Mysuru' })
    await expect(page).toHaveURL(/\/booking\/locations$/)
    await page.reload()
    await expect(city.locator('option:checked')).toHaveText('Mysuru')
    await booking.settled()
    await city.selectOption({ label: 'Bengaluru' })
    await expect(page.getByRole('button', { name: /^Koramangala/ })).toBeVisible()
    const customer = someCustomer()
    const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(305, true), slot: /^10:00 AM/ }
    await booking.asFarAsPayment(place, customer)
    await booking.pay()
    await booking.seesConfirmation()
    await signIn(page)
    await page.goto('/admin/bookings')
    await booking.settled()
    const search = page.getByRole('searchbox')
    await search.fill(customer.number)
    await search.press('Enter')
    await booking.settled()
    await page.getByText('More filters').click()
    await page.getByLabel('Status').selectOption('booked')
    await expect(page).toHaveURL(/search=\w.*status=booked/)
    await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  },
  { tag: '@phone' },
)
