import type { Locator } from '@playwright/test'
import { expect, ownDay, withJs } from '../support/story'

const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)

/** Whether a control is told by its ground from its brothers; what is blended to it is waited for. */
const standsOut = (chosen: Locator, other: Locator) =>
  expect.poll(async () => (await background(chosen)) !== (await background(other))).toBe(true)

withJs('what is chosen is seen where the system forces its own colours', async ({ page, booking, beforehand }) => {
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(218, true), /^1:30 PM/, 'LED Name'))
  await page.emulateMedia({ forcedColors: 'active' })
  const days = page.locator('button[name=date]')
  const slots = page.locator('button[name=slot][aria-pressed]')
  const pressed = (all: Locator, is: boolean) => all.and(page.locator(`[aria-pressed=${is}]:enabled`)).first()
  await page.goto('/booking/slots')
  await booking.settled()
  for (const all of [days, slots]) await standsOut(pressed(all, true), pressed(all, false))

  await page.goto('/booking/otherdetails/packages')
  await booking.settled()
  const ticks = page.locator('fieldset .round svg').filter({ visible: true })
  await expect(ticks).toHaveCount(1)
  await page.getByRole('radio', { name: /^Basic ₹/ }).press('Space')
  await expect(ticks).toHaveCount(1)
  await booking.settled()
  const tab = (name: string) => page.getByRole('navigation', { name: 'What to add' }).getByRole('link', { name })
  await standsOut(tab('Packages'), tab('Occasions'))
  // what goes on is told from words by its edge
  const next = page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true })
  await expect(next).toHaveCSS('border-top-style', 'solid')

  await page.goto('/gallery')
  const filter = (name: string) => page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name })
  await standsOut(filter('All'), filter('Decoration'))
})
