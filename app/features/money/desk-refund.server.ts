import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, refunds } from '~/db/schema'
import {
  deletionFault,
  type Loss,
  type Reduction,
  reductionFault,
  refundFault,
  type Struck,
  uncountedByCorrection,
} from '~/domain/desk-refund'
import { type Paise, paise, sum, ZERO } from '~/domain/money'
import type { Refused } from '~/domain/result'
import { roleMay } from '~/domain/staff-role'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { lastEvent } from '~/features/stored-booking/booking-history.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import type { RefundRow } from './refund-move.server'

/**
 * Refuses to send back more of a booking than this member of staff may, with what the front desk has sent back of it before; asked
 * wherever staff send money back, while the booking is locked. `struck` is what of the amount an edit strikes out.
 */
export function refusedRefund(
  { business }: Pick<AppContext, 'business'>,
  { role }: Pick<ActingStaff, 'role'>,
  amount: Paise,
  { deskReturned }: { deskReturned: Paise },
  struck: readonly Struck[] = [],
): Refused<'beyond-desk'> | undefined {
  return refusedBy(refundFault(role, amount, { deskLimit: business.deskRefundLimit, before: deskReturned, struck }))
}

/** Refuses to make a booking cost so much less, whether that was paid or not, as `refusedRefund` refuses to send it back. */
export function refusedReduction(
  { business }: Pick<AppContext, 'business'>,
  { role }: Pick<ActingStaff, 'role'>,
  reduction: Reduction,
  { deskReturned }: { deskReturned: Paise },
): Refused<'beyond-desk'> | undefined {
  return refusedBy(reductionFault(role, reduction, { deskLimit: business.deskRefundLimit, before: deskReturned }))
}

/** Refuses to delete a booking at that loss, as `refusedRefund` refuses to send it back. */
export function refusedDeletion(
  { business }: Pick<AppContext, 'business'>,
  { role }: Pick<ActingStaff, 'role'>,
  loss: Loss,
  { deskReturned }: { deskReturned: Paise },
): Refused<'beyond-desk'> | undefined {
  return refusedBy(deletionFault(role, loss, { deskLimit: business.deskRefundLimit, before: deskReturned }))
}

const refusedBy = (message: string | undefined): Refused<'beyond-desk'> | undefined =>
  message === undefined ? undefined : { ok: false, reason: 'beyond-desk', message }

/**
 * Counts what the front desk has just sent back of a locked booking, so that several presses come to no more than one may. The refunds
 * that `before` did not have are of it, and count no second time when the desk hands them over; unless they are not of it as a `whole`
 * (`countedAtOnce`).
 */
export const noteDeskRefund = (
  tx: Transaction,
  staff: Pick<ActingStaff, 'role'>,
  before: Pick<StoredBooking, 'id' | 'refunds'>,
  amount: Paise,
  whole = true,
): Promise<void> => {
  const known = before.refunds.map(({ id }) => id)
  return count(tx, staff, before.id, amount, whole ? notInArray(refunds.id, known) : undefined)
}

/** Counts a refund that somebody else began, and that the front desk hands over or sends again. */
export const noteDeskHandOver = async (
  tx: Transaction,
  staff: Pick<ActingStaff, 'role'>,
  { id, bookingId, amount, deskCounted }: RefundRow,
): Promise<void> => {
  if (bookingId && !deskCounted) await count(tx, staff, bookingId, amount, eq(refunds.id, id))
}

/** Counts no longer what the front desk had begun to send back and nobody handed over, since it is needed again; answers how much. */
export async function uncountDeskRefunds(
  tx: Transaction,
  bookingId: string,
  dropped: readonly Pick<RefundRow, 'amount' | 'deskCounted'>[],
): Promise<Paise> {
  const counted = sum(dropped.filter(({ deskCounted }) => deskCounted).map(({ amount }) => amount))
  await uncountWrittenOff(tx, bookingId, counted)
  return counted
}

/** Counts so much no longer against what the front desk may send back, since the booking costs it again. */
async function uncountWrittenOff(tx: Transaction, bookingId: string, amount: Paise): Promise<void> {
  if (amount === 0) return
  const deskReturned = sql`greatest(${bookings.deskReturned} - ${amount}, 0)`
  await tx.update(bookings).set({ deskReturned }).where(eq(bookings.id, bookingId))
}

/**
 * Counts what the front desk wrote off of a visit after a technical failure as far as `off` is still taken off; answers that. What it sent
 * back counts as before. Once for each judgement, correction or end of one, which each say anew what is written off.
 */
export async function recountWrittenOff(tx: Transaction, bookingId: string, off: Paise): Promise<Paise> {
  const judged = await lastEvent(tx, bookingId, 'technical-failure')
  const known = judged?.detail?.written
  const written = typeof known === 'number' ? paise(known) : ZERO
  const uncounted = uncountedByCorrection(written, off)
  await uncountWrittenOff(tx, bookingId, uncounted)
  return paise(written - uncounted)
}

async function count(
  tx: Transaction,
  { role }: Pick<ActingStaff, 'role'>,
  bookingId: string,
  amount: Paise,
  own: SQL | undefined,
): Promise<void> {
  if (roleMay(role, 'refund-any-sum') || amount === 0) return
  const deskReturned = sql`${bookings.deskReturned} + ${amount}`
  await tx.update(bookings).set({ deskReturned }).where(eq(bookings.id, bookingId))
  if (!own) return
  await tx
    .update(refunds)
    .set({ deskCounted: true })
    .where(and(eq(refunds.bookingId, bookingId), own))
}
