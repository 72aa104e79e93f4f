import { describe, expect, test } from 'vitest'
import type { Attendance, BookingStatus } from '~/domain/booking-status'
import {
  type ClosedHours,
  DESK_STATE_WORDS,
  type DeskVisit,
  dayAhead,
  dayGrid,
  dayOverWords,
  daysToCome,
  deskDate,
  deskDayRange,
  emptyState,
  isAwaited,
  isSellable,
  isUnmarked,
  lowRows,
  minutesLate,
  owesAtDesk,
  tillDate,
  tooEarlyToNote,
  visitState,
} from '~/domain/desk-day'
import { day, ist, ZONE } from './sample-offers'

/** 7 PM to 10 PM in Bengaluru on Friday, 12 March 2027. */
const during = { from: new Date('2027-03-12T13:30:00Z'), to: new Date('2027-03-12T16:30:00Z') }
const visit = (changes: Partial<DeskVisit> = {}): DeskVisit => ({
  status: 'booked',
  attendance: 'expected',
  during,
  ...changes,
})
/** A time of that evening in Bengaluru. */
const at = (time: string) => ist(`2027-03-12T${time}:00`)

describe('what a place is', () => {
  test('the desk sells what is free, closed to online booking or not', () => {
    const states = Object.keys(DESK_STATE_WORDS) as (keyof typeof DESK_STATE_WORDS)[]
    expect(states.filter(isSellable)).toEqual(['free', 'blocked'])
  })

  test.each([
    ['a hold', visit({ status: 'pending' }), '18:00', 'held'],
    ['a booking before its time', visit(), '18:00', 'booked'],
    ['a booking whose guests are late', visit(), '19:30', 'booked'],
    ['guests who came early', visit({ attendance: 'arrived' }), '18:50', 'in-house'],
    ['guests in their last minute', visit({ attendance: 'arrived' }), '21:59', 'in-house'],
    ['guests at the end of their slot', visit({ attendance: 'arrived' }), '22:00', 'done'],
    ['a slot that went by and nobody marked', visit(), '22:00', 'done'],
    ['guests who did not come', visit({ attendance: 'no-show' }), '19:30', 'no-show'],
    ['guests who did not come, the day after', visit({ attendance: 'no-show' }), '23:30', 'no-show'],
  ] as const)('%s', (_, of, time, state) => {
    expect(visitState(of, at(time))).toBe(state)
  })

  test.each([
    ['18:59', false, 'free'],
    ['18:59', true, 'blocked'],
    ['19:00', false, 'over'],
    ['19:00', true, 'over'],
  ] as const)('with nobody in it at %s, closed online %s: %s', (time, closed, state) => {
    expect(emptyState(during, closed, at(time))).toBe(state)
  })
})

test.each([
  ['booked', 'expected', true],
  ['booked', 'arrived', true],
  ['booked', 'no-show', false],
  ['pending', 'expected', false],
  ['cancelled', 'expected', false],
  ['expired', 'expected', false],
] as [
  BookingStatus,
  Attendance,
  boolean,
][])('what remains of a booking is due at the desk: %s, %s: %s', (status, attendance, owes) => {
  expect(owesAtDesk({ status, attendance })).toBe(owes)
})

describe('guests', () => {
  test.each([
    ['17:29', false],
    ['17:30', true],
    ['21:59', true],
    ['22:00', false],
  ])('are awaited at %s: %s', (time, awaited) => {
    expect(isAwaited(visit(), at(time))).toBe(awaited)
    for (const other of [
      visit({ attendance: 'arrived' }),
      visit({ attendance: 'no-show' }),
      visit({ status: 'pending' }),
    ])
      expect(isAwaited(other, at(time))).toBe(false)
  })

  test.each([
    ['19:09', 0],
    ['19:10', 10],
    ['20:15', 75],
    ['22:00', 0],
  ])('are late at %s by %i minutes', (time, minutes) => {
    expect(minutesLate(visit(), at(time))).toBe(minutes)
    expect(minutesLate(visit({ attendance: 'arrived' }), at(time))).toBe(0)
  })

  test('whom nobody marked are known after their slot', () => {
    expect([visit(), visit({ attendance: 'arrived' })].map((one) => isUnmarked(one, at('22:30')))).toEqual([
      true,
      false,
    ])
    expect(isUnmarked(visit(), at('21:00'))).toBe(false)
  })
})

