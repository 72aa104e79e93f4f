import { dateAhead } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { mailTo } from '../support/product'
import { MANAGER_MAIL, OWNER_MAIL, PASSWORD, signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a stranger signs in, arrives where they were going, and signs out', async (world) => {
  const { page, scripts, accessible, withoutLine } = world
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
  await expect(page.locator('[data-fault]').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(OWNER_MAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await withoutLine(async () => {
    await staff.press('Login')
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(OWNER_MAIL)
  })
  if (scripts) {
    // our server is away and a proxy speaks for it
    await page.route(/\/login\.data/, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
    const answer = page.waitForResponse(/\/login\.data/)
    await staff.press('Login')
    // the alert of the line that was lost still stands
    expect((await answer).status()).toBe(502)
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
    await page.unrouteAll({ behavior: 'wait' })
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
  // what is not there is missing inside the frame, whose menu is the way on
  const missing = await page.goto('/admin/nowhere')
  expect(missing?.status()).toBe(404)
  await staff.sees('This is not here')
  await staff.open('/admin/screens', 'Screens')
})

withAndWithoutJs('a registered super admin changes the password, then forgets it', async (world) => {
  const { page, scripts, accessible } = world
  const staff = new StaffPages(page, scripts)
  const name = fresh('Ravi')
  const email = `${name.replace(' ', '.').toLowerCase()}@lumiere.example`
  const login = async (password: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await staff.press('Login')
    await staff.sees('Dashboard')
  }
  await signIn(page)
  await staff.open('/admin/account', 'Your account')
  await accessible()
  await staff.follow('Register a super admin')
  await staff.sees('Register')
  await accessible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Password#1')
  const mine = page.getByLabel('Your own password', { exact: true })
  await mine.fill(PASSWORD)
  await staff.press('Register')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/Too many people use this password/)
  await password.fill('Wet#otter21')
  await mine.fill(PASSWORD)
  await staff.press('Register')
  await staff.told('Registraion successful')
  await staff.sees('Login')
  await login('Wet#otter21')

  await staff.open('/admin/account', 'Your account')
  const chosen = page.getByLabel('New password')
  await page.getByLabel('Current password').fill('Wet#otter21')
  await chosen.fill('weakling')
  await staff.press('Change password')
  await expect(chosen.and(page.locator(':invalid'))).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('Wet#otter21')
  await chosen.fill('Password#1')
  await staff.press('Change password')
  await expect(chosen).toHaveAccessibleDescription(/Too many people use this password/)
  if (scripts) await expect(chosen).toBeFocused()
  await page.getByLabel('Current password').fill('Wet#otter21')
  await page.getByLabel('New password').fill('Dry#heron32')
  const sent = scripts ? await heldBack(page, '**/account.data*') : undefined
  await staff.press('Change password')
  if (sent) {
    await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled()
    await sent.letGo()
  }
  await staff.told('Password changed successfully!')
  // for nobody who sits down here next
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByLabel('New password')).toHaveValue('')

  await page.context().clearCookies()
  await page.goto('/login')
  await staff.follow('Forgot your password?')
  await staff.sees('Forgot your password?')
  await page.getByLabel('Email').fill(email)
  await staff.press('Send the link')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Forgot your password?' }) })
  await expect(card.getByRole('status')).toHaveText(
    'If there is an account with this email address, a link is on its way. It works for 30 minutes.',
  )
  // the keyboard goes on there, and loaded anew nothing is sent again
  if (scripts) await expect(card.getByRole('status')).toBeFocused()
  await page.reload()
  await expect(card.getByRole('status')).toContainText('a link is on its way')
  await accessible()
  await staff.follow('Ask once more')
  await expect(card.getByLabel('Email')).toBeVisible()
  await expect(card.getByRole('status')).toHaveCount(0)
  const link = /https?:\S+\/reset-password\/\S+/.exec((await mailTo(email, /Set a new password/)).text)?.[0] ?? ''
  await page.goto(link)
  await staff.sees('New password')
  await accessible()
  await page.getByLabel('New password').fill('Red#finch43')
  await staff.press('Set the password')
  await staff.told('Your password has been changed. Please log in.')
  if (!scripts)
    await expect(page.locator('section').getByRole('status')).toHaveText(
      'Your password has been changed. Please log in.',
    )
  await staff.sees('Login')
  await login('Red#finch43')
  await page.goto(link)
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
})

withAndWithoutJs('a session that ends while a form is open loses nothing that was typed', async (world) => {
  const { page, scripts, accessible } = world
  const staff = new StaffPages(page, scripts)
  const code = fresh('LATE').replace(' ', '')
  await signIn(page)
  await staff.open('/admin/coupons/add', 'Add Coupon')
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Discount').fill('10')
  await page.getByLabel('Expire date').fill(dateAhead(30))
  await page.context().clearCookies({ name: 'authToken' })
  await staff.press('Add Coupon')
  if (scripts) {
    await expect(page.locator('[data-fault]')).toContainText('You have been signed out')
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
    await expect(page.getByLabel('Code')).toHaveValue(code)
    await accessible()
  } else await staff.sees(/You have been signed out/)
  const elsewhere = await page.context().newPage()
  await signIn(elsewhere)
  await elsewhere.close()
  if (scripts) await staff.press('Add Coupon')
  else await page.reload()
  await staff.told('Coupon added successfully!')
  await expect(staff.row(code)).toContainText('10%')
})
