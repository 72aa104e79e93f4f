import type { LoaderFunctionArgs } from '@remix-run/node'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** The mark of a prep board as it is now, for a page that stands open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'prepare')
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { mark } = await prepPage(context, scopeOf(staff), query)
  return Response.json({ mark })
}
