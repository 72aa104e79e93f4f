import { describe, expect, it } from 'vitest'
import { refundFault } from '~/domain/desk-refund'
import { rupees } from '~/domain/money'
import type { StaffRole } from '~/domain/staff-role'

const TOO_MUCH = 'The front desk sends back ₹500 at most. Please ask an admin of the location.'

describe('what somebody may send back with one press', () => {
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
