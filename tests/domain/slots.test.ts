import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '~/domain/calendar'
import {
  type Occupancy,
  onlineSlots,
  overlaps,
  rangeOf,
  sameHours,
  scheduleFaults,
  slotsOn,
  soldInSlots,
} from '~/domain/slots'
import { BASIC, day, ist, ROYAL, time, ZONE } from './sample-offers'

const slot = (text: string) => {
  const [from = '', to = ''] = text.split('-')
  return { from: time(from), to: time(to) }
}
const range = (date: string, text: string) => rangeOf(day(date), slot(text), ZONE)
const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => time(parts.map((part) => String(part).padStart(2, '0')).join(':')))
const slots = fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to)

describe('ranges', () => {
  it('end the next day when the end is not after the start', () => {
    expect(range('2027-01-21', '22:30-00:30')).toEqual({
      from: ist('2027-01-21T22:30:00'),
      to: ist('2027-01-22T00:30:00'),
    })
    expect(range('2027-12-31', '21:00-00:00').to).toEqual(ist('2028-01-01T00:00:00'))
    expect(range('2027-01-21', '10:00-13:00')).toEqual({
      from: ist('2027-01-21T10:00:00'),
      to: ist('2027-01-21T13:00:00'),
    })
  })

  it.each([
    ['2027-01-21', '10:00-13:00', '2027-01-21', '13:00-16:00', false],
    ['2027-01-21', '10:00-13:00', '2027-01-21', '12:59-16:00', true],
    ['2027-01-21', '21:00-00:00', '2027-01-22', '00:00-03:00', false],
    ['2027-01-21', '22:30-00:30', '2027-01-22', '00:00-03:00', true],
    ['2027-01-21', '10:00-13:00', '2027-01-21', '10:30-12:00', true],
    ['2027-01-21', '10:00-13:00', '2027-01-22', '10:00-13:00', false],
  ])('%s %s and %s %s overlap: %s', (dateA, a, dateB, b, expected) => {
    expect(overlaps(range(dateA, a), range(dateB, b))).toBe(expected)
    expect(overlaps(range(dateB, b), range(dateA, a))).toBe(expected)
  })

  it('overlap themselves and last less than a day, whatever the times', () => {
    fc.assert(
      fc.property(slots, (one) => {
        const own = rangeOf(day('2027-01-21'), one, ZONE)
        expect(overlaps(own, own)).toBe(true)
        expect(own.to.getTime() - own.from.getTime()).toBeLessThan(86_400_000)
        expect(own.from < own.to).toBe(true)
      }),
    )
  })
})

describe('slots on a date', () => {
  const schedule = ['19:00-22:00', '10:00-13:00', '13:00-16:00', '22:30-00:30'].map(slot)
  const states = (now: Date, occupied: Occupancy[] = [], date = '2027-01-21') =>
    slotsOn(day(date), schedule, { occupied, now, zone: ZONE }).map(({ slot: { from }, state }) => `${from} ${state}`)
  const early = ist('2027-01-20T12:00:00')

  it('are in the order of the day, whatever the order they were entered in', () => {
    expect(states(early)).toEqual(['10:00 available', '13:00 available', '19:00 available', '22:30 available'])
  })

  it('have started at their first instant', () => {
    expect(states(ist('2027-01-21T12:59:59'))[1]).toBe('13:00 available')
    expect(states(ist('2027-01-21T13:00:00')).slice(0, 3)).toEqual([
      '10:00 started',
      '13:00 started',
      '19:00 available',
    ])
  })

  it('are taken by any overlap, not only by the same start', () => {
    const held: Occupancy = { ...range('2027-01-21', '12:30-13:30'), status: 'pending' }
    const booked: Occupancy = { ...range('2027-01-21', '15:30-16:30'), status: 'booked' }
    expect(states(early, [held, booked]).slice(0, 3)).toEqual(['10:00 held', '13:00 booked', '19:00 available'])
  })

  it('are taken by what spills over from the day before', () => {
    const late: Occupancy = { ...range('2027-01-20', '22:30-10:30'), status: 'booked' }
    expect(states(early, [late])[0]).toBe('10:00 booked')
  })

  it('keep what the caller knows of a slot', () => {
    const own = { ...slot('10:00-13:00'), id: 'morning' }
    expect(slotsOn(day('2027-01-21'), [own], { occupied: [], now: early, zone: ZONE })[0]?.slot.id).toBe('morning')
  })

  it('offer exactly what a booking of it would not overlap', () => {
    fc.assert(
      fc.property(slots, slots, fc.integer({ min: -1, max: 1 }), (one, other, shift) => {
        const taken: Occupancy = { ...rangeOf(addDays(day('2027-01-21'), shift), other, ZONE), status: 'booked' }
        const [shown] = slotsOn(day('2027-01-21'), [one], { occupied: [taken], now: early, zone: ZONE })
        expect(shown?.state === 'available').toBe(!overlaps(rangeOf(day('2027-01-21'), one, ZONE), taken))
      }),
    )
  })
})

