import { expect, openScriptless, test } from '../support/playwright'

test('the reader without scripts does nothing that nobody could do', async () => {
  const page = await openScriptless([]).newPage()
  await page.goto('/login')
  await page.getByLabel('Password', { exact: true }).fill('Lumiere#2026')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email').and(page.locator(':invalid')), 'a field that must be filled').toBeVisible()
  await expect(page.getByLabel('Password', { exact: true }), 'nothing was sent').toHaveValue('Lumiere#2026')
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
