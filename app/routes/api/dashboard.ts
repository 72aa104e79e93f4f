import { toRupeeNumber } from '~/domain/money'
import { roleMay } from '~/domain/staff-role'
import { dashboardCalls } from '~/features/api/booking-calls.server'
import { refuse } from '~/features/api/call.server'
import { dashboardFigures, locationShares } from '~/features/insight/dashboard.server'
import { dashboardFilter } from '~/features/insight/dashboard-filter.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { answers, apiRoute } from '~/http/api-route.server'

const api = apiRoute(
  answers(dashboardCalls.info, async ({ context, staff, request }) => {
    const all = roleMay(staff.role, 'see-shares')
    const { filter, faults, fields } = dashboardFilter(request.url, await filterPlaces(context, staff))
    if (faults.length) return refuse(422, faults.join('; '), { fields })
    const found = await dashboardFigures(context, scopeOf(staff), filter)
    const { totalCities, totalLocations, keptAmount: _kept, refundedAmount: _refunded, ...figures } = found
    return {
      ...figures,
      totalIncome: toRupeeNumber(found.totalIncome),
      pendingAmount: toRupeeNumber(found.pendingAmount),
      currentAmount: toRupeeNumber(found.currentAmount),
      ...(all && { totalCities, totalLocations }),
    }
  }),
  answers(dashboardCalls.graph, async ({ context, staff, request }) => {
    const { filter, faults, fields } = dashboardFilter(request.url, await filterPlaces(context, staff))
    if (faults.length) return refuse(422, faults.join('; '), { fields })
    const shares = await locationShares(context, scopeOf(staff), filter)
    const graphData = shares.map(({ id, name, percentage }) => ({ name, location: id, percentage }))
    return { graphData, totalDocuments: graphData.length }
  }),
)

export const loader = api.loader
export const action = api.action
