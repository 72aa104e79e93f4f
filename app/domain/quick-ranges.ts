import { addDays, addMonths, type CalendarDate, monthOf, weekdayOf } from './calendar'

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
  const monday = addDays(today, -((weekday + 6) % 7))
  const saturday = addDays(today, SATURDAY - weekday || 7)
  const month = monthOf(today)
  const day = (words: string, date: CalendarDate) => ({ words, from: date, to: date })
  return [
    day('Today', today),
    day('Tomorrow', addDays(today, 1)),
    { words: 'This week', from: monday, to: addDays(monday, 6) },
    { words: 'Next weekend', from: saturday, to: addDays(saturday, 1) },
    {
      words: 'This month',
      from: `${month}-01` as CalendarDate,
      to: addDays(`${addMonths(month, 1)}-01` as CalendarDate, -1),
    },
  ]
}
