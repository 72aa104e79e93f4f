import { describe, expect, it } from 'vitest'
import { quickRanges } from '~/domain/quick-ranges'
import { askedFilter, FILTERS_MOST, nameFault, savedFilter } from '~/domain/saved-filters'
import { day } from './sample-offers'

const on = (date: string) => quickRanges(day(date))

describe('a saved filter', () => {
  it.each([
    // what is asked for on 3 March; what the same chip asks for on 10 March
    [
      { due: 'yes', fromDate: '2027-03-04', toDate: '2027-03-04' },
      { due: 'yes', fromDate: '2027-03-11', toDate: '2027-03-11' },
    ],
    [
      { fromDate: '2027-03-01', toDate: '2027-03-31' },
      { fromDate: '2027-03-01', toDate: '2027-03-31' },
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
