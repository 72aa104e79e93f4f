import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookingLines, bookings } from '~/db/schema'
import { countedReduction } from '~/domain/desk-refund'
import { MINUTE_MS } from '~/domain/durations'
import { formatRupees, type Paise, paise, sum, ZERO } from '~/domain/money'
import { reductionLines } from '~/domain/pricing'
import { sumsOf } from '~/domain/refund-parts'
import type { Result } from '~/domain/result'
import type { FailedVisit } from '~/domain/technical-failure'
import { nextVersion } from '~/features/back-office/save.server'
import { noteDeskRefund, refusedReduction } from '~/features/money/desk-refund.server'
import { heldOf, owedOf, queueParts } from '~/features/money/return-owed.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceTechnicalFailure } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { unlessBusy } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { returnChanged } from './cancel-booking.server'

/**
 * The visit as a technical failure is judged by it; undefined when there is nothing to judge: the booking does not stand,
 * its slot has not begun, or it was judged before.
 */
export function failedVisit(
  stored: Pick<StoredBooking, 'status' | 'during' | 'total' | 'lines' | 'payments' | 'refunds'>,
  now: Date,
): FailedVisit | undefined {
  const { status, during, total, lines } = stored
  const judged = lines.some(({ kind }) => kind === 'reduction')
  if (status !== 'booked' || during.from > now || judged) return undefined
  return {
    total,
    rent: lines.find(({ kind }) => kind === 'package')?.amount ?? ZERO,
    slotMinutes: Math.round((during.to.getTime() - during.from.getTime()) / MINUTE_MS),
    held: heldOf(stored),
  }
}

export interface FailureReport {
  minutesUsed: number
  /** What the visit costs now; the rent for the time used, or what staff put in its place. */
  charge: Paise
  reason: string
  /** What the page said had been paid and not refunded. */
  kept?: Paise
}

type FailureRefusal =
  | 'not-found'
  | 'nothing-to-judge'
  | 'too-long'
  | 'not-less'
  | 'return-changed'
  | 'beyond-desk'
  | 'busy'

/**
 * Makes a booking cost less after a technical failure and refunds what was paid beyond that
 * (rule M23): a line of its own on the bill, the refund, the history, and a mail to the customer.
 */
export async function settleTechnicalFailure(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { minutesUsed, charge, reason, kept }: FailureReport,
): Promise<Result<{ returned: Paise }, FailureRefusal>> {
  const settle = async (tx: Transaction): Promise<Result<{ returned: Paise }, FailureRefusal>> => {
    const now = context.clock.now()
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    const visit = failedVisit(stored, now)
    if (!visit) {
      const message = 'Only a booking that stands and has begun can be charged less, and only once.'
      return { ok: false, reason: 'nothing-to-judge', message }
    }
    if (minutesUsed > visit.slotMinutes) {
      const message = `The slot has ${visit.slotMinutes} minutes`
      return { ok: false, reason: 'too-long', message }
    }
    if (charge >= visit.total) {
      const message = `It must be less than the total, ${formatRupees(visit.total)}`
      return { ok: false, reason: 'not-less', message }
    }
    const after = { ...stored, total: charge }
    if (kept !== undefined && kept !== sum(visit.held.map(({ held }) => held)))
      return returnChanged(sumsOf(owedOf(after)))
    const off = paise(visit.total - charge)
    const beyond = refusedReduction(context, staff, { off, returned: sumsOf(owedOf(after)).all }, stored)
    if (beyond) return beyond
    const explanation = `${minutesUsed} of ${visit.slotMinutes} minutes used`
    const position = Math.max(...stored.lines.map((line) => line.position)) + 1
    const lines = reductionLines({ amount: charge, explanation }, visit.total)
    await tx.insert(bookingLines).values(lines.map((line) => ({ ...line, bookingId, position })))
    await tx
      .update(bookings)
      .set({ total: charge, ...nextVersion(bookings) })
      .where(eq(bookings.id, bookingId))
    const returns = await queueParts(context, tx, stored, owedOf(after), reason)
    const returned = returns.all
    await noteDeskRefund(tx, staff, stored, countedReduction({ off, returned }))
    const detail = { minutesUsed, charge, returned, reason }
    await recordEvent(tx, bookingId, { at: now, kind: 'technical-failure', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, stored, {
      action: 'updated',
      before: { Total: formatRupees(visit.total) },
      after: { Total: formatRupees(charge), Refund: formatRupees(returned), Reason: reason },
    })
    await announceTechnicalFailure(context, tx, { id: bookingId, version: stored.version + 1 }, returns)
    return { ok: true, returned }
  }
  return unlessBusy(() => context.db.transaction(settle))
}
