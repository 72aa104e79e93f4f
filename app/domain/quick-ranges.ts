import { addDays, addMonths, type CalendarDate, monthOf, weekdayOf, type YearMonth } from './calendar'

/** A stretch of dates, both ends included, that a list is asked for by one press. */
export interface QuickRange {
  words: string
  from: CalendarDate
  to: CalendarDate
}

const SATURDAY = 6

/**
 * The stretches that the desk asks for most: today, tomorrow, this week from Monday on, the next weekend (on a Saturday or Sunday the
 * one after it), and this month (rule E25).
 */
export function quickRanges(today: CalendarDate): QuickRange[] {
  const weekday = weekdayOf(today)
  const monday = mondayOf(today)
  const saturday = addDays(today, SATURDAY - weekday || 7)
  const day = (words: string, date: CalendarDate) => ({ words, from: date, to: date })
  return [
    day('Today', today),
    day('Tomorrow', addDays(today, 1)),
    { words: 'This week', from: monday, to: addDays(monday, 6) },
    { words: 'Next weekend', from: saturday, to: addDays(saturday, 1) },
    { words: 'This month', ...wholeMonth(monthOf(today)) },
  ]
}

/** The stretches whose money is looked at most: the week and the month that run, as far as they have come, and those before (rule M32). */
export function pastRanges(today: CalendarDate): QuickRange[] {
  const monday = mondayOf(today)
  const month = monthOf(today)
  return [
    { words: 'This week', from: monday, to: today },
    { words: 'Last week', from: addDays(monday, -7), to: addDays(monday, -1) },
    { words: 'This month', from: wholeMonth(month).from, to: today },
    { words: 'Last month', ...wholeMonth(addMonths(month, -1)) },
  ]
}

const mondayOf = (date: CalendarDate): CalendarDate => addDays(date, -((weekdayOf(date) + 6) % 7))

const wholeMonth = (month: YearMonth) => ({
  from: `${month}-01` as CalendarDate,
  to: addDays(`${addMonths(month, 1)}-01` as CalendarDate, -1),
})
