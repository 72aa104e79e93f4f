import { z } from 'zod'
import { type CalendarDate, fromIsoDate } from '~/domain/calendar'

/** The two dates in the address of a list, as they were sent. */
export const datesInAddress = { fromDate: z.string().optional(), toDate: z.string().optional() }

const NAMES = { fromDate: 'From', toDate: 'To' } as const

/**
 * The two dates that a list is filtered by. One that is none is left out, and so are both when they are the wrong way round;
 * `fault` says so then, in words for whoever asked.
 */
export function datesAsked(asked: { fromDate?: string; toDate?: string }): {
  from?: CalendarDate
  to?: CalendarDate
  fault?: string
} {
  const [from, to] = [fromIsoDate(asked.fromDate), fromIsoDate(asked.toDate)]
  const none = (['fromDate', 'toDate'] as const).filter((name) => asked[name] && !fromIsoDate(asked[name]))
  if (none.length) {
    const fault = `${none.map((name) => NAMES[name]).join(' and ')} must be a date, as 2027-01-21; what is none is left out.`
    return { from, to, fault }
  }
  if (from && to && from > to)
    return { from: undefined, to: undefined, fault: 'From must not be later than To; the dates are left out.' }
  return { from, to }
}
