import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, monthOf, type YearMonth } from '~/domain/calendar'
import { wholeMonths } from '~/domain/whole-months'
import { day } from './sample-offers'

const range = (from: string, to: string) => ({ from, to })

describe('a range of dates as whole months and the days around them', () => {
  it.each([
    ['no ends', undefined, undefined, {}, []],
    ['one whole month', '2027-02-01', '2027-02-28', { from: '2027-02', before: '2027-03' }, []],
    ['a year', '2027-01-01', '2027-12-31', { from: '2027-01', before: '2028-01' }, []],
    ['from a day on', '2027-01-20', undefined, { from: '2027-02' }, [range('2027-01-20', '2027-01-31')]],
    ['until a day', undefined, '2027-03-03', { before: '2027-03' }, [range('2027-03-01', '2027-03-03')]],
    [
      'both ends within months',
      '2027-01-20',
      '2027-04-03',
      { from: '2027-02', before: '2027-04' },
      [range('2027-01-20', '2027-01-31'), range('2027-04-01', '2027-04-03')],
    ],
    [
      'one day',
      '2027-02-01',
      '2027-02-01',
      { from: '2027-02', before: '2027-02' },
      [range('2027-02-01', '2027-02-01')],
    ],
    [
      'over the end of a month',
      '2027-01-20',
      '2027-02-03',
      { from: '2027-02', before: '2027-02' },
      [range('2027-01-20', '2027-02-03')],
    ],
    ['the wrong way round', '2027-03-02', '2027-03-01', { from: '2027-04', before: '2027-04' }, []],
  ] as const)('%s', (_, from, to, months, days) =>
    expect(wholeMonths(from && day(from), to && day(to))).toEqual({ months, days }))

  it('covers each day once', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 200 }), (start, length) => {
        const from = addDays(day('2027-01-01'), start)
        const to = addDays(from, length)
        const { months, days } = wholeMonths(from, to)
        for (let at = addDays(from, -40); at <= addDays(to, 40); at = addDays(at, 1)) {
          const month: YearMonth = monthOf(at)
          const inMonths = month >= (months.from ?? '') && month < (months.before ?? '9999-99')
          const times = Number(inMonths) + days.filter((one) => one.from <= at && at <= one.to).length
          expect(times).toBe(from <= at && at <= to ? 1 : 0)
        }
      }),
    ))
})
