import { fresh } from '../support/own-mark'
import { linkOfPastVisit } from '../support/past-visit'
import { signIn } from '../support/sign-in'
import { expect, tellingNumber, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a family reviews its evening, staff agree, and the same is begun again', async (world) => {
  const { booking, page, scripts, accessible, somebodyElse } = world
  const { page: staff } = await somebodyElse()
  await signIn(staff)
  await page.goto(`${await linkOfPastVisit(staff, 3 + tellingNumber(scripts))}#review`)
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible()
  // the other parent opens the same link
  const other = await page.context().newPage()
  await other.goto(page.url())
  const words = fresh('Nobody wanted to leave')
  await page.getByLabel('4 stars').check({ force: true })
  if (scripts) {
    // the stars that are given are told from the others where no gold is left
    await page.emulateMedia({ forcedColors: 'active' })
    const lit = page.locator('#review label svg')
    const fills = () => lit.evaluateAll((stars) => stars.map((star) => getComputedStyle(star).fill !== 'none'))
    expect(await fills()).toEqual([true, true, true, true, false])
    await page.emulateMedia({ forcedColors: 'none' })
  }
  await page.getByLabel('What you say').fill(words)
  await page.getByLabel('The name to show').fill('A family from Jayanagar')
  await accessible()
  await booking.press('Send')
  await expect(page.getByText('You can change it until we have read it.')).toBeVisible()
  await expect(page.getByLabel('What you say')).toHaveValue(words)

  await other.getByLabel('5 stars').check({ force: true })
  await other.getByLabel('What you say').fill('The cake was better')
  await other.getByLabel('The name to show').fill('Arun')
  await other.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(other.locator('[role=alert], [data-fault]').filter({ hasText: 'was saved before yours' })).toBeVisible()
  await expect(other.locator('#review dl')).toContainText(words)
  await expect(other.getByLabel('What you say')).toHaveValue('The cake was better')
  await other.getByRole('button', { name: 'Replace it' }).press('Enter')
  // what is changed in the same window again goes on from there
  const version = other.locator('#review-form input[name="version"]')
  await expect(version).toHaveValue('2')
  await other.getByLabel('What you say').fill(words)
  await other.getByRole('button', { name: 'Change it' }).press('Enter')
  await expect(version).toHaveValue('3')
  await expect(other.getByLabel('What you say')).toHaveValue(words)
  await other.close()

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
