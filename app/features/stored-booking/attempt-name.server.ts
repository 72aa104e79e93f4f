import { and, asc, eq, gte, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import { endHold } from './move-status.server'

type Named = Pick<typeof bookings.$inferSelect, 'id' | 'attemptId'>

/** A draft lives a day after each of its steps: so far apart its bookings are made at most. */
const DRAFT_LIVES_MS = 7 * DAY_MS

/** The name of the attempt that a booking was made in, also after it was freed. */
const nameOf = ({ id, attemptId }: Named): string =>
  attemptId.endsWith(`-${id}`) ? attemptId.slice(0, -id.length - 1) : attemptId

/** Takes its attempt's name from a booking that ended, or is another one by now: the next of that attempt is found by it (rule S7). */
export async function freeAttempt(tx: Transaction, { id, attemptId }: Named): Promise<void> {
  await tx
    .update(bookings)
    .set({ attemptId: `${attemptId}-${id}` })
    .where(eq(bookings.id, id))
}

/** The bookings of an attempt, those whose name was freed too. */
export const isOfAttempt = (attemptId: string): SQL | undefined =>
  or(eq(bookings.attemptId, attemptId), sql`starts_with(${bookings.attemptId}, ${`${attemptId}-`})`)

/** The other bookings that were made in a booking's attempt, locked. */
export const lockSiblings = (tx: Transaction, booking: Named & { createdAt: Date }) => {
  const at = booking.createdAt.getTime()
  const { id, attemptId, status, holdEndsAt } = bookings
  return tx
    .select({ id, attemptId, status, holdEndsAt })
    .from(bookings)
    .where(
      and(
        gte(bookings.createdAt, new Date(at - DRAFT_LIVES_MS)),
        lte(bookings.createdAt, new Date(at + DRAFT_LIVES_MS)),
        isOfAttempt(nameOf(booking)),
        ne(id, booking.id),
      ),
    )
    .orderBy(asc(id))
    .for('update')
}

export type Sibling = Awaited<ReturnType<typeof lockSiblings>>[number]

/**
 * Makes a booking the one that its attempt came to (rule S7): what its family has held since in the same attempt, mostly the same slot
 * once more, is given up for it, and the attempt is found by it from now on, unless another one stands under that name.
 */
export async function winAttempt(
  tx: Transaction,
  booking: Named,
  siblings: readonly Sibling[],
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  for (const one of siblings) await endHold(tx, one, at, actor)
  const attemptId = nameOf(booking)
  const named = siblings.find((one) => one.attemptId === attemptId)
  if (attemptId === booking.attemptId || named?.status === 'booked') return
  if (named) await freeAttempt(tx, named)
  await tx.update(bookings).set({ attemptId }).where(eq(bookings.id, booking.id))
}
