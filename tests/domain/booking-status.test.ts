import { describe, expect, it } from 'vitest'
import { BLOCKING_STATUSES, BOOKING_STATUSES, canMove, countsAs, type MoveCause } from '~/domain/booking-status'
import { assertNever } from '~/domain/result'

const CAUSES: MoveCause[] = [
  'paid',
  'nothing-to-pay',
  'staff',
  'hold-ended',
  'released',
  'order-refused',
  'cancelled',
  'late-payment',
]
const ALWAYS = ['pending>booked', 'pending>expired', 'pending>cancelled', 'booked>cancelled']
const LATE = ['expired>booked']

describe('moves of a booking', () => {
  for (const from of BOOKING_STATUSES) {
    for (const to of BOOKING_STATUSES) {
      it(`${from} → ${to}`, () => {
        const move = `${from}>${to}`
        const causes = ALWAYS.includes(move) ? CAUSES : LATE.includes(move) ? ['late-payment'] : []
        expect(CAUSES.filter((cause) => canMove(from, to, cause))).toEqual(causes)
      })
    }
  }

  it('blocks a slot while it is held or booked', () => expect(BLOCKING_STATUSES).toEqual(['pending', 'booked']))

  it.each([
    ['pending', false, 'pending'],
    ['booked', true, 'booked'],
    ['expired', false, 'expired'],
    ['cancelled', true, 'cancelled'],
    // a hold that was deleted before it ever stood
    ['cancelled', false, 'expired'],
  ] as const)('one that is %s, and stood once: %s, counts as %s', (status, wasBooked, counted) =>
    expect(countsAs({ status, wasBooked })).toBe(counted))

  it('throws on a status that nobody knows', () => {
    expect(() => canMove('lost' as never, 'booked', 'paid')).toThrow('Unexpected value: "lost"')
    expect(() => assertNever({ kind: 'x' } as never)).toThrow('{"kind":"x"}')
  })
})
