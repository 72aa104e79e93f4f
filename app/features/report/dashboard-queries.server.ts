import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { bookings, cities, locations, payments, refunds, screens } from '~/db/schema'
import type { BookingStatus } from '~/domain/booking-status'
import { addDays, type CalendarDate } from '~/domain/calendar'
import { PAYABLE_STATUSES } from '~/domain/ledger'
import type { Scope } from '~/domain/staff-role'

export interface DashboardFilter {
  locationId?: string
  from?: CalendarDate
  to?: CalendarDate
  status: BookingStatus | 'all'
}

function inReach(scope: Scope, locationId: string | undefined): SQL | undefined {
  return and(
    scope.kind === 'location' ? eq(bookings.locationId, scope.locationId) : undefined,
    locationId ? eq(bookings.locationId, locationId) : undefined,
  )
}

const visitIn = (scope: Scope, { locationId, from, to }: DashboardFilter): SQL | undefined =>
  and(inReach(scope, locationId), from && gte(bookings.visitDate, from), to && lte(bookings.visitDate, to))

const hasStatus = ({ status }: DashboardFilter): SQL => (status === 'all' ? sql`true` : eq(bookings.status, status))

const amount = (value: SQL, of: SQL) => sql`coalesce(sum(${value}) filter (where ${of}), 0)`.mapWith(Number)

/**
 * Every figure in one statement. What a booking brings in and what remains of it are reckoned as in `domain/ledger.ts`; a test holds the two
 * together.
 */
export async function figures(db: Database, scope: Scope, filter: DashboardFilter, today: CalendarDate) {
  const received = db
    .select({ bookingId: payments.bookingId, amount: sql<number>`sum(${payments.amount})`.as('received') })
    .from(payments)
    .where(and(isNull(payments.voidedAt), sql`${payments.status} in ('captured', 'refunded')`))
    .groupBy(payments.bookingId)
    .as('received_money')
  const returned = db
    .select({ bookingId: refunds.bookingId, amount: sql<number>`sum(${refunds.amount})`.as('returned') })
    .from(refunds)
    .where(ne(refunds.status, 'dropped'))
    .groupBy(refunds.bookingId)
    .as('returned_money')
  const kept = sql`coalesce(${received.amount}, 0) - coalesce(${returned.amount}, 0)`
  const payable = inArray(bookings.status, [...PAYABLE_STATUSES])
  const chosen = hasStatus(filter)
  const openScreens = and(
    eq(screens.active, true),
    isNull(screens.archivedAt),
    scope.kind === 'location' ? eq(screens.locationId, scope.locationId) : undefined,
  )
  const [row] = await db
    .select({
      totalIncome: amount(sql`case when ${payable} then ${bookings.total} else greatest(0, ${kept}) end`, chosen),
      pendingAmount: amount(
        sql`case when ${payable} then greatest(0, ${bookings.total} - (${kept})) else 0 end`,
        chosen,
      ),
      totalBookings: sql`count(*) filter (where ${chosen})`.mapWith(Number),
      keptAmount: amount(kept, eq(bookings.status, 'cancelled')),
      refundedAmount: amount(sql`coalesce(${returned.amount}, 0)`, sql`true`),
      todayBookings: db.$count(
        bookings,
        and(inReach(scope, filter.locationId), eq(bookings.status, 'booked'), eq(bookings.visitDate, today)),
      ),
      totalScreens: db.$count(screens, openScreens),
      totalCities: db.$count(cities, and(eq(cities.active, true), isNull(cities.archivedAt))),
      totalLocations: db.$count(locations, and(eq(locations.active, true), isNull(locations.archivedAt))),
    })
    .from(bookings)
    .leftJoin(received, eq(received.bookingId, bookings.id))
    .leftJoin(returned, eq(returned.bookingId, bookings.id))
    .where(visitIn(scope, filter))
  if (!row) throw new Error('An aggregate without a row.')
  return row
}

/**
 * How many bookings each location has among those the filter names, the busiest first. Every location is there, also one
 * without bookings; one that is gone only for its bookings.
 */
export function bookingsByLocation(db: Database, scope: Scope, filter: DashboardFilter) {
  const counted = db
    .select({
      locationId: bookings.locationId,
      locationName: sql<string>`max(${bookings.locationName})`.as('counted_name'),
      bookings: count().as('counted_bookings'),
    })
    .from(bookings)
    .where(and(visitIn(scope, filter), hasStatus(filter)))
    .groupBy(bookings.locationId)
    .as('counted')
  const open = and(
    isNull(locations.archivedAt),
    scope.kind === 'location' ? eq(locations.id, scope.locationId) : undefined,
    filter.locationId ? eq(locations.id, filter.locationId) : undefined,
  )
  const number = sql<number>`coalesce(${counted.bookings}, 0)`.mapWith(Number)
  return db
    .select({
      locationId: sql<string | null>`coalesce(${locations.id}, ${counted.locationId})`,
      // a location that was renamed is one location; one that is gone goes by the name it had
      name: sql<string>`coalesce(${locations.name}, ${counted.locationName})`,
      bookings: number,
    })
    .from(counted)
    .fullJoin(locations, eq(locations.id, counted.locationId))
    .where(or(isNotNull(counted.bookings), open))
    .orderBy(desc(number), asc(sql`coalesce(${locations.name}, ${counted.locationName})`))
}

const DAYS_AHEAD = 2

/** The bookings from today to two days on that are not over yet. */
export const upcoming = (db: Database, scope: Scope, locationId: string | undefined, today: CalendarDate, now: Date) =>
  db
    .select({
      id: bookings.id,
      code: bookings.code,
      customerName: bookings.customerName,
      customerNumber: bookings.customerNumber,
      locationId: bookings.locationId,
      locationName: bookings.locationName,
      screenName: bookings.screenName,
      visitDate: bookings.visitDate,
      slotFrom: bookings.slotFrom,
      slotTo: bookings.slotTo,
      total: bookings.total,
    })
    .from(bookings)
    .where(
      and(
        inReach(scope, locationId),
        eq(bookings.status, 'booked'),
        between(bookings.visitDate, today, addDays(today, DAYS_AHEAD)),
        gt(sql`upper(${bookings.during})`, now.toISOString()),
      ),
    )
    .orderBy(asc(bookings.visitDate), asc(bookings.slotFrom), asc(bookings.screenName), asc(bookings.id))
