import { BookingPages, plainDay } from '../support/booking-pages'
import { expect, openWorld, test } from '../support/playwright'

test('a visitor whose clock shows another time is told whose times these are', async ({ browser }) => {
  for (const [timezoneId, told] of [
    ['Asia/Kolkata', 0],
    ['Europe/London', 1],
  ] as const) {
    const { context, page } = await openWorld(browser, true, [], { timezoneId })
    const booking = new BookingPages(page, true)
    await booking.choosePlace({ location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ })
    await page.goto('/booking/slots')
    await booking.settled()
    await expect(page.getByText('Times are the theatre’s own (IST).')).toHaveCount(told)
    await context.close()
  }
})
