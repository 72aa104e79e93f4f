import { expect, test } from 'vitest'
import { figureLists } from '~/domain/figure-lists'
import { rupees } from '~/domain/money'
import { DashboardTiles } from '~/features/insight/dashboard-tiles'
import { drawn } from '../support/drawn'

const NONE = rupees(0)
const FIGURES = {
  ...{ totalIncome: rupees(2_498), currentAmount: rupees(999), pendingAmount: rupees(1_499), keptAmount: rupees(999) },
  ...{ refundedAmount: NONE, totalBookings: 2, todayBookings: 0, totalScreens: 2 },
}

// a cancelled booking of ₹3,000 with ₹999 kept brings in ₹999 (rule M15)
test.each([
  ['booked', 'Totals of bookings that are booked, by date of visit'],
  ['cancelled', 'What was kept of bookings that are cancelled, by date of visit'],
  ['expired', 'What was kept of bookings that are expired, by date of visit'],
  ['all', 'Totals of bookings that are pending or booked, and what was kept of the others, by date of visit'],
] as const)('of %s bookings the dashboard says what its income is: %s', async (status, words) => {
  expect(
    await drawn({ element: <DashboardTiles figures={FIGURES} status={status} lists={figureLists({ status })} /> }),
  ).toContain(words)
})

test.each([
  ['booked', ', also by guests who did not come</'],
  ['all', ', also by guests who did not come</'],
  ['pending', '</'],
  ['cancelled', '</'],
] as const)('of %s bookings the dashboard says whose money is pending: %s', async (status, words) => {
  const tiles = <DashboardTiles figures={FIGURES} status={status} lists={figureLists({ status })} />
  expect(await drawn({ element: tiles })).toContain(`What is still to be paid for them${words}`)
})

test.each([
  ['booked', ['status=booked&due=yes', 'status=booked']],
  ['all', ['status=all']],
] as const)('of %s bookings the figures lead to their lists, and to none that comes to another sum', async (status, lists) => {
  const page = await drawn({
    element: <DashboardTiles figures={FIGURES} status={status} lists={figureLists({ status })} />,
  })
  expect(
    [...page.matchAll(/href="\/admin\/bookings\?([^"]*)"/g)].map(([, query]) => query?.replace('&amp;', '&')),
  ).toEqual(lists)
})
