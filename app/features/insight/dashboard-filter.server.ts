import { z } from 'zod'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import {
  type DateRange,
  datesInAddress,
  type FilterPlaces,
  filtersAsked,
} from '~/features/back-office/filters-asked.server'
import type { DashboardFilter } from './booking-sums.server'

const filters = z.object({
  ...datesInAddress,
  status: z.enum([...BOOKING_STATUSES, 'all'], 'There is no such status').default('booked'),
})

/**
 * The dashboard's filters from its address; the status is `booked` unless another is named. `faults` are what cannot be followed,
 * which is left out; `typed` are the dates as they were typed.
 */
export function dashboardFilter(
  url: string,
  places: FilterPlaces,
): { filter: DashboardFilter; typed: DateRange; faults: string[]; fields: Record<string, string> } {
  const { asked, dates, locationId, ...told } = filtersAsked(url, filters, places)
  return { filter: { status: asked.status, ...dates, locationId }, ...told }
}
