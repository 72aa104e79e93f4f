import type { QuickRange } from './quick-ranges'

/** How many filters one person saves at most, and how long a name may be. */
export const FILTERS_MOST = 12
export const FILTER_NAME_MAX = 40

/** What the list of bookings is asked for, as its address says it. */
export type AskedFilter = Readonly<Record<string, string>>

/**
 * A filter as it is saved (rule E27). Dates that are one of the quick ranges are saved as that range, so that "Tomorrow" is tomorrow
 * whenever it is pressed; what was searched for is not saved, since it names somebody.
 */
export function savedFilter({ search: _, ...asked }: AskedFilter, ranges: readonly QuickRange[]): AskedFilter {
  const { fromDate, toDate, ...rest } = asked
  const range = ranges.find(({ from, to }) => from === fromDate && to === toDate)
  return range ? { ...rest, range: range.words } : asked
}

/** What a saved filter asks for today. */
export function askedFilter({ range: words, ...saved }: AskedFilter, ranges: readonly QuickRange[]): AskedFilter {
  const range = ranges.find((one) => one.words === words)
  return range ? { ...saved, fromDate: range.from, toDate: range.to } : saved
}

/** Why a filter cannot get this name beside the person's others, or be saved at all; undefined when it can. */
export function nameFault(name: string, others: readonly string[]): string | undefined {
  const known = others.some((other) => other.toLowerCase() === name.toLowerCase())
  if (known) return 'You have a filter of this name already'
  return others.length >= FILTERS_MOST ? `You can keep ${FILTERS_MOST} filters; remove one first` : undefined
}
