export const STAFF_ROLES = ['super-admin', 'location-admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The part of the business a staff member sees and changes; an argument of every query (rule K4). */
export type Scope = { kind: 'all' } | { kind: 'location'; locationId: string }

const EVERYONE: readonly StaffRole[] = STAFF_ROLES
const SUPER: readonly StaffRole[] = ['super-admin']

/** The roles table (rule K3). What a location admin may change still has to lie in their scope. */
const CAPABILITIES = {
  'manage-cities': SUPER,
  'add-locations': SUPER,
  'filter-by-location': SUPER,
  'change-catalogue': SUPER,
  'see-shares': SUPER,
  'manage-bookings': EVERYONE,
  'manage-coupons': EVERYONE,
  'manage-banners': EVERYONE,
  'manage-screens': EVERYONE,
} as const satisfies Record<string, readonly StaffRole[]>

export type Capability = keyof typeof CAPABILITIES

/** Whether a role has one of the capabilities of the roles table. */
export const roleMay = (role: StaffRole, capability: Capability): boolean => CAPABILITIES[capability].includes(role)

/** Whether something of a location (none when unallocated) lies within a scope. */
export const inScope = (scope: Scope, locationId: string | null): boolean =>
  scope.kind === 'all' || scope.locationId === locationId
