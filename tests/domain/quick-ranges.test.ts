import { expect, it } from 'vitest'
import type { CalendarDate } from '~/domain/calendar'
import { quickRanges } from '~/domain/quick-ranges'

it.each([
  // a Wednesday, a Saturday, a Sunday, a Monday
  ['2027-03-03', ['2027-03-01 2027-03-07', '2027-03-06 2027-03-07', '2027-03-01 2027-03-31']],
  ['2027-02-27', ['2027-02-22 2027-02-28', '2027-03-06 2027-03-07', '2027-02-01 2027-02-28']],
  ['2027-02-28', ['2027-02-22 2027-02-28', '2027-03-06 2027-03-07', '2027-02-01 2027-02-28']],
  ['2028-02-28', ['2028-02-28 2028-03-05', '2028-03-04 2028-03-05', '2028-02-01 2028-02-29']],
])('of %s', (today, expected) => {
  const [day, morrow, ...rest] = quickRanges(today as CalendarDate)
  expect([day?.from, day?.to]).toEqual([today, today])
  expect([morrow?.words, morrow?.from === morrow?.to]).toEqual(['Tomorrow', true])
  expect(rest.map(({ from, to }) => `${from} ${to}`)).toEqual(expected)
})
