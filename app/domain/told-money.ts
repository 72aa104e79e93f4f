import type { BookingLetter } from './letters'
import { type Paise, paise, sum } from './money'

/** A payment, and how much of it its customer knows to be received, by letters that have gone. */
export interface ToldPayment {
  id: string
  amount: Paise
  told: Paise
}

/** Letters that say neither what was received nor what is still due. */
const SAY_NOTHING: readonly BookingLetter[] = ['cancelled', 'refund-not-sent', 'slot-lost', 'thank-you']

/** Whether a customer who has this letter knows what was received. */
export const tellsReceived = (kind: BookingLetter): boolean => !SAY_NOTHING.includes(kind)

/** How much their customer has not been told of some payments. */
export const untoldOf = (payments: readonly Omit<ToldPayment, 'id'>[]): Paise =>
  sum(payments.map(({ amount, told }) => paise(amount - told)))

/** How much their customer has been told of some payments; of those that are struck out it is what a letter has to take back (rule L16). */
export const toldOf = (payments: readonly Pick<ToldPayment, 'told'>[]): Paise => sum(payments.map(({ told }) => told))

/**
 * What is told of payments once an edit has entered some in the place of others, which it has struck out: the new ones stand for what was
 * told of these, as far as they reach. What is left stays with those that are struck out. Answers those that it changes.
 */
export function toldInPlace<Row extends ToldPayment>(struck: readonly Row[], entered: readonly Row[]): Row[] {
  const moved = Math.min(toldOf(struck), untoldOf(entered))
  return [
    ...spread(struck, moved, ({ told }) => told).map(([row, less]) => ({ ...row, told: paise(row.told - less) })),
    ...spread(entered, moved, (row) => untoldOf([row])).map(([row, more]) => ({
      ...row,
      told: paise(row.told + more),
    })),
  ]
}

/** Spreads a sum over rows in their order, on each as much as it has room for; answers those that have a part of it. */
function spread<Row>(rows: readonly Row[], amount: number, roomOf: (row: Row) => number): [Row, number][] {
  let open = amount
  return rows.flatMap((row): [Row, number][] => {
    const part = Math.min(open, roomOf(row))
    open -= part
    return part > 0 ? [[row, part]] : []
  })
}
