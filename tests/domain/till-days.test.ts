import { describe, expect, it } from 'vitest'
import { rupees } from '~/domain/money'
import {
  amissWords,
  type Counting,
  countingOf,
  countingWords,
  daysReminded,
  isAmiss,
  reducedWords,
  tillDaysAsked,
  unclosedWords,
} from '~/domain/till-days'
import { day } from './sample-offers'

const TODAY = day('2027-03-10')
const cash = { mode: 'cash' } as const
const online = { mode: 'online' } as const
const counted = (expected: number, corrected: number, { atFirst = corrected, begun = 0, reason = '' } = {}) => ({
  ...{ expected: rupees(expected), counted: rupees(atFirst), corrected: rupees(corrected) },
  ...{ begun: rupees(begun), reason },
})

describe('the days that an address asks for', () => {
  it.each([
    ['none: this month so far', {}, '2027-03-01', '2027-03-10'],
    ['the last one alone: its month until then', { to: day('2027-02-17') }, '2027-02-01', '2027-02-17'],
    ['the first one alone: until today', { from: day('2027-02-17') }, '2027-02-17', '2027-03-10'],
    ['a first one that has not come: that day', { from: day('2027-04-02') }, '2027-04-02', '2027-04-02'],
    ['both', { from: day('2027-01-30'), to: day('2027-02-02') }, '2027-01-30', '2027-02-02'],
    ['as many as there may be', { from: day('2026-12-09') }, '2026-12-09', '2027-03-10'],
  ])('%s', (_, asked, from, to) => {
    expect(tillDaysAsked(asked, TODAY)).toEqual({ from, to, faults: [] })
  })

  it('are the last of too many, which is said', () => {
    expect(tillDaysAsked({ from: day('2026-12-08') }, TODAY)).toEqual({
      ...{ from: '2026-12-09', to: '2027-03-10' },
      faults: ['At most 92 days are added up at once'],
    })
  })
})

describe('the days before one that nobody closed', () => {
  const [first, last] = [day('2027-03-06'), day('2027-03-09')]
  const [before, between] = [day('2027-03-05'), day('2027-03-08')]

  it.each([
    ['none', [], [between, before], ''],
    ['one', [last], [between, before], 'Tuesday, 09/03/2027 was never closed'],
    [
      'several, of which the last is named',
      [last, first],
      [before],
      '2 days before this one were never closed, the last of them Tuesday, 09/03/2027',
    ],
    ['all of them: the till is not counted there', [last, first], [], ''],
    ['those before the first that was: the till was not counted yet', [first, before], [last, between], ''],
    ['some before it, and one after', [last, first], [between], 'Tuesday, 09/03/2027 was never closed'],
  ])('%s', (_, open, closed, words) => {
    expect(unclosedWords(open, closed)).toBe(words)
  })

  it('are looked for among the fourteen before it', () => {
    expect(daysReminded(TODAY)).toEqual({ from: '2027-02-24', to: '2027-03-09' })
  })
})

const OVER = { over: true, ofLocation: true }
const RUNNING = { over: false, ofLocation: true }
const NOWHERE = { over: true, ofLocation: false }

