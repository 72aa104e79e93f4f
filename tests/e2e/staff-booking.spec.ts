import type { Page } from '@playwright/test'
import { type BookingPages, type Customer, dateAhead, someCustomer } from '../support/booking-pages'
import { mailTo } from '../support/product'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { expect, ownDay, withAndWithoutJs, withJs, withoutJs } from '../support/story'

const money = (page: Page, label: string) =>
  page.locator('dl').filter({ hasText: 'Remaining' }).locator('div').filter({ hasText: label }).locator('dd')

async function toPayment(booking: BookingPages) {
  await booking.next('Occasions')
  await booking.chooseOccasion('Birthday')
  await booking.next('Addons')
  await booking.next('Gifts')
  await booking.next('Payment')
}

/** A caller without an e-mail address, who ticks nothing, from the details to the payment. */
async function toPaymentFor(booking: BookingPages, { name, number }: Customer) {
  const { page } = booking
  await booking.toDetails()
  await booking.settled()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Phone').fill(number)
  await booking.press('Proceed')
  await booking.seesStep('Packages')
  await toPayment(booking)
}

/** Nothing is chosen for them: without saying for whom it is moved nothing is saved. */
async function saysThatWeHadTo(booking: BookingPages) {
  const { page } = booking
  const choice = page.getByRole('group', { name: 'For whom is it moved?' })
  const [asked, had] = [choice.getByLabel('The family asked for it'), choice.getByLabel('We had to move it')]
  await expect(asked).not.toBeChecked()
  await expect(had).not.toBeChecked()
  await booking.press('Update Booking')
  await expect(asked.and(page.locator(':invalid'))).toBeVisible()
  await had.check()
}

/** An advance above the total is refused, and the note stays. */
async function asksTooMuchFirst(booking: BookingPages) {
  const { page } = booking
  await page.getByLabel('Advance (₹)').fill('50000')
  await page.getByLabel('Note').fill('Wheelchair')
  await booking.press('Book Slot')
  await expect(page.getByLabel('Advance (₹)')).toHaveAccessibleDescription(/Advance can be at most the total, ₹1,299/)
  await expect(page.getByLabel('Note')).toHaveValue('Wheelchair')
  await page.getByLabel('Advance (₹)').fill('500')
}

