import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { someCustomer } from '../support/booking-pages'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { expect, ownDay, withAndWithoutJs } from '../support/story'

/** The file behind a link that is downloaded. */
async function download(page: Page, name: string, scripts: boolean): Promise<string> {
  const link = page.getByRole('link', { name })
  if (!scripts) return (await page.context().request.get((await link.getAttribute('href')) ?? '')).text()
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toBe('kept-about-you.json')
  return readFile(await file.path(), 'utf8')
}

withAndWithoutJs('a person is shown with what they booked, handed what is kept, and forgotten', async (world) => {
  const { booking, page, scripts, accessible, beforehand } = world
  const person = someCustomer('Anahita Daruwala')
  await signIn(page)
  await beforehand(async (desk) => {
    await desk.page.goto('/admin/bookings/new/steps')
    const daysAhead = ownDay(180, scripts)
    const place = { location: 'Indiranagar', screen: 'Celeste', daysAhead, slot: /^\S+ AM|^\S+ PM/ }
    await desk.asFarAsPayment(place, person)
    await desk.page.getByLabel('Advance (₹)').fill('0')
    await desk.page.getByLabel('Note').fill('Aunt of the manager')
    await desk.press('Book Slot')
    await desk.seesConfirmation()
  })

  await page.goto(`/admin/customers?search=${person.number}`)
  await page.getByRole('link', { name: `Data of ${person.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
  await expect(page.getByText(`${person.number}, ${person.email}`)).toBeVisible()
  const known = page.url()
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', `tel:+91${person.number}`)
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toBeVisible()
  for (const name of ['Coming', 'Past', 'Privacy', 'Forget this person'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await booking.settled()
  await accessible()
  const kept = await download(page, 'What is kept (JSON)', scripts)
  for (const fact of [person.name, person.number, person.email, 'Aunt of the manager']) expect(kept).toContain(fact)

  await page.getByRole('main').getByRole('link', { name: 'New booking' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue(person.number)
  await page.goto(known)

  await page.getByRole('link', { name: /^LUM-.*Celeste, Indiranagar, .*, booked\s*₹/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  const visit = page.url()

  // not while they are still to come
  const erase = async () => {
    await page.goto(known)
    await booking.settled()
    await page.getByLabel('Reason').selectOption({ label: 'The person asked for it' })
    await page.getByLabel(/^Yes, erase everything/).check()
    await booking.press('Erase')
  }
  await erase()
  await expect(page.locator('[role=alert], [data-fault]').filter({ hasText: 'A visit is still to come' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
  await page.goto(`${visit}?delete=1`)
  await booking.settled()
  await page.getByLabel('Reason').fill('They asked for it')
  await booking.press('Delete')
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  await page.goto(known)
  await expect(page.getByRole('link', { name: /^LUM-.*cancelled\s*₹/ })).toBeVisible()

  await erase()
  await expect(page).toHaveURL(/\/admin\/customers$/)
  await expect(
    page.getByText('Everything about this person has been erased').filter({ visible: true }).first(),
  ).toBeVisible()
  await page.goto(`/admin/customers?search=${person.number}`)
  await expect(page.getByText('0 found')).toBeVisible()
  // the booking stays for the books, and names nobody
  await page.goto(visit)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  for (const fact of [person.name, person.number, person.email, 'Aunt of the manager']) {
    await expect(page.getByText(fact)).toHaveCount(0)
  }
})

withAndWithoutJs('staff of a location find a customer, and are not offered to erase them', async ({ page }) => {
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/customers?search=priya')
  await expect(page.getByText('priya.sharma@gmail.com')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Data of/ })).toHaveCount(0)
})
