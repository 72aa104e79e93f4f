import type { Page } from '@playwright/test'
import { fresh } from '../support/own-mark'
import { PASSWORD, signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, withJs } from '../support/story'

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
  await page.reload()
  await staff.sees(/^Sonu/)
  await expect(asked).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await staff.told('The account is disabled')
})
