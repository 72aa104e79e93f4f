import type { Page } from '@playwright/test'
import { fresh } from '../support/own-mark'
import { settled } from '../support/settled'
import { PASSWORD, signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs, withJs } from '../support/story'

const OWN_PASSWORD = 'Your own password'
const own = (page: Page) => page.getByLabel(OWN_PASSWORD, { exact: true })

/** Invites somebody to the front desk of Koramangala, and opens their page. */
async function invite(page: Page, staff: StaffPages): Promise<string> {
  const name = fresh('Sonu')
  await staff.open('/admin/staff/invite', 'Invite somebody')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(`${name.replace(' ', '.').toLowerCase()}@lumiere.example`)
  await page.getByLabel('Location').selectOption({ label: 'Koramangala' })
  await own(page).fill(PASSWORD)
  await staff.press('Send the invitation')
  await staff.sees('Staff')
  await staff.follow(`Edit ${name}`)
  await staff.sees(name)
  return name
}

withJs('a question that asks for the own password waits in its field, pressed and by its address', async (world) => {
  const { page } = world
  const staff = new StaffPages(page, true)
  const asked = page.getByRole('dialog').getByLabel(OWN_PASSWORD, { exact: true })
  await signIn(page)
  await invite(page, staff)
  await staff.follow('Disable the account')
  await expect(asked).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Disable the account' })).toBeFocused()
  await staff.follow('Disable the account')
  await expect(asked).toBeFocused()
  await page.reload()
  await staff.sees(/^Sonu/)
  await expect(asked).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await staff.told('The account is disabled')
})

withJs('what is wrong with a field is in sight with it, in front of the bar that saves', async ({ page }) => {
  const staff = new StaffPages(page, true)
  await signIn(page)
  await invite(page, staff)
  const address = page.url()
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [390, 664],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(address)
    await staff.sees(/^Sonu/)
    await page.getByLabel('Role').selectOption({ label: 'Kitchen' })
    await staff.press('Save')
    await expect(own(page)).toBeFocused()
    await expect(own(page)).toHaveAccessibleDescription(/Please type your own password/)
    await expectWholeInSight(page)
  }
})

/** Everything that belongs to the field with the focus stands between the page's head and the bar below it. */
async function expectWholeInSight(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const field = document.activeElement
        const words = field?.getAttribute('aria-describedby')?.split(' ') ?? []
        const parts = [field, ...words.map((id) => document.getElementById(id))]
        return parts.map((part) => {
          const box = part?.getBoundingClientRect()
          if (!box) return 'not there'
          const x = box.left + Math.min(20, box.width / 2)
          const hidden = [box.top + 2, box.bottom - 2].filter((y) => {
            const seen = document.elementFromPoint(x, y)
            return !seen || !(part?.contains(seen) || seen.contains(part))
          })
          return hidden.length ? `${part?.textContent || part?.id} is hidden` : 'in sight'
        })
      }),
    )
    .toEqual(['in sight', 'in sight', 'in sight'])
}

withAndWithoutJs('a super admin belongs to no location, which the form says by itself where it can', async (world) => {
  const { page, scripts, accessible } = world
  const staff = new StaffPages(page, scripts)
  await signIn(page)
  const name = await invite(page, staff)
  const role = page.getByLabel('Role')
  const location = page.getByLabel('Location')
  await role.selectOption({ label: 'Super admin' })
  if (scripts) {
    await expect(location).toBeDisabled()
    await expect(location.locator('option:checked')).toHaveText('None')
    await accessible()
    await role.selectOption({ label: 'Kitchen' })
    await expect(location).toBeEnabled()
    await expect(location.locator('option:checked')).toHaveText('Koramangala')
    await role.selectOption({ label: 'Super admin' })
  }
  await own(page).fill(PASSWORD)
  await staff.press('Save')
  if (!scripts) {
    await expect(location).toHaveAccessibleDescription(/A super admin belongs to no location/)
    await location.selectOption({ label: 'None' })
    await own(page).fill(PASSWORD)
    await staff.press('Save')
  }
  await staff.sees('Staff')
  await expect(staff.row(name)).toContainText('Super admin')
  // back from there a location is asked for, by its form as before
  await staff.follow(`Edit ${name}`)
  await staff.sees(name)
  await role.selectOption({ label: 'Front desk' })
  await location.selectOption({ label: 'Koramangala' })
  await own(page).fill(PASSWORD)
  await staff.press('Save')
  await staff.sees('Staff')
  await expect(staff.row(name)).toContainText('Koramangala')
})

const EVERY_AMOUNT = {
  '/admin/screens/add': ['Extra Person Price (₹)', 'Price (₹)'],
  '/admin/cakes/add': ['Price (₹)', 'Special price (₹)'],
  '/admin/gifts/add': ['Price (₹)'],
  '/admin/coupons/add': [/^Discount/],
}

withAndWithoutJs('an amount is read as it was typed, and a comma that groups nothing is refused', async (world) => {
  const { page, scripts } = world
  const staff = new StaffPages(page, scripts)
  await signIn(page)
  for (const [path, labels] of Object.entries(EVERY_AMOUNT)) {
    await page.goto(path)
    await staff.sees(/^Add /)
    if (path.includes('cakes')) await page.getByLabel('Special Cake').check()
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true }).first()
      await field.pressSequentially('10,50')
      await expect(field).toHaveValue('10,50')
    }
  }
  await page.getByLabel('Code').fill('COMMA')
  await page.getByLabel('Expire Date').fill('2031-02-14')
  await staff.press('Add Coupon')
  const discount = page.getByLabel(/^Discount/)
  await expect(discount).toHaveAccessibleDescription(/^Discount has a comma or a space in the wrong place/)
  await expect(discount).toHaveValue('10,50')
  if (scripts) await expect(discount).toBeFocused()
})

withJs('the wheel of a mouse counts nothing up or down', async ({ page }) => {
  const staff = new StaffPages(page, true)
  await signIn(page)
  const turned = async (label: string, typed: string) => {
    const field = page.getByLabel(label, { exact: true }).first()
    await field.fill(typed)
    await field.hover()
    await page.mouse.wheel(0, 40)
    await page.mouse.wheel(0, -40)
    await page.mouse.wheel(0, 40)
    await expect(field).toHaveValue(typed)
  }
  await staff.open('/admin/screens/add', 'Add Screen')
  for (const [label, typed] of [
    ['Capacity', '8'],
    ['Min People', '2'],
    ['Extra Person Price (₹)', '200'],
    ['Price (₹)', '1499'],
  ] as const)
    await turned(label, typed)
  await staff.open('/admin/gifts/add', 'Add Gift')
  await turned('Position', '3')
  await staff.open('/admin/bookings/new', 'New booking')
  await turned('People', '4')
  await page.goto('/find-an-evening')
  await settled(page)
  await turned('For how many?', '5')
})
