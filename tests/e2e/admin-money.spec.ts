import { PAY_AND_BOOK, someCustomer } from '../support/booking-pages'
import { mailTo, provider } from '../support/product'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { expect, ownDay, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a payment that fits no booking is sent back by the owner’s press', async (world) => {
  const { booking, page, scripts, accessible, somebodyElse, newVisitor } = world
  const family = someCustomer('Zubin Mistry')
  // a family holds a slot, and the provider takes another sum than their order asks for
  const visitor = await somebodyElse()
  const daysAhead = ownDay(210, scripts)
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead, slot: /^\S+ AM|^\S+ PM/ }
  await visitor.asFarAsPayment(place, family)
  await visitor.press(PAY_AND_BOOK)
  const orderId = await visitor.page.locator('input[name="order_id"]').getAttribute('value')
  const stray = await provider<{ id: string }>('misfit', { orderId, amount: 32_100 })

  const manager = await newVisitor()
  await signIn(manager.page, MANAGER_MAIL)
  const waits = (of: typeof page) => of.getByRole('listitem').filter({ hasText: stray.id })
  const listed = async () => {
    await manager.page.goto('/admin/money')
    return waits(manager.page).count()
  }
  await expect.poll(listed).toBe(1)
  await expect(waits(manager.page)).toContainText(family.name)
  await expect(waits(manager.page)).toContainText('₹321')
  await expect(waits(manager.page).getByText('Settled outside')).toBeVisible()
  await expect(waits(manager.page).getByText(/send it back/i)).toHaveCount(0)

  // a code that is none: said at its field, which keeps what was typed
  const assign = waits(manager.page).locator('summary').filter({ hasText: 'Assign' })
  await assign.click()
  await waits(manager.page).getByLabel('Booking code').fill('NO-SUCH-CODE')
  await waits(manager.page).getByRole('button', { name: 'Assign to this booking' }).press('Enter')
  await expect(waits(manager.page).getByText('There is no booking of this code that stands.')).toBeVisible()
  await expect(waits(manager.page).getByLabel('Booking code')).toHaveValue('NO-SUCH-CODE')
  if (scripts) await expect(waits(manager.page).getByLabel('Booking code')).toBeFocused()
  else await expect(manager.page.getByRole('link', { name: 'See why' })).toBeVisible()

  await signIn(page)
  await page.goto('/admin/money')
  await booking.settled()
  await waits(page).locator('summary').filter({ hasText: 'Send it back' }).click()
  await accessible()
  await waits(page).getByRole('button', { name: 'Yes, send it back' }).press('Enter')
  await expect(page.getByText('The money is on its way back.').filter({ visible: true }).first()).toBeVisible()
  await expect(waits(page)).toHaveCount(0)
  if (scripts) await expect(page.locator('main :focus'), 'who pressed goes on from there').toHaveCount(1)
  // who had the page open since before is told, and sees it as it is
  await waits(manager.page).locator('summary').filter({ hasText: 'Settled outside' }).click()
  await waits(manager.page).getByLabel('What became of it?').fill('Paid in cash')
  await waits(manager.page).getByRole('button', { name: 'It is settled' }).press('Enter')
  await expect(manager.page.getByText('This has been seen to already.')).toBeVisible()
  await expect(waits(manager.page)).toHaveCount(0)
  expect((await mailTo(family.email, /payment is being returned/)).text).toContain('₹321')
  await expect
    .poll(async () => {
      const { payments } = await provider<{ payments: { id: string; status: string }[] }>('state')
      return payments.find(({ id }) => id === stray.id)?.status
    })
    .toBe('refunded')
})
