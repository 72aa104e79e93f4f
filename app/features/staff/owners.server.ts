import { and, eq } from 'drizzle-orm'
import { staff } from '~/db/schema'

/** The owners, as a condition of a query: super admins whose account is open. */
export const OPEN_SUPER_ADMIN = and(eq(staff.role, 'super-admin'), eq(staff.active, true))
