import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addMonths, formatDate, formatMonth, monthOf } from '~/domain/calendar'
import { dateAhead, plainDay, someCustomer } from '../support/booking-pages'
import type { Driver } from './driver'
import { openFirefox } from './firefox'
import { Visitor } from './visitor'
import { openWebKit } from './webkit'

const programs = JSON.parse(process.env.BROWSERS ?? '{}') as {
  firefox?: string
  webkit?: Parameters<typeof openWebKit>[0]
}
const BROWSERS: [name: string, open: () => Promise<Driver>, day: number][] = []
const { firefox, webkit } = programs
if (firefox) BROWSERS.push(['Firefox', () => openFirefox(firefox), 70])
if (webkit) BROWSERS.push(['WebKit', () => openWebKit(webkit), 80])

describe.each(BROWSERS)('in %s', (_name, open, daysAhead) => {
  let driver: Driver
  let visitor: Visitor
  beforeAll(async () => {
    driver = await open()
    visitor = new Visitor(driver, inject('product'))
  })
  afterAll(() => driver?.close())

  test('a family is refused where it must be, buys a birthday, and finds it under its link', async () => {
    const { name, email, number } = someCustomer()
    await visitor.open('/booking/locations')
    await visitor.press(/^Koramangala/)
    await visitor.arrives(/^Select Your Screen$/)
    await visitor.press(/^Book Now Aurora/)
    await visitor.arrives(/^Aurora$/)
    const date = dateAhead(plainDay(daysAhead))
    for (let month = addMonths(monthOf(dateAhead(0)), 1); month <= monthOf(date); month = addMonths(month, 1)) {
      await visitor.press(/^Next month/)
      await visitor.sees(new RegExp(formatMonth(month)))
    }
    await visitor.pressAt(`button[name="date"][value="${date}"]`)
    await visitor.sees(new RegExp(`Slots on .*${formatDate(date)}`))
    await visitor.press(/^\d+:\d\d [AP]M.*Available/)
    await visitor.press(/^Next$/)
    await visitor.arrives(/^Customer Details$/)
    expect(await visitor.overflows()).toBeLessThanOrEqual(0)

    await visitor.fill(/^Name/, name)
    await visitor.fill(/^Email/, 'meera@yahoo.com')
    await visitor.fill(/^Phone/, number)
    await visitor.pressAt('input[type="checkbox"]')
    await visitor.press(/^Proceed/)
    await visitor.sees(/invalid gmail id/)
    await visitor.focused(/^Email/)
    await visitor.fill(/^Email/, email)
    await visitor.press(/^Proceed/)
    await visitor.arrives(/^Packages$/)
    await visitor.press(/^To occasions with Celebration/)
    await visitor.arrives(/^Occasions$/)
    await visitor.press(/^Next/)
    await visitor.sees(/Select atleast one Occasion/)
    await visitor.fill(/^Celebrant/, 'Aarav')
    await visitor.press(/^Skip to cakes with Birthday/)
    await visitor.arrives(/^Cakes$/)
    await visitor.press(/^Next/)
    await visitor.sees(/Select atleast one Cake/)
    await visitor.press(/^Add Chocolate Truffle/)
    await visitor.fill(/^Name On Cake/i, 'Aarav is 7')
    await visitor.press(/^Payment$/)
    await visitor.arrives(/^Payment$/)
    await visitor.sees(/Aarav is 7/)
    expect(await visitor.overflows()).toBeLessThanOrEqual(0)

    await visitor.press(/^Pay ₹.* and book/)
    await visitor.sees(/Your slot is held until/)
    await visitor.inFrame('iframe[title="Razorpay checkout"]', (checkout) => checkout.press(/success@razorpay/))
    await visitor.arrives(/^Booking Confirmed!$/)

    await visitor.press(/^See your booking/)
    await visitor.sees(/Coming|Booking LUM-/)
    await visitor.sees(/Plans have changed\?/)
    await visitor.press(/^I paid but see nothing/)
    await visitor.sees(/the room is yours/)
    expect(await visitor.overflows()).toBeLessThanOrEqual(0)
    expect(driver.faults).toEqual([])
  })
})
