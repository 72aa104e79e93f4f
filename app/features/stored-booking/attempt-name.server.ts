import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookingEvents, bookings } from '~/db/schema'
import { bookedInsteadWords } from '~/domain/late-money'
import { endHold } from './move-status.server'

type BookingRow = typeof bookings.$inferSelect
type Named = Pick<BookingRow, 'id' | 'attemptId'>

/** The name of the attempt that a booking was made in, also after it was freed. */
export const nameOf = ({ id, attemptId }: Named): string =>
  attemptId.endsWith(`-${id}`) ? attemptId.slice(0, -id.length - 1) : attemptId

/** Whether its attempt's name was taken from a booking: another customer's by now, it may be. */
export const isFreed = (booking: Named): boolean => nameOf(booking) !== booking.attemptId

/**
 * Takes its attempt's name from a booking that ended, is another one by now, or another customer's: the next of that attempt is found by
 * it (rule S7), and whoever made the attempt finds nothing of that customer (rule D5).
 */
export async function freeAttempt(tx: Transaction, booking: Named): Promise<void> {
  await tx
    .update(bookings)
    .set({ attemptId: `${nameOf(booking)}-${booking.id}` })
    .where(eq(bookings.id, booking.id))
}

/** The bookings of an attempt, those whose name was freed too. */
export const isOfAttempt = (attemptId: string): SQL | undefined =>
  or(eq(bookings.attemptId, attemptId), sql`starts_with(${bookings.attemptId}, ${`${attemptId}-`})`)

/**
 * The other bookings of the same family that were made in a booking's attempt, and since when each is booked. A form that staff
 * keep open may have served another customer with its attempt since.
 */
const siblingsOf = (db: Database | Transaction, booking: Named & Pick<BookingRow, 'customerNumber'>) => {
  const { id, attemptId, status, holdEndsAt, code, linkToken, customerEmail } = bookings
  const bookedAt = sql<Date | null>`(select max(e.at) from ${bookingEvents} e where e.booking_id = bookings.id and e.to_status = 'booked')`
  const told = { code, linkToken, customerEmail }
  return db
    .select({ id, attemptId, status, holdEndsAt, ...told, bookedAt: bookedAt.mapWith(bookingEvents.at) })
    .from(bookings)
    .where(and(eq(bookings.customerNumber, booking.customerNumber), isOfAttempt(nameOf(booking)), ne(id, booking.id)))
    .orderBy(asc(id))
}

/** The same, locked. */
export const lockSiblings = (tx: Transaction, booking: Parameters<typeof siblingsOf>[1]) =>
  siblingsOf(tx, booking).for('update')

export type Sibling = Awaited<ReturnType<typeof lockSiblings>>[number]

/**
 * Whether a family has booked another one in the same attempt since it began a hold, which that stands in the place of, also when it was
 * cancelled again. Who had booked before wants one more evening.
 */
export const hasBookedSince = (siblings: readonly Sibling[], { createdAt }: { createdAt: Date }): boolean =>
  siblings.some(({ bookedAt }) => bookedAt !== null && bookedAt >= createdAt)

/**
 * The booking that stands in the place of a hold that is over, as `hasBookedSince` knows it, in words; undefined where none does. Its
 * code, and the link that says all of it, only where it was made for the same address.
 */
export async function bookedInstead(
  db: Database | Transaction,
  hold: Named & Pick<BookingRow, 'status' | 'createdAt' | 'customerNumber' | 'customerEmail'>,
): Promise<{ words: string; linkToken: string | null } | undefined> {
  if (hold.status !== 'expired' || !hold.customerNumber) return undefined
  const stands = (await siblingsOf(db, hold)).filter((one) => one.status === 'booked' && hasBookedSince([one], hold))
  const own = stands.find(({ customerEmail }) => customerEmail.toLowerCase() === hold.customerEmail.toLowerCase())
  return stands.length ? { words: bookedInsteadWords(own?.code), linkToken: own?.linkToken ?? null } : undefined
}

/**
 * Makes a booking the one that its attempt came to (rule S7): what its family has held since in the same attempt, mostly the same slot
 * once more, is given up for it, and the attempt is found by it from now on, unless another one stands under that name, or it is another customer's by now.
 */
export async function winAttempt(
  tx: Transaction,
  booking: Named,
  siblings: readonly Sibling[],
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  for (const one of siblings) await endHold(tx, one, at, actor)
  const attemptId = nameOf(booking)
  if (attemptId === booking.attemptId) return
  const [named] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.attemptId, attemptId))
  const sibling = siblings.find(({ id }) => id === named?.id)
  if (named && (!sibling || sibling.status === 'booked')) return
  if (sibling) await freeAttempt(tx, sibling)
  await tx.update(bookings).set({ attemptId }).where(eq(bookings.id, booking.id))
}
