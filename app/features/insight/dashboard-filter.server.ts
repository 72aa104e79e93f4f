import { z } from 'zod'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { type CalendarDate, fromIsoDate } from '~/domain/calendar'
import { LONGEST_READ } from '~/domain/text-limits'
import type { DashboardFilter } from './booking-sums.server'

const date = z
  .string()
  .optional()
  .transform((text): CalendarDate | undefined => fromIsoDate(text))

const filters = z.object({
  location: z.string().max(LONGEST_READ.id).optional().catch(undefined),
  fromDate: date,
  toDate: date,
  status: z.enum([...BOOKING_STATUSES, 'all']).catch('booked'),
})

/** The dashboard's filters from its address; the status is `booked` unless another is named. */
export function dashboardFilter(
  url: string,
  { byLocation }: { byLocation: boolean },
): { filter: DashboardFilter; fault?: string } {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '')
  const { location, fromDate: from, toDate: to, status } = filters.parse(Object.fromEntries(given))
  const filter = { status, from, to, locationId: byLocation ? location : undefined }
  if (!from || !to || from <= to) return { filter }
  const fault = 'From must not be later than To; the dates are left out.'
  return { filter: { ...filter, from: undefined, to: undefined }, fault }
}
