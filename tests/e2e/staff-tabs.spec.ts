import type { Page, Route } from '@playwright/test'
import { dateAhead, someCustomer } from '../support/booking-pages'
import { closedGate } from '../support/gate'
import { fresh } from '../support/own-mark'
import { settled } from '../support/settled'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { StaffPages } from '../support/staff-pages'
import { expect, ownDay, withAndWithoutJs, withJs } from '../support/story'

/** What stands in sight only a browser knows. */
const IN_SIGHT = { browserOnly: true }

const seen = async (page: Page, scripts: boolean) => {
  const alert = page.locator('[data-fault]').filter({ visible: true }).first()
  await expect(alert).toBeInViewport()
  if (scripts) await expect(alert).toBeFocused()
  return alert
}

withAndWithoutJs(
  'two bookings in two tabs, and one in two, stay apart',
  async (world) => {
    const { booking, page, scripts, accessible } = world
    const date = dateAhead(ownDay(160, scripts))
    await signIn(page, MANAGER_MAIL)
    const second = await page.context().newPage()
    const begin = async (tab: Page, slot: RegExp) => {
      await tab.goto(`/admin/today?date=${date}`)
      if (scripts) await settled(tab)
      await tab.getByRole('button', { name: slot }).press('Enter')
      await tab.getByRole('link', { name: 'By the customer’s steps' }).click()
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
      if (scripts) await settled(tab)
      drafts.set(tab, new URL(tab.url()).searchParams.get('draft') ?? '')
    }
    const fill = async (tab: Page, { name, number }: { name: string; number: string }) => {
      await tab.getByLabel('Name', { exact: true }).fill(name)
      await tab.getByLabel('Phone').fill(number)
    }
    const proceed = (tab: Page) => tab.getByRole('button', { name: 'Proceed' }).filter({ visible: true }).press('Enter')
    const drafts = new Map<Page, string>()
    const [asha, bina] = [someCustomer('Asha Menon'), someCustomer('Bina Das')]
    await begin(page, /^Book Aurora, 10:00 AM/)
    await begin(second, /^Book Aurora, 5:00 PM/)
    await fill(page, asha)
    await fill(second, bina)
    await proceed(page)
    await booking.seesStep('Packages')
    await proceed(second)
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Packages')

    // the first booking once more, in the second tab, and changed there behind the back of the first
    const address = page.url().replace('otherdetails/packages', 'customerDetails')
    await page.goto(address)
    await booking.settled()
    await second.goto(address)
    if (scripts) await settled(second)
    await expect(second.getByLabel('Name', { exact: true })).toHaveValue(asha.name)
    await fill(second, { ...asha, name: 'Asha Menon-Rao' })
    await proceed(second)
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Packages')
    await fill(page, { ...asha, name: 'Asha M.' })
    await proceed(page)
    const alert = await seen(page, scripts)
    await expect(alert).toContainText('Asha Menon-Rao')
    await expect(alert).toContainText('Asha M.')
    await accessible()
    await alert.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await booking.seesStep('Packages')
    await page.goto('/admin/unfinished-bookings')
    for (const [tab, name] of [
      [page, 'Asha M.'],
      [second, bina.name],
    ] as const) {
      const draft = drafts.get(tab) ?? ''
      await expect(page.locator(`tbody a[href*="${draft}"]`).first()).toHaveText(name)
    }
    await accessible()
  },
  IN_SIGHT,
)

