import { answers, apiRoute } from '~/features/api/api-route.server'
import { customerCalls } from '~/features/api/staff-calls.server'
import { listCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'

const api = apiRoute(
  answers(customerCalls.list, async ({ context, member, query: { location, ...filter } }) => {
    const found = await listCustomers(context, scopeOf(member), { ...filter, locationId: location })
    const customers = found.customers.map(({ id: _id, ...person }) => ({ _id, ...person }))
    return { customers, totalDocuments: found.total, page: found.page, pages: found.pages }
  }),
)

export const loader = api.loader
export const action = api.action
