import { describe, expect, test } from 'vitest'
import { ALL_LOCATIONS, askedDate, askedDay } from '~/domain/asked-day'
import { parseCalendarDate } from '~/domain/calendar'

describe('the day that an address asks for', () => {
  const today = parseCalendarDate('2027-03-12') ?? expect.fail('no date')
  const [here, there] = [
    { id: 'k', name: 'Koramangala' },
    { id: 'i', name: 'Indiranagar' },
  ]
  const asked = (query: { date?: string; location?: string }) => askedDay(query, today, [here, there])

  test('is today, of no location alone, unless it names others', () => {
    expect(asked({})).toEqual({ date: today, place: undefined, faults: [] })
    expect(asked({ date: '2027-03-11', location: 'i' })).toEqual({ date: '2027-03-11', place: there, faults: [] })
  })

  test.each([
    ['2027-03-11', '2027-03-11'],
    ['2027-02-30', today],
    [undefined, today],
  ])('is, without a location, of %s the date %s', (named, date) => expect(askedDate(named, today)).toBe(date))

  test('may name all locations', () => {
    expect(asked({ location: ALL_LOCATIONS })).toEqual({ date: today, place: undefined, faults: [] })
  })

  test('says what there is not, and follows the rest', () => {
    expect(asked({ date: '2027-02-30', location: 'i' })).toEqual({
      ...{ date: today, place: there },
      faults: ['Date must be a date, as 2027-01-21'],
    })
    expect(asked({ date: '2027-03-11', location: 'nowhere' })).toEqual({
      ...{ date: '2027-03-11', place: undefined },
      faults: ['There is no such location'],
    })
  })
})
