import type { MoveCause } from './booking-status'
import { formatRupees, paise } from './money'
import { modeWords, PAYMENT_MODES } from './payment-mode'

/** Every kind of entry a booking's history can hold, with its words for the back office. */
const WORDS = {
  held: 'Slot held while the customer pays',
  'nothing-to-pay': 'Booked, nothing to pay',
  staff: 'Booked by staff',
  'payment-received': 'Payment received',
  'desk-payment': 'Payment taken at the front desk',
  'payment-struck-out': 'Payment struck out: entered by mistake',
  'money-asked': 'Asked the customer to pay',
  'hold-extended': 'Hold ends at another time',
  'mail-again': 'Details sent again by staff',
  'payment-unfitting': 'A payment came that does not fit what was asked for',
  'payment-failed': 'Payment failed',
  paid: 'Paid and booked',
  'late-payment': 'Booked by a payment that came late',
  'order-refused': 'Slot given back: the payment provider took no order',
  released: 'Slot given back',
  'hold-ended': 'Slot given back: the hold ran out',
  moved: 'Moved to another date or slot',
  edited: 'Edited',
  'link-renewed': 'The customer’s link is a new one, since e-mail or number was changed',
  cancelled: 'Cancelled',
  'refund-started': 'Refund started',
  'technical-failure': 'Charged less after a technical failure',
  'refund-failed': 'Refund failed; it is tried again later',
  'refund-with-staff': 'Refund could not be sent: staff must see to it',
  'refund-again': 'Refund sent again by staff',
  'refund-dropped': 'Refund dropped: it will not be sent',
  'refund-at-provider': 'Refunded in the payment provider’s own console',
  'handed-over': 'Refund handed over',
  dispute: 'The customer’s bank disputes a payment',
  'dispute-lost': 'Dispute lost: the bank took the money back',
  'dispute-won': 'Dispute decided: the money stays',
  'payment-assigned': 'A payment was assigned to this booking by staff',
  'payment-sent-back': 'A payment that did not fit was sent back by staff',
  'money-settled': 'Money was settled outside the program',
  'order-asked': 'The payment provider was asked again by staff',
  expected: 'Guests expected again',
  arrived: 'Guests arrived',
  'no-show': 'Guests did not come',
  'texts-confirmed': 'The customer confirmed the texts as they will be made',
  'texts-changed': 'The customer changed the texts',
  prepared: 'Something was made ready',
  'not-prepared': 'Something is to be made again',
} satisfies Record<MoveCause, string> & Record<string, string>

export type BookingEventKind = keyof typeof WORDS
export const BOOKING_EVENT_KINDS = Object.keys(WORDS) as BookingEventKind[]

type Detail = Readonly<Record<string, unknown>> | null

/** A tick that was taken away because nothing is to be made any more, and nobody makes it again (rule R1). */
const SEEN = 'Seen that what was ready is not wanted any more'

/** What happened to a booking, in words for the back office. */
export const bookingEventWords = (kind: BookingEventKind, detail: Detail = null): string =>
  kind === 'not-prepared' && detail?.unwanted === true ? SEEN : WORDS[kind]

/** How much was handed over and how, as a history says it: `₹500 in cash`; empty of what else happened. */
export function sumGiven(kind: BookingEventKind, detail: Detail): string {
  const { amount, mode } = detail ?? {}
  const way = PAYMENT_MODES.find((one) => one === mode)
  return kind === 'handed-over' && way && typeof amount === 'number'
    ? `${formatRupees(paise(amount))} ${modeWords(way)}`
    : ''
}

/** That what a technical failure made of a visit's cost was corrected, as a history says it; empty of what else happened. */
export function correctionWords(kind: BookingEventKind, detail: Detail): string {
  const { corrected, charge } = detail ?? {}
  return kind === 'technical-failure' && typeof corrected === 'number' && typeof charge === 'number'
    ? `corrected from ${formatRupees(paise(corrected))} to ${formatRupees(paise(charge))}`
    : ''
}
