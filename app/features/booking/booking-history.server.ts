import { monotonicFactory } from 'ulid'
import type { Transaction } from '~/db/client.server'
import { bookingEvents } from '~/db/schema'
import type { BookingStatus } from '~/domain/booking-status'

/** Ids in the order of writing, so that two entries of one instant keep theirs. */
const nextEntryId = monotonicFactory()

interface HistoryEntry {
  at: Date
  kind: string
  actor: string
  from?: BookingStatus
  to?: BookingStatus
  detail?: Record<string, unknown>
}

/** Writes what happened to a booking into its history, in the transaction in which it happens. */
export async function recordEvent(tx: Transaction, bookingId: string, entry: HistoryEntry): Promise<void> {
  const { from, to, ...rest } = entry
  await tx.insert(bookingEvents).values({ ...rest, id: nextEntryId(), bookingId, fromStatus: from, toStatus: to })
}
