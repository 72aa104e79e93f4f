import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { authCookie, closeSession } from '~/features/staff/staff-session.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { FORGET_PAGES } from '~/platform/security-headers.server'

export const loader = () => redirect(links.login())

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  await closeSession(context, request)
  return redirect(links.login(), { status: 303, headers: { 'Set-Cookie': authCookie(context), ...FORGET_PAGES } })
}
