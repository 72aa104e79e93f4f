import { type AnyColumn, eq, type SQL } from 'drizzle-orm'
import type { Scope } from '~/domain/staff-role'

/** The condition that something lies within a scope, by the column of its location; none for whoever sees all (rule K4). */
export const within = (scope: Scope, locationId: AnyColumn): SQL | undefined =>
  scope.kind === 'all' ? undefined : eq(locationId, scope.locationId)
