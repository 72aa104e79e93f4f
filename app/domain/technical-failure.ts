import { type Paise, paise } from './money'
import type { HeldPayment } from './refund-parts'

export interface FailedVisit {
  /** What was charged for the whole visit. */
  total: Paise
  /** The package's price: the rent of the room for its slot. */
  rent: Paise
  slotMinutes: number
  /** What was received and has not gone back. */
  held: HeldPayment[]
}

/**
 * The rent for the time used, rounded half up to the paisa, and at most the total: what a visit costs that a technical
 * failure ended (rule M23). `minutesUsed` is a whole number from 0 to `slotMinutes`.
 */
export function rentForTimeUsed({ total, rent, slotMinutes }: Omit<FailedVisit, 'held'>, minutesUsed: number): Paise {
  const share = Math.floor((2 * rent * minutesUsed + slotMinutes) / (2 * slotMinutes))
  return paise(Math.min(total, share))
}
