import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { beginStaffBooking } from '~/features/booking/begin-staff-draft.server'
import { requireStaff } from '~/features/staff/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Begins a new booking with nothing chosen, whatever was left in the session, and leads into the flow. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  await beginStaffBooking(context, await requireStaff(context, request))
  return redirect(links.bookLocations(), 303)
}
