import { z } from 'zod'
import { BOOKING_DATES } from '~/domain/booking-sorts'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { type CalendarDate, CLOCK_TIME, fromIsoDate, SENT_DATE } from '~/domain/calendar'
import { DAY_ENDS_HOUR } from '~/domain/desk-day'
import { AMOUNT_MAX, amountText, toRupeeNumber } from '~/domain/money'
import { searchText } from '~/domain/search-text'
import { LONGEST, LONGEST_READ, MOST } from '~/domain/text-limits'
import { WHOLE_NUMBER, wholeOf } from '~/domain/whole-number'

/** The forms in which clients send things: form fields are texts, JSON has numbers and booleans; both are taken. */

export const textInput = z.string().max(LONGEST_READ.text)

/** What something or somebody is called. */
export const nameInput = z.string().max(LONGEST_READ.name)

/** The name of a record where nothing but looking for it is done with it. */
export const wantedId = z.string().max(LONGEST_READ.id)

/** The location that a list is of. */
export const locationQuery = wantedId
  .optional()
  .meta({ description: 'Super admins only; others see their own location.' })

/** A text that some clients send as a number: a phone number, a digit for the LED. */
export const digitsInput = z.union([z.string().max(LONGEST_READ.number), z.number()]).transform(String)

/** What stands beside a schema in the description is what the rules take; they judge it in their words. */
const asNumber = (of: { type?: 'integer'; maximum?: number }) => z.number().meta({ minimum: 0, ...of })
const asDigits = (pattern: string) => z.string().max(LONGEST_READ.number).meta({ pattern })

/** An amount in rupees, at most two decimals; handed to the rules as it was written. */
export const rupeesInput = z
  .union([asNumber({ maximum: toRupeeNumber(AMOUNT_MAX) }), asDigits(amountText().source)])
  .transform(String)
  .meta({ description: 'Rupees, at most two decimals.' })

/** What a coupon takes away: percent, or rupees. */
export const discountInput = z
  .union([asNumber({ maximum: toRupeeNumber(AMOUNT_MAX) }), asDigits(amountText('₹%').source)])
  .transform(String)
  .meta({ description: 'Percent, or rupees when it is fixed.' })

/** An amount in rupees that must be a number; more than anything costs is refused before it is counted in paise. */
export const rupeeNumber = z
  .number()
  .min(0)
  .max(toRupeeNumber(AMOUNT_MAX))
  .refine((rupees) => Math.round(rupees * 100) / 100 === rupees, 'has more than two decimals')
  .meta({ description: 'Rupees, at most two decimals.' })

export const countInput = z.union([asNumber({ type: 'integer' }), asDigits(WHOLE_NUMBER.source)]).transform(String)

/** A time on the clock; judged by the rules. */
export const clockInput = textInput.meta({ description: 'HH:MM', pattern: CLOCK_TIME.source, examples: ['19:30'] })

export const flagInput = z.union([z.boolean(), z.enum(['true', 'false'])]).transform(String)

/** Whether something is to be on: the body of the calls that change nothing else. */
export const statusBody = z.object({ status: flagInput })

export const idInput = wantedId.regex(/^[\w-]+$/, 'is not an id')

/** An id, or the object it belongs to; null, as what belongs nowhere is answered, is the id of nothing. */
export const refInput = z.union([wantedId, z.object({ _id: wantedId }), z.null()]).transform(idOf)

function idOf(given: string | { _id: string } | null): string {
  return typeof given === 'string' ? given : (given?._id ?? '')
}

/** A day as `YYYY-MM-DD` or as midnight UTC (rule T2). */
export const dateInput = z
  .string()
  .max(LONGEST_READ.number)
  .transform((text, check): CalendarDate => {
    const date = fromIsoDate(text)
    if (date) return date
    check.addIssue({ code: 'custom', message: 'is not a date: send YYYY-MM-DD or midnight UTC' })
    return z.NEVER
  })
  .meta({
    description: 'YYYY-MM-DD, or midnight UTC of that day.',
    pattern: SENT_DATE.source,
    examples: ['2027-03-12'],
  })

/** A picture: a file, or the address of one that is there already. */
const picture = z.union([z.string().max(LONGEST.link), z.file()])
export const picturesInput = z.array(picture).max(MOST.sent)
export type SentPicture = z.output<typeof picture>

/** The one picture of a record; null, as a record without one is answered, or nothing takes it away. */
export const pictureInput = picture
  .nullable()
  .transform((sent) => sent ?? '')
  .meta({ description: 'A file, or the address of a picture that is there; null is none.' })

/** A whole number of a query, where everything is text. */
function wholeInput(max: number) {
  const error = `must be a whole number from 1 to ${max}`
  return z.preprocess((text) => wholeOf(text), z.number(error).min(1, error).max(max, error))
}

/** The query of a paged list. */
export const pagedQuery = z.object({
  // spaces around it are nobody's meaning, as on the pages
  search: z
    .string()
    .max(LONGEST.search)
    .transform((text) => searchText(text) || undefined)
    .optional(),
  page: wholeInput(100_000).optional(),
  limit: wholeInput(100).optional().meta({ description: 'Rows on a page; 10 unless it says otherwise.' }),
})

/** The query of a list of bookings. */
export const bookingsQuery = pagedQuery.extend({
  location: locationQuery,
  fromDate: dateInput.optional(),
  toDate: dateInput.optional(),
  dateOf: z
    .enum(BOOKING_DATES)
    .optional()
    .meta({
      description: `Which date of a booking the two dates are of, the one of the visit unless it says otherwise; desk-day is the visit's too, by days that end at ${DAY_ENDS_HOUR} in the morning.`,
    }),
  due: z.literal('yes').optional().meta({ description: 'Only bookings of which something is still due.' }),
  status: z.enum([...BOOKING_STATUSES, 'all']).optional(),
})

/** The version of a record that a change was made from. */
export const versionInput = countInput
  .optional()
  .meta({ description: 'The version that was read; a change in between answers 409.' })
