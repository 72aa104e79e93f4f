import type { Page } from '@playwright/test'
import { links } from '../../app/links'
import { dateAhead } from '../support/booking-pages'
import { EVERY_ROUTE } from '../support/every-route'
import { productUrl } from '../support/product'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, openScriptless, ownDay, test, withAndWithoutJs } from '../support/story'

const TYPED = 'textarea, select, input:not([type="hidden"], [type="submit"], [type="button"])'
/** More than the back office has pages and dialogs: something leads in circles. */
const MOST_PAGES = 200

const ADDRESSES = EVERY_ROUTE.filter(({ layout, pattern }) => !layout && /^\/admin\/[^*]/.test(pattern)).map(
  ({ pattern, file }) => ({
    pattern,
    address: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`),
    /** Of the back office, and no file to be downloaded. */
    page: /^routes\/admin\/.*\.tsx$/.test(file),
  }),
)

const namesIn = (pattern: string) => pattern.split(':').length

/** Opens every page that links lead to, one for each address and set of questions to it. */
async function walk(look: (page: Page) => Promise<void>) {
  const faults: string[] = []
  const page = await openScriptless(faults).newPage()
  await signIn(page)
  const pageAt = ({ pathname }: URL) => {
    // of two that fit the one without a name in it
    const fitting = ADDRESSES.filter(({ address }) => address.test(pathname))
    const [first] = fitting.sort((one, other) => namesIn(one.pattern) - namesIn(other.pattern))
    return first?.page ? first.pattern : undefined
  }
  const waiting = [new URL('/admin/dashboard', productUrl())]
  const seen = new Set<string>()
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    const pattern = pageAt(url)
    const kind = `${pattern}?${[...new Set(url.searchParams.keys())].sort().join('&')}`
    if (!pattern || seen.has(kind)) continue
    seen.add(kind)
    expect(seen.size).toBeLessThan(MOST_PAGES)
    await page.goto(url.href)
    await look(page)
    const found = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    waiting.push(...found.map((href) => new URL(href)))
  }
  expect(faults).toEqual([])
  return seen
}

const formOf = (form: Element) => ({ id: form.id, guarded: form.querySelector('[data-leave-guard]') !== null })

test('no form of the back office is left by accident, whichever it is (without JavaScript)', async () => {
  const forms: string[] = []
  const unguarded: string[] = []
  const seen = await walk(async (page) => {
    const typed = page.locator('form[method="post"]').filter({ has: page.locator(TYPED) })
    for (const { id, guarded } of await typed.evaluateAll((all) => all.map(formOf))) {
      const name = `${page.url()} ${id}`
      forms.push(name)
      if (!guarded) unguarded.push(name)
    }
  })
  const unseen = ADDRESSES.filter(
    ({ page, pattern }) => page && ![...seen].some((kind) => kind.startsWith(`${pattern}?`)),
  )
  expect(unseen).toEqual([])
  expect(unguarded).toEqual([])
  expect(forms.some((name) => name.includes('/admin/account'))).toBe(true)
})

withAndWithoutJs('short forms and dialogs ask before they are left, and not when they are saved', async (world) => {
  const { page, scripts } = world
  const staff = new StaffPages(page, scripts)
  await signIn(page)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const leave = async (way: () => Promise<void>) => {
    await way()
    if (scripts) await question.getByRole('button', { name: 'Leave without saving' }).click()
  }

  /** By the menu, which a phone shows in a sheet of its own. */
  const go = async (name: string, path: string) => {
    if (scripts) await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
    else await page.goto(path)
  }

  await staff.open('/admin/account', 'Your account')
  await page.getByLabel('Current password').fill('half of')
  if (scripts) {
    await go('Bookings', '/admin/bookings')
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(page.getByLabel('Current password')).toHaveValue('half of')
  }
  await leave(() => go('Blocked dates', '/admin/blocked-dates'))
  await staff.sees('Blocked dates')
  await page.getByLabel('Message to visitors').fill('Closed for a wedding')
  // later than anybody books
  await page.getByLabel('Date', { exact: true }).fill(dateAhead(ownDay(740, scripts)))
  await staff.press('Block')
  await staff.told('Date blocked successfully!')
  if (scripts) {
    await expect(page.locator('form#blocked-date')).toBeFocused()
    await settled(page)
  }

  // nothing is asked after it was saved
  await go('Bookings', '/admin/bookings')
  await staff.sees(/Bookings/)
  // somebody of the demo's, whose bookings no other story cancels
  await page.goto(links.adminBookings({ search: 'Ananya Rao', status: 'booked' }))
  await page.locator('tbody a[href*="/bookings/view/"]').first().click()
  await expect(page).toHaveURL(/\/bookings\/view\//)
  if (scripts) await settled(page)
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Reason' })
  await dialog.getByLabel('Reason').fill('Called off')
  if (scripts) {
    await settled(page)
    await dialog.getByLabel('Reason').press('Escape')
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Called off')
  }
  await leave(() => dialog.getByRole('link', { name: 'Close' }).click())
  await expect(dialog).toHaveCount(0)
})
