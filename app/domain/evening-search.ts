import { addDays, type CalendarDate, formatDate, parseCalendarDate } from './calendar'
import { type Paise, rupees, ungrouped } from './money'

/** What somebody looks for: a room for so many people near a date, at most so dear, at one place or anywhere. */
export interface EveningSearch {
  people: number
  near: CalendarDate
  under: Paise | undefined
  at: string | undefined
}

/** The search as it was typed, field by field. */
export type TypedSearch = Record<'people' | 'near' | 'under' | 'at', string>

interface Limits {
  today: CalendarDate
  /** The last date that can be booked. */
  horizon: CalendarDate
  /** Of the largest room. */
  mostPeople: number
  /** How many come to the booking that is begun already. */
  begunFor?: number
  locationIds: readonly string[]
}

/** So many evenings stand in the list at first, and so many more after each press. */
export const EVENINGS_A_PAGE = 20

/** Rows of the list that an address asks for: whole pages, one at least; nobody reads more than 25. */
export function rowsShown(asked: string | null): number {
  const pages = /^\d{1,4}$/.test(asked ?? '') ? Math.ceil(Number(asked) / EVENINGS_A_PAGE) : 1
  return EVENINGS_A_PAGE * Math.min(25, Math.max(1, pages))
}

/** A free slot of a list, as the press on it is sent. */
export const eveningPress = (screenId: string, date: CalendarDate, slotId: string): string =>
  [screenId, date, slotId].join(' ')

/** The slot that was pressed, whatever was sent. */
export function eveningPressed(value: unknown): { screenId: string; date: string; slotId: string } {
  const [screenId = '', date = '', slotId = ''] = String(value ?? '').split(' ')
  return { screenId, date, slotId }
}

/** Nothing costs more; what is typed beyond it is no price. */
const MOST_RUPEES = 1_000_000
/** A date that is near is at most so many days away. */
const DAYS_AROUND = 3
/** Who does not say how many come are two. */
const USUAL_PEOPLE = 2

/**
 * Reads a search from the fields of an address (rule B33): the people of the booking that is begun, or two, and today unless
 * something else is said. Answers
 * what was typed, and the search or what is wrong, at its field.
 */
export function readEveningSearch(
  field: (name: keyof TypedSearch) => string | null,
  { today, horizon, mostPeople, begunFor = USUAL_PEOPLE, locationIds }: Limits,
): { typed: TypedSearch; faults: Partial<TypedSearch>; search: EveningSearch | undefined } {
  // where no room is on sale, there is none that is too small
  const usual = begunFor > mostPeople ? USUAL_PEOPLE : begunFor
  const typed: TypedSearch = {
    people: (field('people') ?? String(usual)).trim().slice(0, 20),
    near: (field('near') || today).trim().slice(0, 20),
    under: (field('under') ?? '').trim().slice(0, 20),
    at: (field('at') ?? '').slice(0, 40),
  }
  const faults: Partial<TypedSearch> = {}
  const people = /^\d{1,4}$/.test(typed.people) ? Number(typed.people) : 0
  if (people < 1) faults.people = 'Please enter how many of you come'
  else if (mostPeople > 0 && people > mostPeople) faults.people = `Our largest room is for ${mostPeople} people`
  const near = parseCalendarDate(typed.near)
  if (!near) faults.near = 'Please enter a date'
  else if (near < today) faults.near = 'Please choose today or a later day'
  else if (near > horizon) faults.near = `We take bookings until ${formatDate(horizon)}`
  const amount = ungrouped(typed.under.replace(/^₹|₹$/g, '')) ?? ''
  const under = /^\d{1,7}$/.test(amount) ? Number(amount) : 0
  if (typed.under && (under < 1 || under > MOST_RUPEES)) faults.under = 'Enter an amount in rupees, such as 4000'
  if (typed.at && !locationIds.includes(typed.at)) faults.at = 'Please choose a location from the list'
  if (!near || Object.keys(faults).length) return { typed, faults, search: undefined }
  return {
    typed,
    faults,
    search: { people, near, under: under ? rupees(under) : undefined, at: typed.at || undefined },
  }
}

/** The dates near one that can be booked: three days before to three after. */
export const datesNear = (near: CalendarDate, today: CalendarDate, horizon: CalendarDate): CalendarDate[] =>
  Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => addDays(near, index - DAYS_AROUND)).filter(
    (date) => date >= today && date <= horizon,
  )

/** Milliseconds, to compare by. */
const apart = (a: CalendarDate, b: CalendarDate) => Math.abs(Date.parse(a) - Date.parse(b))

/** In the order of a list of evenings: the nearest date first, of one date the cheapest, of one price by name. */
export const nearestFirst =
  (near: CalendarDate) =>
  <Evening extends { date: CalendarDate; total: Paise; room: string }>(a: Evening, b: Evening): number =>
    apart(a.date, near) - apart(b.date, near) ||
    a.date.localeCompare(b.date) ||
    a.total - b.total ||
    a.room.localeCompare(b.room)
