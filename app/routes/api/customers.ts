import { pageJson } from '~/features/api/answer-shapes.server'
import { refuse } from '~/features/api/call.server'
import { customerCalls } from '~/features/api/staff-calls.server'
import { locationAsked } from '~/features/back-office/filters-asked.server'
import { listCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { answers, apiRoute } from '~/http/api-route.server'

const api = apiRoute(
  answers(customerCalls.list, async ({ context, staff, query: { location, ...filter } }) => {
    const { chosen: locationId, faults } = locationAsked(location, await filterPlaces(context, staff))
    if (faults.length) return refuse(422, faults.join('; '), { fields: { location: faults[0] } })
    const found = await listCustomers(context, scopeOf(staff), { ...filter, locationId, whole: true })
    const { rows, around } = pageJson(found.customers, found, filter.page)
    return { customers: rows.map(({ id: _id, ...person }) => ({ _id, ...person })), ...around }
  }),
)

export const loader = api.loader
export const action = api.action
