import { expect, test } from 'vitest'
import { isWrongClock } from '~/domain/clock-fault'

const theirs = new Date('2027-03-01T06:30:00Z')

test.each([
  ['the same', '2027-03-01T06:30:00Z', false],
  ['minutes behind', '2027-03-01T06:12:00Z', false],
  ['an hour ahead', '2027-03-01T07:30:00Z', false],
  ['a second more', '2027-03-01T07:30:01Z', true],
  ['a zone ahead', '2027-03-01T12:00:00Z', true],
  ['a zone behind', '2027-03-01T01:00:00Z', true],
  ['at its very first day', '1970-01-01T00:00:10Z', true],
  ['two months ahead', '2027-05-01T06:30:00Z', true],
])('a clock that is %s: is it wrong?', (_, ours, wrong) => {
  expect(isWrongClock(new Date(ours), theirs)).toBe(wrong)
})
