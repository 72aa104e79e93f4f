import type { Locator } from '@playwright/test'
import { dateAhead } from '../support/booking-pages'
import { fresh } from '../support/own-mark'
import { signIn } from '../support/sign-in'
import { photo, StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs } from '../support/story'

withAndWithoutJs(
  'a screen with slots, packages and pictures in an order',
  async ({ page, scripts, accessible }) => {
    const staff = new StaffPages(page, scripts)
    const name = fresh('Lumen')
    // a price of a day that is over is shown no more
    const dearer = dateAhead(60)
    await signIn(page)
    await staff.open('/admin/screens', 'Screens')
    await accessible()
    await page.getByLabel('Location').selectOption('Indiranagar')
    if (!scripts) await staff.press('Show')
    await expect(staff.row('Aurora')).toHaveCount(0)
    await expect(staff.row('Celeste')).toHaveCount(1)
    await staff.follow('Add Screen')
    await staff.sees('Add Screen')
    await page.getByLabel('Name', { exact: true }).fill(name)
    // only the submit button submits
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByLabel('Location').selectOption('Indiranagar')
    await page.getByLabel('Status').selectOption('In Active')
    await page.getByLabel('Capacity').fill('4')
    await page.getByLabel('Min People').fill('2')
    await page.getByLabel('Extra Person Price (₹)').fill('250')
    await page.getByLabel('Description').fill('Small and warm')
    await page.getByLabel('Specification 1', { exact: true }).fill('4K laser')
    // who adds a row goes on in it
    const goesOnIn = async (field: Locator) => {
      await expect(field).toBeVisible()
      if (scripts) await expect(field).toBeFocused()
    }
    await staff.press('Add a specification')
    await goesOnIn(page.getByLabel('Specification 2', { exact: true }))
    await page.getByLabel('Specification 2', { exact: true }).fill('Recliners')
    await page.getByLabel('From', { exact: true }).first().fill('18:00')
    await page.getByLabel('To', { exact: true }).first().fill('21:00')
    await staff.press('Add a slot')
    await goesOnIn(page.getByLabel('From', { exact: true }).nth(1))
    await page.getByLabel('From', { exact: true }).nth(1).fill('20:00')
    await page.getByLabel('To', { exact: true }).nth(1).fill('23:00')
    const one = page.getByRole('group', { name: 'Package 1' })
    await one.getByLabel('Package name').fill('Basic')
    await one.getByLabel('Price (₹)').fill('999.50')
    await one.getByLabel('Decoration').check()
    await staff.press('Add a date')
    await goesOnIn(one.getByLabel('Date'))
    await one.getByLabel('Date').fill(dearer)
    await one.getByLabel('Price (₹)').nth(1).fill('1499')
    await page.locator('input[type="file"]').setInputFiles([await photo('a.jpg', '#a34'), await photo('b.jpg', '#34a')])
    if (scripts) await expect(page.getByRole('img', { name: 'Images 2' })).toBeVisible()
    await staff.press('Add Screen')
    await expect(page.getByLabel('To', { exact: true }).nth(1)).toHaveAccessibleDescription(/overlap/i)
    if (scripts) {
      // what is said below one field moves none of its row
      const last = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove slot 2' }) })
      const tops = await last.locator('input').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
    }
    await expect(one.getByLabel('Decoration')).toBeChecked()
    await expect(page.getByRole('img', { name: 'Images 2' })).toBeVisible()
    await accessible()
    await page.getByLabel('From', { exact: true }).nth(1).fill('22:00')
    await page.getByLabel('To', { exact: true }).nth(1).fill('01:00')
    await staff.press('Add Screen')
    await staff.told('Screen added successfully!')
    await expect(staff.row(name)).toContainText('Indiranagar')

    await staff.edit(name)
    await expect(page.getByLabel('Specification 2', { exact: true })).toHaveValue('Recliners')
    await expect(one.getByLabel('Price (₹)').first()).toHaveValue('999.50')
    await expect(one.getByLabel('Date')).toHaveValue(dearer)
    const pictures = page.locator('input[name^="images["]')
    const [first, second] = await pictures.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
    await page.getByRole('button', { name: 'Move image 1 back' }).press('Enter')
    // who pressed it by key stands where the picture went, where it goes no further
    if (scripts) await expect(page.getByRole('button', { name: 'Move image 2 forward' })).toBeFocused()
    await expect(pictures.first()).toHaveValue(second ?? '')
    await staff.press('Remove slot 2')
    await expect(page.getByLabel('From', { exact: true })).toHaveCount(1)
    // who took it out goes on with the row that is left, and of no row with what adds one
    if (scripts) await expect(page.getByRole('button', { name: 'Remove slot 1' })).toBeFocused()
    await staff.press('Remove custom price 1 of package 1')
    await expect(one.getByLabel('Date')).toHaveCount(0)
    if (scripts) await expect(one.getByRole('button', { name: 'Add a date' })).toBeFocused()
    await staff.press('Update Screen')
    await staff.told('Screen updated successfully!')
    await staff.edit(name)
    await expect(pictures.nth(1)).toHaveValue(first ?? '')
    await expect(page.getByLabel('From', { exact: true })).toHaveCount(1)
    if (scripts) {
      await page.getByRole('button', { name: 'Delete image 2' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Delete image 1' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('input[type="file"]')).toBeFocused()
    }
    await staff.open('/admin/screens', 'Screens')
    await staff.delete(name, `If you Delete ${name} it can no longer be booked`)
    await staff.told('Screen deleted successfully!')

    const question = await staff.askToDelete('Aurora', /\d+ bookings to come would be affected/)
    await question.getByRole('link', { name: 'Cancel' }).click()
    await expect(staff.row('Aurora')).toHaveCount(1)

    // what bookings to come have is not taken away before their number was read
    await staff.edit('Aurora')
    await staff.press('Remove package 3')
    await expect(page.getByRole('group', { name: 'Package 3' })).toHaveCount(0)
    await staff.press('Update Screen')
    await expect(page.locator('[role=alert], [data-fault]')).toContainText(
      /what you take away: Grand Celebration \(\d+ bookings?\)/,
    )
    await staff.open('/admin/screens', 'Screens')
  },
  { lively: true },
)
