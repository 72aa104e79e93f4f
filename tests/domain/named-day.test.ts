import { describe, expect, test } from 'vitest'
import { namedDay } from '~/domain/named-day'
import { day } from './sample-offers'

/** A Sunday. */
const TODAY = day('2026-11-22')

describe('a day that was typed', () => {
  test.each([
    ['today', '2026-11-22'],
    [' Tomorrow ', '2026-11-23'],
    ['yesterday', '2026-11-21'],
    ['sun', '2026-11-22'],
    ['Saturday', '2026-11-28'],
    ['tues', '2026-11-24'],
    ['2026-12-24', '2026-12-24'],
    ['24/12', '2026-12-24'],
    ['1.3.2027', '2027-03-01'],
    ['24-12-2026', '2026-12-24'],
    ['24 dec', '2026-12-24'],
    ['5 January 2027', '2027-01-05'],
    ['24 dec, 2026', '2026-12-24'],
    ['5jan', '2026-01-05'],
  ])('%s is %s', (text, date) => {
    expect(namedDay(text, TODAY)).toBe(date)
  })

  test.each([
    ['wed', '2026-11-25'],
    ['thu', '2026-11-26'],
    ['mon', '2026-11-30'],
  ])('on a Wednesday %s is the next one, %s', (text, date) => {
    expect(namedDay(text, day('2026-11-25'))).toBe(date)
  })

  test.each([
    '',
    'to',
    'su',
    '24',
    '2412',
    '24 12',
    '31/02',
    '0/5',
    '12/13',
    '9845000001',
    '24 xyz',
    'monsoon',
    'LUM-24',
  ])('%s names no day', (text) => {
    expect(namedDay(text, TODAY)).toBeUndefined()
  })
})
