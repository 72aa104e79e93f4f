import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Where the day stood before it became the page of today; what was kept as a bookmark still leads there. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(appContext(), request, 'manage-bookings')
  return redirect(links.adminToday(Object.fromEntries(new URL(request.url).searchParams)), 301)
}
