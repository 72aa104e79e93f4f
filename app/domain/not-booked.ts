import { BOOKING_TEXT_NAMES, type BookingTextName, type BookingTexts, bookingText } from './booking-texts'
import { CATALOGUE_KINDS } from './catalogue-kinds'
import { peopleWords } from './customer-details'
import type { LineKind } from './pricing'

/** What is bought, and for whom: as a draft would have it, or as a booking does. */
export interface Bought extends BookingTexts {
  packageId: string
  packageName: string
  people: number
  couponCode: string | null
  customerName: string
  customerEmail: string
  customerNumber: string
  lines: readonly { kind: LineKind; itemId: string | null; name: string; count: number }[]
}

export interface NotBooked {
  /** What was chosen and the booking does not have, in words. */
  missing: string[]
  /** What the booking has, though it was taken out again. */
  still: string[]
  /** Texts that differ. */
  texts: BookingTextName[]
}

const CHOSEN_KINDS: readonly LineKind[] = CATALOGUE_KINDS

/** What `one` has more of than `other`. */
const moreThan = (one: Bought, other: Bought): string[] =>
  one.lines.flatMap(({ kind, itemId, name, count }) => {
    if (!CHOSEN_KINDS.includes(kind)) return []
    const more = count - (other.lines.find((line) => line.kind === kind && line.itemId === itemId)?.count ?? 0)
    return more > 0 ? [more > 1 ? `${more} × ${name}` : name] : []
  })

/**
 * Where a booking is not what its customer has chosen since it was paid for. How it is paid, and what it would cost by now, is no part of
 * that.
 */
export function notBooked(chosen: Bought, booked: Bought): NotBooked {
  const other = (name: 'packageId' | 'people' | 'couponCode' | 'customerName' | 'customerEmail' | 'customerNumber') =>
    chosen[name] !== booked[name]
  const texts = BOOKING_TEXT_NAMES.filter((name) => chosen[name] && chosen[name] !== booked[name])
  const missing = [
    other('packageId') && `the package ${chosen.packageName}`,
    other('people') && peopleWords(chosen.people),
    ...moreThan(chosen, booked),
    ...texts.map((name) => `${bookingText(name).label} “${chosen[name]}”`),
    chosen.couponCode && other('couponCode') && `coupon ${chosen.couponCode}`,
    other('customerName') && `the name ${chosen.customerName}`,
    other('customerEmail') && `the e-mail address ${chosen.customerEmail}`,
    other('customerNumber') && `the number ${chosen.customerNumber}`,
  ].filter((words): words is string => Boolean(words))
  return { missing, still: moreThan(booked, chosen), texts }
}

/**
 * What is said of it: nothing where all is booked. `phone` is the business's, `onOwnPage` the texts that the customer can still write on
 * the booking's own page; nothing else can be added there.
 */
export function notBookedWords(
  { missing, still, texts }: NotBooked,
  { phone, onOwnPage }: { phone: string; onOwnPage: readonly BookingTextName[] },
): string | undefined {
  if (!missing.length && !still.length) return undefined
  const own = texts.filter((name) => onOwnPage.includes(name))
  const onlyOwn = own.length === missing.length && !still.length
  // first what to do: a long list may be cut
  return [
    'Your payment came for what you had chosen before.',
    !onlyOwn && `Call us${phone && ` on ${phone}`} to change that.`,
    own.length > 0 && 'What is made for you can be written anew on your booking’s page.',
    missing.length > 0 && `Not in this booking: ${missing.join('; ')}.`,
    still.length > 0 && `Still in it: ${still.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
