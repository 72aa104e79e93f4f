import { describe, expect, it } from 'vitest'
import { quickRanges } from '~/domain/quick-ranges'
import { askedFilter, FILTERS_MOST, inRange, nameFault, savedFilter } from '~/domain/saved-filters'
import { day } from './sample-offers'

const on = (date: string) => quickRanges(day(date))

describe('a saved filter', () => {
  it.each([
    // what is asked for on 3 March; what the same chip asks for on 10 March
    [
      { due: 'yes', dateOf: 'desk-day', fromDate: '2027-03-04', toDate: '2027-03-04' },
      { due: 'yes', dateOf: 'desk-day', fromDate: '2027-03-11', toDate: '2027-03-11' },
    ],
    [
      { dateOf: 'paid-on', fromDate: '2027-03-01', toDate: '2027-03-07' },
      { dateOf: 'paid-on', fromDate: '2027-03-08', toDate: '2027-03-14' },
    ],
    [
      { dateOf: 'desk-day', fromDate: '2027-03-01', toDate: '2027-03-31' },
      { dateOf: 'desk-day', fromDate: '2027-03-01', toDate: '2027-03-31' },
    ],
    // dates of the calendar, which no chip asks for: they were typed
    [
      { fromDate: '2027-03-04', toDate: '2027-03-04' },
      { fromDate: '2027-03-04', toDate: '2027-03-04' },
    ],
    [
      { fromDate: '2027-03-02', toDate: '2027-03-09' },
      { fromDate: '2027-03-02', toDate: '2027-03-09' },
    ],
    [
      { fromDate: '2027-03-05', toDate: '2027-03-31' },
      { fromDate: '2027-03-05', toDate: '2027-03-31' },
    ],
    [{ status: 'cancelled', search: 'Priya' }, { status: 'cancelled' }],
    [{ range: 'nonsense' }, {}],
  ])('%j a week later', (asked, later) => {
    expect(askedFilter(savedFilter(asked, on('2027-03-03')), on('2027-03-10'))).toEqual(later)
  })

  it('that was kept before the chips went by the desk’s day asks for what its chip asks for now', () => {
    expect(askedFilter({ due: 'yes', range: 'Tomorrow' }, on('2027-03-10'))).toEqual(
      inRange({ due: 'yes' }, { from: day('2027-03-11'), to: day('2027-03-11') }),
    )
  })

  it('has a name of its own, and there are not more than a person can see', () => {
    expect(nameFault('Weekend', ['Due'])).toBeUndefined()
    expect(nameFault('weekend', ['Due', 'Weekend'])).toMatch(/already/)
    expect(
      nameFault(
        'One more',
        Array.from({ length: FILTERS_MOST }, (_, at) => `Filter ${at}`),
      ),
    ).toMatch(/remove one/)
  })
})

it.each([
  // a visit by the day of the desk, whatever else by its own date
  [{}, 'desk-day'],
  [{ dateOf: 'visit' }, 'desk-day'],
  [{ dateOf: 'desk-day' }, 'desk-day'],
  [{ dateOf: 'booked-on' }, 'booked-on'],
  [{ dateOf: 'paid-on' }, 'paid-on'],
])('a quick range, where the dates are of %j, is of %s', (asked, dateOf) => {
  const range = { from: day('2027-03-04'), to: day('2027-03-05') }
  expect(inRange({ ...asked, due: 'yes' }, range)).toEqual({
    ...{ due: 'yes', dateOf, fromDate: range.from, toDate: range.to },
  })
})
