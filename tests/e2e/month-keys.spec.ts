import {
  addDays,
  addMonths,
  type CalendarDate,
  formatDayMonth,
  formatMonth,
  monthOf,
  weekdayOf,
  type YearMonth,
} from '~/domain/calendar'
import { dateAhead, plainDay } from '../support/booking-pages'
import { expect, withJs } from '../support/story'

withJs('Page Down and Page Up turn the month, and stay on its day', async ({ booking, page, beforehand }) => {
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  await page.goto('/booking/slots')
  await booking.settled()
  const month = page.getByRole('heading', { name: /^[A-Z][a-z]+ \d{4}$/ })
  const chosen = page.locator('button[name="date"][aria-pressed="true"]')
  const first = (await month.textContent()) ?? ''
  const day = Number((await chosen.getAttribute('value'))?.slice(8))
  await chosen.focus()
  await page.keyboard.press('PageDown')
  await expect(month).not.toHaveText(first)
  const focused = page.locator('button[name="date"]:focus')
  await expect(focused).toBeVisible()
  // a shorter month has no such day
  expect([day, 30, 29, 28]).toContain(Number((await focused.getAttribute('value'))?.slice(8)))
  await page.keyboard.press('PageUp')
  await expect(month).toHaveText(first)
  await expect(focused).toBeVisible()
})

/** A month ahead before which the calendar shows days of another: it begins on no Sunday. */
function monthWithDaysBefore(): YearMonth {
  const [next, other] = [2, 3].map((months) => addMonths(monthOf(dateAhead(0)), months)) as [YearMonth, YearMonth]
  return weekdayOf(firstOf(next)) > 0 ? next : other
}

const firstOf = (month: YearMonth) => `${month}-01` as CalendarDate

withJs('days of another month say theirs', async ({ page, beforehand }) => {
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(75), slot: /^1:00 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  const own = monthWithDaysBefore()
  const first = firstOf(own)
  const [before, after] = [addDays(first, -weekdayOf(first)), firstOf(addMonths(own, 1))]
  await page.goto(`/booking/slots?month=${own}`)
  const month = page.getByRole('table', { name: `Choose a date in ${formatMonth(own)}` })
  const said = (date: CalendarDate) => formatDayMonth(date).split(' ')
  for (const date of [before, after]) {
    await expect(month.locator(`button[value="${date}"]`)).toHaveText(new RegExp(`^${said(date).join('')}`))
    await expect(month.getByText(`${said(date)[1]}`, { exact: true })).toHaveCount(1)
  }
  await expect(month.getByText(`${said(first)[1]}`, { exact: true })).toHaveCount(0)
})
