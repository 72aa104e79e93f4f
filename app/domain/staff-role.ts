export type StaffRole = 'super-admin' | 'location-admin'

/** The part of the business a staff member sees and changes; an argument of every query (decisions.md People). */
export type Scope = { kind: 'all' } | { kind: 'location'; locationId: string }

/** What only a super admin may do (spec back-office §6). */
export type Capability = 'manage-cities' | 'add-locations' | 'filter-by-location' | 'change-catalogue' | 'see-shares'

/** Whether a role has one of the capabilities of the roles table. */
export const roleMay = (role: StaffRole, _capability: Capability): boolean => role === 'super-admin'

/** Whether something of a location (none when unallocated) lies within a scope. */
export const inScope = (scope: Scope, locationId: string | null): boolean =>
  scope.kind === 'all' || scope.locationId === locationId
