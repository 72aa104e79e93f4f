import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvAnswer } from '~/features/back-office/csv-answer.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { exportCustomers } from '~/features/customer/customers.server'
import { requireStaff } from '~/features/staff/require-staff.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { appContext } from '~/platform/context.server'

/** The customers as the list is filtered. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const member = await requireStaff(context, request)
  const { get, search } = listQuery(request)
  const lines = exportCustomers(context, scopeOf(member), { search, locationId: get('location') })
  return csvAnswer(context, member, 'Customers', lines)
}
