import { expect, test } from 'vitest'
import { deedWords, firstChange, recordWords } from '~/domain/audit-words'

test.each([
  ['Booking', 'updated', 'LUM-7K2QXA', 'Booking updated: LUM-7K2QXA'],
  ['Till', 'added', 'Koramangala 2026-11-30', 'Till closed: Koramangala, 30/11/2026'],
  ['Till', 'updated', 'HSR Layout 2 2026-11-30', 'Till corrected: HSR Layout 2, 30/11/2026'],
  ['Till', 'added', 'Koramangala', 'Till closed: Koramangala'],
  ['Bookings', 'exported', 'CSV 2025-01-01 to 2027-12-31', 'Bookings exported: CSV 01/01/2025 to 31/12/2027'],
  ['Bookings', 'exported', 'CSV 2027-02-30', 'Bookings exported: CSV 2027-02-30'],
  ['Coupon', 'added', 'DIWALI 2026-11-30', 'Coupon added: DIWALI 2026-11-30'],
])('%s %s of %j reads %j, be it kept as it was before', (entity, action, entityName, words) =>
  expect(`${deedWords({ entity, action })}: ${recordWords({ action, entity, entityName })}`).toBe(words))

const LONG = 'x'.repeat(61)

test.each([
  ['', 'Booking', 'updated', null],
  ['', 'Booking', 'added', { Total: ['', '₹4,436'] }],
  ['', 'Booking', 'updated', { Reason: ['', 'Rain'] }],
  ['Payment ₹800 in cash', 'Booking', 'updated', { Received: ['₹999', '₹1,799, the last ₹800 in cash'] }],
  [
    'Total ₹4,436 → ₹766.33',
    ...([
      'Booking',
      'updated',
      { Reason: ['', 'Power cut'], Refund: ['', '₹3,669.67'], Total: ['₹4,436', '₹766.33'] },
    ] as const),
  ],
  ['Attendance expected → arrived', 'Booking', 'updated', { Attendance: ['expected', 'arrived'] }],
  ['Coupon DIWALI → none', 'Booking', 'updated', { Coupon: ['DIWALI', ''] }],
  ['Note', 'Booking', 'updated', { Note: ['', LONG] }],
  [
    'Difference Counted as expected',
    'Till',
    'added',
    { Counted: ['', '₹2,000'], Difference: ['', 'Counted as expected'] },
  ],
  ['Correction -₹50', 'Till', 'updated', { Correction: ['', '-₹50'], Reason: ['', 'A note was torn'] }],
  // as older versions kept it
  ['Status false', 'Coupon', 'updated', { Status: false }],
] as const)('what an entry changed first: %j', (words, entity, action, changes) =>
  expect(firstChange({ entity, action, changes })).toBe(words))
