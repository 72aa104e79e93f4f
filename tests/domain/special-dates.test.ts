import { expect, it } from 'vitest'
import { pricesToCome } from '~/domain/special-dates'
import { day } from './sample-offers'

it.each([
  ['yesterday', '2027-03-01', []],
  ['today', '2027-03-02', ['2027-03-02']],
  ['tomorrow', '2027-03-03', ['2027-03-03']],
])('a price of %s, %s, is left on 2 March: %j', (_, date, left) =>
  expect(pricesToCome([{ date: day(date) }], day('2027-03-02')).map((one) => one.date)).toEqual(left))
