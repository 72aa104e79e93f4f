import { expect, it } from 'vitest'
import { outcomeWords } from '~/domain/money-cases'
import {
  ageWords,
  bankWords,
  booksWords,
  thingsWords,
  unlistedWords,
  waitingWords,
  waitsTooLong,
} from '~/domain/open-money'

const NOW = new Date('2027-01-21T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

it.each([
  [0, '0 min', false],
  [59, '59 min', false],
  [60, '1 h', false],
  [24 * 60, '24 h', false],
  [24 * 60 + 1, '24 h', true],
  [47 * 60 + 59, '47 h', true],
  [48 * 60, '2 days', true],
  [-5, '0 min', false],
])('what has waited %i minutes says so', (minutes, words, tooLong) => {
  expect(ageWords(ago(minutes), NOW)).toBe(words)
  expect(waitsTooLong(ago(minutes), NOW)).toBe(tooLong)
})

it.each([
  [0, 0, 0, 'Nothing waits for you'],
  [1, 1, 0, '1 thing waits for you'],
  [3, 3, 2, '3 things wait for you, 2 for more than a day'],
  [1_213, 1_200, 1_009, '1,213 things wait for you, 1,009 for more than a day; the oldest 1,200 are listed'],
  [213, 200, 9, '213 things wait for you, 9 for more than a day; the oldest 200 are listed'],
])('%i that wait, %i of them listed', (waiting, listed, overdue, words) =>
  expect(waitingWords({ waiting, listed, overdue })).toBe(words))

it.each([
  [1, 1, '1 thing', undefined],
  [3, 4, '3 things', undefined],
  [201, 200, '201 things', '1 of them is not listed here; it is listed once some of what waits for you is done.'],
  [
    1_213,
    0,
    '1,213 things',
    '1,213 of them are not listed here; they are listed once some of what waits for you is done.',
  ],
])('%i that waited too long, %i of them in the letter', (overdue, listed, things, unlisted) => {
  expect(thingsWords(overdue)).toBe(things)
  expect(unlistedWords(overdue, listed)).toBe(unlisted)
})

it.each([
  [0, 0, 'Everything agrees'],
  [1, 1, '1 thing is not right'],
  [7, 7, '7 things are not right'],
  [9_60_000, 1_200, '9,60,000 things are not right; 1,200 of them are listed'],
])('%i that are not right in the books, %i of them listed', (wrong, listed, words) =>
  expect(booksWords(wrong, listed)).toBe(words))

it.each([
  [null, 'waits for somebody'],
  ['assigned', 'entered in a booking'],
  ['sent-back', 'sent back'],
  ['outside', 'settled outside'],
] as const)('of money without a home, %s, it is said what became of it', (outcome, words) =>
  expect(outcomeWords(outcome)).toBe(words))

it('a payment is named as its bank calls it', () =>
  expect(bankWords('412345678901')).toBe('bank’s number 412345678901'))
