import type { Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { canMove, countsAs } from '~/domain/booking-status'
import {
  type CancellationQuote,
  type CancellationRefund,
  explanationFor,
  givenBy,
  quoteCancellation,
} from '~/domain/cancellation-policy'
import { deletionOf, writtenOffBy } from '~/domain/deletion'
import { countedLoss } from '~/domain/desk-refund'
import { isStaffHold } from '~/domain/hold'
import { formatRupees, type Paise, sum } from '~/domain/money'
import {
  partsOfCancellation,
  type RefundPart,
  type Rest,
  type ReturnedSums,
  sumsOf,
  sumsWhileDisputed,
} from '~/domain/refund-parts'
import type { Refused, Result } from '~/domain/result'
import { nextVersion } from '~/features/back-office/save.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { noteDeskRefund, refusedDeletion } from '~/features/money/desk-refund.server'
import { heldOf, queueParts } from '~/features/money/return-owed.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceCancellation } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange } from '~/features/stored-booking/booking-history.server'
import { inScreenChange } from '~/features/stored-booking/busy-change.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import {
  findStoredBooking,
  INVALID_BOOKING,
  lockWithinReach,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

export interface CancellationOffer {
  /** Owed whatever is chosen: goes back whole. */
  owed: ReturnedSums
  /** What comes on top of it. */
  rest: ReturnedSums
  sums: ReturnedSums
  /** What is queued when this is chosen. */
  parts: RefundPart[]
}

export type CancellationOffers = Record<CancellationRefund, CancellationOffer> & { quote: CancellationQuote }

/** What each choice would refund now, while some payments may be `disputed`, and what the policy says. */
export function cancellationOffers(
  stored: StoredBooking,
  now: Date,
  disputed: ReadonlySet<string> = new Set(),
): CancellationOffers {
  const { visitDate, during, rescheduleCount, total } = stored
  const quote = quoteCancellation({ visitDate, start: during.from, rescheduleCount }, now)
  const held = heldOf(stored)
  const offer = (gives: Rest): CancellationOffer => {
    const { owed, rest, parts } = partsOfCancellation(held, total, gives)
    return { owed: sumsOf(owed), rest: sumsOf(rest), sums: sumsWhileDisputed(parts, disputed), parts }
  }
  const chosen = (refund: CancellationRefund) => offer(givenBy(refund, quote))
  const policy = chosen('policy')
  const explanation = explanationFor(quote, sum(held.map((one) => one.held)), policy.sums.all)
  return { policy, full: chosen('full'), none: chosen('none'), quote: { ...quote, explanation } }
}

/** What deleting a booking now writes off. */
export const writtenOffByDeleting = (stored: StoredBooking, now: Date): Paise =>
  writtenOffBy(deletionOf(stored, now), ledgerOfRows(stored, stored.payments, stored.refunds).remaining)

/** What a page said that would go back, by what is chosen, and what it said would be written off. */
type ShownLoss = Partial<Record<CancellationRefund | 'written', Paise>>

export type CancelRefusal = 'not-found' | 'not-standing' | 'return-changed' | 'beyond-desk' | 'busy'

/**
 * Cancels a booking that stands or a hold, for a reason: the slot is free again, the money goes back as chosen, the
 * customer is told. The row stays ("Delete" is a cancellation: rule K6). Refused when another sum would go
 * back, or be written off, than was `shown`, or all that could go back is another by now: nobody chose to keep what came since, nor to
 * ask for no more than was due then (rule M19); and, for the front desk, where more would go back or be written off than it may (rule K19).
 */
export async function cancelByStaff(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { reason, refund, shown = {} }: { reason: string; refund: CancellationRefund; shown?: ShownLoss },
): Promise<Result<{ returned: Paise; written: Paise }, CancelRefusal>> {
  const found = await findStoredBooking(context.db, bookingId)
  if (!found) return INVALID_BOOKING
  const cancel = async (tx: Transaction) => {
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    if (!canMove(stored.status, 'cancelled', 'cancelled')) {
      const message = `This ${countsAs(stored) === 'expired' ? 'hold has ended' : 'booking has been cancelled'} already.`
      return { ok: false, reason: 'not-standing', message } as const
    }
    const offers = cancellationOffers(stored, context.clock.now())
    const offer = offers[refund]
    const isAnother = (which: CancellationRefund) =>
      shown[which] !== undefined && shown[which] !== offers[which].sums.all
    if (isAnother(refund)) return returnChanged(offer.sums)
    if (isAnother('full')) return returnChanged(offers.full.sums, 'What could go back')
    const written = writtenOffByDeleting(stored, context.clock.now())
    if (shown.written !== undefined && shown.written !== written) return writtenChanged(written)
    const beyond = refusedDeletion(context, staff, { written, returned: offer.sums.all }, stored)
    if (beyond) return beyond
    const returned = await cancelStored(context, tx, stored, offer, { actor: staff.name, reason, refund })
    await noteDeskRefund(tx, staff, stored, countedLoss({ written, returned }))
    await recordBookingChange(context, tx, staff, stored, {
      action: 'deleted',
      after: {
        ...{ Reason: reason, Refund: formatRupees(returned) },
        ...(written > 0 && { 'Written off': formatRupees(written) }),
      },
    })
    return { ok: true, returned, written } as const
  }
  return inScreenChange(context.db, found.screenId, cancel)
}

/** The books have changed since a sum was shown, so that another one would go back: to be looked at again. */
export const returnChanged = ({ all }: ReturnedSums, what = 'What goes back'): Refused<'return-changed'> => ({
  ok: false,
  reason: 'return-changed',
  message: `${what} has changed meanwhile: it is ${formatRupees(all)} now. Please look again.`,
})

/** More or less is due than the question said, or its visit has begun since: to be looked at again. */
const writtenChanged = (written: Paise): Refused<'return-changed'> => ({
  ok: false,
  reason: 'return-changed',
  message: `What nobody would be asked for any more has changed meanwhile: it is ${formatRupees(written)} now. Please look again.`,
})

/**
 * Cancels a locked booking that may be cancelled, whoever wants it: status, the refunds of the offer, history and the
 * customer's mail. Answers what goes back.
 */
export async function cancelStored(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  { parts }: Pick<CancellationOffer, 'parts'>,
  { actor, reason, refund }: { actor: string; reason: string; refund: CancellationRefund },
): Promise<Paise> {
  const now = context.clock.now()
  const next = { id: stored.id, calendarSequence: stored.calendarSequence + 1 }
  const sums = await queueParts(context, tx, stored, parts, reason)
  const moved = await moveStatus(tx, stored, {
    to: 'cancelled',
    cause: 'cancelled',
    at: now,
    actor,
    detail: { reason, refund, returned: sums.all },
    columns: {
      cancelledAt: now,
      cancelReason: reason,
      calendarSequence: next.calendarSequence,
      ...nextVersion(bookings),
    },
  })
  if (!moved) throw new Error('A booking was cancelled that may not be.')
  if (stored.status === 'booked') await announceCancellation(context, tx, next, sums)
  // who was told that a slot is kept is told that it is not
  else if (isStaffHold(stored)) await announceCancellation(context, tx, next, sums, 'hold')
  return sums.all
}
