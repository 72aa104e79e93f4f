import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listQuery } from '~/features/back-office/list-page.server'
import { bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { exportBookings, exportPayments } from '~/features/booking-pages/bookings.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** The bookings, or their payments, as the list is filtered; the list says why when there is no such file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const scope = scopeOf(staff)
  const places = await filterPlaces(context, staff)
  const { filter, faults } = bookingFilters(request.url, places)
  const { query } = listQuery(request)
  // a file does not show what it was filtered by
  if (faults.length) throw redirect(links.adminBookings(query))
  const payments = /\/payments\.csv$/i.test(new URL(request.url).pathname)
  const lines = payments ? exportPayments(context, scope, filter) : exportBookings(context, scope, filter)
  const of = places?.find(({ id }) => id === filter.locationId)?.name
  const content = { what: payments ? 'Payments' : 'Bookings', from: filter.from, to: filter.to, of }
  return csvAnswer(context, staff, content, lines, request.signal)
}
