import { describe, expect, it } from 'vitest'
import { type Capability, inScope, roleMay } from '~/domain/staff-role'

const SUPER_ONLY: Capability[] = [
  'manage-cities',
  'add-locations',
  'filter-by-location',
  'change-catalogue',
  'see-shares',
]
const BOTH: Capability[] = ['manage-bookings', 'manage-coupons', 'manage-banners', 'manage-screens']

describe('what each role may do', () => {
  it.each(SUPER_ONLY)('%s: super admin only', (capability) => {
    expect(roleMay('super-admin', capability)).toBe(true)
    expect(roleMay('location-admin', capability)).toBe(false)
  })

  it.each(BOTH)('%s: both', (capability) => {
    expect(roleMay('super-admin', capability)).toBe(true)
    expect(roleMay('location-admin', capability)).toBe(true)
  })
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
