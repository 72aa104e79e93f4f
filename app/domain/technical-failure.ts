import type { CalendarDate, ClockTime } from './calendar'
import { formatRupees, type Paise, paise, sum } from './money'
import type { PricingInput } from './pricing'
import { type HeldPayment, partsOwed, type ReturnedSums, returnWordsForStaff, sumsOf } from './refund-parts'
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

/** A visit that was charged less, as a correction finds it: `total` is what it costs without that. */
export interface ChargedVisit extends FailedVisit {
  /** What it was charged. */
  charge: Paise
  /** What waits to be handed over, and pays first where it costs more again. */
  waits: Paise
  /** What is on its way back online, and goes whatever it costs. */
  going: Paise
}

/**
 * What a correction to `charge` does with the money of a visit (rule M23): what goes back, what of the money that waits to be handed over
 * is needed again, and what is due then. What is on its way online is as good as gone, as with any edit (rule M17).
 */
export function correctedMoney(
  { held, waits }: Pick<ChargedVisit, 'held' | 'waits'>,
  charge: Paise,
): { returned: ReturnedSums; needed: Paise; due: Paise } {
  const open = Math.max(0, charge - sum(held.map((one) => one.held)))
  const needed = paise(Math.min(open, waits))
  return { returned: sumsOf(partsOwed(held, charge)), needed, due: paise(open - needed) }
}

/** It in words: what it moves, and what goes back by the first judgement all the same; nobody who reads it takes that for called off. */
export function correctedOutcome(visit: Pick<ChargedVisit, 'held' | 'waits' | 'going'>, charge: Paise): string {
  const { returned, needed, due } = correctedMoney(visit, charge)
  const waits = paise(visit.waits - needed)
  const stays = [
    ...(waits > 0 ? [`${formatRupees(waits)} stays to be handed over`] : []),
    ...(visit.going > 0 ? [`${formatRupees(visit.going)} goes back online as before`] : []),
  ]
  const more = stays.length ? ' more' : ''
  const moves = [
    ...(returned.all > 0 ? [`${formatRupees(returned.all)}${more} goes back (${returnWordsForStaff(returned)})`] : []),
    ...(needed > 0 ? [`${formatRupees(needed)} is not handed over any more`] : []),
    ...(due > 0 ? [`${formatRupees(due)} is due`] : []),
  ]
  if (moves.length) return [...moves, ...stays].join(', ')
  if (stays.length) return `nothing changes: ${stays.join(', ')}, and nothing is due`
  return 'nothing goes back, and nothing is due'
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
