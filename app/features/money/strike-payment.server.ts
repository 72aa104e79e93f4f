import { eq } from 'drizzle-orm'
import { bookings, payments } from '~/db/schema'
import { canBeStruckOut } from '~/domain/desk-money'
import { countedAtOnce, struckWords } from '~/domain/desk-refund'
import { type Paise, paise, sum } from '~/domain/money'
import type { DeskMode } from '~/domain/payment-mode'
import { NOTHING_RETURNED } from '~/domain/refund-parts'
import type { Refused, Result } from '~/domain/result'
import { nextVersion } from '~/features/back-office/save.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceStrike } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordElsewhere, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import {
  findStoredBooking,
  INVALID_BOOKING,
  lockWithinReach,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import { strikeWithoutWord } from '~/features/stored-booking/told-payments.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments, ledgerOfRows } from './desk-money.server'
import { noteDeskRefund, refusedRefund } from './desk-refund.server'
import { returnOwed, takeTasksBack, tasksTakenBack } from './return-owed.server'

export interface Strike {
  payment: string
  mode: DeskMode
  amount: Paise
  /** What is due once it is struck out. */
  due: Paise
}

type MoneyOfBooking = Pick<StoredBooking, 'total' | 'status' | 'payments' | 'refunds'>

/**
 * What striking one payment out would do (rule M16); undefined when it cannot be: the booking does not stand, the money came online,
 * or a part of it went back. What only waits to be handed over of it is taken back.
 */
export function strikeOf(booking: MoneyOfBooking, payment: string): Strike | undefined {
  const row = booking.payments.find(({ id }) => id === payment)
  if (booking.status !== 'booked' || !row) return undefined
  const { amount, mode } = row
  if (mode === 'online') return undefined
  const waiting = tasksTakenBack(dearerBy(booking, amount))
  const refunds = booking.refunds.filter((one) => !waiting.includes(one))
  const counted = countedPayments(booking.payments, refunds).find((one) => one.payment === payment)
  if (!counted || !canBeStruckOut(counted)) return undefined
  const kept = booking.payments.filter((one) => one !== row)
  return { payment, mode, amount, due: ledgerOfRows(booking, kept, refunds).remaining }
}

/** Less was received: for what is due afterwards that is as if the booking cost so much more. */
const dearerBy = <Booking extends MoneyOfBooking>(booking: Booking, amount: Paise): Booking => ({
  ...booking,
  total: paise(booking.total + amount),
})

type StrikeRefusal = 'not-found' | 'stays' | 'beyond-desk' | 'busy'

const STAYS: Refused<StrikeRefusal> = {
  ok: false,
  reason: 'stays',
  message: 'This payment cannot be struck out any more. Please look again.',
}

/** Refuses to strike out more of a booking than this member of staff may; what is taken back of what the desk sent counts no more. */
export function refusedStrike(
  context: Pick<AppContext, 'business'>,
  staff: Pick<ActingStaff, 'role'>,
  booking: MoneyOfBooking & Pick<StoredBooking, 'deskReturned'>,
  { amount, mode }: Strike,
) {
  const counted = tasksTakenBack(dearerBy(booking, amount)).filter(({ deskCounted }) => deskCounted)
  const deskReturned = paise(Math.max(0, booking.deskReturned - sum(counted.map((task) => task.amount))))
  return refusedRefund(context, staff, amount, { deskReturned }, [{ mode, amount }])
}

/**
 * Strikes one payment out that was entered by mistake, and leaves the others (rule M16): it leaves the till today, and is due again. Its
 * customer is told, unless `tellCustomer` is false. A second press finds nothing to strike out.
 */
export async function strikeOutPayment(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  payment: string,
  { tellCustomer = true }: { tellCustomer?: boolean } = {},
): Promise<Result<Strike, StrikeRefusal>> {
  return inChange(context.db, async (tx): Promise<Result<Strike, StrikeRefusal>> => {
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    const strike = strikeOf(stored, payment)
    if (!strike) return STAYS
    const { amount, mode } = strike
    const beyond = refusedStrike(context, staff, stored, strike)
    if (beyond) return beyond
    const at = context.clock.now()
    const { taken, uncounted } = await takeTasksBack(
      context,
      tx,
      dearerBy(stored, amount),
      staff.name,
      'A payment was struck out',
    )
    await tx.update(payments).set({ voidedAt: at, voidedBy: staff.id }).where(eq(payments.id, payment))
    // an edit that was begun before must not bring it back
    await tx.update(bookings).set(nextVersion(bookings)).where(eq(bookings.id, bookingId))
    const detail = { amount, mode }
    await recordEvent(tx, bookingId, { at, kind: 'payment-struck-out', actor: staff.name, detail })
    const after = await findStoredBooking(tx, bookingId)
    // of tasks that were taken back, what is still owed waits anew
    const told = { actor: staff.name, reason: 'Received more than the total' }
    const again = after ? await returnOwed(context, tx, after, told) : NOTHING_RETURNED
    const begun = countedAtOnce(paise(Math.min(again.all, uncounted)), again)
    await noteDeskRefund(tx, staff, stored, sum([amount, begun.amount]), begun.whole)
    const words = { 'Struck out': struckWords([strike]) }
    await recordBookingChange(context, tx, staff, stored, { action: 'updated', after: words })
    const place = stored.payments.find(({ id }) => id === payment)?.locationId
    if (place && place !== stored.locationId)
      await recordElsewhere(context, tx, staff, stored, [{ locationId: place, after: words }])
    if (tellCustomer) {
      const returned = { ...again, needed: paise(Math.max(0, taken - again.all)) }
      const of = { id: bookingId, version: stored.version + 1 }
      await announceStrike(context, tx, of, returned, amount)
    } else await strikeWithoutWord(tx, payment)
    return { ok: true, ...strike }
  })
}
