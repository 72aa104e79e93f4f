import { and, asc, count, desc, eq, gte, ilike, inArray, lt, lte, or, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { likePattern } from '~/db/like'
import { bookingEvents, bookingLines, bookings } from '~/db/schema'
import { BOOKING_STATUSES, type BookingStatus } from '~/domain/booking-status'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { normalizePhone } from '~/domain/customer-details'
import { type Page, pageOf } from '~/domain/paging'
import type { Scope } from '~/domain/staff-role'

export interface BookingFilter {
  search?: string
  locationId?: string
  from?: CalendarDate
  to?: CalendarDate
  /** Which date `from` and `to` are about. */
  dateOf?: 'visit' | 'booked-on'
  /** Without one, bookings that stand or stood: neither holds nor what came of none. */
  status?: BookingStatus | 'all'
}

const SETTLED: readonly BookingStatus[] = ['booked', 'cancelled']

/** Everything a filter says, as SQL; the scope cannot be left out. */
export function whereOf(scope: Scope, filter: BookingFilter, zone: string): SQL | undefined {
  const { search, locationId, from, to, dateOf = 'visit', status } = filter
  const statuses = status === 'all' ? BOOKING_STATUSES : status ? [status] : SETTLED
  const onVisit = dateOf === 'visit'
  return and(
    scope.kind === 'location' ? eq(bookings.locationId, scope.locationId) : undefined,
    locationId ? eq(bookings.locationId, locationId) : undefined,
    inArray(bookings.status, [...statuses]),
    from && (onVisit ? gte(bookings.visitDate, from) : gte(bookings.createdAt, startOfDay(from, zone))),
    to && (onVisit ? lte(bookings.visitDate, to) : lt(bookings.createdAt, startOfDay(addDays(to, 1), zone))),
    search ? matches(search) : undefined,
  )
}

/** Code, name, e-mail or phone number; a number is found however it is written. */
function matches(search: string): SQL | undefined {
  const pattern = likePattern(search)
  const digits = normalizePhone(search)
  return or(
    ilike(bookings.code, pattern),
    ilike(bookings.customerName, pattern),
    ilike(bookings.customerEmail, pattern),
    /^\d{3,}$/.test(digits) ? ilike(bookings.customerNumber, likePattern(digits)) : undefined,
  )
}

const withMoney = { payments: true, refunds: true } as const

/** A page of bookings, the newest first, each with the rows its money is reckoned from. */
export async function pageOfBookings(
  db: Database,
  where: SQL | undefined,
  { page = 1, limit }: { page?: number; limit?: number },
): Promise<Page & { total: number; bookings: BookingRow[] }> {
  const [counted] = await db.select({ rows: count() }).from(bookings).where(where)
  const total = counted?.rows ?? 0
  const at = pageOf(total, page, limit)
  return { ...at, total, bookings: await someBookings(db, where, at) }
}

/** Some of the bookings, the newest first. */
export const someBookings = (
  db: Database,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  db.query.bookings.findMany({
    where,
    with: withMoney,
    orderBy: [desc(bookings.createdAt), desc(bookings.id)],
    limit,
    offset,
  })
export type BookingRow = Awaited<ReturnType<typeof someBookings>>[number]

/** What was sold with some bookings, in each one's order. */
export const linesOf = (db: Database, bookingIds: readonly string[]) =>
  db
    .select()
    .from(bookingLines)
    .where(inArray(bookingLines.bookingId, [...bookingIds]))
    .orderBy(asc(bookingLines.bookingId), asc(bookingLines.position))

/** One booking with everything that is known of it; undefined outside the scope. */
export function findBookingRow(db: Database | Transaction, scope: Scope, id: string) {
  return db.query.bookings.findFirst({
    where: and(eq(bookings.id, id), scope.kind === 'location' ? eq(bookings.locationId, scope.locationId) : undefined),
    with: { ...withMoney, lines: { orderBy: asc(bookingLines.position) }, location: true },
  })
}

export const eventsOf = (db: Database, bookingId: string) =>
  db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, bookingId))
    .orderBy(asc(bookingEvents.at), asc(bookingEvents.id))
