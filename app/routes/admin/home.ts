import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { staffHome } from '~/features/back-office/admin-nav'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(appContext(), request, 'sign-in')
  return redirect(staffHome(role))
}
