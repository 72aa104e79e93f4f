import { MANAGER_MAIL, signIn } from '../support/back-office'
import { type BookingPages, dateAhead, someCustomer } from '../support/booking-pages'
import { expect, ownDay, test, withAndWithoutJs } from '../support/playwright'

// axe and emulated devices side by side are slow on a busy machine
test.describe.configure({ timeout: 180_000 })

/** Books a free place of a day for a caller, who pays nothing yet. */
async function bookPlace(visitor: BookingPages, date: string, place: RegExp, caller: ReturnType<typeof someCustomer>) {
  await visitor.page.goto(`/admin/today?date=${date}`)
  await visitor.settled()
  await visitor.press(place)
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
  await visitor.enterDetails(caller)
  await visitor.next('Occasions')
  await visitor.chooseOccasion('Birthday')
  await visitor.next('Addons')
  await visitor.next('Gifts')
  await visitor.next('Payment')
  await visitor.page.getByLabel('Advance (₹)').fill('0')
  await visitor.press('Book Slot')
  await visitor.seesConfirmation()
}

withAndWithoutJs(
  'the day beside a booking stays as it is at the desk, also when the line was away',
  async ({ booking, page, scripts, accessible, beforehand, somebodyElse, withoutLine }) => {
    const date = dateAhead(ownDay(230, scripts))
    const caller = someCustomer('Leela Fernandes')
    await signIn(page, MANAGER_MAIL)
    await beforehand((visitor) => bookPlace(visitor, date, /^Book Aurora, 1:30 PM/, caller))
    await page.goto(`/admin/today?date=${date}`)
    const card = page.getByRole('article').filter({ hasText: caller.name })
    await expect(card).toContainText('Booked')
    await expect(card).toContainText(/₹[\d,]+ due/)
    await booking.settled()
    await card.getByRole('link', { name: caller.name }).click()
    const panel = page.getByRole('region', { name: caller.name })
    await expect(panel.getByRole('button', { name: 'Expected' })).toHaveAttribute('aria-pressed', 'true')
    await booking.settled()
    await accessible()
    const address = page.url()

    const colleague = await somebodyElse()
    await signIn(colleague.page, MANAGER_MAIL)
    await withoutLine(async () => {
      await expect(page.getByText(/^Offline: what you see may be out of date/)).toBeVisible()
    })
    await colleague.page.goto(address)
    await colleague.press('Did not come')
    await expect(colleague.page.getByRole('article').filter({ hasText: caller.name })).toContainText('Did not come')
    if (!scripts) await page.goto(address)
    // what a tab asks when it comes into sight again
    else await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(card).toContainText('Did not come')
    await expect(page.getByText(/^Offline/)).toHaveCount(0)

    // the panel closes, the day stays, and the week counts it
    await panel.getByRole('link', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`date=${date}`))
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week')
    await expect(page.locator(`a[href*="date=${date}"]`).filter({ hasText: /\d visits?/ })).toContainText(
      /[1-9]\d* visits?/,
    )
    await booking.settled()
    await accessible()
  },
  { tag: '@both' },
)
