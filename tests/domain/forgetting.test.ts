import { expect, test } from 'vitest'
import { isForgotten } from '~/domain/forgetting'
import { rupees, ZERO } from '~/domain/money'
import { ist } from './sample-offers'

const ABSENT = {
  status: 'booked',
  attendance: 'no-show',
  total: rupees(1_499),
  endedAt: ist('2027-03-12T22:00:00'),
  payments: [],
  moneyUnderWay: false,
} as const
const captured = { status: 'captured', voided: false } as const
const struckOut = { status: 'captured', voided: true } as const

test.each([
  ['who booked by phone, never paid and never came', {}, true],
  ['of whom nobody noted whether they came, and who paid nothing', { attendance: 'expected' as const }, true],
  ['who came and still owes', { attendance: 'arrived' as const }, false],
  ['whose visit cost nothing, when nobody noted it', { attendance: 'expected' as const, total: ZERO }, false],
  ['whose visit cost nothing, and who did not come', { total: ZERO }, true],
  ['who paid and did not come', { payments: [captured] }, false],
  ['whose only payment was struck out', { payments: [struckOut] }, true],
  ['of whose payments one was struck out', { payments: [struckOut, captured] }, false],
  ['whose money came and all went back', { payments: [{ status: 'refunded' as const, voided: false }] }, false],
  ['whose invoice is of so much that it names its buyer', { total: rupees(50_000) }, false],
  ['whose invoice is of a little less', { total: rupees(49_999) }, true],
  ['who cancelled an evening of so much', { status: 'cancelled' as const, total: rupees(50_000) }, true],
  ['who cancelled and never paid', { status: 'cancelled' as const }, true],
  [
    'who cancelled, and whose only payment was struck out',
    { status: 'cancelled' as const, payments: [struckOut] },
    true,
  ],
  ['who cancelled and had paid', { status: 'cancelled' as const, payments: [captured] }, false],
  ['who let the hold run out', { status: 'expired' as const, attendance: 'expected' as const, total: ZERO }, true],
  ['whose slot is held', { status: 'pending' as const }, false],
  ['whose money waits to be settled', { moneyUnderWay: true }, false],
])('is forgotten by the next night thirty days later: a customer %s: %#', (_, changes, forgotten) => {
  const booking = { ...ABSENT, ...changes }
  expect(isForgotten(booking, ist('2027-04-11T22:00:00'))).toBe(false)
  expect(isForgotten(booking, ist('2027-04-11T22:00:01'))).toBe(forgotten)
})
