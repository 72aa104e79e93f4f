import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { signIn } from '../support/sign-in'
import { photo, StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs, withoutJs } from '../support/story'

const AREAS = [
  { path: '/admin/occasions', title: 'Occasions', one: 'Occasion' },
  { path: '/admin/addons', title: 'Addons', one: 'Addon' },
  { path: '/admin/gifts', title: 'Gifts', one: 'Gift' },
]

withAndWithoutJs(
  'a special cake is added, found, changed and deleted',
  async ({ page, scripts, accessible }) => {
    const staff = new StaffPages(page, scripts)
    const name = fresh('Mango Mousse')
    await signIn(page)
    await staff.open('/admin/cakes', 'Cakes')
    await accessible()
    await staff.follow('Add Cake')
    await staff.sees('Add Cake')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Price (₹)', { exact: true }).fill('649')
    await page.getByLabel('Position').fill('900')
    if (scripts) await expect(page.getByLabel('Special price (₹)')).toBeHidden()
    await page.getByLabel('Special Cake').check()
    await page.getByLabel('Special price (₹)').fill('120')
    await staff.press('Add Cake')
    await expect(page.getByRole('alert').filter({ hasText: 'Image is required.' }).first()).toBeVisible()
    await expect(page.getByLabel('Special price (₹)')).toHaveValue('120')
    const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    await page.locator('input[type="file"]').setInputFiles(text)
    if (!scripts) await staff.press('Add Cake')
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid file type: notes.png' }).first()).toBeVisible()
    await accessible()
    if (scripts) {
      // what was wrong before hides no refusal, which is over once a picture is there
      const choose = page.locator('input[type="file"]')
      await expect(choose).toHaveAccessibleDescription('Invalid file type: notes.png')
      await staff.press('Add Cake')
      await expect(choose).toHaveAccessibleDescription('Image is required.')
      await expect(choose).toBeFocused()
      await choose.setInputFiles(await photo('mousse.jpg'))
      await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible()
      await expect(choose).not.toHaveAccessibleDescription(/Image is required/)
      await page.getByRole('button', { name: 'Delete image 1' }).press('Enter')
      await expect(page.getByRole('img', { name: 'Image 1' })).toHaveCount(0)
    }
    // what is wrong with the sender or the line is not said of the picture
    if (scripts) {
      const cookies = await page.context().cookies()
      await page.context().clearCookies({ name: 'authToken' })
      await page.locator('input[type="file"]').setInputFiles(await photo('mousse.jpg'))
      await expect(page.getByRole('alert').filter({ hasText: 'You have been signed out.' })).toBeVisible()
      await page.context().addCookies(cookies)
      for (const [status, contentType, body, said] of [
        [503, 'text/plain', 'Busy', 'The server was not reached.'],
        [
          403,
          'text/plain;charset=UTF-8',
          'Set up signing in with a code first.',
          'Set up signing in with a code first.',
        ],
        [200, 'text/html', '<p>Wi-Fi of the hotel</p>', 'The server was not reached.'],
      ] as const) {
        await page.route('**/admin/uploads', (route) => route.fulfill({ status, contentType, body }))
        await page.locator('input[type="file"]').setInputFiles(text)
        await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
        await page.unroute('**/admin/uploads')
      }
    }
    const sent = scripts ? await heldBack(page, '**/admin/uploads') : undefined
    await page.locator('input[type="file"]').setInputFiles(await photo('mousse.jpg'))
    await staff.press('Add Cake')
    if (sent) {
      // what is still on its way is waited for
      await expect(page.getByRole('status').filter({ hasText: 'It is saved as soon as that is done.' })).toBeVisible()
      await sent.letGo()
    }
    await staff.told('Cake added successfully!')

    await staff.sees('Cakes')
    const search = page.getByLabel('Search')
    await search.fill('no such cake')
    await search.press('Enter')
    await expect(page.getByText('Nothing fits these filters')).toBeVisible()
    // what is typed while the list is cleared stays
    await staff.follow('Clear')
    await search.fill(name)
    await search.press('Enter')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(staff.row(name)).toContainText('₹649')
    await expect(staff.row(name)).toContainText('900')
    await staff.edit(name)
    await expect(page.getByLabel('Special price (₹)')).toHaveValue('120')
    if (scripts) {
      // what is hidden with a fault in it holds nothing up
      await page.getByLabel('Special price (₹)').fill('-1')
      await page.getByLabel('Special Cake').uncheck()
    }
    await page.getByLabel('Price (₹)', { exact: true }).fill('699.50')
    await staff.press('Update Cake')
    await staff.told('Cake updated successfully!')
    await staff.open(`/admin/cakes?search=${encodeURIComponent(name)}`, 'Cakes')
    await expect(staff.row(name)).toContainText('₹699.50')
    // offered no longer for a while
    await staff.switch(name, 'In Active')
    await staff.told('Status updated')
    await staff.delete(name, `If you Delete ${name} it can no longer be booked.`)
    await staff.told('Cake deleted successfully!')
    await staff.open(`/admin/audit?search=${encodeURIComponent(name)}`, 'Audit log')
    await expect(page.locator('tbody tr')).toHaveCount(4)
    await expect(staff.row('Cake deleted')).toContainText('Asha Rao')
    await accessible()
  },
  { meant: /status of 503/ },
)

for (const { path, title, one } of AREAS) {
  // one form by other names: scripts do the same in each
  const tell = title === 'Occasions' ? withAndWithoutJs : withoutJs
  tell(`${title} are kept the same way`, async ({ page, scripts, accessible }) => {
    const staff = new StaffPages(page, scripts)
    const name = fresh(one)
    await signIn(page)
    await staff.open(`${path}/add`, `Add ${one}`)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description').fill('For one evening')
    await page.getByLabel('Price (₹)').fill('0')
    await page.getByLabel('Position').fill('950')
    // a picture of our own site, by its address
    await page.getByLabel('Or the web address of a picture').fill(`${new URL(page.url()).origin}/media/gifts/none.webp`)
    await staff.press(`Add ${one}`)
    await staff.told(`${one} added successfully!`)
    await staff.open(`${path}?search=${encodeURIComponent(name)}`, title)
    await accessible()
    await staff.edit(name)
    await page.getByLabel('Position').fill('951')
    await staff.press(`Update ${one}`)
    await staff.told(`${one} updated successfully!`)
    await staff.open(`${path}?search=${encodeURIComponent(name)}`, title)
    await staff.delete(name, `If you Delete ${name} it can no longer be booked.`)
    await staff.told(`${one} deleted successfully!`)
  })
}
