import { describe, expect, test } from 'vitest'
import { inShownOrder, nothingOpenIn, onlyBookable, roomsInWords } from '~/domain/location-choice'
import { rupees } from '~/domain/money'

const at = (name: string, cityId: string, bookable = true) => ({ name, cityId, bookable })
const names = (locations: { name: string }[]) => locations.map(({ name }) => name)

const KORAMANGALA = at('Koramangala', 'bengaluru')
const INDIRANAGAR = at('Indiranagar', 'bengaluru')
const ADYAR = at('Adyar', 'chennai')

describe('a location is chosen by itself', () => {
  test('while it is the only one of the business that can be booked', () => {
    expect(onlyBookable([KORAMANGALA])).toBe(KORAMANGALA)
    expect(onlyBookable([at('Adyar', 'chennai', false), KORAMANGALA])).toBe(KORAMANGALA)
  })

  test('not while another city has one too, and never when it has no room to book', () => {
    expect(onlyBookable([KORAMANGALA, ADYAR])).toBeUndefined()
    expect(onlyBookable([at('Adyar', 'chennai', false)])).toBeUndefined()
    expect(onlyBookable([])).toBeUndefined()
  })
})

test('a city that was chosen and has nothing open is said, when another one has', () => {
  const closed = at('Closed', 'chennai', false)
  expect(nothingOpenIn('chennai', [closed, KORAMANGALA])).toBe(true)
  expect(nothingOpenIn('mysuru', [KORAMANGALA])).toBe(true)
  expect(nothingOpenIn('chennai', [closed, ADYAR, KORAMANGALA])).toBe(false)
  expect(nothingOpenIn(undefined, [closed, KORAMANGALA])).toBe(false)
  expect(nothingOpenIn('chennai', [closed])).toBe(false)
})

describe('the locations of a business stand', () => {
  test.each([
    [undefined, ['Koramangala', 'Indiranagar', 'Adyar', 'Closed']],
    ['bengaluru', ['Koramangala', 'Indiranagar', 'Adyar', 'Closed']],
    ['chennai', ['Adyar', 'Koramangala', 'Indiranagar', 'Closed']],
  ])('all of them, those of the city %s first and what cannot be booked last', (city, order) => {
    const closed = at('Closed', 'chennai', false)
    expect(names(inShownOrder([closed, KORAMANGALA, INDIRANAGAR, ADYAR], city))).toEqual(order)
  })
})

test('a location’s card says its rooms, for how many people they are, and what the cheapest package costs', () => {
  const room = (minPeople: number, capacity: number, ...prices: number[]) => ({
    ...{ minPeople, capacity, extraPersonPrice: rupees(200) },
    packages: prices.map((price) => ({ price: rupees(price) })),
  })
  expect(roomsInWords([])).toBeUndefined()
  expect(roomsInWords([room(2, 6, 1_499, 999, 2_000)])).toBe('1 room · 2 – 6 people · from\u00a0₹999')
  expect(roomsInWords([room(4, 8, 1_399), room(2, 6, 1_199.5), room(3, 15, 2_000)])).toBe(
    '3 rooms · 2 – 15 people · from\u00a0₹1,199.50',
  )
  // somebody comes, and is one more than the package includes
  expect(roomsInWords([room(0, 6, 1_399)])).toBe('1 room · 1 – 6 people · from\u00a0₹1,599')
  expect(roomsInWords([room(4, 4, 1_399)])).toBe('1 room · 4 people · from\u00a0₹1,399')
})
