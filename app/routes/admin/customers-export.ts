import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { locationAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { exportCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** The customers as the list is filtered; the list says why when there is no such file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const { get, search, query } = listQuery(request)
  const places = await filterPlaces(context, staff)
  const { chosen: locationId, faults } = locationAsked(get('location'), places)
  // a file does not show what it was filtered by
  if (faults.length) throw redirect(links.adminCustomers(query))
  const lines = exportCustomers(context, scopeOf(staff), { search, locationId })
  return csvAnswer(
    context,
    staff,
    { what: 'Customers', of: places?.find(({ id }) => id === locationId)?.name },
    lines,
    request.signal,
  )
}
