import { plainDay } from '../support/booking-pages'
import { expect, withJs } from '../support/story'

withJs('Page Down and Page Up turn the month, and stay on its day', async ({ booking, page, beforehand }) => {
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  await page.goto('/booking/slots')
  await booking.settled()
  const month = page.getByRole('heading', { name: /^[A-Z][a-z]+ \d{4}$/ })
  const chosen = page.locator('button[name="date"][aria-pressed="true"]')
  const first = (await month.textContent()) ?? ''
  const day = Number((await chosen.getAttribute('value'))?.slice(8))
  await chosen.focus()
  await page.keyboard.press('PageDown')
  await expect(month).not.toHaveText(first)
  const focused = page.locator('button[name="date"]:focus')
  await expect(focused).toBeVisible()
  // a shorter month has no such day
  expect([day, 30, 29, 28]).toContain(Number((await focused.getAttribute('value'))?.slice(8)))
  await page.keyboard.press('PageUp')
  await expect(month).toHaveText(first)
  await expect(focused).toBeVisible()
})

withJs('days of another month say theirs', async ({ page, beforehand }) => {
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  await page.goto('/booking/slots?month=2027-02')
  const month = page.getByRole('table', { name: 'Choose a date in February 2027' })
  await expect(month.locator('button[value="2027-01-31"]')).toHaveText(/^31Jan/)
  await expect(month.locator('button[value="2027-03-01"]')).toHaveText(/^1Mar/)
  await expect(month.getByText('Mar', { exact: true })).toHaveCount(1)
  await expect(month.getByText('Feb', { exact: true })).toHaveCount(0)
})
