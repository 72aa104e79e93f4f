import { linkOfPastVisit } from '../support/past-visit'
import { signIn } from '../support/sign-in'
import { expect, test, withAndWithoutJs } from '../support/story'

withAndWithoutJs(
  'the invoice of an evening is the same for its family and for staff, and prints alone',
  async (world) => {
    const { page, scripts, accessible, somebodyElse } = world
    const { page: staff } = await somebodyElse()
    await signIn(staff)
    const link = await linkOfPastVisit(staff, 40)
    const invoice = page.getByRole('link', { name: /^Invoice/ })
    // a young demo is still writing them
    test.slow()
    await expect
      .poll(async () => (await page.context().request.get(link)).text(), { timeout: 220_000 })
      .toMatch(/[A-Z]{3}\/I\/\d{4}\/\d{5}/)
    await page.goto(link)
    const [number = ''] = /[A-Z]{3}\/I\/\d{4}\/\d{5}/.exec((await invoice.textContent()) ?? '') ?? []
    await invoice.click()
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Invoice')
    await expect(sheet.getByText(number, { exact: true })).toBeVisible()
    await expect(sheet.getByRole('row', { name: /^Paid/ })).toBeVisible()
    await expect(page).toHaveURL(/\/papers\//)
    const { pathname } = new URL(page.url())
    await accessible()
    if (scripts) {
      await page.emulateMedia({ media: 'print' })
      await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(sheet.getByText(number, { exact: true })).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.getByRole('link', { name: 'Back to the booking' })).toBeHidden()
      await page.goto(link)
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
    }

    await staff.goto(pathname.replace(/^.*(?=\/papers)/, '/admin'))
    await expect(staff.getByText(number, { exact: true })).toBeVisible()
    await staff.getByRole('link', { name: 'Back to the booking' }).click()
    await expect(staff.getByRole('link', { name: /^Invoice/ })).toContainText(number)
  },
)
