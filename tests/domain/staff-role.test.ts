import { describe, expect, it } from 'vitest'
import { type Capability, everybodysKinds, inScope, mayChangeAccount, roleMay, STAFF_ROLES } from '~/domain/staff-role'

const WHO: Record<Capability, number> = {
  'manage-cities': 1,
  'add-locations': 1,
  'filter-by-location': 1,
  'change-catalogue': 1,
  'see-shares': 1,
  'manage-staff': 1,
  administer: 2,
  'see-figures': 2,
  'read-catalogue': 2,
  'read-audit': 2,
  export: 2,
  'manage-coupons': 2,
  'manage-banners': 2,
  'manage-screens': 2,
  'refund-any-sum': 2,
  'manage-bookings': 3,
  'see-customers': 3,
  'take-money': 3,
  prepare: 4,
  'sign-in': 4,
}

describe('what each role may do', () => {
  // each role may do all that the ones after it may: super admin, location admin, front desk, kitchen
  it.each(Object.entries(WHO) as [Capability, number][])('%s: the first %i', (capability, first) => {
    expect(STAFF_ROLES.filter((role) => roleMay(role, capability))).toEqual(STAFF_ROLES.slice(0, first))
  })
})

it.each([
  ['super-admin', ['Coupon', 'Banner']],
  ['location-admin', ['Coupon', 'Banner']],
  ['front-desk', []],
  ['kitchen', []],
] as const)('what belongs to everybody is managed by a %s: %j', (role, kinds) =>
  expect(everybodysKinds(role)).toEqual(kinds))

describe('an account', () => {
  it.each([
    ['super-admin', 'vikram', true],
    ['super-admin', undefined, true],
    ['location-admin', 'dora', true],
    ['location-admin', 'vikram', false],
    ['location-admin', undefined, false],
    ['front-desk', 'vikram', false],
  ] as const)('is changed by its own person and by super admins: %s dora, the account of %s', (role, account, may) =>
    expect(mayChangeAccount({ id: 'dora', role }, account)).toBe(may))
})

describe('scope', () => {
  it.each([
    [{ kind: 'all' }, 'indiranagar', true],
    [{ kind: 'all' }, null, true],
    [{ kind: 'location', locationId: 'indiranagar' }, 'indiranagar', true],
    [{ kind: 'location', locationId: 'indiranagar' }, 'hebbal', false],
    // what belongs to no location is the super admin's alone
    [{ kind: 'location', locationId: 'indiranagar' }, null, false],
  ] as const)('%j and %s: %s', (scope, locationId, expected) => expect(inScope(scope, locationId)).toBe(expected))
})
