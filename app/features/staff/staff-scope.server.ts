import { inScope, isSuperAdmin, type Scope } from '~/domain/staff-role'
import type { Staff } from './staff-session.server'

/** The part of the business a member of staff sees and changes; the argument of every query for the back office. */
export function scopeOf(staff: Pick<Staff, 'role' | 'locationId'>): Scope {
  if (isSuperAdmin(staff.role)) return { kind: 'all' }
  // an account without a location has no session; a scope that matches nothing keeps it so
  return { kind: 'location', locationId: staff.locationId ?? '' }
}

/** The member of staff who acts. */
export type ActingStaff = Pick<Staff, 'id' | 'name' | 'role' | 'locationId'>

/** Whether a member of staff may touch something of this location. */
export const mayTouch = (staff: ActingStaff, locationId: string | null): boolean => inScope(scopeOf(staff), locationId)

/** A member of staff as actor: who they are, and how far they reach. */
export const actingIn = (staff: ActingStaff): { actor: { id: string; name: string }; scope: Scope } => ({
  actor: { id: staff.id, name: staff.name },
  scope: scopeOf(staff),
})
