import { and, eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { type BookingStatus, canMove, type MoveCause } from '~/domain/booking-status'
import { isLiveHold } from '~/domain/hold'
import { recordEvent } from './booking-history.server'

type BookingRow = typeof bookings.$inferSelect

interface StatusMove {
  to: BookingStatus
  /** Why it moves; the history names it by the same word. */
  cause: MoveCause
  at: Date
  actor: string
  detail?: Record<string, unknown>
  /** What changes in the row together with its status. */
  columns?: Omit<PgUpdateSetSource<typeof bookings>, 'id' | 'status'>
}

/**
 * Moves a booking's status: asks whether the move is allowed, writes the row and the history. Nothing else changes a
 * status. False, and nothing written, when the move is not allowed or somebody else has moved the booking meanwhile.
 *
 * @throws the database's refusal when a booking would block a slot that somebody else has
 */
export async function moveStatus(
  tx: Transaction,
  { id, status: from }: Pick<BookingRow, 'id' | 'status'>,
  { to, cause, columns, ...entry }: StatusMove,
): Promise<boolean> {
  if (!canMove(from, to, cause)) return false
  const moved = await tx
    .update(bookings)
    .set({ ...columns, status: to })
    .where(and(eq(bookings.id, id), eq(bookings.status, from)))
    .returning({ id: bookings.id })
  if (!moved.length) return false
  await recordEvent(tx, id, { ...entry, kind: cause, from, to })
  return true
}

/**
 * Ends a hold, by its own time or before it. One that is given up lasted until now: what counts against a network is for how long it
 * kept a slot (rule S3).
 */
export const endHold = (
  tx: Transaction,
  hold: Pick<BookingRow, 'id' | 'status' | 'holdEndsAt'>,
  at: Date,
  actor: string,
): Promise<boolean> => {
  const ended = isLiveHold(hold, at)
    ? ({ cause: 'released', columns: { holdEndsAt: at } } as const)
    : ({ cause: 'hold-ended' } as const)
  return moveStatus(tx, hold, { to: 'expired', at, actor, ...ended })
}
