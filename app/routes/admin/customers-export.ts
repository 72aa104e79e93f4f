import type { LoaderFunctionArgs } from '@remix-run/node'
import { listQuery } from '~/features/back-office/list-page.server'
import { exportCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** The customers as the list is filtered. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const { get, search } = listQuery(request)
  const lines = exportCustomers(context, scopeOf(staff), { search, locationId: get('location') })
  return csvAnswer(context, staff, 'Customers', lines, request.signal)
}
