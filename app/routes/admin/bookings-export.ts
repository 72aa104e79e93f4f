import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listQuery } from '~/features/back-office/list-page.server'
import { bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { exportBookings, exportPapers, exportPayments } from '~/features/booking-pages/booking-files.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

const BOOKINGS = { what: 'Bookings', linesOf: exportBookings }
/** What else there is a file of, by the end of its address. */
const OTHERS = [
  { end: '/payments.csv', what: 'Payments', linesOf: exportPayments },
  { end: '/papers.csv', what: 'Papers', linesOf: exportPapers },
]

/** The bookings, their payments or their papers, as the list is filtered; the list says why when there is no such file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const scope = scopeOf(staff)
  const places = await filterPlaces(context, staff)
  const { filter, faults } = bookingFilters(request.url, places)
  const { query } = listQuery(request)
  // a file does not show what it was filtered by
  if (faults.length) throw redirect(links.adminBookings(query))
  const path = new URL(request.url).pathname.toLowerCase()
  const { what, linesOf } = OTHERS.find(({ end }) => path.endsWith(end)) ?? BOOKINGS
  const of = places?.find(({ id }) => id === filter.locationId)?.name
  const content = { what, from: filter.from, to: filter.to, of }
  return csvAnswer(context, staff, content, linesOf(context, scope, filter), request.signal)
}
