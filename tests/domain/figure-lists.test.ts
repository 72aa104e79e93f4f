import { expect, test } from 'vitest'
import { figureLists } from '~/domain/figure-lists'
import { day } from './sample-offers'

test('a figure leads to the list of just its bookings, of the same period and location', () => {
  const asked = { status: 'booked' as const, locationId: 'koramangala', from: day('2027-03-01'), to: day('2027-03-31') }
  const list = { status: 'booked', location: 'koramangala', fromDate: '2027-03-01', toDate: '2027-03-31' }
  expect(figureLists(asked)).toEqual({ bookings: list, pending: { ...list, due: 'yes' } })
  expect(figureLists({ status: 'booked' })).toEqual({
    bookings: { status: 'booked' },
    pending: { status: 'booked', due: 'yes' },
  })
})

test.each([
  'all',
  'pending',
  'cancelled',
  'expired',
] as const)('of %s bookings no list is what is pending', (status) => {
  expect(figureLists({ status })).toEqual({ bookings: { status } })
})
