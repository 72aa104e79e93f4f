import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { onDeskDay, onDeskDays } from '~/db/occupancy'
import { bookings, cities, locations, screens } from '~/db/schema'
import { within } from '~/db/within'
import type { CalendarDate } from '~/domain/calendar'
import type { Scope } from '~/domain/staff-role'
import { bookingSums, type DashboardFilter, hasStatus, inReach } from './booking-sums.server'

const amount = (value: SQL, of: SQL) => sql`coalesce(sum(${value}) filter (where ${of}), 0)`.mapWith(Number)

const STATUS = sql`booking_sums.status`

/** Every figure in one statement; tests hold what it says of money to `domain/ledger.ts`. */
export async function figures(db: Database, scope: Scope, filter: DashboardFilter, today: CalendarDate) {
  const chosen = hasStatus(STATUS, filter)
  const openScreens = and(eq(screens.active, true), isNull(screens.archivedAt), within(scope, screens.locationId))
  const [row] = await db
    .select({
      totalIncome: amount(sql`income`, chosen),
      pendingAmount: amount(sql`pending`, chosen),
      totalBookings: amount(sql`bookings`, chosen),
      keptAmount: amount(sql`kept`, sql`${STATUS} = 'cancelled'`),
      refundedAmount: amount(sql`refunded`, sql`true`),
      todayBookings: db.$count(
        bookings,
        and(inReach(scope, filter.locationId), eq(bookings.status, 'booked'), onDeskDay(today)),
      ),
      totalScreens: db.$count(screens, openScreens),
      totalCities: db.$count(cities, and(eq(cities.active, true), isNull(cities.archivedAt))),
      totalLocations: db.$count(locations, and(eq(locations.active, true), isNull(locations.archivedAt))),
    })
    .from(bookingSums(scope, filter))
  if (!row) throw new Error('An aggregate without a row.')
  return row
}

/**
 * How many bookings each location has among those the filter names, the busiest first. Every location is there, also one
 * without bookings; one that is closed only for its bookings, and so are those that belong to none any more.
 */
export async function bookingsByLocation(db: Database, scope: Scope, filter: DashboardFilter) {
  const counted = db
    .select({
      locationId: sql<string>`location_id`.as('counted_location'),
      bookings: sql<number>`sum(bookings)`.as('counted_bookings'),
    })
    .from(bookingSums(scope, filter))
    .where(hasStatus(STATUS, filter))
    .groupBy(sql`location_id`)
    .having(sql`sum(bookings) > 0`)
    .as('counted')
  const open = and(
    isNull(locations.archivedAt),
    within(scope, locations.id),
    filter.locationId ? eq(locations.id, filter.locationId) : undefined,
  )
  const number = sql<number>`coalesce(${counted.bookings}, 0)`.mapWith(Number)
  return db
    .select({
      ...{ locationId: locations.id, name: locations.name, bookings: number },
      gone: sql<boolean>`${isNotNull(locations.archivedAt)}`,
    })
    .from(counted)
    .fullJoin(locations, eq(locations.id, counted.locationId))
    .where(or(isNotNull(counted.bookings), open))
    .orderBy(desc(number), asc(locations.name), asc(locations.id))
}

export const DAYS_AHEAD = 2

/** How many of what is coming the dashboard shows; the list of bookings has them all. */
export const UPCOMING = 20

/** The first of the bookings of the desk's days from one date to another that are not over yet, and one more when there are more. */
export const upcoming = (
  db: Database,
  scope: Scope,
  locationId: string | undefined,
  days: readonly [CalendarDate, CalendarDate],
  now: Date,
) =>
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
        onDeskDays(days),
        gt(sql`upper(${bookings.during})`, now.toISOString()),
      ),
    )
    .orderBy(asc(bookings.visitDate), asc(bookings.slotFrom), asc(bookings.screenName), asc(bookings.id))
    .limit(UPCOMING + 1)
