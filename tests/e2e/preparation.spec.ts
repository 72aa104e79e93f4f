import { dateAhead, someCustomer } from '../support/booking-pages'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { enterCall } from '../support/staff-pages'
import { expect, ownDay, withAndWithoutJs } from '../support/story'

withAndWithoutJs(
  'what is ordered is drawn, confirmed by the customer, and made ready by one press',
  async ({ booking, page, scripts, accessible, beforehand, somebodyElse }) => {
    const date = dateAhead(ownDay(300, scripts))
    const caller = someCustomer('Farhan Qureshi')
    await signIn(page, MANAGER_MAIL)
    let own = ''
    await beforehand(async (visitor) => {
      await visitor.page.goto(`/admin/bookings/new?date=${date}`)
      await enterCall(visitor.page, caller)
      await visitor.page.locator('summary').filter({ hasText: 'Addons' }).click()
      await visitor.page.getByLabel(/^LED Name/).fill('1')
      await visitor.press('Recalculate')
      await visitor.page.getByLabel('Led Name', { exact: true }).fill('Zoë ❤')
      await visitor.press('Book now')
      await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
      own = (await visitor.page.getByRole('link', { name: /^Customer’s page/ }).getAttribute('href')) ?? ''
    })

    await page.goto(new URL(own).pathname)
    await expect(page.getByRole('img', { name: 'The lights show: ZOE ♥' })).toBeVisible()
    await booking.settled()
    await accessible()
    if (scripts) {
      // typed before the scripts come it is drawn all the same
      await booking.beforeScripts(`${new URL(own).pathname}/texts`, () =>
        page.getByLabel('Led Name').fill('Zoë & Mia & Ann'),
      )
    } else {
      await page.getByRole('link', { name: 'Change it' }).click()
      await page.getByLabel('Led Name').fill('Zoë & Mia & Ann')
    }
    if (scripts) await expect(page.getByRole('img', { name: 'The lights show: ZOE & MIA & ANN' })).toBeVisible()
    await booking.press('Save')
    const asked = page.locator('[data-fault]').filter({ hasText: '₹210 more' })
    await expect(asked).toBeVisible()
    await booking.settled()
    if (scripts) await expect(asked).toBeFocused()
    await accessible()
    await page.getByLabel('Led Name').fill('Zoë Mia')
    await booking.press('Save')
    await expect(page.locator('[data-fault]').filter({ hasText: 'as before' })).toBeVisible()
    await booking.settled()
    await booking.press('Save')
    await expect(page.getByText('Confirmed by you')).toBeVisible()

    await page.goto(`/admin/prep?date=${date}&by=kind`)
    const card = page.getByRole('article').filter({ hasText: 'As ordered: “Zoë Mia”, confirmed by the customer' })
    await expect(card.getByRole('img', { name: 'The lights show: ZOE MIA' })).toBeVisible()
    await expect(card).not.toContainText(caller.name)
    await booking.settled()
    await accessible()
    await card.getByRole('button', { name: /^Ready.*LED Name/ }).press('Enter')
    await expect(card.getByText(/^Ready: /)).toBeVisible()
    // the next thing to make is pressed beside it: a page that is loaded whole stands there too
    const { hash } = new URL(page.url())
    expect(decodeURIComponent(hash)).toBe(scripts ? '' : `#${await card.getAttribute('id')}`)
    // how far the board is comes to the ear as to the eye
    await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ ready/ })).toBeVisible()
    await booking.settled()
    // as Safari does, which gives a pressed button no focus: nobody is led anywhere then
    if (scripts)
      await page.evaluate(() => {
        ;(document.activeElement as HTMLElement).blur()
        addEventListener('mousedown', (event) => event.preventDefault(), { once: true })
      })
    await card.getByRole('button', { name: /^Undo/ }).click()
    await expect(card.getByRole('button', { name: /^Ready.*LED Name/ })).toBeVisible()
    await booking.settled()
    if (scripts) await expect(page.locator('body')).toBeFocused()

    // cancelled meanwhile: whoever presses is told so, on the board
    await booking.settled()
    const stale = card.getByRole('button', { name: /^Ready.*LED Name/ })
    if (scripts) await page.route('**/admin/prep/changes**', (route) => route.abort('blockedbyclient'))
    const desk = await somebodyElse()
    await signIn(desk.page, MANAGER_MAIL)
    await desk.page.goto(`/admin/bookings?search=${encodeURIComponent(caller.name)}`)
    await desk.page.locator('tbody a[href*="/bookings/view/"]').first().click()
    await desk.page.getByRole('link', { name: 'Delete', exact: true }).click()
    await desk.page.getByLabel('Reason').fill('Called off')
    await desk.press('Delete')
    await expect(desk.page.getByRole('dialog')).toHaveCount(0)
    await stale.press('Enter')
    await expect(page.getByText('It is not to be made any more: the board shows what is.').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prep board')
    await expect(card).toHaveCount(0)
    if (!scripts) return
    // the sheet is printed without it
    const toast = page.locator('[data-sonner-toast]').first()
    await expect(toast).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    expect(await toast.isVisible()).toBe(false)
    expect(await page.locator('.said-once').isVisible()).toBe(false)
  },
)

withAndWithoutJs(
  'the back office is lit by day or by night, and remembers it',
  async ({ booking, page, scripts, accessible }) => {
    await signIn(page, MANAGER_MAIL)
    const light = async (theme: string) => {
      const button = page.locator(`button[name="theme"][value="${theme}"]`).filter({ visible: true })
      // a press leaves the menu open
      if (!(await button.count())) await page.locator('summary').filter({ hasText: 'Menu' }).press('Enter')
      const remembered = scripts ? page.waitForResponse('**/admin/theme') : undefined
      await button.press('Enter')
      await remembered
    }
    await page.goto('/admin/today')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'device')
    await booking.settled()
    // in the menu on a phone, in the column on a desktop; a press leaves the page as it is
    await light('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    // by day every other story sees them, as the device is
    for (const at of [
      '/admin/today',
      '/admin/prep',
      '/admin/dashboard',
      '/admin/bookings',
      '/admin/screens/add',
      '/admin/till',
    ]) {
      await page.goto(at)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await booking.settled()
      await accessible()
    }
    // the public pages stay a cinema at night
    await page.goto('/contact')
    await expect(page.locator('html[data-theme]')).toHaveCount(0)
    if (!scripts) return
    await page.goto('/admin/today')
    await booking.settled()
    const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)
    const byNight = await ink()
    await light('light')
    await expect.poll(ink).not.toBe(byNight)
    const byDay = await ink()
    await light('dark')
    await expect.poll(ink).toBe(byNight)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1100, height: 800 })
    // the menu's column goes with the menu
    await expect.poll(async () => (await page.locator('#main').boundingBox())?.width).toBeGreaterThan(1_000)
    await expect.poll(ink).toBe(byDay)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await light('device')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'device')
    await expect.poll(ink).toBe(byDay)
  },
  { tag: '@phone' },
)
