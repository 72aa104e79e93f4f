import { asc, eq, lte } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, moneyRequests } from '~/db/schema'
import { isLiveHold, isStaffHold } from '~/domain/hold'
import { formatRupees, type Paise } from '~/domain/money'
import {
  type AskedRefusal,
  type AskedSum,
  askedAmount,
  askedUpTo,
  balanceDeadline,
  type Deadline,
  type DeadlineRefusal,
  deadlineOf,
  endWhilePaying,
  holdAsked,
  momentWords,
  remindAt,
} from '~/domain/money-request'
import type { Result } from '~/domain/result'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceRequest } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inScreenChange } from '~/features/stored-booking/busy-change.server'
import {
  findStoredBooking,
  INVALID_BOOKING,
  lockWithinReach,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { ledgerOfRows } from './desk-money.server'

type BookingRow = typeof bookings.$inferSelect

interface Request {
  upTo: Paise
  until: Date
  remindAt: Date | null
}

/** Writes down what is asked of a booking, in place of what was asked before. */
export async function writeRequest(tx: Transaction, bookingId: string, request: Request, askedAt: Date): Promise<void> {
  const values = { ...request, askedAt }
  await tx
    .insert(moneyRequests)
    .values({ bookingId, ...values })
    .onConflictDoUpdate({ target: moneyRequests.bookingId, set: values })
}

/** A hold that has become a booking is not reminded of its end any more. */
export async function stopReminding(tx: Transaction, bookingId: string): Promise<void> {
  await tx.update(moneyRequests).set({ remindAt: null }).where(eq(moneyRequests.bookingId, bookingId))
}

/** While a payment of a hold that staff gave is begun or under way, the hold does not end over it (rule E22). */
export async function keepWhilePaying(
  tx: Transaction,
  booking: Pick<BookingRow, 'id' | 'status' | 'source' | 'holdEndsAt'>,
  now: Date,
): Promise<void> {
  const { id, holdEndsAt } = booking
  if (!isStaffHold(booking) || !holdEndsAt || !isLiveHold(booking, now)) return
  const request = await tx.query.moneyRequests.findFirst({ where: eq(moneyRequests.bookingId, id) })
  if (!request) return
  const end = endWhilePaying(holdEndsAt, request.until, now)
  if (end > holdEndsAt) await tx.update(bookings).set({ holdEndsAt: end }).where(eq(bookings.id, id))
}

interface Asking {
  sum: AskedSum
  own?: Paise
  /** What the page said was due. */
  shown: Paise
}

type NotAsked = 'not-found' | 'not-payable' | 'due-changed' | 'busy'
export type AskingRefusal = NotAsked | AskedRefusal

/** Asks the customer of a booking that stands, or of a hold of ours, for money: written down, by mail, in the history. */
export const askForMoney = (context: AppContext, staff: ActingStaff, id: string, { sum, own, shown }: Asking) =>
  change<{ amount: Paise; email: string }, AskingRefusal>(context, staff, id, async (tx, stored) => {
    const ledger = ledgerOfRows(stored, stored.payments, stored.refunds)
    if (ledger.remaining !== shown) {
      const message = `Meanwhile ${formatRupees(ledger.remaining)} is due. Please look again.`
      return { ok: false, reason: 'due-changed', message }
    }
    const found = askedAmount(sum, ledger.remaining, own)
    if (!found.ok) return found
    const { amount } = found
    const now = context.clock.now()
    const held = isStaffHold(stored) && stored.holdEndsAt
    const until = held ? await promisedEnd(tx, stored, held) : balanceDeadline(stored.during, now)
    if (until <= now) return TOO_LATE
    const request = { upTo: askedUpTo(ledger, amount), until, remindAt: held ? remindAt(now, until) : null }
    await writeRequest(tx, id, request, now)
    await told(context, tx, staff, stored, { kind: 'money-asked', ...request, amount })
    return { ok: true, amount, email: stored.customerEmail }
  })

/**
 * Lets a hold of ours end at another time than its page showed; what is asked for stays, and its customer is told. Pressed twice, the
 * second press finds it done.
 */
export const extendHold = (
  context: AppContext,
  staff: ActingStaff,
  id: string,
  { deadline, time, shown }: { deadline: Deadline; time?: string; shown?: Date },
) =>
  change<{ until: Date }, NotAsked | DeadlineRefusal>(context, staff, id, async (tx, stored) => {
    if (!isStaffHold(stored) || !stored.holdEndsAt) return NOT_PAYABLE
    const now = context.clock.now()
    const zone = context.business.timeZone
    const facts = { now, slotStart: stored.during.from, zone, current: stored.holdEndsAt, typed: time }
    const pressed = shown && deadlineOf(deadline, { ...facts, current: shown })
    if (pressed?.ok && pressed.at.getTime() === stored.holdEndsAt.getTime()) return { ok: true, until: pressed.at }
    const found = deadlineOf(deadline, facts)
    if (!found.ok) return found
    const until = found.at
    await tx.update(bookings).set({ holdEndsAt: until }).where(eq(bookings.id, id))
    const [request] = await tx
      .update(moneyRequests)
      .set({ until, askedAt: now, remindAt: remindAt(now, until) })
      .where(eq(moneyRequests.bookingId, id))
      .returning()
    if (request) await told(context, tx, staff, stored, { kind: 'hold-extended', ...request })
    return { ok: true, until }
  })

/** The end that the customer of a hold was told: one that only lasts over a payment promises no more by it. */
async function promisedEnd(tx: Transaction, { id, during }: StoredBooking, holdEndsAt: Date): Promise<Date> {
  const earlier = await tx.query.moneyRequests.findFirst({ where: eq(moneyRequests.bookingId, id) })
  return holdAsked(earlier?.until ?? holdEndsAt, during)
}

const NOT_PAYABLE = {
  ok: false,
  reason: 'not-payable',
  message: 'Only a booking that stands, or a hold of ours that has not ended, is paid for.',
} as const

const TOO_LATE = {
  ok: false,
  reason: 'not-payable',
  message: 'The time to pay online is over: take the money at the desk, or give it more time.',
} as const

/** Changes what is asked of a booking within reach, which stands or is held by us; locked as every change of it. */
async function change<Done extends object, Reason extends string>(
  context: AppContext,
  staff: ActingStaff,
  id: string,
  work: (tx: Transaction, stored: StoredBooking) => Promise<Result<Done, Reason | 'not-payable'>>,
): Promise<Result<Done, Reason | 'not-found' | 'not-payable' | 'busy'>> {
  const seen = await findStoredBooking(context.db, id)
  if (!seen) return INVALID_BOOKING
  return inScreenChange(context.db, seen.screenId, async (tx) => {
    const stored = await lockWithinReach(tx, staff, id)
    if (!stored) return INVALID_BOOKING
    const held = isStaffHold(stored) && isLiveHold(stored, context.clock.now())
    if (stored.status !== 'booked' && !held) return NOT_PAYABLE
    return work(tx, stored)
  })
}

/** Tells customer, history and audit log of a request. */
async function told(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  stored: StoredBooking,
  { kind, until, upTo, amount }: { kind: 'money-asked' | 'hold-extended'; until: Date; upTo: Paise; amount?: Paise },
): Promise<void> {
  const { clock, business } = context
  const at = clock.now()
  await recordEvent(tx, stored.id, { at, kind, actor: staff.name, detail: { amount, until: until.toISOString() } })
  await announceRequest(context, tx, { id: stored.id, until, upTo }, 'money-asked', at)
  const end = momentWords(until, at, business.timeZone)
  await recordBookingChange(context, tx, staff, stored, {
    action: 'updated',
    after: amount === undefined ? { 'Held until': end } : { 'Asked for': `${formatRupees(amount)}, until ${end}` },
  })
}

const REMIND_AT_ONCE = 200

/** Writes to the customers whose hold ends soon; whether anything is still asked is seen when the letter is written. */
export async function remindOfMoney(context: AppContext): Promise<number> {
  const now = context.clock.now()
  return context.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: moneyRequests.bookingId, until: moneyRequests.until, upTo: moneyRequests.upTo })
      .from(moneyRequests)
      .where(lte(moneyRequests.remindAt, now))
      .orderBy(asc(moneyRequests.remindAt))
      .limit(REMIND_AT_ONCE)
      .for('update', { skipLocked: true })
    for (const booking of due) {
      await tx.update(moneyRequests).set({ remindAt: null }).where(eq(moneyRequests.bookingId, booking.id))
      await announceRequest(context, tx, booking, 'money-reminder', now)
    }
    return due.length
  })
}
