import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { localPath, requireStaff } from '~/http/require-staff.server'
import { themeCookie, themeNamed } from '~/http/theme.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Nothing to see: whoever had to sign in before the switch was taken is led here by the way back from the login. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(appContext(), request, 'sign-in')
  return redirect(links.adminHome())
}

/** Remembers how the back office is lit. A page whose scripts run stays where it is; otherwise the way leads back. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(appContext(), request, 'sign-in')
  const form = await request.formData()
  const headers = { 'Set-Cookie': await themeCookie(themeNamed(form.get('theme'))) }
  if (!request.headers.get('Accept')?.includes('text/html')) return Response.json({}, { headers })
  return redirect(localPath(String(form.get('back') ?? '')) ?? links.adminHome(), { status: 303, headers })
}
