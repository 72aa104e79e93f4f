import { links } from '../../app/links'
import { someCustomer } from '../support/booking-pages'
import { expect, ownDay, withAndWithoutJs, withJs, withoutJs } from '../support/story'

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
  await choose.press('Enter')
  await expect(page).toHaveURL(/\/booking\/locations$/)
  await expect(choose).toBeHidden()
  await expect(city.locator('option:checked')).toHaveText('Mysuru')
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
})

withoutJs('a link of the footer that opens a new tab says so', async ({ page }) => {
  await page.goto(links.home())
  const away = page.locator('footer a[target=_blank]')
  const all = await away.count()
  expect(all).toBeGreaterThan(1)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /, opens in a new tab$/ })).toHaveCount(all)
})
