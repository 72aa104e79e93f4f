import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { newCode, newId, newToken } from '~/db/new-id'
import { bookingLines, bookings } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { DeskRefusal } from '~/domain/desk-money'
import type { Draft } from '~/domain/draft'
import { type DeskMoney, settleDeskMoney } from '~/features/money/desk-money.server'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import { announceConfirmation } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, lineRows } from './booking-content.server'
import { describeBooking } from './booking-words.server'
import { consentOf } from './consent.server'
import { keepCustomer } from './customer-row.server'
import { expireRunOutHolds } from './place-booking.server'
import { resolveQuote } from './quote.server'
import {
  busyRefusal,
  incompleteRefusal,
  type QuoteRefusal,
  quoteRefusal,
  type RefusedQuote,
  TAKEN,
} from './quote-refusal.server'

export type StaffBookingRefusal = QuoteRefusal | DeskRefusal | 'out-of-scope'

export const OUT_OF_SCOPE: RefusedQuote<'out-of-scope'> = {
  ok: false,
  reason: 'out-of-scope',
  message: 'This screen belongs to another location',
  step: 'payment',
}

/** Rolls the transaction back and carries the refusal out of it. */
export class RolledBack<Reason extends string> extends Error {
  constructor(readonly refusal: RefusedQuote<Reason>) {
    super(refusal.message)
  }
}

/**
 * Books at once for a customer at the front desk or on the phone: no hold, no online payment, no Gmail, terms or Basic rule,
 * closed dates allowed; the slot must be free all the same. The same attempt again finds its first result.
 */
export async function placeStaffBooking(
  context: AppContext,
  staff: ActingStaff,
  draft: Draft,
  { note, ...money }: Omit<DeskMoney, 'fullPayment'> & { note: string },
): Promise<{ ok: true; bookingId: string; linkToken: string } | RefusedQuote<StaffBookingRefusal>> {
  const { screenId } = draft
  if (!screenId) return { ok: false, reason: 'incomplete', message: 'Please choose a screen', step: 'screens' }
  try {
    return await inScreenTransaction(context.db, screenId, async (tx) => {
      const earlier = await tx.query.bookings.findFirst({ where: eq(bookings.attemptId, draft.attemptId) })
      if (earlier?.status === 'booked') return { ok: true, bookingId: earlier.id, linkToken: earlier.linkToken }
      const now = context.clock.now()
      await expireRunOutHolds(tx, screenId, now)
      const quote = await resolveQuote(context, tx, { draft, dropped: undefined }, { staff: true })
      const refusal = incompleteRefusal(quote) ?? (await quoteRefusal(context, tx, quote, { by: 'staff' }))
      if (refusal) return refusal
      const content = contentOf(context, quote)
      if (!mayTouch(staff, content.columns.locationId)) {
        return OUT_OF_SCOPE
      }
      const bookingId = newId()
      const linkToken = newToken()
      await tx.insert(bookings).values({
        ...content.columns,
        id: bookingId,
        code: `LUM-${newCode()}`,
        linkToken,
        // an attempt that ended without a booking leaves its name to this one
        attemptId: earlier ? bookingId : draft.attemptId,
        source: 'staff',
        status: 'booked',
        customerId: await keepCustomer(tx, content, 'staff', now),
        ...consentOf(draft.termsAccepted ?? false, now, 'staff'),
        note,
        createdBy: staff.id,
        createdAt: now,
      })
      await tx.insert(bookingLines).values(lineRows(bookingId, content.lines))
      await recordEvent(tx, bookingId, { at: now, kind: 'staff', actor: staff.name, to: 'booked' })
      const booking = { id: bookingId, total: content.columns.total, status: 'booked' } as const
      const unpaid = await settleDeskMoney(tx, booking, { ...money, fullPayment: false }, staff, now)
      if (unpaid) throw new RolledBack({ ...unpaid, step: 'payment' })
      await recordAddition(context, tx, staff, bookingId)
      await announceConfirmation(context, tx, { id: bookingId, calendarSequence: 0 })
      return { ok: true, bookingId, linkToken }
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    if (constraintRefusal(error)?.reason === 'slot-taken') return TAKEN
    const busy = busyRefusal(error)
    if (busy) return busy
    throw error
  }
}

async function recordAddition(context: AppContext, tx: Transaction, staff: ActingStaff, id: string): Promise<void> {
  const added = await findStoredBooking(tx, id)
  if (!added) throw new Error('The booking is gone.')
  await recordBookingChange(context, tx, staff, added, { action: 'added', after: describeBooking(added) })
}
