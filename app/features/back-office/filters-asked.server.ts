import { z } from 'zod'
import { type CalendarDate, fromIsoDate } from '~/domain/calendar'
import { queryOf } from './list-page.server'

const dateInAddress = (label: string) =>
  z
    .string()
    .transform((text, context): CalendarDate => {
      const date = fromIsoDate(text)
      if (date) return date
      context.addIssue(`${label} must be a date, as 2027-01-21`)
      return z.NEVER
    })
    .optional()

/** The two dates in the address of a list. */
export const datesInAddress = { fromDate: dateInAddress('From'), toDate: dateInAddress('To') }

interface Dates {
  fromDate?: CalendarDate
  toDate?: CalendarDate
}

/**
 * What an address filters by. What is none is left out, and so are two dates that are the wrong way round; `faults` say so, in
 * words for whoever asked.
 */
export function filtersAsked<Read extends Dates>(
  url: string,
  schema: z.ZodType<Read>,
): { asked: Omit<Read, keyof Dates>; dates: { from?: CalendarDate; to?: CalendarDate }; faults: string[] } {
  const query = queryOf(url)
  const issues = schema.safeParse(query).error?.issues ?? []
  for (const { path } of issues) delete query[String(path[0])]
  const { fromDate: from, toDate: to, ...asked } = schema.parse(query)
  const faults = issues.map(({ message }) => message)
  if (!from || !to || from <= to) return { asked, dates: { from, to }, faults }
  return { asked, dates: { from: undefined, to: undefined }, faults: [...faults, 'From must not be later than To'] }
}
