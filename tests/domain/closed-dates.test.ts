import { describe, expect, it } from 'vitest'
import { closedDatesAt, dateFault, NOT_BOOKABLE } from '~/domain/closed-dates'
import { day } from './sample-offers'

const CLOSED = [
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
