import { z } from 'zod'
import { BOOKING_DATES, BOOKING_SORTS } from '~/domain/booking-sorts'
import { ATTENDANCES, BOOKING_STATUSES } from '~/domain/booking-status'
import { CANCELLATION_REFUNDS } from '~/domain/cancellation-policy'
import { normalizeCode } from '~/domain/coupon'
import { type AskedFilter, FILTER_NAME_MAX } from '~/domain/saved-filters'
import { searchText } from '~/domain/search-text'
import { LONGEST } from '~/domain/text-limits'
import { wholeOf } from '~/domain/whole-number'
import {
  type DateRange,
  datesInAddress,
  type FilterPlaces,
  filtersAsked,
} from '~/features/back-office/filters-asked.server'
import {
  recordId,
  requiredLines,
  requiredText,
  rupeesField,
  shownSumField,
  wholeNumber,
} from '~/platform/form-fields.server'
import type { BookingFilter } from './booking-queries.server'

const filterName = requiredText('Name', FILTER_NAME_MAX)

/** The forms that keep the filter now shown under a name, and name a kept one anew. */
export const saveFilterForm = z.object({ intent: z.literal('save-filter'), name: filterName })
export const renameFilterForm = z.object({
  intent: z.literal('rename-filter'),
  id: recordId,
  name: filterName,
})

const sumShown = shownSumField().optional()

/** What deletes a booking: a reason, and what goes back. */
export const cancellation = z.object({
  reason: requiredLines('Reason', LONGEST.reason),
  refund: z.enum(CANCELLATION_REFUNDS, { error: 'Choose what goes back' }),
  shown: z.object({ policy: sumShown, full: sumShown, none: sumShown, written: sumShown }).optional(),
})

/** The same as the form of its page, which asks for no choice where nothing was paid: where something was meanwhile, nobody has chosen. */
export const cancelForm = cancellation
  .extend({ intent: z.literal('delete'), refund: cancellation.shape.refund.optional() })
  .superRefine(({ refund, shown }, check) => {
    if (refund === undefined && shown?.full !== 0)
      check.addIssue({ code: 'custom', path: ['refund'], message: 'Choose what goes back' })
  })
  .transform(({ refund = 'none', ...form }) => ({ ...form, refund }))

/** The form that refunds what is owed, as much of it as the page said. */
export const refundOwedForm = z.object({ intent: z.literal('refund-owed'), shown: shownSumField('What goes back') })

/** The form that charges less after a technical failure. */
export const failureForm = z.object({
  intent: z.literal('technical-failure'),
  minutesUsed: wholeNumber('Minutes used', 0, 1_440),
  charge: rupeesField('What the visit costs'),
  kept: sumShown,
  reason: requiredLines('Reason', LONGEST.reason),
})

/** The form that enters anew what a visit costs after one, with which version of the booking its page showed. */
export const correctionForm = failureForm.extend({
  intent: z.literal('correct-failure'),
  shown: wholeNumber('The version shown', 0, 1_000_000_000),
})

/** Minutes as the address names them; null when it names none that the slot has. */
export function minutesOf(search: URLSearchParams, slotMinutes: number): number | null {
  const read = wholeNumber('Minutes used', 0, slotMinutes).safeParse(search.get('minutes') ?? '')
  return read.success ? read.data : null
}

/** The form that notes whether guests came, and what its page said of them. */
export const attendanceForm = z.object({ attendance: z.enum(ATTENDANCES), shown: z.enum(ATTENDANCES).optional() })

const filters = z.object({
  // as every list does: one that is passed over would show, and export, everything
  search: z.string().transform(searchText).optional(),
  ...datesInAddress,
  dateOf: z.enum(BOOKING_DATES, 'There is no such kind of date').optional(),
  coupon: z
    .string()
    .transform((code) => normalizeCode(searchText(code)))
    .optional(),
  due: z
    .literal('yes', 'Still due can only be yes')
    .transform(() => true)
    .optional(),
  sort: z.enum(BOOKING_SORTS, 'There is no such order').optional(),
  status: z.enum([...BOOKING_STATUSES, 'all'], 'There is no such status').optional(),
  page: z
    .string()
    .transform((text) => wholeOf(text, 1, 100_000))
    .optional(),
  limit: z
    .string()
    .transform((text) => wholeOf(text, 1, 100))
    .optional(),
})

/**
 * The filters of the bookings list from its address; `faults` are what cannot be followed, which is left out; `typed` are the dates
 * as they were typed.
 */
export function bookingFilters(
  url: string,
  places: FilterPlaces,
): {
  filter: BookingFilter & { page?: number; limit?: number }
  typed: DateRange
  faults: string[]
  fields: Record<string, string>
} {
  const { asked, dates, locationId, ...told } = filtersAsked(url, filters, places)
  return { filter: { ...asked, ...dates, locationId }, ...told }
}

/** A filter as the list's address says it: nothing but what the list knows, and nothing that is as usual. */
export function askedFilterOf({ locationId, from, to, due, ...filter }: BookingFilter): AskedFilter {
  const { search, coupon, dateOf, sort, status } = filter
  const dates = { fromDate: from, toDate: to, dateOf }
  const asked = { search, coupon, location: locationId, ...dates, due: due && 'yes', sort, status }
  return Object.fromEntries(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
