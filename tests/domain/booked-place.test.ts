import { expect, test } from 'vitest'
import { isAtPlace } from '~/domain/booked-place'
import { day } from './sample-offers'

const BOOKED = { screenId: 'aurora', date: day('2027-03-12'), slotIds: ['late', 'late-before'] }

test.each([
  ['as it was booked', {}, true],
  ['in the slot as its schedule has it anew', { slotId: 'late-before' }, true],
  ['in another room', { screenId: 'borealis' }, false],
  ['on another date', { date: day('2027-03-13') }, false],
  ['in another slot', { slotId: 'early' }, false],
  ['in no slot yet', { slotId: undefined }, false],
])('choices are those of a booking: %s', (_, change, same) => {
  expect(isAtPlace({ screenId: 'aurora', date: day('2027-03-12'), slotId: 'late', ...change }, BOOKED)).toBe(same)
})
