import { formatDate, weekdayOf } from '~/domain/calendar'
import { dateAhead, PAY_AND_BOOK, plainDay, someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { mailTo, provider } from '../support/product'
import { expect, ownDay, tellingNumber, withAndWithoutJs } from '../support/story'

/** The first day from here on that, like the day after it, is neither festive nor Friday to Sunday: the policy gives money back. */
function midweek(daysAhead: number): number {
  const weekday = weekdayOf(dateAhead(daysAhead))
  const plain = [daysAhead, daysAhead + 1].every((day) => plainDay(day) === day)
  return plain && weekday >= 1 && weekday <= 3 ? daysAhead : midweek(daysAhead + 1)
}

withAndWithoutJs('a family moves its booking once, and cancels it', async (world) => {
  const { booking, page, scripts, accessible, beforehand } = world
  // a fortnight of its own for each telling: what is moved takes a second day
  const first = midweek(120 + 14 * tellingNumber(scripts))
  const customer = someCustomer()
  await beforehand(async (visitor) => {
    const place = { location: 'Indiranagar', screen: 'Celeste', daysAhead: first, slot: /^\S+ AM|^\S+ PM/ }
    await visitor.asFarAsPayment(place, customer)
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
  await expect(page.getByText(formatDate(dateAhead(first + 1))).first()).toBeVisible()
  await expect(page.getByText(/This booking has used its one move/)).toBeVisible()
  await mailTo(customer.email, /moved|rescheduled/i)

  await page.getByRole('link', { name: 'Cancel the booking' }).click()
  await expect(page.getByText('There is no refund for rescheduled bookings.')).toBeVisible()
  await accessible()
  const sent = scripts ? await heldBack(page, '**/cancel.data*') : undefined
  await booking.press('Cancel my booking')
  if (sent) {
    // once is enough: a second press would be refused for what the first has done
    await expect(page.getByRole('button', { name: 'Cancel my booking' })).toBeDisabled()
    await sent.letGo()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This booking was cancelled')
  await mailTo(customer.email, /cancel/i)
})

withAndWithoutJs(
  'a slot that went while the bank was slow is replaced with one press',
  async (world) => {
    const { booking, page, scripts, accessible, beforehand, somebodyElse } = world
    const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(310, scripts), slot: /^5:00 PM/ }
    const customer = someCustomer('Slow Bank')
    let orderId: string | null = null
    await beforehand(async (visitor) => {
      await visitor.asFarAsPayment(place, customer)
      await visitor.press(PAY_AND_BOOK)
      await expect(visitor.page.getByText(/Your slot is held until/)).toBeVisible()
      orderId = await visitor.page.locator('input[name="order_id"]').getAttribute('value')
      await visitor.giveUp()
    })
    const quick = await somebodyElse()
    await quick.asFarAsPayment(place, someCustomer('Quick Family'))
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
