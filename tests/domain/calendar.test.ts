import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  clockTimeIn,
  datesBetween,
  dayState,
  endsAfterMidnight,
  formatClockTime,
  formatDate,
  formatDayMonth,
  formatLongDate,
  formatMonth,
  formatSlot,
  formatWeekday,
  fromIsoDate,
  horizonOf,
  instantOf,
  monthGrid,
  monthOf,
  parseCalendarDate,
  parseClockTime,
  parseYearMonth,
  startOfDay,
  todayIn,
  toIsoMidnightUtc,
  weekdayOf,
  type YearMonth,
} from '~/domain/calendar'
import { unbroken } from '~/domain/unbroken'
import { day, ist, time, ZONE } from './sample-offers'

const month = (text: string) => text as YearMonth
const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => day(at.toISOString().slice(0, 10)))
const times = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => time(parts.map((part) => String(part).padStart(2, '0')).join(':')))

describe('today in the business time zone', () => {
  // between 00:00 and 05:29 IST the UTC date is still yesterday
  it.each([
    ['2027-01-21T00:10:00', '2027-01-21', '00:10'],
    ['2027-01-21T05:20:00', '2027-01-21', '05:20'],
    ['2027-01-21T23:50:00', '2027-01-21', '23:50'],
    ['2027-01-01T00:00:00', '2027-01-01', '00:00'],
  ])('at %s IST', (at, date, clock) => {
    expect(todayIn(ZONE, ist(at))).toBe(date)
    expect(clockTimeIn(ZONE, ist(at))).toBe(clock)
  })

  it('is the instant that the wall clock shows', () => {
    expect(instantOf(day('2027-01-21'), time('19:00'), ZONE)).toEqual(ist('2027-01-21T19:00:00'))
    expect(startOfDay(day('2027-01-21'), ZONE)).toEqual(new Date('2027-01-20T18:30:00Z'))
    expect(instantOf(day('2027-07-01'), time('12:00'), 'America/New_York')).toEqual(new Date('2027-07-01T16:00:00Z'))
    expect(instantOf(day('2027-01-01'), time('12:00'), 'America/New_York')).toEqual(new Date('2027-01-01T17:00:00Z'))
  })

  // New York puts its clocks on at 2 AM of 14/03/2027, and back at 2 AM of 07/11/2027
  it.each([
    ['2027-03-13', '23:30', '2027-03-14T04:30:00Z'],
    ['2027-03-14', '01:30', '2027-03-14T06:30:00Z'],
    ['2027-03-14', '03:30', '2027-03-14T07:30:00Z'],
    ['2027-03-15', '00:00', '2027-03-15T04:00:00Z'],
    ['2027-11-07', '00:30', '2027-11-07T04:30:00Z'],
    ['2027-11-07', '02:30', '2027-11-07T07:30:00Z'],
    ['2027-11-08', '00:00', '2027-11-08T05:00:00Z'],
  ])('where clocks are put on and back, %s at %s', (date, clock, at) => {
    const zone = 'America/New_York'
    expect(instantOf(day(date), time(clock), zone)).toEqual(new Date(at))
    expect([todayIn(zone, new Date(at)), clockTimeIn(zone, new Date(at))]).toEqual([date, clock])
  })

  it('goes there and back for any date and time', () => {
    fc.assert(
      fc.property(dates, times, (date, clock) => {
        const at = instantOf(date, clock, ZONE)
        expect([todayIn(ZONE, at), clockTimeIn(ZONE, at)]).toEqual([date, clock])
      }),
    )
  })
})

describe('whatever zone the process runs in', () => {
  const before = process.env.TZ
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  it.each(['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'])('%s changes nothing', (zone) => {
    process.env.TZ = zone
    expect(todayIn(ZONE, new Date('2027-01-20T18:30:00Z'))).toBe('2027-01-21')
    expect(weekdayOf(day('2027-01-21'))).toBe(4)
    expect(addDays(day('2027-03-13'), 2)).toBe('2027-03-15')
    expect(formatDate(day('2027-01-21'))).toBe('21/01/2027')
    expect(formatWeekday(day('2027-01-21'))).toBe('Thursday')
    expect(monthGrid(month('2027-02'), day('2027-01-21'), new Set()).weeks[0]?.[0]?.date).toBe('2027-01-31')
  })
})