describe('the counting of a day', () => {
  it.each<[string, Counting, string, boolean]>([
    ['nothing moved', countingOf([], undefined, OVER), 'Nothing to count', false],
    ['money came online alone', countingOf([online], undefined, OVER), 'Nothing to count', false],
    ['money moved by hand, and the day runs', countingOf([online, cash], undefined, RUNNING), 'Not over yet', false],
    ['money moved by hand, and nobody closed it', countingOf([cash], undefined, OVER), 'Not closed', true],
    ['a card was taken, and nobody closed it', countingOf([{ mode: 'card' }], undefined, OVER), 'Not closed', true],
    ['money of no location moved by hand', countingOf([cash], undefined, NOWHERE), 'In no till', false],
    ['money of no location came online', countingOf([online], undefined, NOWHERE), 'Nothing to count', false],
    ['what had to be there was counted', countingOf([cash], counted(500, 500), OVER), 'Counted as expected', false],
    ['less was counted', countingOf([cash], counted(500, 300), OVER), '₹200 too little', true],
    ['it was closed before it was over', countingOf([cash], counted(500, 700), RUNNING), '₹200 too much', true],
    [
      'an entry corrects what lacked',
      countingOf([cash], counted(500, 500, { atFirst: 300 }), OVER),
      'Counted as expected, before corrections ₹200 too little',
      true,
    ],
    [
      'an entry says that there is more still, of a day that was not short',
      countingOf([cash], counted(500, 700, { atFirst: 600 }), OVER),
      '₹200 too much',
      true,
    ],
    [
      'an entry says that there is more, of what was counted as expected',
      countingOf([cash], counted(500, 600, { atFirst: 500 }), OVER),
      '₹100 too much',
      true,
    ],
    [
      'an entry says that more lacks',
      countingOf([cash], counted(500, 300, { atFirst: 400 }), OVER),
      '₹200 too little',
      true,
    ],
    [
      'it began with less than was left',
      countingOf([], counted(500, 500, { begun: -1_500, reason: 'brought to the bank' }), OVER),
      'Counted as expected, ₹1,500 less to begin with: brought to the bank',
      true,
    ],
    [
      'it began with less than was left, and less was counted',
      countingOf([], counted(500, 400, { begun: -1_500, reason: 'Bank, and milk' }), OVER),
      '₹100 too little, ₹1,500 less to begin with: Bank, and milk',
      true,
    ],
    [
      'less was counted, and why',
      countingOf([cash], counted(500, 300, { reason: 'Milk' }), OVER),
      '₹200 too little',
      true,
    ],
    ['it was closed although nothing moved', countingOf([], counted(0, 0), OVER), 'Counted as expected', false],
  ])('%s', (_, counting, words, amiss) => {
    expect([countingWords(counting), isAmiss(counting)]).toEqual([words, amiss])
  })
})

describe('what is amiss with some days', () => {
  const off = (by: number, { atFirst = by, begun = 0 } = {}): Counting => ({
    ...{ state: 'closed', difference: rupees(by), atFirst: rupees(atFirst), begun: rupees(begun), reason: 'Milk' },
  })
  it.each<[string, Counting[]]>([
    ['', []],
    ['', [off(0), { state: 'nothing' }, { state: 'still' }]],
    ['₹200 too little (once).', [off(-200), off(0)]],
    ['₹250 too little (2 times), ₹100 too much (once).', [off(-200), off(100), off(-50)]],
    [
      '₹150 too little (once), before corrections ₹250 too little (2 times).',
      [off(-150, { atFirst: -200 }), off(0, { atFirst: -50 }), off(0, { atFirst: 100 })],
    ],
    ['₹1,500 less to begin with (once).', [off(0, { begun: -1_500 })]],
    [
      '₹20 too little (once), ₹1,600 less to begin with (2 times), ₹300 more to begin with (once).',
      [off(0, { begun: -1_500 }), off(-20, { begun: -100 }), off(0, { begun: 300 })],
    ],
    ['1 day is not closed.', [{ state: 'open' }]],
    ['2 days are not closed, ₹50 too much (once).', [{ state: 'open' }, off(50), { state: 'open' }]],
  ])('%j', (words, countings) => {
    expect(amissWords(countings.map((one) => [one]))).toBe(words)
  })

  const open: Counting = { state: 'open' }
  it.each<[string, Counting[][]]>([
    ['2 tills of 1 day are not closed.', [[open, open], [off(0)]]],
    [
      '3 tills of 2 days are not closed, ₹50 too much (once).',
      [
        [open, open],
        [off(50), open],
      ],
    ],
    // one of each day: as many days as tills
    [
      '2 days are not closed.',
      [
        [open, off(0)],
        [{ state: 'nothing' }, open],
      ],
    ],
  ])('at several locations: %j', (words, days) => {
    expect(amissWords(days)).toBe(words)
  })
})

it.each([
  [0, 0, undefined],
  [1, 500, 'After technical failures ₹500 was taken off 1 visit of these days.'],
  [2, 1_999, 'After technical failures ₹1,999 was taken off 2 visits of these days.'],
])('what technical failures took off %i visits: ₹%i', (visits, off, words) => {
  expect(reducedWords({ visits, off: rupees(off) })).toBe(words)
})
