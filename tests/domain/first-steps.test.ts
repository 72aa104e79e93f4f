import { expect, test } from 'vitest'
import { firstSteps, type House } from '~/domain/first-steps'

const EMPTY: House = { cities: 0, locations: 0, rooms: 0, occasions: 0, bookings: 0, live: false }
const WHOLE: House = { cities: 1, locations: 1, rooms: 1, occasions: 1, bookings: 1, live: true }

test.each<[string, House, string[]]>([
  ['nothing is there', EMPTY, []],
  ['there is a city', { ...EMPTY, cities: 1 }, ['city']],
  ['a room without a location is none', { ...EMPTY, cities: 2, locations: 1 }, ['city', 'location']],
  ['all but the keys', { ...WHOLE, live: false }, ['city', 'location', 'room', 'catalogue', 'booking']],
])('the first steps: %s', (_, house, done) => {
  const steps = firstSteps(house) ?? []
  expect(steps.map(({ step }) => step)).toEqual(['city', 'location', 'room', 'catalogue', 'booking', 'live'])
  expect(steps.filter((one) => one.done).map(({ step }) => step)).toEqual(done)
})

test('once all is done nothing is said', () => expect(firstSteps(WHOLE)).toBeUndefined())
