import type { Request } from '@playwright/test'
import { dateAhead } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { productUrl } from '../support/product'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a coupon comes and goes, and two who edit it see each other', async (world) => {
  const { page, scripts, accessible, withoutLine } = world
  const staff = new StaffPages(page, scripts)
  const typed = fresh('diwali').replace(' ', '')
  const code = typed.toUpperCase()
  await signIn(page)
  await staff.open('/admin/coupons', 'Coupons')
  await accessible()
  await staff.follow('Add Coupon')
  await staff.sees('Add Coupon')
  await expect(page.getByLabel('Type')).toHaveValue('percentage')
  await expect(page.getByLabel('Status')).toHaveValue('true')
  await page.getByLabel('Code').pressSequentially(typed)
  if (scripts) await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByLabel(/^Discount/).fill('15')
  if (scripts) {
    await page.getByLabel('Type').selectOption('Fixed Amount')
    await expect(page.getByLabel('Discount (₹)')).toBeVisible()
    await page.getByLabel('Type').selectOption('Percentage')
  } else {
    // nothing here follows the type, so that both are told of
    await expect(page.getByText('Discount (% or ₹)')).toBeVisible()
    await expect(page.getByText('Discount (%)')).toBeHidden()
    await expect(page.getByText('Fixed Amount: Rupees, never more than the booking costs.')).toBeVisible()
  }
  await page.getByLabel('Expire Date').fill(dateAhead(-1))
  await staff.press('Add Coupon')
  await expect(page.getByLabel('Expire Date').and(page.locator(':invalid'))).toBeVisible()
  await page.getByLabel('Expire Date').fill(dateAhead(30))
  await page.getByLabel('Scroll coupon').selectOption('Show')
  await staff.press('Add Coupon')
  await expect(page.getByLabel('Scrolling text')).toHaveAccessibleDescription(/Scrolling text is required to show it/)
  await accessible()
  await page.getByLabel('Scroll coupon').selectOption('Hide')
  await staff.press('Add Coupon')
  await staff.told('Coupon added successfully!')
  await expect(staff.row(code)).toContainText('15%')
  const unreachable = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await withoutLine(async () => {
    await staff.row(code).getByRole('switch').click()
    await expect(unreachable).toBeVisible()
    await expect(staff.row(code).getByRole('switch')).toHaveText('Active')
  })
  if (scripts) {
    // pressed again before the answer has come it means the same
    const isPress = (request: Request) => request.method() === 'POST'
    const answer = await heldBack(page, '**/admin/coupons.data*', isPress)
    const status = staff.row(code).getByRole('switch')
    await status.click()
    await expect(status).toHaveText('In Active')
    const again = page.waitForRequest(isPress)
    await status.click()
    await again
    await answer.letGo()
    await settled(page)
    await expect(status).toHaveText('In Active')
  } else await staff.switch(code, 'In Active')
  await staff.told('Status updated')

  await staff.edit(code)
  const second = await page.context().newPage()
  const other = new StaffPages(second, scripts)
  await other.open(page.url(), `Edit ${code}`)
  await page.getByLabel(/^Discount/).fill('20')
  await staff.press('Update Coupon')
  await staff.told('Coupon updated successfully!')
  if (scripts) {
    // lit otherwise or loaded anew under the hand, the form is still of what it was filled from
    await second.locator('button[name="theme"][value="dark"]').filter({ visible: true }).press('Enter')
    await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark')
    await second.evaluate(() => Reflect.get(window, '__remixRouter').revalidate())
    await settled(second)
    await expect(second.getByLabel(/^Discount/)).toHaveValue('15')
  }
  await second.getByLabel(/^Discount/).fill('25')
  // a form that was refused meanwhile is still of what it was filled from
  await second.getByLabel('Scroll coupon').selectOption('Show')
  await other.press('Update Coupon')
  await expect(second.getByLabel('Scrolling text')).toHaveAccessibleDescription(/Scrolling text is required/)
  await second.getByLabel('Scroll coupon').selectOption('Hide')
  await other.press('Update Coupon')
  const overtaken = second.locator('[data-fault]').filter({ hasText: 'Somebody else saved this' })
  await expect(overtaken).toBeVisible()
  const difference = overtaken.locator('dl > div').filter({ hasText: 'Discount' })
  await expect(difference).toContainText('20%')
  await expect(difference).toContainText('25%')
  await other.press('Keep mine')
  await other.told('Coupon updated successfully!')
  await expect(other.row(code)).toContainText('25%')
  await second.close()
  await staff.open('/admin/coupons', 'Coupons')
  await staff.delete(code, `If you Delete ${code} nobody can use it any more.`)
  await staff.told('Coupon deleted successfully!')
})

withAndWithoutJs('a banner comes and goes', async ({ page, scripts, accessible }) => {
  const staff = new StaffPages(page, scripts)
  const title = fresh('Rain on the roof')
  await signIn(page)
  await staff.open('/admin/banners', 'Banners')
  await accessible()
  await staff.follow('Add Banner')
  await staff.sees('Add Banner')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Cosy evenings')
  await page.getByLabel('Link').fill('not a link')
  await page.getByLabel('Position').fill('0')
  await page.getByLabel('Status').selectOption('In Active')
  await staff.press('Add Banner')
  await expect(page.getByLabel('Link').and(page.locator(':invalid'))).toBeVisible()
  await page.getByLabel('Link').fill('https://lumiere.example/rain')
  await staff.press('Add Banner')
  await expect(page.getByRole('alert').filter({ hasText: 'Image is required.' }).first()).toBeVisible()
  await page.getByLabel('Or the web address of a picture').fill(`${productUrl()}/media/banners/banner-1.webp`)
  await staff.press('Add Banner')
  await staff.told('Banner added successfully!')
  await staff.switch(title, 'Active')
  await staff.told('Banner status updated successfully!')
  await staff.switch(title, 'In Active')
  await staff.edit(title)
  await expect(page.locator('input[name="images[0]"]')).toHaveValue('/media/banners/banner-1.webp')
  await page.getByLabel('Position').fill('99')
  await accessible()
  await staff.press('Update Banner')
  await staff.told('Banner updated successfully!')
  await expect(staff.row(title)).toContainText('99')
  await staff.delete(title, `If you Delete ${title} it leaves the home page at once`)
  await staff.told('Banner deleted successfully!')
  await expect(staff.row(title)).toHaveCount(0)
})
