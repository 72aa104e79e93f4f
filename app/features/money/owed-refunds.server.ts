import type { Transaction } from '~/db/client.server'
import { RETURNS } from '~/domain/late-money'
import { formatRupees, type Paise } from '~/domain/money'
import { type DeskMode, modeWords, type PaymentMode } from '~/domain/payment-mode'
import { sumsOf } from '~/domain/refund-parts'
import type { Result } from '~/domain/result'
import { inScope } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { noteDeskHandOver, noteDeskRefund, refusedRefund } from './desk-refund.server'
import { sumChanged, tellByStaff } from './refund.server'
import { announceOwed, asOwing, owedOf, returnOwed } from './return-owed.server'

/** Refunds what was received beyond the total, unless another sum was `shown` (rule M19). A second press finds nothing due. */
export async function refundOwed(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  shown?: Paise,
): Promise<Result<{ returned: Paise }, 'not-found' | 'nothing-due' | 'sum-changed' | 'beyond-desk' | 'busy'>> {
  return inChange(context.db, async (tx) => {
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    const owing = asOwing(stored)
    const owed = sumsOf(owedOf(owing)).all
    if (shown !== undefined && owed > 0 && shown !== owed)
      return sumChanged(shown, owed, 'Press again to give that back.')
    const refused = refusedRefund(context, staff, owed, stored)
    if (refused) return refused
    const stood = owing.total === stored.total
    const reason = stood ? 'Received more than the total' : RETURNS['not-booked'].refund
    const sums = await returnOwed(context, tx, owing, { actor: staff.name, reason })
    const due = sums.all
    await announceOwed(context, tx, stored, sums, stood ? 'too-much' : 'not-booked')
    await noteDeskRefund(tx, staff, stored, due)
    if (due === 0) return { ok: false, reason: 'nothing-due', message: 'Nothing is due any more.' } as const
    await recordBookingChange(context, tx, staff, stored, {
      action: 'updated',
      after: { Refund: formatRupees(due) },
    })
    return { ok: true, returned: due }
  })
}

/** Whose refund is told of: a booking's, locked, or money that belongs to none, which is for super admins. */
async function whoseRefund(
  tx: Transaction,
  staff: ActingStaff,
  bookingId: string | null,
): Promise<Result<{ stored: StoredBooking | undefined }, 'not-found'>> {
  const stored = bookingId ? await lockWithinReach(tx, staff, bookingId) : undefined
  return stored || (!bookingId && inScope(scopeOf(staff), null)) ? { ok: true, stored } : INVALID_BOOKING
}

/** Refuses a refund that somebody else began and that is more than this member of staff may send of its booking (rule K19). */
function beyondDesk(context: AppContext, staff: ActingStaff, stored: StoredBooking | undefined, refundId: string) {
  const refund = stored?.refunds.find(({ id }) => id === refundId)
  return stored && refund && !refund.deskCounted ? refusedRefund(context, staff, refund.amount, stored) : undefined
}

/** Writes what staff did about a refund into the audit log, at its booking or at its payment. */
const recordRefundChange = (
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  stored: StoredBooking | undefined,
  { paymentId, reason }: { paymentId: string; reason: string },
  after: Record<string, string>,
): Promise<void> =>
  stored
    ? recordBookingChange(context, tx, staff, stored, { action: 'updated', after })
    : recordChange(context, tx, staff, { entity: 'Payment', id: paymentId, name: reason, action: 'updated', after })

/** How a refund was handed over: by which way, where that is not the one it waits for, and the reference by which it is found. */
interface HandingOver {
  mode?: DeskMode
  note?: string
  /** How much of it the page said. */
  shown?: Paise
}

/** What was handed over and how, in words for whoever did. */
export const handedOverWords = ({ handed, mode }: { handed: Paise; mode: PaymentMode }): string =>
  `${formatRupees(handed)} was handed over ${modeWords(mode)}`

/**
 * Notes that a refund was handed over, so that it waits no longer: one of the front desk, or one that the provider could not
 * send. It leaves the till by the way in which it was given. A second press finds nothing that waits, and changes nothing; nor is
 * anything given of a payment that is disputed (rule P23), or noted of a refund of which another sum was shown (rule M19).
 */
export async function handOverRefund(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string | null,
  refundId: string,
  { mode, note = '', shown }: HandingOver = {},
): Promise<
  Result<
    { handed: Paise; mode: PaymentMode },
    'not-found' | 'nothing-due' | 'disputed' | 'sum-changed' | 'beyond-desk' | 'busy'
  >
> {
  return inChange(context.db, async (tx) => {
    const whose = await whoseRefund(tx, staff, bookingId)
    if (!whose.ok) return whose
    const beyond = beyondDesk(context, staff, whose.stored, refundId)
    if (beyond) return beyond
    const told = { actor: staff, note, mode, shown }
    const handed = await tellByStaff(context, tx, { bookingId, refundId }, 'handed-over', told)
    if (!handed.ok) return handed
    const { refund } = handed
    await noteDeskHandOver(tx, staff, refund)
    const detail = { refundId, amount: refund.amount, mode: refund.mode, ...(note && { note }) }
    const at = context.clock.now()
    if (bookingId) await recordEvent(tx, bookingId, { at, kind: 'handed-over', actor: staff.name, detail })
    const given = `${formatRupees(refund.amount)} ${modeWords(refund.mode)}`
    const after = { 'Refund handed over': given, ...(note && { Reference: note }) }
    await recordRefundChange(context, tx, staff, whose.stored, refund, after)
    return { ok: true, handed: refund.amount, mode: refund.mode }
  })
}

/** Sends a refund once more that the provider would not take before. A second press finds nothing to send; refused as handing over is. */
export async function sendRefundAgain(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string | null,
  refundId: string,
  shown?: Paise,
): Promise<Result<{ sent: Paise }, 'not-found' | 'nothing-due' | 'disputed' | 'sum-changed' | 'beyond-desk' | 'busy'>> {
  return inChange(context.db, async (tx) => {
    const whose = await whoseRefund(tx, staff, bookingId)
    if (!whose.ok) return whose
    const beyond = beyondDesk(context, staff, whose.stored, refundId)
    if (beyond) return beyond
    const sent = await tellByStaff(context, tx, { bookingId, refundId }, 'again', { actor: staff, shown })
    if (!sent.ok) return sent
    const { refund } = sent
    await noteDeskHandOver(tx, staff, refund)
    const after = { 'Refund sent again': formatRupees(refund.amount) }
    await recordRefundChange(context, tx, staff, whose.stored, refund, after)
    return { ok: true, sent: refund.amount }
  })
}
