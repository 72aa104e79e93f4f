import { signIn } from '../support/back-office'
import { linkOfPastVisit } from '../support/past-visit'
import { earlierTries, expect, test, withAndWithoutJs } from '../support/playwright'

withAndWithoutJs('a family reviews its evening, staff agree, and the same is begun again', async (world) => {
  const { booking, page, scripts, accessible, somebodyElse } = world
  const telling = (test.info().project.name === 'phone' ? 0 : 1) + (scripts ? 0 : 2) + 4 * (earlierTries() % 2)
  const { page: staff } = await somebodyElse()
  await signIn(staff)
  await page.goto(`${await linkOfPastVisit(staff, 3 + telling)}#review`)
  await expect(page.getByRole('heading', { name: 'How was your evening?' })).toBeVisible()
  const words = `Nobody wanted to leave ${telling} ${Date.now()}`
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
