import { describe, expect, it } from 'vitest'
import { refundFault } from '~/domain/desk-refund'
import { rupees } from '~/domain/money'
import type { StaffRole } from '~/domain/staff-role'

const TOO_MUCH = 'The front desk sends back ₹500 at most of a booking. Please ask an admin of the location.'

describe('what somebody may send back of a booking', () => {
  it.each([
    [200, 300, true],
    [200, 301, false],
    [500, 0, true],
  ])('the desk, which sent ₹%i before: ₹%i more', (before, amount, may) => {
    expect(refundFault('front-desk', rupees(amount), rupees(500), rupees(before)) === undefined).toBe(may)
  })

  it.each([
    ['front-desk', 500, undefined],
    ['front-desk', 501, TOO_MUCH],
    ['kitchen', 501, TOO_MUCH],
    ['location-admin', 90_000, undefined],
    ['super-admin', 90_000, undefined],
  ] as [StaffRole, number, string | undefined][])('%s, ₹%i: %s', (role, amount, fault) => {
    expect(refundFault(role, rupees(amount), rupees(500))).toBe(fault)
  })
})
