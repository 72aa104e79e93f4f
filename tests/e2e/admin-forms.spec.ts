import type { RouteConfigEntry } from '@remix-run/route-config'
import { JSDOM } from 'jsdom'
import { links } from '../../app/links'
import routeConfig from '../../app/routes'
import { signIn } from '../support/back-office'
import { dateAhead } from '../support/booking-pages'
import { expect, openScriptless, ownDay, test, withAndWithoutJs } from '../support/playwright'
import { settled } from '../support/settled'
import { StaffPages } from '../support/staff-pages'

const TYPED = 'textarea, select, input:not([type="hidden"], [type="submit"], [type="button"])'
/** More than the back office has pages and dialogs: something leads in circles. */
const MOST_PAGES = 200

/** The addresses of the back office's pages, as they stand in `app/routes.ts`. */
async function pagesOfTheBackOffice(): Promise<Map<string, RegExp>> {
  const entries: readonly RouteConfigEntry[] = await routeConfig
  const inside = entries.find(({ file }) => file.endsWith('admin/layout.tsx'))?.children ?? []
  const pages = inside.filter(({ file, path }) => path && path !== '*' && file.endsWith('.tsx'))
  return new Map(
    pages.map(({ path = '' }) => [`/admin/${path}`, new RegExp(`^/admin/${path.replace(/:\w+/g, '[^/]+')}$`)]),
  )
}

/** Opens every page that links lead to, one for each address and set of questions to it. */
async function walk(look: (page: { at: string; pattern: string; document: Document }) => void) {
  const browser = openScriptless([])
  await signIn(await browser.newPage())
  const patterns = await pagesOfTheBackOffice()
  const patternOf = ({ pathname }: URL) =>
    // of two that fit the one without a name in it
    [...patterns]
      .filter(([, address]) => address.test(pathname))
      .sort(([a], [b]) => a.split(':').length - b.split(':').length)[0]?.[0]
  const waiting = [new URL('/admin/dashboard', browser.site)]
  const seen = new Set<string>()
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    const pattern = patternOf(url)
    const kind = `${pattern}?${[...new Set(url.searchParams.keys())].sort().join('&')}`
    if (!pattern || seen.has(kind)) continue
    seen.add(kind)
    expect(seen.size).toBeLessThan(MOST_PAGES)
    const answer = await browser.send({ url })
    const next = answer.headers.get('Location')
    if (next) waiting.push(new URL(next, url))
    const { document } = new JSDOM(await answer.text(), { url: url.href }).window
    look({ at: `${url.pathname}${url.search}`, pattern, document })
    for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href]')) waiting.push(new URL(href))
  }
  return { seen, patterns }
}

test('no form of the back office is left by accident, whichever it is (without JavaScript)', async () => {
  const forms: string[] = []
  const unguarded: string[] = []
  const { seen, patterns } = await walk(({ at, document }) => {
    for (const form of document.querySelectorAll('form[method="post"]')) {
      if (!form.querySelector(TYPED)) continue
      const name = `${at} ${form.id}`
      forms.push(name)
      if (!form.querySelector('[data-leave-guard]')) unguarded.push(name)
    }
  })
  const unseen = [...patterns.keys()].filter((pattern) => ![...seen].some((kind) => kind.startsWith(`${pattern}?`)))
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
  await page.getByLabel('Date', { exact: true }).fill(dateAhead(ownDay(400, scripts)))
  await staff.press('Block')
  await staff.told('Date blocked successfully!')
  if (scripts) await settled(page)

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