describe('dates and times from text', () => {
  it.each(['2027-01-21', '2028-02-29', '1900-01-01', '2999-12-31'])('takes %s', (text) =>
    expect(parseCalendarDate(text)).toBe(text))
  it.each([
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '21/01/2027',
    '',
    null,
    20270121,
    '2027-01-21 ',
    ' 2027-01-21',
    '02027-01-21',
    // the day after would have a year of five digits, the week before one below nothing
    '9999-12-31',
    '0000-01-01',
    '1899-12-31',
    '3000-01-01',
    ['2027-01-21'],
    new Date('2027-01-21'),
  ])('refuses %j', (text) => expect(parseCalendarDate(text)).toBeUndefined())

  it.each([
    '2027-01-21',
    '2027-01-21T00:00:00.000Z',
    '2027-01-21T00:00:00Z',
    '2027-01-21T00:00Z',
    '2027-01-21T00:00:00+00:00',
  ])('the API takes %s', (text) => expect(fromIsoDate(text)).toBe('2027-01-21'))
  // midnight in India is the evening before in UTC: to cut it down would book the wrong day
  it.each([
    '2027-01-20T18:30:00.000Z',
    '2027-01-21T99:99Z',
    '2027-02-30T00:00:00.000Z',
    '2027-01-21T00:00:00',
    'on 2027-01-21',
    '2027-01-21/2027-01-22',
    ['2027-01-21'],
    undefined,
  ])('the API refuses %s', (text) => expect(fromIsoDate(text)).toBeUndefined())
  it('the API sends midnight UTC', () => {
    expect(toIsoMidnightUtc(day('2027-01-21'))).toBe('2027-01-21T00:00:00.000Z')
    fc.assert(fc.property(dates, (date) => fromIsoDate(toIsoMidnightUtc(date)) === date))
  })

  it.each(['00:00', '09:05', '23:59'])('takes the time %s', (text) => expect(parseClockTime(text)).toBe(text))
  it.each(['24:00', '9:05', '12:60', '', null, '12:00:00', ['09:05']])('refuses the time %j', (text) =>
    expect(parseClockTime(text)).toBeUndefined())
  it('takes and refuses months', () => {
    expect(parseYearMonth('2027-12')).toBe('2027-12')
    for (const text of ['2027-13', '2027-00', '2027', null, '2027-12-01', '12027-12', ['2027-12']])
      expect(parseYearMonth(text)).toBeUndefined()
  })
})

describe('counting days and months', () => {
  it.each([
    ['2027-12-31', 1, '2028-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2027-01-21', 0, '2027-01-21'],
  ])('%s and %i days', (date, days, expected) => expect(addDays(day(date), days)).toBe(expected))

  it.each([
    ['2027-12', 1, '2028-01'],
    ['2027-01', -1, '2026-12'],
    ['2027-01', 25, '2029-02'],
  ])('%s and %i months', (from, months, expected) => expect(addMonths(month(from), months)).toBe(expected))

  it('knows the month and the last date on offer', () => {
    expect(monthOf(day('2027-01-21'))).toBe('2027-01')
    expect(horizonOf(day('2027-01-21'))).toBe('2028-01-21')
    expect(horizonOf(day('2028-02-29'))).toBe('2029-02-28')
    expect(horizonOf(day('2027-08-31'), 1)).toBe('2027-09-30')
  })
})

