import { isDeepStrictEqual } from 'node:util'
import { CAKE_REQUIRED, detailFaults, OCCASION_REQUIRED, stepFault } from '~/domain/booking-steps'
import { type BookingTextName, textFaults } from '~/domain/booking-texts'
import { judgeCoupon } from '~/domain/coupon'
import type { CustomerField } from '~/domain/customer-details'
import { type Draft, ITEM_KINDS, MAX_COUNT } from '~/domain/draft'
import { hidesQuantity } from '~/domain/led-lettering'
import { toRupeeNumber } from '~/domain/money'
import type { Refused } from '~/domain/result'
import { cakesOutWords, noMoreWords, type Offers } from '~/domain/selection'
import type { CancelRefusal } from '~/features/booking/cancel-booking.server'
import type { EditRefusal } from '~/features/booking/edit-refusal.server'
import type { HoldRefusal } from '~/features/booking/place-booking.server'
import type { Quote } from '~/features/booking/quote.server'
import { incompleteRefusal } from '~/features/booking/quote-refusal.server'
import type { StaffBookingRefusal } from '~/features/booking/staff-booking.server'
import type { SentBooking } from './booking-inputs.server'
import { summaryJson } from './booking-shapes.server'
import { type Refusal, type RefusalStatus, refuse } from './call.server'

/**
 * What a booking that was asked for is refused for, at its field where it is about one; undefined when it can be sold, or saved, as it was
 * asked for. Where another total was sent: 409 with the server's lines (rule M2).
 */
export const refusedQuote = (sent: SentBooking, base: Draft, quote: Quote): Refusal | undefined =>
  refusedCoupon(sent, base, quote) ??
  takenOut(sent, quote) ??
  refusedIncomplete(sent, quote) ??
  otherPrice(sent.totalPrice, quote)

/** A thing may be named twice, of which there are no more for that. */
export function tooMany(draft: Draft, offers: Offers): Refusal | undefined {
  const beyond = ITEM_KINDS.flatMap((kind) => {
    const more = draft[kind].flatMap(({ id, count }) =>
      count > MAX_COUNT ? offers[kind].filter((one) => one.id === id) : [],
    )
    const most = more.map(({ name }) => ({ name, count: hidesQuantity({ name }) ? 1 : MAX_COUNT }))
    return most.length ? [[kind, noMoreWords(most)] as const] : []
  })
  const [first] = beyond
  return first && refuse(422, first[1], { fields: Object.fromEntries(beyond) })
}

/** A page tells its visitor that a coupon was taken out; a program that names one is told that it cannot be used. */
function refusedCoupon(sent: SentBooking, base: Draft, { draft, selection }: Quote): Refusal | undefined {
  const code = draft.couponCode
  if (!code || code === base.couponCode || !selection || selection.input.coupon) return undefined
  const judged = judgeCoupon(undefined, selection.input.visitDate, selection.package.name)
  const field = sent.otherInfo?.couponCode ? 'otherInfo.couponCode' : 'couponCode'
  return judged.ok ? undefined : refuse(422, judged.message, { fields: { [field]: judged.message } })
}

/**
 * A page says what it took out before anything is bought or saved: cakes of a package without one, what the package gives already, more of
 * a thing than there is. A program sees no page: what it named is sold as it was named or refused at its field, and an edit takes out
 * nothing without a word of it.
 */
function takenOut(sent: SentBooking, { asked, draft, offers, selection }: Quote): Refusal | undefined {
  if (!offers || !selection) return undefined
  const cakes = cakesOutWords(asked, offers, selection)
  const words = [...(cakes ? [cakes] : []), ...selection.notices].join(' ')
  if (!words) return undefined
  const fields = ITEM_KINDS.filter((kind) => sent[kind]?.length && !isDeepStrictEqual(asked[kind], draft[kind]))
  return refuse(422, words, fields.length ? { fields: Object.fromEntries(fields.map((kind) => [kind, words])) } : {})
}

