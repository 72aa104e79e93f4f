import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Begins a new booking with nothing chosen, beside whatever else was begun, and leads into the flow. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const draft = await beginStaffBooking(context, await requireStaff(context, request))
  return redirect(links.bookLocations({ draft }), 303)
}
