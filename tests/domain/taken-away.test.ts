import { describe, expect, it } from 'vitest'
import { roomMoveFault, takenAway, takenAwayQuestion } from '~/domain/taken-away'
import { time } from './sample-offers'

const MORNING = { from: time('10:00'), to: time('13:00') }
const NIGHT = { from: time('22:30'), to: time('00:30') }
const BASIC = { id: 'basic', name: 'Basic' }
const GRAND = { id: 'grand', name: 'Grand' }
const BEFORE = { locationId: 'koramangala', capacity: 8, packages: [BASIC, GRAND], slots: [MORNING, NIGHT] }
const UPCOMING = [
  { packageId: 'basic', ...MORNING, people: 2, bookings: 2 },
  { packageId: 'grand', ...MORNING, people: 4, bookings: 1 },
  { packageId: 'grand', ...NIGHT, people: 8, bookings: 3 },
].map((one) => ({ ...one, locationId: 'koramangala', locationName: 'Koramangala' }))

describe('what an edit takes away from bookings to come', () => {
  it.each([
    ['nothing', BEFORE, []],
    ['a package', { ...BEFORE, packages: [BASIC] }, [{ name: 'Grand', bookings: 4 }]],
    ['places', { ...BEFORE, capacity: 3 }, [{ name: 'room for more than 3', bookings: 4 }]],
    ['no place of those who fit', { ...BEFORE, capacity: 4 }, [{ name: 'room for more than 4', bookings: 3 }]],
    ['places that nobody needs', { ...BEFORE, capacity: 9 }, []],
    ['a slot', { ...BEFORE, slots: [NIGHT] }, [{ name: '10:00 AM – 1:00 PM', bookings: 3 }]],
    [
      'a slot whose times change',
      { ...BEFORE, slots: [MORNING, { ...NIGHT, from: time('22:00') }] },
      [{ name: '10:30 PM – 12:30 AM (next day)', bookings: 3 }],
    ],
    [
      'a slot that ends at another time',
      { ...BEFORE, slots: [{ ...MORNING, to: time('14:00') }, NIGHT] },
      [{ name: '10:00 AM – 1:00 PM', bookings: 3 }],
    ],
    [
      'a package that is typed anew',
      { ...BEFORE, packages: [GRAND, { name: 'Basic' }] },
      [{ name: 'Basic', bookings: 2 }],
    ],
  ])('%s', (_, wanted, expected) => expect(takenAway(BEFORE, wanted, UPCOMING)).toEqual(expected))

  it('is its place too, for a room that stood nowhere since its location was deleted', () => {
    const nowhere = { ...BEFORE, locationId: null }
    expect(takenAway(nowhere, { ...BEFORE, locationId: 'indiranagar' }, UPCOMING)).toEqual([
      { name: 'the room at Koramangala', bookings: 6 },
    ])
    expect(takenAway(nowhere, BEFORE, UPCOMING)).toEqual([])
    expect(takenAway(BEFORE, { ...BEFORE, locationId: 'indiranagar' }, UPCOMING)).toEqual([])
  })

  it('is each place that families are led to, and not the new one', () => {
    const led = (id: string, name: string, bookings: number) => ({
      ...{ packageId: 'basic', ...MORNING, people: 2, bookings, locationId: id, locationName: name },
    })
    const upcoming = [...UPCOMING, led('hsr', 'HSR', 1), led('indiranagar', 'Indiranagar', 5)]
    expect(takenAway({ ...BEFORE, locationId: null }, { ...BEFORE, locationId: 'indiranagar' }, upcoming)).toEqual([
      { name: 'the room at Koramangala', bookings: 6 },
      { name: 'the room at HSR', bookings: 1 },
    ])
  })

  it('is no place where the room stays as small as it was, whoever is to come', () =>
    expect(
      takenAway(
        BEFORE,
        BEFORE,
        UPCOMING.map((one) => ({ ...one, people: 9 })),
      ),
    ).toEqual([]))

  it('is nothing when no booking has it', () =>
    expect(takenAway(BEFORE, { locationId: 'koramangala', capacity: 1, packages: [], slots: [] }, [])).toEqual([]))

  it('is asked about with the numbers', () => {
    expect(takenAwayQuestion([])).toBeUndefined()
    expect(takenAwayQuestion([{ name: 'Grand', bookings: 1 }])).toContain('Grand (1 booking).')
    expect(takenAwayQuestion(takenAway(BEFORE, { ...BEFORE, packages: [GRAND], slots: [MORNING] }, UPCOMING))).toBe(
      'Bookings to come have what you take away: Basic (2 bookings), 10:30 PM – 12:30 AM (next day) (3 bookings). They stay as they are.',
    )
  })
})

describe('a room that is to go to another location', () => {
  const HERE = { id: 'koramangala', name: 'Koramangala' }

  it.each([
    ['stays where it is', HERE, 'koramangala', 3],
    ['with nobody to come', HERE, 'indiranagar', 0],
    ['stood nowhere, since its location was deleted', null, 'indiranagar', 3],
  ])('may: %s', (_, from, to, bookings) => expect(roomMoveFault(from, to, bookings)).toBeUndefined())

  it.each([
    [1, '1 booking to come is for this room in Koramangala.'],
    [3, '3 bookings to come are for this room in Koramangala.'],
  ])('may not while %s are to come', (bookings, words) =>
    expect(roomMoveFault(HERE, 'indiranagar', bookings)).toBe(
      `${words} Add a room at the other location and move them there first: their families are told. Then delete this one.`,
    ))
})
