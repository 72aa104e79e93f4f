import { and, eq, ne } from 'drizzle-orm'
import { staff } from '~/db/schema'
import { normalizeEmail } from '~/domain/email-address'
import { placeFault } from '~/domain/staff-account'
import { STAFF_ROLES } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { OWN_PASSWORD_MISSING } from './own-password.server'
import { EMAIL_TAKEN } from './taken-email.server'

/**
 * What is known to be wrong with somebody's account as it was sent, besides the form of each field, so that it is told together with
 * these: role and place that do not go together, an address that another account than `id` has, and one's own password left out of an
 * invitation. By field; empty when all is well.
 */
export async function personFaults({ db }: AppContext, sent: FormData, id: string, inviting: boolean) {
  const said = (name: string) => String(sent.get(name) ?? '')
  const role = STAFF_ROLES.find((one) => one === said('role'))
  const place = role && placeFault({ role, locationId: said('locationId') || null })
  const taken = await db.$count(staff, and(eq(staff.email, normalizeEmail(said('email'))), ne(staff.id, id)))
  return {
    ...(taken && { email: [EMAIL_TAKEN.message] }),
    ...(place && { locationId: [place] }),
    ...(inviting && !said('ownPassword') && { ownPassword: [OWN_PASSWORD_MISSING] }),
  }
}