describe('of a visit from 7 PM on it can be noted', () => {
  const early = (what: Attendance, now: string) =>
    tooEarlyToNote(what, { slotStart: during.from, now: ist(`${now}:00`), zone: ZONE })

  test.each([
    ['arrived', '2027-02-20T12:00', '“Arrived” can be noted from 5:30 PM on Friday, 12/03/2027.'],
    ['arrived', '2027-03-11T23:00', '“Arrived” can be noted from 5:30 PM tomorrow.'],
    ['arrived', '2027-03-12T17:29', '“Arrived” can be noted from 5:30 PM.'],
    ['arrived', '2027-03-12T17:30', undefined],
    ['no-show', '2027-02-20T12:00', '“Did not come” can be noted from 7:00 PM on Friday, 12/03/2027.'],
    ['no-show', '2027-03-12T18:59', '“Did not come” can be noted from 7:00 PM.'],
    ['no-show', '2027-03-12T19:00', undefined],
    ['no-show', '2027-03-20T12:00', undefined],
    ['expected', '2027-02-20T12:00', undefined],
  ] as const)('%s at %s: %s', (what, now, refusal) => {
    expect(early(what, now)).toEqual(refusal && { ok: false, reason: 'too-early', message: refusal })
  })
})

test.each([
  ['2027-03-12T03:59', '2027-03-11'],
  ['2027-03-12T04:00', '2027-03-12'],
  ['2027-03-12T23:59', '2027-03-12'],
])('at %s the front desk receives the parties of %s', (now, date) => {
  expect(deskDate(ZONE, ist(`${now}:00`))).toBe(date)
})

test.each([
  ['2027-03-12T03:59', '2027-03-12'],
  ['2027-03-12T04:00', undefined],
  ['2027-03-13T02:00', undefined],
])('at %s a visit of the evening of the 12th is said to be on %s', (now, date) => {
  expect(dayAhead(at('19:00'), ZONE, ist(`${now}:00`))).toBe(date)
  // one that begins after midnight belongs to the evening before
  expect(dayAhead(ist('2027-03-13T00:30:00'), ZONE, ist(`${now}:00`))).toBe(date)
})

test.each([
  ['at eleven in the evening', '2027-03-11T23:00', '2027-03-11', '2027-03-13'],
  ['at one in the morning', '2027-03-12T01:00', '2027-03-11', '2027-03-14'],
  ['at four in the morning', '2027-03-12T04:00', '2027-03-12', '2027-03-14'],
])('the days to come, %s', (_, now, first, last) => {
  expect(daysToCome(ZONE, ist(`${now}:00`), 2)).toEqual([first, last])
})

