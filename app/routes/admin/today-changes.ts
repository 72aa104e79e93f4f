import type { LoaderFunctionArgs } from '@remix-run/node'
import { todayPageWith } from '~/features/front-desk/today-page.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** The mark of a day, and of the visit that is open beside it, as they are now: a page that stands open asks for it, and loads anew when it is another one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { mark } = await todayPageWith(context, scopeOf(staff), { ...query, role: staff.role })
  return Response.json({ mark })
}
