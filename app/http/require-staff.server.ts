import { type Capability, roleMay } from '~/domain/staff-role'
import { currentStaff, type Staff } from '~/features/staff/staff-session.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { redirectWithNotice } from './notice.server'
import { signedOut } from './signed-out.server'

/**
 * The signed-in member of staff who has this capability of the roles table; a page that names none is for admins. A stranger is
 * sent to the login, and comes back to this page after it; who may not is refused with 403.
 */
export async function requireStaff(
  context: AppContext,
  request: Request,
  capability: Capability = 'administer',
): Promise<Staff> {
  const staff = await currentStaff(context, request)
  if (!staff) throw toLogin(request)
  if (roleMay(staff.role, capability)) return staff
  throw new Response('Your account may not do this.', { status: 403 })
}

/** The way to the login, and back to this page after it. */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return signedOut(links.login({ next: localPath(`${pathname.replace(/\.data$/, '')}${search}`) }))
}

/**
 * A signed-in super admin. Anybody else is refused: with a `notice` by way of /login (rule K5), which shows
 * it; otherwise, and whenever something would change, with 403.
 */
export async function requireSuperAdmin(context: AppContext, request: Request, notice?: string): Promise<Staff> {
  const staff = await requireStaff(context, request, 'sign-in')
  if (roleMay(staff.role, 'manage-cities')) return staff
  if (notice && request.method === 'GET') throw await redirectWithNotice(links.login(), notice, 'error')
  throw new Response(notice ?? 'Only a super admin may do this.', { status: 403 })
}

/** `text` when it is a path of this site, so that nobody is led elsewhere; undefined otherwise. */
export function localPath(text: string | null | undefined): string | undefined {
  return text && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : undefined
}
