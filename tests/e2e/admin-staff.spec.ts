import { Secret, TOTP } from 'otpauth'
import { fresh } from '../support/own-mark'
import { mailTo } from '../support/product'
import { PASSWORD, signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs } from '../support/story'

withAndWithoutJs('an owner invites the front desk, who signs in with a code', async (world) => {
  const { page, scripts, accessible } = world
  const staff = new StaffPages(page, scripts)
  const name = fresh('Sonu')
  const email = `${name.replace(' ', '.').toLowerCase()}@lumiere.example`
  const mine = 'Wet#otter21'
  const login = async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(mine)
    await staff.press('Login')
  }

  await signIn(page)
  await staff.open('/admin/staff', 'Staff')
  await accessible()
  await staff.follow('Invite')
  await staff.sees('Invite somebody')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your own password', { exact: true }).fill(PASSWORD)
  await staff.press('Send the invitation')
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/Choose the location they work at/)
  await page.getByLabel('Location').selectOption({ label: 'Koramangala' })
  await page.getByLabel('Your own password', { exact: true }).fill(PASSWORD)
  await staff.press('Send the invitation')
  await staff.told(`The invitation is on its way to ${email}`)
  await expect(staff.row(name)).toContainText('Invited')
  await accessible()
  // who has no password yet is signed in nowhere
  await staff.follow(`Edit ${name}`)
  await staff.sees(name)
  await expect(page.getByRole('button', { name: 'Send the invitation again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)

  await page.context().clearCookies()
  const link = /\/reset-password\/\w+/.exec((await mailTo(email, /You are invited/)).text)?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill(mine)
  await staff.press('Set the password')
  await staff.sees('Login')
  await login()
  await staff.sees('Today')
  await expect(page.getByRole('link', { name: 'Coupons' })).toHaveCount(0)
  expect((await page.goto('/admin/coupons'))?.status()).toBe(403)
  await expect(page.getByText('Nothing was changed. You can go on from “Today”.')).toBeVisible()

  await staff.open('/admin/account/code', 'Sign in with a code')
  await accessible()
  await staff.follow('Begin')
  await page.getByLabel('Your own password', { exact: true }).fill(mine)
  await staff.press('Go on')
  const key = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? ''
  await accessible()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await staff.press('Switch it on')
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/That code is not right/)
  await page
    .getByLabel('Code', { exact: true })
    .fill(new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate())
  await staff.press('Switch it on')
  await expect(page.getByText('10 recovery codes are left', { exact: false })).toBeVisible()
  const codes = page.getByText(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  const first = (await codes.first().textContent()) ?? ''

  await page.context().clearCookies()
  await login()
  await staff.sees('Your code')
  await accessible()
  await page.getByLabel('Code', { exact: true }).fill(first)
  await staff.press('Sign in')
  await staff.sees('Today')

  // phone and recovery codes are lost
  await page.context().clearCookies()
  await signIn(page)
  await staff.open('/admin/staff', 'Staff')
  await staff.follow(`Edit ${name}`)
  await staff.sees(name)
  await staff.follow('Switch the code off')
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await accessible()
  await question.getByLabel('Your own password', { exact: true }).fill('Wrong#guess1')
  await staff.press('Switch it off')
  await expect(question.getByLabel('Your own password', { exact: true })).toHaveAccessibleDescription(
    /not your password/,
  )
  await question.getByLabel('Your own password', { exact: true }).fill(PASSWORD)
  await staff.press('Switch it off')
  await staff.told(`${name} signs in with the password alone now`)
  await mailTo(email, /Your second step of signing in has been changed/)
  await page.context().clearCookies()
  await login()
  await staff.sees('Today')
})