describe('the grid of a day', () => {
  const midnight = at('00:00')
  const range = (from: string, minutes: number) => ({
    from: at(from),
    to: new Date(at(from).getTime() + minutes * 60_000),
  })

  test('goes from the first full hour to the last, beyond midnight too', () => {
    const grid = dayGrid(midnight, [range('09:30', 180), range('22:30', 120)])
    expect(grid.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 16 }, (_, index) => 9 + index))
    expect(grid.hours.map(({ row }) => row)).toEqual(Array.from({ length: 16 }, (_, index) => 1 + 4 * index))
    expect(grid.rows).toBe(64)
    expect(grid.placeOf(range('09:30', 180))).toEqual({ row: 3, rows: 12 })
    expect(grid.placeOf(range('22:30', 120))).toEqual({ row: 55, rows: 8 })
  })

  test('knows the row of now, and nothing outside', () => {
    const grid = dayGrid(midnight, [range('10:00', 180)])
    expect(['09:59', '10:00', '10:14', '10:15', '12:59', '13:00'].map((time) => grid.rowOf(at(time)))).toEqual([
      undefined,
      1,
      1,
      2,
      12,
      undefined,
    ])
  })

  test('cuts what begins before it or runs beyond it, and gives everything a row', () => {
    const grid = dayGrid(midnight, [range('10:00', 60)])
    expect(grid.placeOf(range('09:00', 90))).toEqual({ row: 1, rows: 2 })
    expect(grid.placeOf(range('10:30', 90))).toEqual({ row: 3, rows: 2 })
    expect(grid.placeOf(range('10:05', 5)).rows).toBe(1)
  })

  test('is drawn low up to the hour before now, and nothing of it on another day', () => {
    const grid = dayGrid(midnight, [range('09:00', 900)])
    const low = (time: string) => lowRows(grid.rowOf(at(time)) ?? null)
    expect([null, '09:00', '10:00', '10:15', '20:00'].map((time) => (time ? low(time) : lowRows(null)))).toEqual([
      0, 0, 0, 1, 40,
    ])
  })

  test('of a day without anything goes from 10 to 22 o’clock', () => {
    expect(dayGrid(midnight, []).hours.map(({ hour }) => hour)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    ])
  })
})

test.each([
  ['2027-03-11', '12:00', 'This day is over'],
  ['2027-03-12', '12:00', undefined],
  ['2027-03-13', '12:00', undefined],
  // after midnight the desk has the evening before still
  ['2027-03-11', '01:30', undefined],
  ['2027-03-10', '01:30', 'This day is over'],
])('of %s, on the 12th at %s, is said: %s', (date, now, words) => {
  expect(dayOverWords(day(date), ZONE, ist(`2027-03-12T${now}:00`))).toBe(words)
})

describe('the business’s day', () => {
  const hours = (closed?: ClosedHours) => {
    const { from, to } = deskDayRange(day('2027-03-12'), ZONE, closed)
    return [from, to].map((at) => at.toISOString())
  }

  test.each([
    ['as a rule: four to four', undefined, '2027-03-11T22:30:00.000Z', '2027-03-12T22:30:00.000Z'],
    ['closed at midnight: as it was', { own: 0 }, '2027-03-11T18:30:00.000Z', '2027-03-12T18:30:00.000Z'],
    ['after one that was', { before: 0 }, '2027-03-11T18:30:00.000Z', '2027-03-12T22:30:00.000Z'],
    ['open, before one that was', { after: 0 }, '2027-03-11T22:30:00.000Z', '2027-03-12T18:30:00.000Z'],
    ['after one that was not', { own: 4, before: 4 }, '2027-03-11T22:30:00.000Z', '2027-03-12T22:30:00.000Z'],
  ])('%s', (_, closed, from, to) => {
    expect(hours(closed)).toEqual([from, to])
  })

  test.each([
    ['nothing is closed', {}, '2027-03-11'],
    ['the evening was closed at four', { '2027-03-11': 4 }, '2027-03-11'],
    ['the evening was closed at midnight', { '2027-03-11': 0 }, '2027-03-12'],
    ['the day after it was closed at midnight', { '2027-03-12': 0 }, '2027-03-12'],
    ['the evening at four, the day after it at midnight', { '2027-03-11': 4, '2027-03-12': 0 }, '2027-03-11'],
  ] as [
    string,
    Record<string, number>,
    string,
  ][])('half past one in the morning of the 12th, %s', (_, closed, till) => {
    expect(tillDate(new Date('2027-03-11T20:00:00Z'), ZONE, (date) => closed[date])).toBe(till)
  })
})
