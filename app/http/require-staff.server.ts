import { redirect } from '@remix-run/node'
import { type Capability, isSuperAdmin } from '~/domain/staff-role'
import { currentStaff, type Staff, staffMay } from '~/features/staff/staff-session.server'
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
  if (staffMay(staff, capability)) return staff
  if (staff.mustSetUpCode) throw toSetUp(request)
  throw new Response('Your account may not do this.', { status: 403 })
}

/** The way to the login, and back to this page after it; of a file to the page that it lies under, where its link stands. */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const page = pathname.replace(/\/[^/]+\.\w+$/, '')
  return signedOut(links.login({ next: localPath(`${page}${search}`) }))
}

/**
 * A signed-in super admin. Anybody else is refused: with a `notice` by way of /login (rule K5), which shows
 * it; otherwise, and whenever something would change, with 403.
 */
export async function requireSuperAdmin(context: AppContext, request: Request, notice?: string): Promise<Staff> {
  const staff = await requireStaff(context, request, 'sign-in')
  if (staff.mustSetUpCode) throw toSetUp(request)
  if (isSuperAdmin(staff.role)) return staff
  if (notice && request.method === 'GET') throw await redirectWithNotice(links.login(), notice, 'error')
  throw new Response(notice ?? 'Only a super admin may do this.', { status: 403 })
}

/** Whoever must sign in with a code sets it up first; what they sent meanwhile changes nothing. */
const toSetUp = (request: Request): Response =>
  request.method === 'GET' ? redirect(links.adminSecondFactor(), 303) : new Response(SET_UP_FIRST, { status: 403 })

export const SET_UP_FIRST = 'Set up signing in with a code first.'

/** `text` when it is a path of this site, so that nobody is led elsewhere; undefined otherwise. */
export function localPath(text: string | null | undefined): string | undefined {
  return text && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : undefined
}

/** The same of a page of the back office. */
export function backOfficePath(text: string | null | undefined): string | undefined {
  const path = localPath(text)
  return path?.startsWith(links.adminHome()) ? path : undefined
}
