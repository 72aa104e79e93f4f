import { type Paise, rupees } from './money'

export const PAY_CHOICES = ['advance', 'full'] as const
export type PayChoice = (typeof PAY_CHOICES)[number]

/** What reserves a slot (rule M13). */
export const ADVANCE = rupees(999)
/** The provider takes nothing smaller; a total below books without an online payment (rule M13). */
export const SMALLEST_PAYMENT = rupees(1)

/** What the customer pays now: the advance (or the total when that is less), or everything. */
export const amountToCharge = (choice: PayChoice, total: Paise): Paise =>
  choice === 'full' || total < ADVANCE ? total : ADVANCE

/** Whether a total is paid online at all; below ₹1 it books at once. */
export const needsPayment = (total: Paise): boolean => total >= SMALLEST_PAYMENT
