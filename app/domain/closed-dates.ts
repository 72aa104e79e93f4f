import { type CalendarDate, dayState } from './calendar'

/** A date closed to online booking at one location, or (null) at all, with the words that visitors read. */
export interface ClosedDate {
  date: CalendarDate
  locationId: string | null
  reason: string
}

/** The dates closed to online booking at a location and why: its own words go before those for all (rule T6). */
export const closedDatesAt = (
  closed: readonly ClosedDate[],
  locationId: string | null,
): ReadonlyMap<CalendarDate, string> =>
  new Map(
    [null, locationId].flatMap((at) =>
      closed.flatMap((one) => (one.locationId === at ? [[one.date, one.reason] as const] : [])),
    ),
  )

/** What a date that has no words of its own says: it is over, or too far ahead (rule T7). */
export const NOT_BOOKABLE = 'That date cannot be booked.'

/** Why a date cannot be booked online, in the words that visitors read; undefined when it can. `months`: how far ahead. */
export function dateFault(
  date: CalendarDate,
  today: CalendarDate,
  closed: ReadonlyMap<CalendarDate, string>,
  months?: number,
): string | undefined {
  const state = dayState(date, today, closed, months)
  if (state === 'available') return undefined
  return (state === 'blocked' ? closed.get(date) : undefined) ?? NOT_BOOKABLE
}
