import { z } from 'zod'
import { couldBeId } from '~/db/new-id'
import { type CalendarDate, parseCalendarDate } from '~/domain/calendar'
import { AMOUNT_MAX, formatRupees, type Paise, paise, parseRupees, ungrouped, ZERO } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import { isBlank, oneLine } from '~/domain/visible-text'
import { wholeOf } from '~/domain/whole-number'
import { withLongest } from './form-names.server'

type Tidy = (text: string) => string
const trimmed: Tidy = (text) => text.trim()

/** A text judged by a rule of the domain; a missing field is judged as an empty one. */
export const judged = (judge: (text: string) => string | undefined, tidy: Tidy = trimmed) =>
  z
    .string()
    .default('')
    .transform(tidy)
    .superRefine((text, check) => {
      const message = judge(text)
      if (message) check.addIssue({ code: 'custom', message })
    })

/** A text of one line that must not be blank: something of it is to be seen. */
export const requiredText = (label: string, max = 120, tidy: Tidy = oneLine) =>
  withLongest(
    judged((text) => {
      if (isBlank(text)) return `${label} is required`
      return text.length > max ? `${label} can have at most ${max} characters` : undefined
    }, tidy),
    max,
  )

/** A text of one line that may be blank, and is empty then, whatever nobody sees of it; `max` counts its characters. */
export const optionalText = (label: string, max = 500, tidy: Tidy = oneLine) =>
  withLongest(
    judged(
      (text) => (text.length > max ? `${label} can have at most ${max} characters` : undefined),
      (text) => (isBlank(text) ? '' : tidy(text)),
    ),
    max,
  )

/** A text of several lines that must not be blank. */
export const requiredLines = (label: string, max: number) => requiredText(label, max, trimmed)
/** The same, which may be blank. */
export const optionalLines = (label: string, max: number) => optionalText(label, max, trimmed)

/** From how much on an amount is taken: 0, or what is more than that. */
type From = '0 or more' | 'more than ₹0'

/** An amount typed in rupees, as paise; what is less than it is taken from is refused by the same words as what is no amount. */
export const rupeesField = (label: string, from: From = '0 or more') =>
  z
    .string()
    .default('')
    .transform((text, check): Paise => {
      const amount = parseRupees(text)
      if (amount !== undefined && (amount > 0 || from === '0 or more')) return amount
      check.addIssue({ code: 'custom', message: rupeesFault(label, text, from) })
      return z.NEVER
    })

/** Why what was typed is no amount. */
export function rupeesFault(label: string, text: string, from: From = '0 or more'): string {
  if (!text.trim()) return `${label} is required`
  if (parseRupees(text) === ZERO) return `${label} must be ${from}`
  const misgrouped = groupingFault(label, text)
  if (misgrouped) return misgrouped
  if (/^[₹,\s\d]+(\.\d{1,2}\s*)?$/.test(text)) return `${label} can be at most ${formatRupees(AMOUNT_MAX)}`
  return `${label} must be an amount in rupees, ${from}`
}

/** What is said of a number whose commas group nothing, which may mean two things (rule M1); undefined of any other text. */
export function groupingFault(label: string, text: string): string | undefined {
  const number = text.replace(/[₹%]/g, '')
  if (!/^[\d,.\s]+$/.test(number) || ungrouped(number) !== undefined) return undefined
  return `${label} has a comma or a space in the wrong place. Type 1,499, or 10.50 with a point`
}

/** A whole number within limits. */
export const wholeNumber = (label: string, min = 0, max = 100_000) =>
  z
    .string()
    .default('')
    .transform((text, check): number => {
      const number = wholeOf(text, min, max)
      if (number !== undefined) return number
      const message = text.trim() ? `${label} must be a whole number from ${min} to ${max}` : `${label} is required`
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** More paise than any booking comes to, and still a whole number of the database. */
const SHOWN_MAX = 2_000_000_000

/** A sum in paise as the page said it, which has to be what is done. */
export const shownSumField = (label = 'The sum shown') => wholeNumber(label, 0, SHOWN_MAX).transform(paise)

/** A position in a list that the owner orders. */
export const positionField = wholeNumber('Position', 0, 10_000)

/** The id of a record. */
export const recordId = z.string().refine(couldBeId)

/** A web address; nothing but http and https. */
export const webLink = (label: string) =>
  judged((text) => {
    if (!text) return `${label} is required`
    // its field cuts nothing: half of an address leads somewhere else, and looks like one
    if (text.length > LONGEST.link) return `${label} can have at most ${LONGEST.link} characters`
    return isWebLink(text) ? undefined : `${label} must be a web address that starts with https://`
  })

function isWebLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= LONGEST.link
}

/** A calendar date; said to be missing where it is none. */
export const dateField = (label: string) =>
  optionalDateField(label).transform((date, check): CalendarDate => {
    if (date) return date
    check.addIssue({ code: 'custom', message: `${label} is required` })
    return z.NEVER
  })

/** The same, which may be left empty: then it is undefined. */
export const optionalDateField = (label: string) =>
  z
    .string()
    .default('')
    .transform((text, check): CalendarDate | undefined => {
      const date = parseCalendarDate(text)
      if (date || !text) return date
      check.addIssue({ code: 'custom', message: `${label} is not a date` })
      return z.NEVER
    })

/** A select of Active and In Active, or of Show and Hide. */
export const onOff = (label: string) =>
  z.enum(['true', 'false'], { error: `${label} is required` }).transform((value) => value === 'true')

export const checkbox = z
  .literal('on')
  .optional()
  .transform((ticked) => ticked === 'on')

/** What is said of a list that is too long: `At most 24 slots`. */
export const atMost = (count: number, what: string): string => `At most ${count} ${what}`

/** The largest whole number that a column of the database holds; a larger one is compared with none. */
const INTEGER_MAX = 2_147_483_647

/** A version that a page said; undefined where it said none. */
export const versionOf = (text: string): number | undefined => wholeOf(text, 0, INTEGER_MAX)

/** The version of the record that the form was filled from; 0, which no record has, on a new one and where what was sent says none. */
export const versionField = z
  .string()
  .catch('')
  .transform((text) => versionOf(text) ?? 0)

/** The kept pictures in their order: addresses of our own, or of the web, also of a time when http was taken. */
export const imagesField = (min: number, max: number) =>
  z
    .array(z.string().max(LONGEST.link).refine(isPicture, "Can't load the image."))
    .min(min, 'Image is required.')
    .max(max, 'Maximum number of images reached.')
    .prefault([])

const isPicture = (src: string) => /^\/media\/[a-z0-9/_-]+\.(webp|png|jpe?g)$/i.test(src) || isWebLink(src)
