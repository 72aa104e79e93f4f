import { MANAGER_MAIL, OWNER_MAIL, signIn } from '../support/back-office'
import { expect, withAndWithoutJs } from '../support/playwright'
import { StaffPages } from '../support/staff-pages'

withAndWithoutJs('a stranger signs in, arrives where they were going, and signs out', async (world) => {
  const { page, scripts, accessible } = world
  const staff = new StaffPages(page, scripts)
  await page.goto('/admin/coupons')
  await staff.sees('Login')
  await accessible()
  if (scripts) {
    await page.getByLabel('Password', { exact: true }).fill('typed')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
  }
  await page.getByLabel('Email').fill(OWNER_MAIL)
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026')
  await staff.press('Login')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(OWNER_MAIL)
  await page.getByLabel('Password', { exact: true }).fill('Lumiere#2026')
  if (scripts) {
    await page.context().setOffline(true)
    await staff.press('Login')
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(OWNER_MAIL)
    await page.context().setOffline(false)
  }
  await staff.press('Login')
  await staff.told('Login successful')
  await staff.sees('Coupons')
  if (await page.getByText('Menu', { exact: true }).isVisible()) await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
  await staff.sees('Login')
  await page.goto('/admin/coupons')
  await staff.sees('Login')
})

withAndWithoutJs('a location admin is refused what only a super admin may do', async ({ page, scripts }) => {
  const staff = new StaffPages(page, scripts)
  await page.goto('/register')
  await expect(page.getByText('Registration is closed.')).toBeVisible()
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/cities')
  await staff.sees('Login')
  await staff.told('Login in as super Admin to access cities')
  await page.goto('/admin/locations/add')
  await staff.sees('Login')
  await staff.told('Login in as super Admin to add Location')
  await staff.open('/admin/locations', 'Locations')
  await expect(page.getByRole('link', { name: 'Add Location' })).toHaveCount(0)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await staff.open('/admin/screens', 'Screens')
  await expect(staff.row('Celeste')).toHaveCount(0)
  await expect(page.getByLabel('Location')).toHaveCount(0)
  await staff.open('/admin/gifts', 'Gifts')
  await expect(page.getByRole('link', { name: /^(Edit|Delete|Add Gift)/ })).toHaveCount(0)
  const answer = await page.goto('/admin/gifts/add')
  expect(answer?.status()).toBe(403)
})
