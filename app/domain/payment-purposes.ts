/** What an order at the provider is for; `asked`: a sum that is paid on the booking's own page. */
export const ORDER_PURPOSES = ['advance', 'full', 'balance', 'asked'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]

/** What a payment is for; `none`: it belongs to no booking, and is only in the books to go back. */
export const PAYMENT_PURPOSES = [...ORDER_PURPOSES, 'none'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

const WORDS = {
  advance: 'advance',
  full: 'full',
  balance: 'balance',
  asked: 'asked for',
  none: 'for no booking',
} satisfies Record<PaymentPurpose, string>

/** What a payment is for, in words for the back office. */
export const purposeWords = (purpose: PaymentPurpose): string => WORDS[purpose]

/** A part that came later than what booked the visit; the till calls it so as well. */
const LATER_PART = 'payment'

/**
 * What each payment of one booking is for, the oldest first: an advance is what first booked the visit, and what was entered in its place
 * since that was struck out; whatever part came later, also at the door, is a payment. Without `bookedAt` the first part counts as it.
 */
export function purposesOf(
  payments: readonly { purpose: PaymentPurpose; at: Date; stands: boolean }[],
  bookedAt: Date | undefined,
): string[] {
  const first = payments[0]
  const byMoney = first !== undefined && (!bookedAt || first.at <= bookedAt)
  return payments.map(({ purpose }, index) => {
    const later = !byMoney || payments.slice(0, index).some(({ stands }) => stands)
    return purpose === 'advance' && later ? LATER_PART : WORDS[purpose]
  })
}

/** Whether money of an order adds to what a booking holds already, up to what is due, instead of being what books it. */
export const addsUp = (purpose: OrderPurpose): boolean => purpose === 'balance' || purpose === 'asked'
