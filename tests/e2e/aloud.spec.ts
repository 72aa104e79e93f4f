import { expect, ownDay, withJs } from '../support/story'

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