withJs(
  'on a slow line nothing that is pressed at once is lost, or taken for another tab’s',
  async ({ booking, page }) => {
    await signIn(page, MANAGER_MAIL)
    await page.goto(`/admin/today?date=${dateAhead(ownDay(180, true))}`)
    await booking.press(/^Book Aurora, 10:00 AM/)
    await page.getByRole('link', { name: 'By the customer’s steps' }).click()
    await booking.seesStep('Customer Details')
    const { search } = new URL(page.url())
    await page.goto(`/booking/slots${search}`)
    await booking.settled()

    // Next, while the new slot is still on its way to the server
    let open = await onSlowLine(page, /slots/, () => page.getByRole('button', { name: /^1:30 PM/ }).click())
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await open()
    await booking.seesStep('Customer Details')
    await expect(page.getByText(/1:30\sPM\s–/).first()).toBeVisible()
    await booking.enterDetails(someCustomer())

    await booking.next('Occasions')
    await booking.chooseOccasion('Birthday')
    await booking.next('Addons')

    // plus and a tab at once
    const tab = (name: string) => page.getByRole('navigation', { name: 'What to add' }).getByRole('link', { name })
    open = await onSlowLine(page, /addons/, () => page.getByRole('button', { name: 'Add Confetti' }).click())
    await tab('Gifts').click()
    await open()
    await booking.seesStep('Gifts')
    await tab('Addons').click()
    await booking.seesStep('Addons')
    await expect(page.getByRole('button', { name: /(Remove|One more) Confetti/ })).toBeVisible()
    await booking.next('Gifts')

    // the way back, which waits for nothing
    await page.goto(`/booking/customerDetails${search}`)
    await booking.settled()
    await page.getByRole('navigation', { name: 'Booking steps' }).getByRole('link', { name: 'Date & slot' }).click()
    await expect(page.getByRole('button', { name: /^1:30 PM/ })).toHaveAttribute('aria-pressed', 'true')
    await booking.settled()
    open = await onSlowLine(page, /slots/, () => page.getByRole('button', { name: /^5:00 PM/ }).click())
    await page.goBack()
    await booking.seesStep('Customer Details')
    await open()
    await booking.press('Proceed')
    await booking.seesStep('Packages')
    await page.goto(`/booking/slots${search}`)
    await expect(page.getByRole('button', { name: /^5:00 PM/ })).toHaveAttribute('aria-pressed', 'true')
  },
)

/**
 * Presses something that sends a form, and holds it on its way until the line is opened: then it reaches the server, whoever
 * still waits for the answer.
 */
async function onSlowLine(page: Page, address: RegExp, press: () => Promise<void>) {
  const [begun, line] = [closedGate(), closedGate()]
  let arrived = Promise.resolve()
  const arrive = async (route: Route) => {
    begun.open()
    await line.opened
    // the server may have closed the connection that was kept for it
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 3 })
    // a page that went on has given the request up
    await route.fulfill({ response }).catch(() => undefined)
  }
  const hold = (route: Route) => {
    arrived = arrive(route)
  }
  await page.route(address, hold, { times: 1 })
  await press()
  await begun.opened
  return () => {
    line.open()
    return arrived
  }
}

withAndWithoutJs(
  'a long form answers in sight, and is not left by accident',
  async ({ page, scripts, newVisitor }) => {
    const staff = new StaffPages(page, scripts)
    await signIn(page)
    const name = fresh('Cake')
    // nobody else's
    const room = scripts ? 'Celeste' : 'Velvet'
    await staff.open('/admin/screens', 'Screens')
    await staff.edit(room)
    const edit = page.url()
    const other = await newVisitor()
    await signIn(other.page)
    await other.page.goto(edit)
    await other.settled()
    const description = other.page.getByLabel('Description')
    const kept = await description.inputValue()
    await description.fill(`${kept} ${name}`)
    await other.press('Update Screen')
    await expect(other.page).toHaveURL(/\/admin\/screens$/)
    await page.getByLabel('Description').fill(`${kept} and mine`)
    // twice: the ordinary button never agrees
    for (const _ of ['first', 'again']) {
      await staff.press('Update Screen')
      const alert = await seen(page, scripts)
      await expect(alert).toContainText(`${kept} ${name}`)
      await expect(alert).toContainText(`${kept} and mine`)
    }
    await page.getByRole('link', { name: 'Take theirs' }).click()
    await expect(page.getByLabel('Description')).toHaveValue(`${kept} ${name}`)
    if (scripts) {
      await settled(page)
      await page.getByLabel('Description').fill('Not to be lost')
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        return dialog.accept()
      })
      await staff.follow('Cancel')
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay here' }).click()
      await expect(page.getByLabel('Description')).toHaveValue('Not to be lost')
      await page.reload()
      expect(asked).toEqual(['beforeunload'])
      await settled(page)
      await page.getByLabel('Description').fill(kept)
      await staff.press('Update Screen')
      await staff.told('Screen updated successfully!')
      await staff.edit(room)
      await page.getByLabel('Description').fill('Left on purpose')
      await staff.follow('Cancel')
      await question.getByRole('button', { name: 'Leave without saving' }).click()
      await staff.sees('Screens')
      await page.reload()
      expect(asked).toEqual(['beforeunload'])
    }
  },
  IN_SIGHT,
)
