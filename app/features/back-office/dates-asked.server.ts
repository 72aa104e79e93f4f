import { z } from 'zod'
import { type CalendarDate, fromIsoDate } from '~/domain/calendar'

/** A date in the address of a list; what is none counts as not given. */
export const addressDate = z
  .string()
  .optional()
  .transform((text): CalendarDate | undefined => fromIsoDate(text))

/** A filter by two dates; without them, and with the words to say, when they are the wrong way round. */
export function inOrder<Filter extends { from?: CalendarDate; to?: CalendarDate }>(
  filter: Filter,
): { filter: Filter; fault?: string } {
  const { from, to } = filter
  if (!from || !to || from <= to) return { filter }
  const fault = 'From must not be later than To; the dates are left out.'
  return { filter: { ...filter, from: undefined, to: undefined }, fault }
}
