import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { monthGrid, monthOf } from '~/domain/calendar'
import { MonthCalendar } from '~/features/availability/month-calendar'
import { drawn } from '../support/drawn'
import { date } from '../support/theatre'

const FULL = { free: 0, of: 4, from: '' }

test('a day on which nothing is free does not look like one that can be had', async () => {
  const grid = monthGrid(monthOf(date('2027-03-01')), date('2027-03-01'), new Map(), 12)
  const fullness = { '2027-03-10': FULL, '2027-03-11': { free: 1, of: 4, from: '₹1,499' }, '2027-03-12': FULL }
  const page = await drawn({
    element: <MonthCalendar {...{ grid, fullness }} selected="2027-03-12" monthLink={() => '/'} />,
  })
  const { document } = new JSDOM(page).window
  const look = (day: string) => document.querySelector(`button[value="2027-03-${day}"]`)?.className
  // closed as to its look: it can be pressed all the same, and says then what is taken
  expect(look('10')).toBe('day-closed')
  expect(document.querySelector('button[value="2027-03-10"]:enabled')?.textContent).toContain('full')
  expect(look('11')).toBe('')
  // what is chosen is shown as chosen
  expect(look('12')).toBe('day-chosen')
  // the legend is drawn by the same names
  const legend = [...document.querySelectorAll('[aria-label="Legend"] .day')]
  expect(legend.map((one) => [one.parentElement?.textContent, one.className.trim()])).toEqual([
    ['7Unavailable', 'day day-closed'],
    ['7Selected', 'day day-chosen'],
    ['7Available', 'day'],
  ])
})

test('weeks that are over take no room on a phone, and stand where there is room', async () => {
  const grid = monthGrid(monthOf(date('2027-03-31')), date('2027-03-31'), new Map(), 12)
  const page = await drawn({ element: <MonthCalendar {...{ grid }} selected={undefined} monthLink={() => '/'} /> })
  const weeks = [...new JSDOM(page).window.document.querySelectorAll('tbody tr')]
  expect(weeks.map(({ className }) => className)).toEqual([...Array(4).fill('max-sm:hidden'), '', ''])
})
