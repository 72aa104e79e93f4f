import { addDays, addMonths, type CalendarDate, monthOf, type YearMonth } from './calendar'

/** Days of a calendar, both included. */
export interface DayRange {
  from: CalendarDate
  to: CalendarDate
}

export interface SplitRange {
  /** From this month on, and before that one; either is missing where the range has no end. */
  months: { from?: YearMonth; before?: YearMonth }
  /** The days before and after the whole months. */
  days: DayRange[]
}

const firstDay = (month: YearMonth) => `${month}-01` as CalendarDate

/** A range of dates, open where an end is missing, as whole months and the days left over at its ends. */
export function wholeMonths(from: CalendarDate | undefined, to: CalendarDate | undefined): SplitRange {
  const begin = from && (from === firstDay(monthOf(from)) ? monthOf(from) : addMonths(monthOf(from), 1))
  const before = to && monthOf(addDays(to, 1))
  // a range within one month, or over one month's end, has no whole one
  if (from && to && begin && before && begin >= before) {
    return { months: { from: begin, before: begin }, days: from <= to ? [{ from, to }] : [] }
  }
  const days: DayRange[] = []
  if (from && begin && from < firstDay(begin)) days.push({ from, to: addDays(firstDay(begin), -1) })
  if (to && before && firstDay(before) <= to) days.push({ from: firstDay(before), to })
  return { months: { from: begin, before }, days }
}
