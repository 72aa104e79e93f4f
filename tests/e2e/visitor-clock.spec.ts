import { plainDay } from '../support/booking-pages'
import { expect, withJs } from '../support/story'

withJs('a visitor whose clock shows another time is told whose times these are', async (world) => {
  const { booking, page, beforehand } = world
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  const clock = await page.context().newCDPSession(page)
  for (const [timezoneId, told] of [
    ['Asia/Kolkata', 0],
    ['Europe/London', 1],
  ] as const) {
    await clock.send('Emulation.setTimezoneOverride', { timezoneId })
    await page.goto('/booking/slots')
    await booking.settled()
    await expect(page.getByText('Times are the theatre’s own (IST).')).toHaveCount(told)
  }
})
