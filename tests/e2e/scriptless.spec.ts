import { someCustomer } from '../support/booking-pages'
import { PASSWORD } from '../support/sign-in'
import { expect, openScriptless, ownDay, test, withAndWithoutJs } from '../support/story'

test('the reader without scripts does nothing that nobody could do', async () => {
  const page = await openScriptless([]).newPage()
  await page.goto('/login')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email').and(page.locator(':invalid')), 'a field that must be filled').toBeVisible()
  await expect(page.getByLabel('Password', { exact: true }), 'nothing was sent').toHaveValue(PASSWORD)
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email'), 'nor an address that is none').toHaveValue('no address')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Not there' }).click()).rejects.toThrow('0 elements')
  await expect(page.getByRole('link').click()).rejects.toThrow('not one')
  await page.goto('/')
  const menu = page.locator('summary[aria-label="Menu"]')
  await expect(menu, 'the style sheet draws it on the phone only').toBeHidden()
  await expect(menu.click()).rejects.toThrow('not to be seen')
  await expect(page.getByRole('button', { name: /the banners/ }), 'for scripts only').toHaveCount(0)
  const elsewhere = page.getByRole('link', { name: /Instagram/ }).first()
  await expect(elsewhere.click()).rejects.toThrow('opens a window of its own')
})

withAndWithoutJs(
  'a press leaves the page where it was pressed, and a refusal is in sight',
  async ({ booking, page, scripts }) => {
    const slot = /^1:30 PM/
    await booking.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(130, scripts), slot })
    await expect(page.getByRole('button', { name: slot }).first()).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeInViewport()
    await booking.enterDetails(someCustomer())
    await booking.choosePackage('Celebration')
    await booking.next('Occasions')
    await booking.chooseOccasion('Movie Night')
    await expect(page.getByRole('button', { name: 'Selected Movie Night' })).toBeInViewport()
    await page.getByLabel('Celebrant’s Name').fill('Ananya')
    const [link, button] = (['link', 'button'] as const).map((role) =>
      page.getByRole(role, { name: 'Know More about Movie Night' }).filter({ visible: true }),
    )
    await (scripts ? link : button)?.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    if (scripts && link) await expect(link, 'the focus is where it was').toBeFocused()
    await expect(page.getByRole('button', { name: 'Selected Movie Night' }), 'where it was opened').toBeInViewport()
    await expect(page.getByLabel('Celebrant’s Name')).toHaveValue('Ananya')
    await booking.next('Addons')
    await booking.add('Confetti')
    await expect(page.getByRole('button', { name: 'One more Confetti' })).toBeInViewport()
    await booking.next('Cakes')
    await booking.add('Two Tier Rose')
    await expect(page.getByLabel('Name On Cake')).toBeInViewport()
    await booking.next('Gifts')
    await booking.next('Payment')
    const coupon = page.getByLabel('Coupon code').filter({ visible: true })
    await coupon.fill('NOBODYS')
    await coupon.press('Enter')
    await expect(coupon).toHaveAccessibleDescription(/./)
    await expect(coupon).toBeFocused()
    await expect(coupon).toBeInViewport()
    await page.goto('/')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'no page is wider than its window').toBe(page.viewportSize()?.width)
  },
  { tag: '@both', browserOnly: true },
)
