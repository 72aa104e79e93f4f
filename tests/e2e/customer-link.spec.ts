import { type BookingPages, type Customer, dateAhead, plainDay, someCustomer } from '../support/booking-pages'
import { earlierTries, expect, mailTo, ownDay, provider, test, withAndWithoutJs } from '../support/playwright'

/** The first day from here on that is neither festive nor Friday to Sunday, so that the policy gives money back. */
function midweek(daysAhead: number): number {
  const weekday = new Date(`${dateAhead(daysAhead)}T12:00:00Z`).getUTCDay()
  return plainDay(daysAhead) === daysAhead && weekday >= 1 && weekday <= 4 ? daysAhead : midweek(daysAhead + 1)
}

withAndWithoutJs('a family moves its booking once, and cancels it', async (world) => {
  const { booking, page, scripts, accessible, beforehand } = world
  const fortnight = (test.info().project.name === 'phone' ? 0 : 1) + (scripts ? 0 : 2) + 4 * earlierTries()
  const first = midweek(120 + 14 * fortnight)
  const customer = someCustomer()
  await beforehand(async (visitor) => {
    await visitor.choosePlace({ location: 'Indiranagar', screen: 'Celeste', daysAhead: first, slot: /^\S+ AM|^\S+ PM/ })
    await visitor.toDetails()
    await visitor.enterDetails(customer)
    await visitor.next('Occasions')
    await visitor.chooseOccasion('Movie Night')
    await visitor.settled()
    await visitor.page.goto('/booking/payment')
    await visitor.settled()
    await visitor.pay()
    await visitor.seesConfirmation()
  })
  await mailTo(customer.email, /Booking Confirmed!/)

  // that mail is lost
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Find your booking' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where is my booking?')
  await page.getByLabel('Phone').fill(customer.number)
  await page.getByLabel('Email').fill(customer.email)
  await accessible()
  await booking.press('Send me the link')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()
  const mail = await mailTo(customer.email, /Your bookings with us/)

  await page.goto(/https?:\S+\/b\/\S+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('link', { name: 'Move to another date' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Move your booking')
  await booking.settled()
  await booking.chooseDate(first + 1)
  await booking.press(/^\d+:\d\d [AP]M.*Available/)
  await accessible()
  await booking.press('Move my booking')
  await expect(page.getByText('Your booking has moved.').filter({ visible: true }).first()).toBeVisible()
  await expect(
    page
      .getByText(
        dateAhead(first + 1)
          .split('-')
          .reverse()
          .join('/'),
      )
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/This booking has been moved once/)).toBeVisible()
  await mailTo(customer.email, /moved|rescheduled/i)

  await page.getByRole('link', { name: 'Cancel the booking' }).click()
  await expect(page.getByText('There is no refund for rescheduled bookings.')).toBeVisible()
  await accessible()
  await booking.press('Cancel my booking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This booking was cancelled')
  await mailTo(customer.email, /cancel/i)
})

withAndWithoutJs(
  'a slot that went while the bank was slow is replaced with one press',
  async (world) => {
    const { booking, page, scripts, accessible, beforehand, somebodyElse } = world
    const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(310, scripts), slot: /^5:00 PM/ }
    const customer = someCustomer('Slow Bank')
    const toPayment = async (visitor: BookingPages, who: Customer) => {
      await visitor.choosePlace(place)
      await visitor.toDetails()
      await visitor.enterDetails(who)
      await visitor.next('Occasions')
      await visitor.chooseOccasion('Movie Night')
      await visitor.page.goto('/booking/payment')
      await visitor.settled()
    }
    let orderId: string | null = null
    await beforehand(async (visitor) => {
      await toPayment(visitor, customer)
      await visitor.press('Pay and book')
      await expect(visitor.page.getByText(/Your slot is held until/)).toBeVisible()
      orderId = await visitor.page.locator('input[name="order_id"]').getAttribute('value')
      await visitor.giveUp()
    })
    const quick = await somebodyElse()
    await toPayment(quick, someCustomer('Quick Family'))
    await quick.pay()
    await quick.seesConfirmation()
    await provider('pay', { orderId })
    const mail = await mailTo(customer.email, /Your slot went, your money waits/)
    expect(mail.text).toContain('Nebula')

    await page.goto(/https?:\S+\/b\/\S+/.exec(mail.text)?.[0] ?? '')
    await booking.settled()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your slot went, your money waits')
    await expect(page.getByText(/goes back to you by itself at/)).toBeVisible()
    await accessible()
    await booking.press(/^Take it Nebula, .*4:30 PM/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
    await expect(page.getByText(/4:30\sPM\s–\W*7:30\sPM/).first()).toBeVisible()
    await mailTo(customer.email, /Booking Confirmed!.*Nebula/)
  },
  { tag: '@phone' },
)
