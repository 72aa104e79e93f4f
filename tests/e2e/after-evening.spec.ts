import { fresh } from '../support/own-mark'
import { linkOfPastVisit } from '../support/past-visit'
import { signIn } from '../support/sign-in'
import { expect, tellingNumber, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a family reviews its evening, staff agree, and the same is begun again', async (world) => {
  const { booking, page, scripts, accessible, somebodyElse } = world
  const { page: staff } = await somebodyElse()
  await signIn(staff)
  await page.goto(`${await linkOfPastVisit(staff, 3 + tellingNumber(scripts))}#review`)
  await expect(page.getByRole('heading', { name: 'How was your evening?' })).toBeVisible()
  const words = fresh('Nobody wanted to leave')
  await page.getByLabel('4 stars').check({ force: true })
  await page.getByLabel('What you say').fill(words)
  await page.getByLabel('The name to show').fill('A family from Jayanagar')
  await accessible()
  await booking.press('Send')
  await expect(page.getByText('You can change it until we have read it.')).toBeVisible()
  await expect(page.getByLabel('What you say')).toHaveValue(words)

  await staff.goto('/admin/reviews?state=pending')
  await staff.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: /^Show/ }).click()
  await page.goto('/testimonials')
  await expect(page.getByText(words)).toBeVisible()
  await page.goBack()
  await booking.press('Same again')
  await expect(
    page
      .getByText(/^Filled in as last time/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Slots on/ })).toBeVisible()
})
