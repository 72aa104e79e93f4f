import { and, eq, isNull } from 'drizzle-orm'
import { staff } from '~/db/schema'

/**
 * The owners, as a condition of a query: super admins whose account is open and was taken. Whoever is only invited is none yet: the
 * address may be a stranger's.
 */
export const IS_OWNER = and(eq(staff.role, 'super-admin'), eq(staff.active, true), isNull(staff.invitedAt))
