import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Scope } from '~/domain/staff-role'

/** The condition that something lies within a scope, by the id of its location; none for whoever sees all (rule K4). */
export const within = (scope: Scope, locationId: SQLWrapper): SQL | undefined =>
  scope.kind === 'all' ? undefined : eq(sql`${locationId}`, scope.locationId)