describe('slots online', () => {
  const schedule = ['10:00-13:00', '13:00-16:00', '00:15-03:00'].map(slot)
  const states = (now: Date, packages = [ROYAL], occupied: Occupancy[] = [], date = '2027-01-21') =>
    onlineSlots(slotsOn(day(date), schedule, { occupied, now, zone: ZONE }), { packages }, now).map(
      ({ state }) => state,
    )

  it('are too late in the hour before, on a screen without Basic', () => {
    expect(states(ist('2027-01-21T11:59:59'))).toEqual(['started', 'started', 'available'])
    expect(states(ist('2027-01-21T12:00:00'))).toEqual(['started', 'started', 'too-late'])
    expect(states(ist('2027-01-21T12:59:59'))).toEqual(['started', 'started', 'too-late'])
    expect(states(ist('2027-01-21T13:00:00'))).toEqual(['started', 'started', 'started'])
  })

  it('are too late before midnight too, for a slot of the next date', () => {
    expect(states(ist('2027-01-20T23:30:00'))[0]).toBe('too-late')
    expect(states(ist('2027-01-20T23:14:59'))[0]).toBe('available')
  })

  it('are open to the last second where Basic is sold', () => {
    const packages = [ROYAL, { ...BASIC, name: ' BASIC ' }]
    expect(states(ist('2027-01-21T12:59:59'), packages)).toEqual(['started', 'started', 'available'])
  })

  it('stay taken when they are', () => {
    const held: Occupancy = { ...range('2027-01-21', '13:00-16:00'), status: 'pending' }
    expect(states(ist('2027-01-21T12:30:00'), [ROYAL], [held])[2]).toBe('held')
  })
})

describe('what is sold in slots', () => {
  const now = ist('2027-01-21T12:30:00')
  const [soon, later] = [{ range: range('2027-01-21', '13:00-16:00') }, { range: range('2027-01-21', '19:00-22:00') }]

  it.each([
    ['all, in a later slot', [later], [ROYAL, BASIC]],
    ['all, as long as one slot is later', [soon, later], [ROYAL, BASIC]],
    ['Basic alone, when each slot begins within the hour', [soon], [BASIC]],
    ['all, where nothing is free', [], [ROYAL, BASIC]],
  ])('is %s', (_, free, sold) => {
    expect(soldInSlots([ROYAL, BASIC], free, now)).toEqual(sold)
  })
})

it.each([
  ['19:00-22:00', true],
  ['19:00-22:30', false],
  ['18:30-22:00', false],
  ['13:00-16:00', false],
])('a slot from 7 to 10 PM has the hours of one of %s: %s', (other, same) => {
  expect(sameHours(slot('19:00-22:00'), slot(other))).toBe(same)
})

describe('a schedule', () => {
  const faults = (...texts: string[]) => scheduleFaults(texts.map(slot)).map(({ index }) => index)

  it.each([
    [['10:00-13:00', '13:00-16:00', '22:30-00:30'], []],
    [['13:00-16:00', '10:00-13:00'], []],
    [['21:00-00:00', '00:00-03:00'], []],
    [[], []],
    [['10:00-10:00'], [0]],
    [['10:00-13:00', '10:00-13:00'], [1]],
    [['10:00-13:00', '12:00-14:00'], [1]],
    [['22:30-00:30', '00:00-03:00'], [1]],
    [['00:00-03:00', '22:30-00:30'], [1]],
    [
      ['10:00-13:00', '12:00-14:00', '13:30-15:00'],
      [1, 2],
    ],
  ])('%j has faults at %j', (texts, expected) => expect(faults(...texts)).toEqual(expected))

  it('says which slot is in the way', () => {
    expect(scheduleFaults([slot('10:00-13:00'), slot('12:00-14:00')])[0]?.message).toBe(
      'Overlaps the slot 10:00 AM – 1:00 PM',
    )
  })

  it('has a fault exactly when two of its slots overlap on neighbouring days', () => {
    fc.assert(
      fc.property(slots, slots, (a, b) => {
        const clash = [-1, 0, 1].some((shift) =>
          overlaps(rangeOf(day('2027-01-21'), a, ZONE), rangeOf(addDays(day('2027-01-21'), shift), b, ZONE)),
        )
        expect(scheduleFaults([a, b]).length > 0).toBe(clash)
      }),
    )
  })
})
