import { wasDeleted } from '~/features/back-office/audit.server'
import { type ActingStaff, actingIn } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { redirectWithNotice } from './notice.server'

/**
 * Leads back to the list from which a record was deleted; whoever pressed twice reads on both times that it is done.
 *
 * @throws Response 404 for what has never been there within reach
 */
export async function afterDeletion(
  context: AppContext,
  staff: ActingStaff,
  gone: boolean,
  { entity, id, to }: { entity: string; id: string; to: string },
): Promise<Response> {
  const reader = { ...actingIn(staff), role: staff.role }
  if (!gone && !(await wasDeleted(context, reader, { entity, id }))) throw new Response(null, { status: 404 })
  return redirectWithNotice(to, `${entity} deleted successfully!`)
}
