import { expect, test } from 'vitest'
import { isOpen, isOver } from '~/domain/review'
import { ist } from './sample-offers'

const EVENING = { status: 'booked', attendance: 'arrived', during: { to: ist('2027-03-12T22:00:00') } } as const

test.each([
  ['before its end', {}, '21:59:59', false],
  ['at its end', {}, '22:00:00', true],
  ['when nobody noted who came', { attendance: 'expected' as const }, '22:00:00', true],
  ['when nobody came', { attendance: 'no-show' as const }, '22:00:00', false],
  ['when it was cancelled', { status: 'cancelled' as const }, '22:00:00', false],
  ['when it was never paid', { status: 'expired' as const }, '22:00:00', false],
])('an evening can be told of: %s', (_, changes, at, can) => {
  expect(isOver({ ...EVENING, ...changes }, ist(`2027-03-12T${at}`))).toBe(can)
})

test('a review is its writer’s until staff have decided', () => {
  expect(
    [undefined, 'pending' as const, 'shown' as const, 'hidden' as const].map((state) => isOpen(state && { state })),
  ).toEqual([true, true, false, false])
})
