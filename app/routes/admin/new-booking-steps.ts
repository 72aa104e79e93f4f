import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listQuery } from '~/features/back-office/list-page.server'
import { beginBookingAt, beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Begins a new booking by the customer's steps, beside whatever else was begun: at a place that is named, or with nothing chosen. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const { get } = listQuery(request)
  const [screenId, slotId, date] = [get('screen'), get('slot'), get('date')]
  if (screenId && slotId && date) {
    const draft = await beginBookingAt(context, staff, { screenId, slotId, date })
    if (!draft) throw new Response(null, { status: 404 })
    return redirect(links.bookCustomerDetails({ draft }), 303)
  }
  const draft = await beginStaffBooking(context, staff)
  return redirect(links.bookLocations({ draft }), 303)
}
