import { formatRupees, type Paise, paise, sum } from './money'
import { DESK_MODES, type DeskMode, modeWords, type PaymentMode } from './payment-mode'
import type { ReturnedSums } from './refund-parts'
import { roleMay, type StaffRole } from './staff-role'

interface DeskRow {
  amount: Paise
  mode: PaymentMode
  voided: boolean
}

export interface Struck {
  mode: DeskMode
  amount: Paise
}

/** How much the front desk may send back of a booking or take off it, and what it did `before`. */
interface DeskLimit {
  deskLimit: Paise
  before: Paise
}

/**
 * What an edit strikes out of the money taken at the front desk, each way of payment for itself (rule K19): cash that is entered anew as
 * UPI has left the till, though as much was received as before. `before` and `after` are all payments of the booking.
 */
export function struckOut(before: readonly DeskRow[], after: readonly DeskRow[]): Struck[] {
  return DESK_MODES.map((mode) => {
    const counted = (rows: readonly DeskRow[]) =>
      sum(rows.filter((row) => row.mode === mode && !row.voided).map(({ amount }) => amount))
    return { mode, amount: paise(Math.max(0, counted(before) - counted(after))) }
  }).filter(({ amount }) => amount > 0)
}

/**
 * What counts at once of the refunds that a press of the front desk has begun, of which `own` is its doing (rule K19): all of it, and then
 * they are the desk's own as a `whole`. Where the rest was begun by somebody else, waited, and is begun anew with it, only what the
 * provider sends: what is handed over of them counts then, and all of it.
 */
export function countedAtOnce(
  own: Paise,
  { online, all }: Pick<ReturnedSums, 'online' | 'all'>,
): { amount: Paise; whole: boolean } {
  if (all <= own) return { amount: own, whole: true }
  return { amount: paise(Math.min(own, online)), whole: false }
}

/** What makes a booking cost less: how much it takes off its total, and how much goes back by it. */
export interface Reduction {
  off: Paise
  returned: Paise
}

/**
 * What counts of a reduction (rule K19): what it takes off, paid or not, since a debt that is nobody's any more may have been paid in cash
 * that was never entered; or what goes back by it, where that is more.
 */
export const countedReduction = ({ off, returned }: Reduction): Paise => paise(Math.max(off, returned))

/** What of a reduction counts and does not go back: taken off, and never paid. */
export const writtenOff = (reduction: Reduction): Paise => paise(countedReduction(reduction) - reduction.returned)

/** What of what the desk wrote off counts no longer, once a correction takes no more than `off` off the total (rule K19). */
export const uncountedByCorrection = (written: Paise, off: Paise): Paise => paise(Math.max(0, written - off))

/** Why somebody may not correct what a visit costs after a technical failure; undefined when they may (rule M23). */
export const correctionFault = (role: StaffRole): string | undefined =>
  roleMay(role, 'refund-any-sum') ? undefined : 'What the visit costs is corrected by an admin of the location.'

/** Why somebody may not make a booking cost so much less, beside what the desk sent `before`; undefined when they may (rule K19). */
export function reductionFault(
  role: StaffRole,
  { off, returned }: Reduction,
  { deskLimit, before }: DeskLimit,
): string | undefined {
  if (isWithin(role, countedReduction({ off, returned }), deskLimit, before)) return undefined
  const what = returned > off ? `${formatRupees(returned)} would go back` : `${formatRupees(off)} would be taken off`
  const limit = `${formatRupees(deskLimit)} at most of a booking${knownWords(before)}`
  return `${what}. The front desk takes off or sends back ${limit}. Please ask an admin of the location.`
}

/** What deleting a booking costs the business: what goes back, and what was still due of a visit that has begun. */
export interface Loss {
  written: Paise
  returned: Paise
}

/** What counts of a deletion (rule K19): what goes back, and what nobody pays any more, which may have been paid in cash nobody entered. */
export const countedLoss = ({ written, returned }: Loss): Paise => sum([written, returned])

/** Why somebody may not delete a booking at that loss, beside what the desk sent `before`; undefined when they may (rule K19). */
export function deletionFault(role: StaffRole, loss: Loss, { deskLimit, before }: DeskLimit): string | undefined {
  const { written, returned } = loss
  if (written === 0) return refundFault(role, returned, { deskLimit, before })
  if (isWithin(role, countedLoss(loss), deskLimit, before)) return undefined
  const back = returned > 0 ? `, and ${formatRupees(returned)} would go back` : ''
  const limit = `${formatRupees(deskLimit)} at most of a booking${knownWords(before)}`
  return `${formatRupees(written)} is still due${back}. The front desk writes off or sends back ${limit}. Please ask an admin of the location.`
}

const isWithin = (role: StaffRole, amount: Paise, deskLimit: Paise, before: Paise): boolean =>
  roleMay(role, 'refund-any-sum') || amount === 0 || paise(before + amount) <= deskLimit

const knownWords = (before: Paise): string =>
  before > 0 ? `, and ${formatRupees(before)} went back or was taken off already` : ''

/** What was struck out, in words: `₹4,436 in cash, ₹200 by UPI`. */
export const struckWords = (struck: readonly Struck[]): string =>
  struck.map(({ mode, amount }) => `${formatRupees(amount)} ${modeWords(mode)}`).join(', ')

/**
 * Why somebody may not send so much of a booking back, or strike `struck` of it out, beside what the desk sent `before`; undefined when
 * they may (rule K19).
 */
export function refundFault(
  role: StaffRole,
  amount: Paise,
  { deskLimit, before, struck = [] }: DeskLimit & { struck?: readonly Struck[] | undefined },
): string | undefined {
  if (isWithin(role, amount, deskLimit, before)) return undefined
  const known = knownWords(before)
  if (struck.length) {
    const limit = `${formatRupees(deskLimit)} at most of a booking`
    return `${struckWords(struck)} would be struck out. The front desk strikes out or sends back ${limit}${known}. Please ask an admin of the location.`
  }
  return `The front desk sends back ${formatRupees(deskLimit)} at most of a booking${known}. Please ask an admin of the location.`
}
