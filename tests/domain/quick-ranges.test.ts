import { expect, it } from 'vitest'
import { addDays } from '~/domain/calendar'
import { pastRanges, quickRanges } from '~/domain/quick-ranges'
import { day } from './sample-offers'

it.each([
  // a Wednesday, a Saturday, a Sunday, a Monday
  ['2027-03-03', ['2027-03-01 2027-03-07', '2027-03-06 2027-03-07', '2027-03-01 2027-03-31']],
  ['2027-02-27', ['2027-02-22 2027-02-28', '2027-03-06 2027-03-07', '2027-02-01 2027-02-28']],
  ['2027-02-28', ['2027-02-22 2027-02-28', '2027-03-06 2027-03-07', '2027-02-01 2027-02-28']],
  ['2028-02-28', ['2028-02-28 2028-03-05', '2028-03-04 2028-03-05', '2028-02-01 2028-02-29']],
])('on %s: today, tomorrow, this week, the next weekend, this month', (today, expected) => {
  const [own, next, ...rest] = quickRanges(day(today))
  const tomorrow = addDays(day(today), 1)
  expect(own).toEqual({ words: 'Today', from: today, to: today })
  expect(next).toEqual({ words: 'Tomorrow', from: tomorrow, to: tomorrow })
  expect(rest.map(({ from, to }) => `${from} ${to}`)).toEqual(expected)
})

it.each([
  // a Wednesday, a Sunday, a Monday that begins a month, the first of a year
  ['2027-03-03', ['2027-03-01 2027-03-03', '2027-02-22 2027-02-28', '2027-03-01 2027-03-03', '2027-02-01 2027-02-28']],
  ['2027-02-28', ['2027-02-22 2027-02-28', '2027-02-15 2027-02-21', '2027-02-01 2027-02-28', '2027-01-01 2027-01-31']],
  ['2027-03-01', ['2027-03-01 2027-03-01', '2027-02-22 2027-02-28', '2027-03-01 2027-03-01', '2027-02-01 2027-02-28']],
  ['2027-01-01', ['2026-12-28 2027-01-01', '2026-12-21 2026-12-27', '2027-01-01 2027-01-01', '2026-12-01 2026-12-31']],
])('on %s: the week and the month so far, and those before', (today, expected) => {
  const ranges = pastRanges(day(today))
  expect(ranges.map(({ words }) => words)).toEqual(['This week', 'Last week', 'This month', 'Last month'])
  expect(ranges.map(({ from, to }) => `${from} ${to}`)).toEqual(expected)
})
