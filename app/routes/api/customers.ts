import { pageJson } from '~/features/api/answer-shapes.server'
import { customerCalls } from '~/features/api/staff-calls.server'
import { listCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { answers, apiRoute } from '~/http/api-route.server'

const api = apiRoute(
  answers(customerCalls.list, async ({ context, staff, query: { location, ...filter } }) => {
    const found = await listCustomers(context, scopeOf(staff), { ...filter, locationId: location, whole: true })
    const { rows, around } = pageJson(found.customers, found, filter.page)
    return { customers: rows.map(({ id: _id, ...person }) => ({ _id, ...person })), ...around }
  }),
)

export const loader = api.loader
export const action = api.action
