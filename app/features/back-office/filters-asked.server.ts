import { z } from 'zod'
import { NO_LOCATION } from '~/domain/asked-day'
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

/** The first and the last day of what is shown. */
export interface DateRange {
  from?: CalendarDate
  to?: CalendarDate
}

/** The locations that somebody may filter by; null for who sees one alone, whatever an address names. */
export type FilterPlaces = readonly { id: string }[] | null

/**
 * What an address filters by. What is none is left out, and so are two dates that are the wrong way round and a location that is
 * none of `places`; `faults` say so, in words for whoever asked, and `fields` the same by the name that each has in the address. Both
 * dates stay as `typed`, for the fields in which they are mended.
 */
export function filtersAsked<Read extends Dates>(
  url: string,
  schema: z.ZodType<Read>,
  places: FilterPlaces,
): {
  asked: Omit<Read, keyof Dates>
  dates: DateRange
  typed: DateRange
  locationId: string | undefined
  faults: string[]
  fields: Record<string, string>
} {
  const query = queryOf(url)
  const issues = schema.safeParse(query).error?.issues ?? []
  for (const { path } of issues) delete query[String(path[0])]
  const { fromDate: from, toDate: to, ...asked } = schema.parse(query)
  const { chosen: locationId, faults } = locationAsked(query.location, places)
  const location = faults[0]
  const typed = { from, to }
  const turned = from && to && from > to
  const fields = {
    ...Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])),
    ...(location && { location }),
    ...(turned && { fromDate: 'From must not be later than To' }),
  }
  return {
    ...{ asked, dates: turned ? { from: undefined, to: undefined } : typed, typed, locationId },
    ...{ fields, faults: Object.values(fields) },
  }
}

/** The one of some choices that an address names; what is none of them is left out, and `faults` say so. */
export function choiceAsked<Choice extends string>(
  wanted: string | undefined,
  choices: readonly Choice[],
  fault: string,
): { chosen: Choice | undefined; faults: string[] } {
  const chosen = choices.find((choice) => choice === wanted)
  return { chosen, faults: wanted && !chosen ? [fault] : [] }
}

/** The location that a list is asked for, by its id. */
export const locationAsked = (location: string | undefined, places: FilterPlaces) =>
  choiceAsked(places ? location : undefined, places?.map(({ id }) => id) ?? [], NO_LOCATION)
