import { z } from 'zod'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { LONGEST_READ } from '~/domain/text-limits'
import { datesInAddress, filtersAsked } from '~/features/back-office/filters-asked.server'
import type { DashboardFilter } from './booking-sums.server'

const filters = z.object({
  location: z.string().max(LONGEST_READ.id, 'There is no such location').optional(),
  ...datesInAddress,
  status: z.enum([...BOOKING_STATUSES, 'all'], 'There is no such status').default('booked'),
})

/**
 * The dashboard's filters from its address; the status is `booked` unless another is named. `faults` are what cannot be followed,
 * which is left out.
 */
export function dashboardFilter(
  url: string,
  { byLocation }: { byLocation: boolean },
): { filter: DashboardFilter; faults: string[] } {
  const { asked, dates, faults } = filtersAsked(url, filters)
  return { filter: { status: asked.status, ...dates, locationId: byLocation ? asked.location : undefined }, faults }
}
