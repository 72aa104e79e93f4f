import { addDays, type CalendarDate, parseCalendarDate, weekdayOf } from './calendar'

const BESIDE: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** Where in a list of names one is meant by three letters of it or more, in small letters; undefined when none is. */
function meant(names: readonly string[], text: string): number | undefined {
  const at = text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text))
  return at < 0 ? undefined : at
}

/**
 * The calendar date that somebody typed: "tomorrow", "sat" (the next one, today included), "24/12", "24 Dec 2026",
 * "2026-12-24". Without a year it is this year's. Undefined when the text names no day.
 */
export function namedDay(text: string, today: CalendarDate): CalendarDate | undefined {
  const said = text.trim().toLowerCase()
  const beside = BESIDE[said]
  if (beside !== undefined) return addDays(today, beside)
  const weekday = meant(WEEKDAYS, said)
  if (weekday !== undefined) return addDays(today, (weekday - weekdayOf(today) + 7) % 7)
  const [, day = '', month = '', year = today.slice(0, 4)] =
    /^(\d{1,2})(?:[/.-]| ?)(\d{1,2}|[a-z]{3,})(?:[/., -]+(\d{4}))?\.?$/.exec(said) ?? []
  const named = meant(MONTHS, month)
  const number = named === undefined ? month : String(named + 1)
  // two numbers without a sign between them are the beginning of something else
  if (!day || (named === undefined && !/^\d+[/.-]/.test(said))) return parseCalendarDate(said)
  return parseCalendarDate(`${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