/** What is missing from a booking or is wrong with it, the first in words, and each at its field as the request has it. */
function refusedIncomplete(sent: SentBooking, quote: Quote): Refusal | undefined {
  const refused = incompleteRefusal(quote)
  if (!refused) return undefined
  const { draft, steps } = quote
  const { occasion, otherInfo } = sent
  const besideOccasion = typeof occasion === 'object' && occasion?.celebrantName
  const inside = (name: keyof NonNullable<SentBooking['otherInfo']>) => {
    if (name === 'celebrantName' && besideOccasion) return `occasion.${name}`
    return (otherInfo?.[name] ?? undefined) === undefined ? name : `otherInfo.${name}`
  }
  const details = steps.offers ? detailFaults(draft, steps.offers, steps.staff) : {}
  const chosen = (['occasions', 'cakes'] as const).flatMap((step) => {
    const fault = stepFault(step, draft, steps)
    return fault === OCCASION_REQUIRED || fault === CAKE_REQUIRED ? [[CHOSEN_AT[step], fault] as const] : []
  })
  const faults = [
    ...Object.entries(details).map(([name, fault]) => [
      DETAIL_AT[name as CustomerField] ?? inside('numberOfPeople'),
      fault,
    ]),
    ...Object.entries(textFaults(draft)).map(([name, fault]) => [inside(name as BookingTextName), fault]),
    ...chosen,
  ].filter(([, fault]) => fault)
  return refuse(STATUS_OF[refused.reason], refused.message, faults.length ? { fields: Object.fromEntries(faults) } : {})
}

/** What a request calls the customer's details; how many they are has two spellings. */
const DETAIL_AT: Partial<Record<CustomerField, string>> = {
  name: 'customer.name',
  email: 'customer.email',
  number: 'customer.number',
  terms: 'termsAccepted',
}
const CHOSEN_AT = { occasions: 'occasion', cakes: 'cakes' } as const

/** The server's price against the one that was sent. */
function otherPrice(claimed: number | null | undefined, { priced, selection }: Quote): Refusal | undefined {
  if (typeof claimed !== 'number' || !priced || toRupeeNumber(priced.total) === claimed) return undefined
  return refuse(409, 'The price has changed. Please look at the new total.', {
    totalPrice: toRupeeNumber(priced.total),
    couponPrice: toRupeeNumber(priced.couponPrice),
    summary: summaryJson(priced.lines),
    notices: selection?.notices ?? [],
  })
}

const STATUS_OF: Record<HoldRefusal | StaffBookingRefusal | EditRefusal | CancelRefusal, RefusalStatus> = {
  incomplete: 422,
  'slot-started': 422,
  'date-closed': 422,
  'basic-only': 422,
  'no-longer-offered': 422,
  'advance-above-total': 422,
  'advance-below-received': 422,
  'balance-went-back': 422,
  'moved-for-nobody': 422,
  'beyond-desk': 403,
  'slot-taken': 409,
  'placed-already': 409,
  'price-changed': 409,
  'changed-meanwhile': 409,
  'return-changed': 409,
  'too-many-holds': 409,
  'payment-under-way': 409,
  'paid-already': 409,
  stale: 409,
  'not-standing': 409,
  'not-booked': 409,
  busy: 503,
  'not-found': 404,
  'out-of-scope': 404,
}

/** At which field of the request a refusal stands. */
const FIELD_OF: Partial<Record<keyof typeof STATUS_OF, string>> = {
  'date-closed': 'date',
  'slot-started': 'slot',
  'slot-taken': 'slot',
  'basic-only': 'package',
  'advance-above-total': 'advance',
  'advance-below-received': 'advance',
}

/** A booking that was refused as an answer, at its field where it is about one. */
export function refusedBooking({ reason, message }: Refused<keyof typeof STATUS_OF>): Refusal {
  const at = FIELD_OF[reason]
  return refuse(STATUS_OF[reason], message, at ? { fields: { [at]: message } } : {})
}
