import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { newCode, newId, newToken } from '~/db/new-id'
import { bookingEvents, bookingLines, bookings } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { BlockingStatus } from '~/domain/booking-status'
import type { DeskRefusal } from '~/domain/desk-money'
import type { Draft } from '~/domain/draft'
import { isLiveHold, isStaffHold } from '~/domain/hold'
import { formatRupees, type Paise, sum } from '~/domain/money'
import {
  type AskedRefusal,
  type AskedSum,
  askedAmount,
  type Deadline,
  type DeadlineRefusal,
  holdEnd,
  remindAt,
} from '~/domain/money-request'
import type { InstantRange } from '~/domain/slots'
import { type DeskMoney, settleDeskMoney } from '~/features/money/desk-money.server'
import { writeRequest } from '~/features/money/money-request.server'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import { announceConfirmation, announceRequest } from '~/features/stored-booking/announce-booking.server'
import { freeAttempt } from '~/features/stored-booking/attempt-name.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, hasContent, lineRows } from './booking-content.server'
import { describeBooking } from './booking-words.server'
import { consentOf } from './consent.server'
import { saveCustomer } from './customer-row.server'
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

export type StaffBookingRefusal = QuoteRefusal | DeskRefusal | 'out-of-scope' | 'placed-already' | 'price-changed'
export type StaffHoldRefusal = StaffBookingRefusal | DeadlineRefusal | 'deadline-unchosen' | AskedRefusal

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
 * closed dates allowed; the slot must be free all the same. Refused when it comes to another sum than was `shown`. The same attempt
 * again finds its first result, and with other words or other money it is refused.
 */
export async function placeStaffBooking(
  context: AppContext,
  staff: ActingStaff,
  draft: Draft,
  { note, shown, ...money }: Omit<DeskMoney, 'fullPayment'> & Said,
): Promise<PlacedByStaff<StaffBookingRefusal>> {
  return place(context, staff, draft, {
    ...{ note, shown, status: 'booked' },
    async finish(tx, { id, total }, now) {
      const booking = { id, total, status: 'booked' } as const
      const unpaid = await settleDeskMoney(tx, booking, { ...money, fullPayment: false }, staff, now)
      if (unpaid) throw new RolledBack({ ...unpaid, step: 'payment' })
      await announceConfirmation(context, tx, { id, calendarSequence: 0 })
    },
    async isSaved(_, { createdAt, payments }) {
      const first = payments.filter(({ receivedAt }) => receivedAt.getTime() === createdAt.getTime())
      const { advance, mode, reference = '' } = money
      const alike = first.every((payment) => payment.mode === mode && payment.note === reference)
      return alike && sum(first.map(({ amount }) => amount)) === advance
    },
  })
}

/** What staff note of a booking, and what their page said that it comes to. */
interface Said {
  note: string
  shown?: Paise
}

/** Until when a slot is kept for somebody, and what they are asked for. */
export interface StaffHold {
  /** Undefined where nothing was chosen, which is refused. */
  deadline: Deadline | undefined
  /** What was typed for "a time". */
  time?: string
  sum: AskedSum
  own?: Paise
}

/**
 * Keeps a slot for a customer who pays from a distance, and asks for the money (rule E20): a hold that ends when staff say. It counts
 * for no limit of customers. Refused when it comes to another sum than was `shown`. The same attempt again finds its first result, and
 * with other words, another time or another sum it is refused.
 */
export async function holdByStaff(
  context: AppContext,
  staff: ActingStaff,
  draft: Draft,
  { note, shown, deadline, time, sum: askedFor, own }: StaffHold & Said,
): Promise<PlacedByStaff<StaffHoldRefusal>> {
  const zone = context.business.timeZone
  return place(context, staff, draft, {
    ...{ note, shown, status: 'pending' },
    async finish(tx, { id, total, during }, now) {
      const until = holdEnd(deadline, { now, slotStart: during.from, zone, typed: time })
      const asked = askedAmount(askedFor, total, own)
      if (!until.ok) throw new RolledBack({ ...until, step: 'payment' })
      if (!asked.ok) throw new RolledBack({ ...asked, step: 'payment' })
      await tx.update(bookings).set({ holdEndsAt: until.at }).where(eq(bookings.id, id))
      const request = { upTo: asked.amount, until: until.at, remindAt: remindAt(now, until.at) }
      await writeRequest(tx, id, request, now)
      const detail = { amount: asked.amount, until: until.at.toISOString() }
      await recordEvent(tx, id, { at: now, kind: 'money-asked', actor: staff.name, detail })
      await announceRequest(context, tx, { id, ...request }, 'money-asked', now)
    },
    async isSaved(tx, { id, createdAt: now, total, during }) {
      const until = holdEnd(deadline, { now, slotStart: during.from, zone, typed: time })
      const asked = askedAmount(askedFor, total, own)
      const first = await tx.query.bookingEvents.findFirst({
        where: and(eq(bookingEvents.bookingId, id), eq(bookingEvents.kind, 'money-asked'), eq(bookingEvents.at, now)),
      })
      const said = until.ok && asked.ok && { amount: asked.amount, until: until.at.toISOString() }
      return said && isDeepStrictEqual(first?.detail, said)
    },
  })
}

