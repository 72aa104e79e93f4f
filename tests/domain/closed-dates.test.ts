import { describe, expect, it } from 'vitest'
import { closedDatesAt, closedWords, dateFault, datesToClose, NOT_BOOKABLE, openedWords } from '~/domain/closed-dates'
import { day } from './sample-offers'

const CLOSED = [
  { date: day('2027-03-10'), locationId: 'indiranagar', reason: 'Wedding' },
  { date: day('2027-03-12'), locationId: 'indiranagar', reason: 'Private event' },
  { date: day('2027-03-12'), locationId: null, reason: 'Closed everywhere' },
  { date: day('2027-03-13'), locationId: null, reason: 'Festival' },
  { date: day('2027-03-14'), locationId: 'hsr', reason: 'Painting' },
]

describe('why a date is closed', () => {
  it.each([
    ['indiranagar', '2027-03-12', 'Private event'],
    ['hsr', '2027-03-12', 'Closed everywhere'],
    [null, '2027-03-12', 'Closed everywhere'],
    ['indiranagar', '2027-03-13', 'Festival'],
    ['hsr', '2027-03-14', 'Painting'],
    ['indiranagar', '2027-03-14', undefined],
  ])('at %s on %s: %s', (locationId, date, reason) => {
    expect(closedDatesAt(CLOSED, locationId).get(day(date))).toBe(reason)
    expect(closedDatesAt([...CLOSED].reverse(), locationId).get(day(date))).toBe(reason)
  })

  it.each([
    ['2027-03-10', NOT_BOOKABLE],
    ['2027-03-11', undefined],
    ['2027-03-12', 'Private event'],
    ['2027-06-11', undefined],
    ['2027-06-12', NOT_BOOKABLE],
  ])('on 11 March, three months ahead: %s: %s', (date, fault) =>
    expect(dateFault(day(date), day('2027-03-11'), closedDatesAt(CLOSED, 'indiranagar'), 3)).toBe(fault))
})

describe('what comes of a date that is opened again', () => {
  const PLACES = ['Indiranagar', 'HSR'].map((name) => ({ id: name.toLowerCase(), name }))
  const at = (date: string, locationId: string | null) => ({ date: day(date), locationId })
  it.each([
    ['its only row', at('2027-03-12', 'hsr'), [], '12/03/2027 can be booked online again'],
    [
      'another day and another location',
      at('2027-03-12', 'hsr'),
      [at('2027-03-13', null), at('2027-03-12', 'indiranagar')],
      '12/03/2027 can be booked online again',
    ],
    [
      'one of all locations besides',
      at('2027-03-12', 'hsr'),
      [at('2027-03-12', null)],
      '12/03/2027 stays closed: it is blocked for all locations too',
    ],
    [
      'that of all, with one of a location besides',
      at('2027-03-12', null),
      [at('2027-03-12', 'hsr')],
      '12/03/2027 can be booked online again, except at HSR',
    ],
    [
      'that of all, with one of each location besides',
      at('2027-03-12', null),
      [at('2027-03-12', 'hsr'), at('2027-03-12', 'indiranagar')],
      '12/03/2027 stays closed: it is blocked at each location too',
    ],
    ['of yesterday', at('2027-03-10', null), [], '10/03/2027 is over, and nothing else changes'],
    ['beyond what is booked online', at('2027-06-12', null), [], '12/06/2027 is not blocked any more'],
  ] as const)('%s', (_, opened, others, words) =>
    expect(openedWords(opened, others, PLACES, { today: day('2027-03-11'), months: 3 })).toBe(words))
})

describe('the dates that are closed at once', () => {
  const dates = (first: string, last?: string) => {
    const found = datesToClose(day(first), last === undefined ? undefined : day(last))
    return 'dates' in found ? found.dates : found.fault
  }
  it.each([
    ['2027-03-12', undefined, ['2027-03-12']],
    ['2027-03-12', '2027-03-12', ['2027-03-12']],
    ['2027-02-27', '2027-03-01', ['2027-02-27', '2027-02-28', '2027-03-01']],
    ['2027-03-12', '2027-03-11', 'Until must not be before the date'],
    ['2027-03-01', '2027-04-01', 'At most 31 dates are blocked at once'],
    ['2027-03-01', '9999-12-31', 'At most 31 dates are blocked at once'],
  ])('from %s until %s: %j', (first, last, expected) => {
    expect(dates(first, last)).toEqual(expected)
  })
  it('are a month at most', () => expect(dates('2027-03-01', '2027-03-31')).toHaveLength(31))

  it.each([
    [1, 0, 'Date blocked successfully!'],
    [4, 0, '4 dates blocked successfully!'],
    [4, 1, '4 dates blocked successfully! 1 of them was blocked already, with another message.'],
    [4, 2, '4 dates blocked successfully! 2 of them were blocked already, with another message.'],
  ])('%i, of which %i were: %s', (closed, before, words) => {
    expect(closedWords(closed, before)).toBe(words)
  })
})
