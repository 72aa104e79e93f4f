import { z } from 'zod'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { LONGEST_READ } from '~/domain/text-limits'
import { datesAsked, datesInAddress } from '~/features/back-office/dates-asked.server'
import type { DashboardFilter } from './booking-sums.server'

const filters = z.object({
  location: z.string().max(LONGEST_READ.id).optional().catch(undefined),
  ...datesInAddress,
  status: z.enum([...BOOKING_STATUSES, 'all']).catch('booked'),
})

/** The dashboard's filters from its address; the status is `booked` unless another is named. */
export function dashboardFilter(
  url: string,
  { byLocation }: { byLocation: boolean },
): { filter: DashboardFilter; fault?: string } {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '')
  const { location, fromDate, toDate, status } = filters.parse(Object.fromEntries(given))
  const { fault, ...dates } = datesAsked({ fromDate, toDate })
  return { filter: { status, ...dates, locationId: byLocation ? location : undefined }, fault }
}