describe('month grid', () => {
  const today = day('2027-01-21')
  const closed = new Set(['2027-02-13'])

  it('is six weeks of seven days from Sunday, without a gap', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 12 }), (date, ahead) => {
        const wanted = addMonths(monthOf(date), ahead)
        const days = monthGrid(wanted, date, closed).weeks.flat()
        expect(days).toHaveLength(42)
        expect(weekdayOf(days[0]?.date ?? day(''))).toBe(0)
        days.forEach((one, at) => {
          expect(one.date).toBe(addDays(days[0]?.date ?? day(''), at))
        })
        const inMonth = days.filter((one) => one.inMonth).map(({ date }) => date)
        expect(inMonth).toEqual(datesBetween(day(`${wanted}-01`), addDays(day(`${addMonths(wanted, 1)}-01`), -1)))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['2027-01-20', 'past'],
    ['2027-01-21', 'available'],
    ['2027-02-13', 'blocked'],
    ['2028-01-21', 'available'],
    ['2028-01-22', 'beyond'],
  ])('%s is %s', (date, state) => expect(dayState(day(date), today, closed)).toBe(state))

  it('follows a nearer horizon', () => {
    expect(dayState(day('2027-04-22'), today, closed, 3)).toBe('beyond')
    expect(monthGrid(month('2027-12'), today, closed, 3).month).toBe('2027-04')
  })

  it('never leaves the months on offer', () => {
    expect(monthGrid(month('2026-06'), today, closed)).toMatchObject({
      month: '2027-01',
      previous: undefined,
      next: '2027-02',
    })
    expect(monthGrid(month('2030-01'), today, closed)).toMatchObject({
      month: '2028-01',
      previous: '2027-12',
      next: undefined,
    })
  })

  it('marks today once', () => {
    const days = monthGrid(month('2027-01'), today, closed).weeks.flat()
    expect(days.filter((one) => one.today).map(({ date }) => date)).toEqual([today])
  })
})

describe('what a person reads', () => {
  it('reads dates the British way', () => {
    expect(formatDate(day('2027-02-03'))).toBe('03/02/2027')
    expect(formatWeekday(day('2027-02-14'))).toBe('Sunday')
    expect(formatDayMonth(day('2027-02-14'))).toBe('14 Feb')
    expect(formatLongDate(day('2027-01-21'))).toMatch(/^Thursday,? 21 January 2027$/)
    expect(formatMonth(month('2027-01'))).toBe('January 2027')
  })

  it.each([
    ['00:00', '12:00 AM'],
    ['00:30', '12:30 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['19:30', '7:30 PM'],
  ])('%s reads %s', (clock, text) => expect(formatClockTime(time(clock))).toBe(text))

  it.each([
    ['19:30', '22:30', '7:30 PM – 10:30 PM'],
    ['22:30', '00:30', '10:30 PM – 12:30 AM (next day)'],
    ['21:00', '00:00', '9:00 PM – 12:00 AM (next day)'],
  ])('slot %s–%s', (from, to, text) => expect(formatSlot({ from: time(from), to: time(to) })).toBe(text))

  it.each([
    ['7:30 PM – 12:00 AM (next day)', '7:30_PM_–+_12:00_AM (next day)'],
    ['Cancel by Mon 18 Jan, 7:30 PM (5 h 20 min left) and', 'Cancel by Mon 18 Jan, 7:30_PM (5_h 20_min left) and'],
    ['2 – 4 people, 3 AMs', '2 – 4 people, 3 AMs'],
    ['within 5–7 working days', 'within 5+–+7 working days'],
  ])('%s on a page', (words, kept) =>
    expect(unbroken(words).replaceAll('\u00a0', '_').replaceAll('\u2060', '+')).toBe(kept))

  it.each([
    ['19:30', '22:30', false],
    ['22:30', '00:30', true],
    ['21:00', '00:00', false],
    ['00:00', '02:00', false],
    ['23:00', '22:00', true],
  ])('%s–%s ends after midnight: %s', (from, to, says) =>
    expect(endsAfterMidnight({ from: time(from), to: time(to) })).toBe(says))
})

describe('the dates between two', () => {
  it.each([
    ['2027-02-27', '2027-03-01', ['2027-02-27', '2027-02-28', '2027-03-01']],
    ['2028-02-28', '2028-02-29', ['2028-02-28', '2028-02-29']],
    ['2027-03-01', '2027-03-01', ['2027-03-01']],
    ['2027-03-02', '2027-03-01', []],
  ])('from %s to %s: %j', (first, last, dates) => {
    expect(datesBetween(day(first), day(last))).toEqual(dates)
  })
})
