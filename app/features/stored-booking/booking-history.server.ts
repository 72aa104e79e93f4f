import { and, desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookingEvents } from '~/db/schema'
import type { BookingEventKind } from '~/domain/booking-events'
import type { BookingStatus } from '~/domain/booking-status'
import type { Described } from '~/domain/changes'
import { type AuditAction, recordChange } from '~/features/back-office/audit.server'
import type { AppContext } from '~/platform/context.server'

interface HistoryEntry {
  at: Date
  kind: BookingEventKind
  actor: string
  from?: BookingStatus
  to?: BookingStatus
  detail?: Record<string, unknown>
}

/** Writes what happened to a booking into its history, in the transaction in which it happens. */
export async function recordEvent(tx: Transaction, bookingId: string, entry: HistoryEntry): Promise<void> {
  const { from, to, ...rest } = entry
  await tx.insert(bookingEvents).values({ ...rest, bookingId, fromStatus: from, toStatus: to })
}

/** The last thing of a kind that happened to a booking; undefined when none did. */
export const lastEvent = (db: Database | Transaction, bookingId: string, kind: BookingEventKind) =>
  db.query.bookingEvents.findFirst({
    columns: { at: true, actor: true, detail: true },
    where: and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.kind, kind)),
    orderBy: [desc(bookingEvents.at), desc(bookingEvents.id)],
  })

/** Whether it was the customer who did the last thing of a kind to a booking. */
export const wasByCustomer = async (
  db: Database | Transaction,
  bookingId: string,
  kind: BookingEventKind,
): Promise<boolean> => (await lastEvent(db, bookingId, kind))?.actor === 'customer'

interface BookingChange {
  action: AuditAction
  before?: Described
  after: Described
}

/** Writes what staff did to a booking into the audit log of its location. */
export const recordBookingChange = (
  context: Pick<AppContext, 'clock'>,
  tx: Transaction,
  staff: { id: string; name: string },
  { id, code: name, locationId }: { id: string; code: string; locationId: string | null },
  change: BookingChange,
): Promise<void> => recordChange(context, tx, staff, { entity: 'Booking', id, name, locationId, ...change })

/** What of a change concerns a place that is not its booking's, or is so no more. */
export interface ChangeElsewhere {
  locationId: string
  before?: Described
  after: Described
}

/** Writes what it concerns of a change into the audit log of each other place as well: its till, and what was booked there (rule M25). */
export async function recordElsewhere(
  context: Pick<AppContext, 'clock'>,
  tx: Transaction,
  staff: { id: string; name: string },
  { id, code: name }: { id: string; code: string },
  changes: readonly ChangeElsewhere[],
): Promise<void> {
  for (const change of changes)
    await recordChange(context, tx, staff, { action: 'updated', entity: 'Booking', id, name, ...change })
}
