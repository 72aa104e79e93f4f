import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { type DeskRefusal, type TakingRefusal, takingOf } from '~/domain/desk-money'
import { isStaffHold } from '~/domain/hold'
import { formatRupees, type Paise } from '~/domain/money'
import { type DeskMode, modeWords } from '~/domain/payment-mode'
import type { Refused } from '~/domain/result'
import { nextVersion } from '~/features/back-office/save.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceConfirmation, announceMoneyReceived } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inScreenChange } from '~/features/stored-booking/busy-change.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import {
  findStoredBooking,
  INVALID_BOOKING,
  lockWithinReach,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments, ledgerOfRows, settleDeskMoney } from './desk-money.server'
import { stopReminding } from './money-request.server'

interface Taking {
  amount: Paise
  mode: DeskMode
  /** By what it is found again, as the number of a UPI payment. */
  reference: string
  /** What the page said was due. */
  shown: Paise
  /** The id of what is entered: of two presses the second finds what the first has done (rule K23). */
  entry?: string
}

type Refusal = TakingRefusal | DeskRefusal | 'not-found' | 'not-booked' | 'due-changed' | 'entered-already' | 'busy'

/**
 * Records money that guests pay at the front desk, all or a part of what is due; answers what is due afterwards. A hold that staff
 * gave is booked by it (rule E23).
 */
export async function takePayment(
  context: AppContext,
  staff: ActingStaff,
  id: string,
  { amount, mode, reference, shown, entry }: Taking,
): Promise<{ ok: true; due: Paise } | Refused<Refusal>> {
  const { db, clock } = context
  const seen = await findStoredBooking(db, id)
  if (!seen) return INVALID_BOOKING
  return inScreenChange(db, seen.screenId, async (tx) => {
    const booking = await lockWithinReach(tx, staff, id)
    if (!booking) return INVALID_BOOKING
    const held = isStaffHold(booking)
    if (booking.status !== 'booked' && !held) {
      return {
        ok: false,
        reason: 'not-booked',
        message: 'Only a booking that stands, or a hold of ours, is paid for.',
      } as const
    }
    const before = ledgerOfRows(booking, booking.payments, booking.refunds)
    const first = booking.payments.find((one) => one.id === entry)
    if (first) {
      const same = first.amount === amount && first.mode === mode && first.note === reference && !first.voidedAt
      return same ? { ok: true, due: before.remaining } : enteredAlready(first)
    }
    if (before.remaining !== shown) {
      const { remaining: due } = before
      const message =
        due > 0
          ? `Meanwhile ${formatRupees(due)} is due. Please look again.`
          : 'It has been paid meanwhile, and nothing is due any more.'
      return { ok: false, reason: 'due-changed', message } as const
    }
    const taking = takingOf(countedPayments(booking.payments, booking.refunds), before.remaining, amount)
    if (!taking.ok) return taking
    const at = clock.now()
    const refused = await settleDeskMoney(tx, booking, { ...taking.form, mode, reference, entry }, staff, at)
    if (refused) return refused
    if (held) {
      // nobody has had the slot since: what pays at the desk books, whatever time it is
      const columns = { holdEndsAt: null }
      await moveStatus(tx, booking, { to: 'booked', cause: 'staff', at, actor: staff.name, columns })
      await stopReminding(tx, id)
      await announceConfirmation(context, tx, booking)
    }
    // an edit that was begun before must not take the payment back
    await tx.update(bookings).set(nextVersion(bookings)).where(eq(bookings.id, id))
    await recordEvent(tx, id, { at, kind: 'desk-payment', actor: staff.name, detail: { amount, mode } })
    const after = await findStoredBooking(tx, id)
    const ledger = ledgerOfRows(booking, after?.payments ?? [], after?.refunds ?? [])
    await recordBookingChange({ clock }, tx, staff, booking, {
      action: 'updated',
      before: { Received: formatRupees(before.received) },
      after: { Received: `${formatRupees(ledger.received)}, the last ${formatRupees(amount)} ${modeWords(mode)}` },
    })
    const taken = after?.payments.find((one) => !booking.payments.some(({ id: earlier }) => earlier === one.id))
    // of a hold that is booked by it the confirmation says the same
    if (taken && !held) await announceMoneyReceived(context, tx, { bookingId: id, paymentIds: [taken.id] })
    return { ok: true, due: ledger.remaining }
  })
}

/** Another sum, way or reference than this form has entered, or what was struck out since: not what is in the books (rule K23). */
function enteredAlready({
  amount,
  mode,
  voidedAt,
}: Pick<StoredBooking['payments'][number], 'amount' | 'mode' | 'voidedAt'>) {
  const since = voidedAt ? ', and it was struck out since' : ''
  const message = `This form has entered ${formatRupees(amount)} ${modeWords(mode)} already${since}. Look at what was received, then press for what is new.`
  return { ok: false, reason: 'entered-already', message } as const
}