/** A code that is applied in place of saving saves nothing else: what is typed is not left without a question. */
async function appliesFirst(booking: BookingPages) {
  const { page } = booking
  const applied = page.getByRole('button', { name: 'Remove Coupon' }).filter({ visible: true })
  await page.getByLabel('Note').fill('Two wheelchairs')
  await page.getByLabel('Coupon code').filter({ visible: true }).fill('LUMIERE10')
  await booking.press('Update Booking')
  await expect(applied).toBeVisible()
  await booking.settled()
  await page.getByRole('link', { name: 'Back office' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Note')).toHaveValue('Two wheelchairs')
  await applied.click()
  await expect(applied).toHaveCount(0)
}

/** What a code changes of the sums of a page is nothing typed: nobody is asked whether to leave it. */
async function leavesWhatIsSaved(booking: BookingPages) {
  const { page } = booking
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText(/^Editing booking LUM-/)).toBeVisible()
  await page.goto(`/booking/payment${new URL(page.url()).search}`)
  await booking.settled()
  await page.getByLabel('Coupon code').filter({ visible: true }).fill('LUMIERE10')
  await booking.press('Apply Coupon')
  await expect(money(page, 'Goes back')).toHaveText('₹189.90')
  await booking.settled()
  await page.getByRole('link', { name: 'Back office' }).click()
  await expect(page).toHaveURL(/\/admin/)
}

withAndWithoutJs('staff book for a caller, then edit the booking', async ({ booking, page, scripts, accessible }) => {
  const caller = someCustomer('Farida Shaikh')
  const day = ownDay(100, scripts)
  await signIn(page)
  await page.goto('/admin/bookings/new/steps')
  await booking.choosePlace({ location: 'Koramangala', screen: 'Nebula', daysAhead: day, slot: /^1:00 PM/ })
  await expect(page.getByText('New booking, made by')).toBeVisible()
  await toPaymentFor(booking, caller)
  await accessible()
  await expect(page.getByText('How much would you like to pay now?')).toHaveCount(0)
  await booking.press('Book Slot')
  await expect(page.getByLabel('Advance (₹)').and(page.locator(':invalid'))).toBeVisible()
  await asksTooMuchFirst(booking)
  await page.getByLabel('Paid by').selectOption('upi')
  if (scripts) await expect(money(page, 'Remaining')).toHaveText('₹799')
  await booking.press('Book Slot')
  await booking.seesConfirmation()
  await expect(page.getByText('No e-mail address was given')).toBeVisible()
  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
  await expect(page.getByRole('row', { name: /Remaining/ })).toContainText('₹799')
  await expect(page.getByText('UPI, advance')).toBeVisible()
  await expect(page.getByText('Wheelchair')).toBeVisible()

  // the edit: another package, another time, all paid
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
  await expect(page.getByText(/^Editing booking LUM-/)).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue(caller.number)
  await page.goto(`/booking/slots${new URL(page.url()).search}`)
  await expect(page.getByRole('button', { name: /^1:00 PM/ })).toHaveAttribute('aria-pressed', 'true')
  await booking.settled()
  await booking.chooseSlot(/^4:30 PM/)
  await booking.toDetails()
  await booking.settled()
  await page.getByLabel('Email').fill(caller.email)
  await booking.press('Proceed')
  await booking.seesStep('Packages')
  await booking.choosePackage('Movie Night')
  await booking.seesTotal('₹1,899')
  await booking.next('Occasions')
  await expect(page.getByRole('button', { name: 'Selected Birthday' })).toBeVisible()
  await booking.next('Addons')
  await booking.next('Gifts')
  await booking.next('Payment')
  await expect(page.getByLabel('Advance (₹)')).toHaveValue('500')
  await expect(money(page, 'Remaining')).toHaveText('₹1,399')
  await page.getByLabel('Payment completed').check()
  if (scripts) await expect(money(page, 'Remaining')).toHaveText('₹0')
  await saysThatWeHadTo(booking)
  if (scripts) await appliesFirst(booking)
  await accessible()
  await booking.press('Update Booking')
  await expect(page).toHaveURL(/\/admin\/bookings\/view\//)
  await expect(page.getByRole('row', { name: /^Remaining/ })).toContainText('₹0')
  await expect(page.getByText('Cash, balance')).toBeVisible()
  await expect(page.getByText('once by us')).toBeVisible()
  await expect(page.getByText('Moved to another date or slot, because we had to')).toBeVisible()
  const mail = await mailTo(caller.email, /Booking moved/)
  expect(mail.text).toContain('we are sorry that we had to move your booking')
  expect(mail.text).toContain('4:30 PM')
  if (scripts) await leavesWhatIsSaved(booking)
})

withAndWithoutJs('an edit that somebody else overtook shows both versions', async (world) => {
  const { booking, page, newVisitor, beforehand } = world
  const day = ownDay(120, booking.scripts)
  const caller = someCustomer('Nadia Rahman')
  await signIn(page, MANAGER_MAIL)
  let edit = ''
  await beforehand(async (visitor) => {
    await visitor.page.goto('/admin/bookings/new/steps')
    // a location admin books at their own location only, so there is nothing to choose
    await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Select Your Screen')
    await visitor.press('Book Now Aurora')
    await visitor.chooseDate(day)
    await visitor.chooseSlot(/^10:00 AM/)
    await visitor.enterDetails(caller)
    await toPayment(visitor)
    await visitor.page.getByLabel('Advance (₹)').fill('0')
    await visitor.press('Book Slot')
    await visitor.seesConfirmation()
    await visitor.page.getByRole('link', { name: 'Open the booking' }).click()
    await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    edit = visitor.page.url().replace('/admin/bookings/view/', '/booking/edit/')
  })

  const other = await newVisitor()
  await signIn(other.page)
  for (const one of [booking, other]) {
    await one.page.goto(edit)
    await expect(one.page.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
    await one.settled()
    // nothing is chosen anew: one press leads to what is saved
    await one.press(/^Review( and save)?$/)
    await expect(one.page.getByRole('heading', { level: 1 })).toHaveText('Payment')
    await one.settled()
  }
  await page.getByLabel('Note').fill('First note')
  await booking.press('Update Booking')
  await expect(page).toHaveURL(/\/admin\/bookings\/view\//)
  await other.page.getByLabel('Note').fill('Second note')
  await other.press('Update Booking')
  const row = other.page.locator('[role=alert], [data-fault]').filter({ hasText: 'Somebody else saved' })
  await expect(row).toContainText('First note')
  await expect(row).toContainText('Second note')
  await expect(other.page.getByLabel('Note')).toHaveValue('Second note')
  await other.press('Keep mine')
  await expect(other.page).toHaveURL(/\/admin\/bookings\/view\//)
})

withAndWithoutJs(
  'a free place of the day leads into a booking, and takes it back',
  async ({ booking, page, scripts, accessible, beforehand }) => {
    const date = dateAhead(ownDay(140, scripts))
    const caller = someCustomer('Rehan Qureshi')
    await signIn(page, MANAGER_MAIL)
    await page.goto(`/admin/today?date=${date}`)
    await booking.settled()
    await accessible()
    await booking.press(/^Book Aurora, 5:00 PM/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await page.getByRole('link', { name: 'By the customer’s steps' }).click()
    await booking.seesStep('Customer Details')
    const details = page.url()
    await beforehand(async (colleague) => {
      await colleague.page.goto(details)
      await colleague.enterDetails(caller)
      await toPayment(colleague)
      await colleague.page.getByLabel('Advance (₹)').fill('999')
      await colleague.press('Book Slot')
      await colleague.seesConfirmation()
    })
    await page.goto(`/admin/today?date=${date}`)
    await page.getByRole('link', { name: /Rehan Qureshi/ }).click()
    const panel = page.getByRole('region', { name: caller.name })
    await expect(panel.getByRole('row', { name: /^Remaining/ })).toContainText('₹')
    // the day stays where it was
    await expect(page).toHaveURL(new RegExp(`date=${date}`))
    await booking.settled()
    await accessible()
    await panel.getByRole('link', { name: 'Open the booking' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    await booking.settled()
    await page.getByRole('link', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('its slot is free again')).toBeVisible()
    await booking.settled()
    await page.getByLabel('Reason').fill('Called off by phone')
    await page.getByLabel(/^Everything/).check()
    await booking.press('Delete')
    // what was paid at the desk is given back where its buttons are
    await expect(page.getByRole('group', { name: 'Handed over ₹999' })).toBeVisible()
    await page.goto(`/admin/today?date=${date}`)
    await expect(page.getByRole('button', { name: /^Book Aurora, 5:00 PM/ })).toBeVisible()
    expect((await mailTo(caller.email, /Booking cancelled/)).text).toContain('₹999')
  },
)

withJs('staff book though the files of their own parts do not come', async ({ booking, page }) => {
  const caller = someCustomer('Gauri Lost')
  await page.route(/\/assets\/(desk-panel|staff-banner|overtaken-alert|notes-box|leave-guard)-.*\.js$/, (route) =>
    route.abort('blockedbyclient'),
  )
  await signIn(page)
  await page.goto('/admin/bookings/new/steps')
  await booking.choosePlace({
    location: 'Koramangala',
    screen: 'Nebula',
    daysAhead: ownDay(340, true),
    slot: /^1:00 PM/,
  })
  const reload = page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).first()
  // reached by the router nothing of it was drawn; what the server drew stays, and works as without scripts
  await reload.click()
  await expect(page.getByText('New booking, made by')).toBeVisible()
  await expect(reload).toHaveCount(0)
  await toPaymentFor(booking, caller)
  await reload.click()
  await asksTooMuchFirst(booking)
  await booking.press('Book Slot')
  await booking.seesConfirmation()
})

withoutJs('an edit is for signed-in staff, of a booking that is there', async ({ page }) => {
  await page.goto('/booking/edit/nothing')
  await expect(page).toHaveURL(/\/booking\/locations$/)
  await expect(page.getByText('No Access Login again').first()).toBeVisible()
  await signIn(page)
  await page.goto('/booking/edit/nothing')
  await expect(page.getByRole('heading', { name: 'Invalid Booking ID' })).toBeVisible()
  await page.goto('/admin/bookings/view/nothing')
  await expect(page.getByRole('heading', { name: 'Invalid booking Id' })).toBeVisible()
})
