export const STAFF_ROLES = ['super-admin', 'location-admin', 'front-desk', 'kitchen'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles as people read them. */
export const ROLE_NAMES: Record<StaffRole, string> = {
  'super-admin': 'Super admin',
  'location-admin': 'Location admin',
  'front-desk': 'Front desk',
  kitchen: 'Kitchen',
}

/** The part of the business a staff member sees and changes; an argument of every query (rule K4). */
export type Scope = { kind: 'all' } | { kind: 'location'; locationId: string }

const EVERYONE: readonly StaffRole[] = STAFF_ROLES
const SUPER: readonly StaffRole[] = ['super-admin']
const ADMINS: readonly StaffRole[] = ['super-admin', 'location-admin']
const DESK: readonly StaffRole[] = [...ADMINS, 'front-desk']

/** The roles table (rules K3, K17). What anybody but a super admin may change still has to lie in their scope. */
const CAPABILITIES = {
  'manage-cities': SUPER,
  'add-locations': SUPER,
  'filter-by-location': SUPER,
  'change-catalogue': SUPER,
  'see-shares': SUPER,
  'manage-staff': SUPER,
  /** Whatever no narrower word of this table names. */
  administer: ADMINS,
  'see-figures': ADMINS,
  'read-catalogue': ADMINS,
  'read-audit': ADMINS,
  export: ADMINS,
  'manage-coupons': ADMINS,
  'manage-banners': ADMINS,
  'manage-screens': ADMINS,
  'refund-any-sum': ADMINS,
  'manage-bookings': DESK,
  'see-customers': DESK,
  'take-money': DESK,
  /** The prep board. */
  prepare: EVERYONE,
  /** One's own account. */
  'sign-in': EVERYONE,
} as const satisfies Record<string, readonly StaffRole[]>

export type Capability = keyof typeof CAPABILITIES

/** Whether a role has one of the capabilities of the roles table. */
export const roleMay = (role: StaffRole, capability: Capability): boolean => CAPABILITIES[capability].includes(role)

/** The kinds of records that belong to no location but to everybody, as the audit log calls them, and who manages them. */
const OF_EVERYBODY = { Coupon: 'manage-coupons', Banner: 'manage-banners' } as const satisfies Record<
  string,
  Capability
>

/** The kinds of everybody's records that a role manages: whoever does is told in the audit log what became of them (rule K3). */
export const everybodysKinds = (role: StaffRole): string[] =>
  Object.entries(OF_EVERYBODY).flatMap(([kind, may]) => (roleMay(role, may) ? [kind] : []))

/** Whether a role is that of an owner: everything of the business, and no location of their own. */
export const isSuperAdmin = (role: StaffRole): boolean => role === 'super-admin'

/** Whether somebody may change what an account signs in with and is called: a super admin of any, others of their own (rule K22). */
export const mayChangeAccount = (actor: { id: string; role: StaffRole }, accountId: string | undefined): boolean =>
  roleMay(actor.role, 'manage-staff') || actor.id === accountId

/** Whether something of a location (none when unallocated) lies within a scope. */
export const inScope = (scope: Scope, locationId: string | null): boolean =>
  scope.kind === 'all' || scope.locationId === locationId
