import { addDays, type CalendarDate, datesBetween, dayState, formatDate } from './calendar'

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

/** So many dates are closed at once: a year's feast, or a month of building. */
export const MOST_CLOSED_AT_ONCE = 31

/** The dates from the first to the last, both included; a fault where they are the wrong way round, or more than are closed at once. */
export function datesToClose(
  first: CalendarDate,
  last: CalendarDate = first,
): { dates: CalendarDate[] } | { fault: string } {
  if (last < first) return { fault: 'Until must not be before the date' }
  if (last > addDays(first, MOST_CLOSED_AT_ONCE - 1))
    return { fault: `At most ${MOST_CLOSED_AT_ONCE} dates are blocked at once` }
  return { dates: datesBetween(first, last) }
}

/** What was closed, in words: how many dates, and how many of them say something else since before. */
export function closedWords(dates: number, before: number): string {
  const done = dates === 1 ? 'Date blocked successfully!' : `${dates} dates blocked successfully!`
  if (before === 0) return done
  return `${done} ${before === 1 ? '1 of them was' : `${before} of them were`} blocked already, with another message.`
}

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

/**
 * What comes of a closed date that is opened again, in words (rule T6): it may be over or too far ahead, and `others`, which close
 * dates besides it, may still close it. `places` are the locations that there are.
 */
export function openedWords(
  { date, locationId }: Pick<ClosedDate, 'date' | 'locationId'>,
  others: readonly Pick<ClosedDate, 'date' | 'locationId'>[],
  places: readonly { id: string; name: string }[],
  { today, months }: { today: CalendarDate; months?: number },
): string {
  const shown = formatDate(date)
  const state = dayState(date, today, new Map(), months)
  if (state === 'past') return `${shown} is over, and nothing else changes`
  const still = others.filter((one) => one.date === date)
  if (still.some((one) => one.locationId === null)) return `${shown} stays closed: it is blocked for all locations too`
  const shut = locationId === null ? places.filter(({ id }) => still.some((one) => one.locationId === id)) : []
  if (shut.length && shut.length === places.length) return `${shown} stays closed: it is blocked at each location too`
  const where = shut.length ? `, except at ${shut.map(({ name }) => name).join(', ')}` : ''
  const what = state === 'beyond' ? 'is not blocked any more' : 'can be booked online again'
  return `${shown} ${what}${where}`
}
