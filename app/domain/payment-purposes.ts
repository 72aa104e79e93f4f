/** What an order at the provider is for. */
export const ORDER_PURPOSES = ['advance', 'full', 'balance'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]

/** What a payment is for; `none`: it belongs to no booking, and is only in the books to go back. */
export const PAYMENT_PURPOSES = [...ORDER_PURPOSES, 'none'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

const WORDS = {
  advance: 'advance',
  full: 'full',
  balance: 'balance',
  none: 'for no booking',
} satisfies Record<PaymentPurpose, string>

/** What a payment is for, in words for the back office. */
export const purposeWords = (purpose: PaymentPurpose): string => WORDS[purpose]
