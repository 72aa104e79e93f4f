import type { BookingDate } from './booking-sorts'
import type { QuickRange } from './quick-ranges'

/** How many filters one person saves at most, and how long a name may be. */
export const FILTERS_MOST = 12
export const FILTER_NAME_MAX = 40

/** What the list of bookings is asked for, as its address says it. */
export type AskedFilter = Readonly<Record<string, string>>

type Dates = Pick<QuickRange, 'from' | 'to'>

/** A filter with the dates of a quick range (rule E25): a visit is asked for by the desk's day, whatever else by the date that it is of. */
export function inRange(asked: AskedFilter, { from, to }: Dates): AskedFilter {
  const deskDay: BookingDate = 'desk-day'
  const { dateOf = 'visit' } = asked
  return { ...asked, dateOf: dateOf === 'visit' ? deskDay : dateOf, fromDate: from, toDate: to }
}

/** Whether a filter asks for a quick range, as its chip does: dates of the calendar that were typed are none. */
export const asksFor = (asked: AskedFilter, { from, to }: Dates): boolean =>
  asked.fromDate === from && asked.toDate === to && inRange(asked, { from, to }).dateOf === asked.dateOf

/**
 * A filter as it is saved (rule E27). Dates that are one of the quick ranges are saved as that range, so that "Tomorrow" is tomorrow
 * whenever it is pressed; what was searched for is not saved, since it names somebody.
 */
export function savedFilter({ search: _, ...asked }: AskedFilter, ranges: readonly QuickRange[]): AskedFilter {
  const range = ranges.find((one) => asksFor(asked, one))
  if (!range) return asked
  const { fromDate: _from, toDate: _to, ...rest } = asked
  return { ...rest, range: range.words }
}

/** What a saved filter asks for today. */
export function askedFilter({ range: words, ...saved }: AskedFilter, ranges: readonly QuickRange[]): AskedFilter {
  const range = ranges.find((one) => one.words === words)
  return range ? inRange(saved, range) : saved
}

/** Why a filter cannot get this name beside the person's others, or be saved at all; undefined when it can. */
export function nameFault(name: string, others: readonly string[]): string | undefined {
  const known = others.some((other) => other.toLowerCase() === name.toLowerCase())
  if (known) return 'You have a filter of this name already'
  return others.length >= FILTERS_MOST ? `You can keep ${FILTERS_MOST} filters; remove one first` : undefined
}
