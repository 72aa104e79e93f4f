import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(appContext(), request)
  return redirect(links.dashboard())
}
