import { plainDay, someCustomer } from '../support/booking-pages'
import { expect, mailTo, test, withAndWithoutJs } from '../support/playwright'

/** Each run books another day, so that stories do not take each other's slots. */
const dayOf = (scripts: boolean) => plainDay(40 + (test.info().project.name === 'phone' ? 0 : 2) + (scripts ? 0 : 1))

withAndWithoutJs(
  'a family buys a birthday, from location to e-mail',
  async ({ booking, page, scripts, accessible }) => {
    const customer = someCustomer()
    await booking.choosePlace({
      location: 'Koramangala',
      screen: 'Aurora',
      daysAhead: dayOf(scripts),
      slot: /^5:00 PM/,
    })
    await booking.toDetails()
    await accessible()
    await booking.enterDetails(customer, 6)
    await booking.choosePackage('Celebration')
    await booking.seesTotal('₹2,999')
    await accessible()
    await booking.next('Occasions')
    await booking.next('Occasions')
    await expect(page.getByRole('alert').filter({ hasText: 'Select atleast one Occasion' })).toBeVisible()
    await booking.chooseOccasion('Birthday')
    await page.getByLabel("Celebrant's Name").fill('Aarav')
    await accessible()
    await booking.next('Addons')
    await booking.add('LED Name')
    await page.getByLabel('Led Name').fill('AARAV MEHTA')
    await booking.add('Confetti')
    await accessible()
    await booking.next('Cakes')
    await booking.seesTotal('₹3,537')
    await page.getByRole('button', { name: 'Next' }).filter({ visible: true }).first().click()
    await expect(page.getByRole('alert').filter({ hasText: 'Select atleast one Cake' })).toBeVisible()
    await booking.add('Red Velvet')
    await booking.seesTotal('₹3,687')
    await booking.next('Gifts')
    await booking.add('Rose Bouquet')
    await accessible()
    await booking.next('Payment')
    await booking.seesTotal('₹4,086')
    await accessible()
    await booking.pay()
    await booking.seesConfirmation()
    await accessible()
    await page.reload()
    await booking.seesConfirmation()

    const mail = await mailTo(customer.email, /Booking Confirmed!/)
    expect(mail.text).toContain('LED: 11 characters, 3 extra × ₹30')
    expect(mail.text).toContain('To pay at the theatre ₹3,087')
    expect(mail.attachments[0]?.content).toContain('BEGIN:VEVENT')
    const link = /https?:\S+\/b\/\S+/.exec(mail.text)?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('row', { name: /Red Velvet/ })).toContainText('first cake free, special +₹150')
    await expect(page.getByRole('row', { name: /Remaining/ })).toContainText('₹3,087')
    await accessible()
  },
)
