import type { Transaction } from '~/db/client.server'
import { inScreenTransaction } from '~/db/transaction.server'
import { canMove } from '~/domain/booking-status'
import { type CancellationQuote, quoteCancellation } from '~/domain/cancellation-policy'
import { formatRupees, type Paise, paise, sum, ZERO } from '~/domain/money'
import type { Result } from '~/domain/result'
import { announceCancellation } from '~/features/notification/outbox.server'
import { queueRefund } from '~/features/payment/refund.server'
import type { AppContext } from '~/platform/context.server'
import { recordBookingChange } from './booking-history.server'
import { returnables } from './give-back.server'
import { moveStatus } from './move-status.server'
import { findSoldBooking, lockSoldBooking, type SoldBooking } from './sold-booking.server'
import { type ActingStaff, mayTouch } from './staff-booking.server'

/** What goes back: what the policy gives, everything that was received, or nothing. */
export type CancellationRefund = 'policy' | 'full' | 'none'

type Returnable = ReturnType<typeof returnables>[number]

const online = ({ payment }: Returnable) => payment.mode === 'online'
const withoutFee = ({ payment, left }: Returnable): Paise => paise(Math.max(0, left - (payment.fee ?? 0)))

/** What each choice would give back now, and what the policy says about it. */
export function cancellationOffers(sold: SoldBooking, now: Date): { policy: CancellationQuote; full: Paise } {
  const all = returnables(sold)
  const paid = all.filter(online).map(({ payment, left }) => ({ amount: left, fee: paise(payment.fee ?? 0) }))
  const { visitDate, during, rescheduleCount } = sold
  return {
    policy: quoteCancellation({ visitDate, start: during.from, rescheduleCount }, paid, now),
    full: sum(all.map(({ left }) => left)),
  }
}

/**
 * Cancels a booking that stands or a hold, for a reason: the slot is free again, the money goes back as chosen, the
 * customer is told. The row stays (decisions.md People: "Delete" is a cancellation).
 */
export async function cancelByStaff(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { reason, refund }: { reason: string; refund: CancellationRefund },
): Promise<Result<{ returned: Paise }, 'not-found' | 'not-standing'>> {
  const found = await findSoldBooking(context.db, bookingId)
  if (!found || !mayTouch(staff, found.locationId)) return NOT_FOUND
  return inScreenTransaction(context.db, found.screenId, async (tx) => {
    const sold = await lockSoldBooking(tx, bookingId)
    if (!sold) return NOT_FOUND
    if (!canMove(sold.status, 'cancelled', 'cancelled')) {
      return { ok: false, reason: 'not-standing', message: 'This booking has been cancelled already.' }
    }
    const returned = await cancelSold(context, tx, sold, { actor: staff.name, reason, refund })
    await recordBookingChange(context, tx, staff, sold, {
      action: 'deleted',
      after: { Reason: reason, Refund: formatRupees(returned) },
    })
    return { ok: true, returned }
  })
}

/**
 * Cancels a locked booking that may be cancelled, whoever wants it: status, refunds, history and the customer's mail.
 * Answers what goes back.
 */
export async function cancelSold(
  context: AppContext,
  tx: Transaction,
  sold: SoldBooking,
  { actor, reason, refund }: { actor: string; reason: string; refund: CancellationRefund },
): Promise<Paise> {
  const now = context.clock.now()
  const next = { id: sold.id, calendarSequence: sold.calendarSequence + 1 }
  const returned = await giveBack(context, tx, sold, refund, reason)
  const moved = await moveStatus(tx, sold, {
    to: 'cancelled',
    cause: 'cancelled',
    at: now,
    actor,
    detail: { reason, refund, returned },
    columns: {
      cancelledAt: now,
      cancelReason: reason,
      calendarSequence: next.calendarSequence,
      version: sold.version + 1,
    },
  })
  if (!moved) throw new Error('A booking was cancelled that may not be.')
  if (sold.status === 'booked') await announceCancellation(context, tx, next, returned)
  return returned
}

const NOT_FOUND = { ok: false, reason: 'not-found', message: 'Invalid Booking ID' } as const

async function giveBack(
  context: AppContext,
  tx: Transaction,
  sold: SoldBooking,
  refund: CancellationRefund,
  reason: string,
): Promise<Paise> {
  if (refund === 'none') return ZERO
  const inTime = cancellationOffers(sold, context.clock.now()).policy.reason === 'in-time'
  if (refund === 'policy' && !inTime) return ZERO
  const all = returnables(sold)
  const going =
    refund === 'full'
      ? all.map(({ payment, left }) => ({ payment, amount: left }))
      : all.filter(online).map((one) => ({ payment: one.payment, amount: withoutFee(one) }))
  for (const { payment, amount } of going) {
    if (amount > 0) await queueRefund(context, tx, payment, reason, amount)
  }
  return sum(going.map(({ amount }) => amount))
}
