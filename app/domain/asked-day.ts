import { type CalendarDate, parseCalendarDate } from './calendar'

/** A location as those who choose it know it. */
export interface PlaceOption {
  id: string
  name: string
  /** It was deleted, and is here for what still stands or was taken there. */
  gone?: boolean
}

/** A location's name for those who choose it; of one that was deleted it says so. */
export const placeWords = ({ name, gone }: Omit<PlaceOption, 'id'>): string => (gone ? `${name} (deleted)` : name)

/** What an address names of a location: nothing of the only one there is, unless that was deleted, which other days may not find by itself. */
export const placeNamed = (
  places: readonly PlaceOption[],
  place: PlaceOption | null | undefined,
): string | undefined => (place && (places.length > 1 || place.gone) ? place.id : undefined)

/** What the address of a day names for all locations together; a list names none for that. */
export const ALL_LOCATIONS = 'all'

/** What the address of a list names for what has lost its place, as a room whose location was deleted. */
export const UNALLOCATED = 'unallocated'

export const NO_LOCATION = 'There is no such location'

export interface AskedDay<Chosen> {
  date: CalendarDate
  /** The location that is named; undefined for all of them, or for none. */
  place: Chosen | undefined
  /** What is asked for and there is not, in words for whoever asked; it is left out. */
  faults: string[]
}

/** Which date an address asks for: the desk's `today`, unless it names another. */
export const askedDate = (day: string | undefined, today: CalendarDate): CalendarDate => parseCalendarDate(day) ?? today

/** Which day of which location an address asks for: the desk's `today`, unless it names another. */
export function askedDay<Chosen extends PlaceOption>(
  { date: day, location }: { date?: string; location?: string },
  today: CalendarDate,
  places: readonly Chosen[],
): AskedDay<Chosen> {
  const date = parseCalendarDate(day)
  const place = places.find(({ id }) => id === location)
  return {
    date: date ?? today,
    place,
    faults: [
      ...(day && !date ? ['Date must be a date, as 2027-01-21'] : []),
      ...(location && location !== ALL_LOCATIONS && !place ? [NO_LOCATION] : []),
    ],
  }
}