type PlacedByStaff<Reason extends string> = { ok: true; bookingId: string; linkToken: string } | RefusedQuote<Reason>

interface Placing extends Said {
  status: BlockingStatus
  /** Does what the status needs, in the same transaction. */
  finish: (tx: Transaction, booking: { id: string; total: Paise; during: InstantRange }, now: Date) => Promise<void>
  /** Whether that is what an earlier press of the same form did. */
  isSaved: (tx: Transaction, earlier: StoredBooking) => Promise<boolean>
}

/** Writes a booking of staff's making. */
async function place<Reason extends string>(
  context: AppContext,
  staff: ActingStaff,
  draft: Draft,
  placing: Placing,
): Promise<PlacedByStaff<Reason | StaffBookingRefusal>> {
  const { screenId } = draft
  const { note, shown, status, finish } = placing
  if (!screenId) return { ok: false, reason: 'incomplete', message: 'Please choose a screen', step: 'screens' }
  try {
    return await inScreenTransaction(context.db, screenId, async (tx) => {
      const earlier = await tx.query.bookings.findFirst({ where: eq(bookings.attemptId, draft.attemptId) })
      const now = context.clock.now()
      const stands = earlier?.status === 'booked' || (earlier && isStaffHold(earlier) && isLiveHold(earlier, now))
      if (earlier && stands) return sameAgain(context, tx, draft, earlier.id, placing)
      await expireRunOutHolds(tx, screenId, now)
      const quote = await resolveQuote(context, tx, { draft, dropped: undefined }, { staff: true })
      const refusal = incompleteRefusal(quote) ?? (await quoteRefusal(context, tx, quote, { by: 'staff' }))
      if (refusal) return refusal
      const content = contentOf(context, quote)
      if (!mayTouch(staff, content.columns.locationId)) return OUT_OF_SCOPE
      const price = content.columns.total
      if (shown !== undefined && price !== shown) return priceChanged(shown, price)
      if (earlier) await freeAttempt(tx, earlier)
      const bookingId = newId()
      const linkToken = newToken()
      await tx.insert(bookings).values({
        ...content.columns,
        id: bookingId,
        code: `LUM-${newCode()}`,
        linkToken,
        attemptId: draft.attemptId,
        source: 'staff',
        status,
        // a hold says until when; what finishes it does
        holdEndsAt: status === 'pending' ? now : null,
        customerId: await saveCustomer(tx, content, 'staff', now),
        ...consentOf(draft.termsAccepted ?? false, now, 'staff'),
        note,
        createdBy: staff.id,
        createdAt: now,
      })
      await tx.insert(bookingLines).values(lineRows(bookingId, content.lines))
      const kind = status === 'booked' ? 'staff' : 'held'
      await recordEvent(tx, bookingId, { at: now, kind, actor: staff.name, to: status })
      const { total, during } = content.columns
      await finish(tx, { id: bookingId, total, during }, now)
      await recordAddition(context, tx, staff, bookingId)
      return { ok: true, bookingId, linkToken }
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    const reason = constraintRefusal(error)?.reason
    if (reason === 'slot-taken') return TAKEN
    // the same attempt on another screen at the same moment: it stands now
    if (reason === 'attempt-used') return place(context, staff, draft, placing)
    const busy = busyRefusal(error)
    if (busy) return busy
    throw error
  }
}

const priceChanged = (shown: Paise, total: Paise): RefusedQuote<'price-changed'> => ({
  ...{ ok: false, reason: 'price-changed', step: 'payment' },
  message: `It comes to ${formatRupees(total)} now, not ${formatRupees(shown)}. Tell the caller, then press again.`,
})

/** An attempt that stands already: the same one again finds it; one that asks for anything else is told of it. */
async function sameAgain(
  context: AppContext,
  tx: Transaction,
  draft: Draft,
  earlierId: string,
  { status, note, isSaved }: Placing,
): Promise<{ ok: true; bookingId: string; linkToken: string } | RefusedQuote<'placed-already'>> {
  const stored = await findStoredBooking(tx, earlierId)
  if (!stored) throw new Error('The booking of an attempt is gone.')
  const quote = await resolveQuote(context, tx, { draft, dropped: undefined }, { staff: true, stored })
  const alike = !incompleteRefusal(quote) && hasContent(stored, contentOf(context, quote, stored))
  if (stored.status === status && alike && stored.note === note && (await isSaved(tx, stored)))
    return { ok: true, bookingId: stored.id, linkToken: stored.linkToken }
  const message =
    stored.status === 'booked'
      ? `Already booked as ${stored.code}, not as it stands here: enter there what is new`
      : `Already held as ${stored.code}, not as it stands here: enter there what is new, or take the money`
  return { ok: false, reason: 'placed-already', message, step: 'payment' }
}

async function recordAddition(context: AppContext, tx: Transaction, staff: ActingStaff, id: string): Promise<void> {
  const added = await findStoredBooking(tx, id)
  if (!added) throw new Error('The booking is gone.')
  await recordBookingChange(context, tx, staff, added, { action: 'added', after: describeBooking(added) })
}
