import type { CalendarDate, ClockTime } from './calendar'
import { type Paise, paise } from './money'
import type { PricingInput } from './pricing'
import type { HeldPayment } from './refund-parts'
import type { StoredLine } from './selection'
import { type SlotTime, sameHours } from './slots'

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

interface JudgedVisit {
  screenId: string
  visitDate: CalendarDate
  slotFrom: ClockTime
  slotTo: ClockTime
  lines: readonly Pick<StoredLine, 'kind' | 'unitPrice' | 'explanation'>[]
}

/**
 * What was charged after a technical failure: it holds for the visit it was judged for, in its room, on its date and at its hours, and
 * for no other that the booking becomes (rule M23).
 */
export function keptCharge(
  { screenId, visitDate, slotFrom: from, slotTo: to, lines }: JudgedVisit,
  { slot, ...visit }: { screenId: string; date: CalendarDate; slot: SlotTime | undefined },
): PricingInput['charge'] {
  const line = lines.find(({ kind }) => kind === 'reduction')
  const own = visit.screenId === screenId && visit.date === visitDate && slot !== undefined
  if (!line || !own || !sameHours(slot, { from, to })) return undefined
  return { amount: line.unitPrice, explanation: line.explanation ?? null }
}
