import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookingLines, bookings, paymentAttempts, payments, refunds } from '~/db/schema'
import type { Refused } from '~/domain/result'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'

/** A booking's money as it came in and went back, the oldest first: a database hands rows out in any order. */
export const WITH_MONEY = {
  payments: { orderBy: [asc(payments.receivedAt), asc(payments.createdAt), asc(payments.id)] },
  refunds: { orderBy: [asc(refunds.createdAt), asc(refunds.id)] },
}

/** The tries to pay for a booking, the oldest first. */
export const WITH_ATTEMPTS = {
  attempts: { orderBy: [asc(paymentAttempts.createdAt), asc(paymentAttempts.id)] },
}

/** What belongs to a booking's row: what was sold, in its order, and its money. */
export const WITH_ROWS = { lines: { orderBy: asc(bookingLines.position) }, ...WITH_MONEY }

/** A booking with everything an edit needs of it. */
export const findStoredBooking = (db: Database | Transaction, bookingId: string) =>
  db.query.bookings.findFirst({ where: eq(bookings.id, bookingId), with: WITH_ROWS })

/** The same by the token of its customer's own link. */
export const findBookingOfLink = (db: Database, token: string): Promise<StoredBooking | undefined> =>
  db.query.bookings.findFirst({ where: eq(bookings.linkToken, token), with: WITH_ROWS })

/** The booking, locked until the transaction ends, so that of two changes the second one sees the first. */
export async function lockStoredBooking(tx: Transaction, bookingId: string): Promise<StoredBooking | undefined> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for('update')
  return findStoredBooking(tx, bookingId)
}

/** The booking of a customer's link, locked; undefined when it has another link by now, since staff corrected how they are reached. */
export async function lockOfLink(
  tx: Transaction,
  { id, linkToken }: Pick<StoredBooking, 'id' | 'linkToken'>,
): Promise<StoredBooking | undefined> {
  const stored = await lockStoredBooking(tx, id)
  return stored?.linkToken === linkToken ? stored : undefined
}

/** A booking that a member of staff may touch, locked; undefined when there is none for them. */
export async function lockWithinReach(
  tx: Transaction,
  staff: ActingStaff,
  bookingId: string,
): Promise<StoredBooking | undefined> {
  const stored = await lockStoredBooking(tx, bookingId)
  return stored && mayTouch(staff, stored.locationId) ? stored : undefined
}

/** The refusal of whoever names no booking that is there for them. */
export const INVALID_BOOKING: Refused<'not-found'> = { ok: false, reason: 'not-found', message: 'Invalid booking Id' }

export type StoredBooking = NonNullable<Awaited<ReturnType<typeof findStoredBooking>>>
