import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { COUNTED_STATUS } from '~/db/counted-status'
import { bookingFigureChanges, bookingFigures, bookings } from '~/db/schema'
import type { BookingStatus } from '~/domain/booking-status'
import type { CalendarDate } from '~/domain/calendar'
import type { Scope } from '~/domain/staff-role'
import { wholeMonths } from '~/domain/whole-months'

export interface DashboardFilter {
  locationId?: string
  from?: CalendarDate
  to?: CalendarDate
  status: BookingStatus | 'all'
}

/** The locations that are meant: none names all, several at once name nothing. */
const places = (scope: Scope, locationId: string | undefined) => [
  ...(scope.kind === 'location' ? [scope.locationId] : []),
  ...(locationId ? [locationId] : []),
]

/** A condition: bookings that staff may see, of the location that is asked for. */
export const inReach = (scope: Scope, locationId: string | undefined): SQL | undefined =>
  and(...places(scope, locationId).map((place) => eq(bookings.locationId, place)))

/** A condition: the status that a filter asks for. */
export const hasStatus = (status: SQL, filter: DashboardFilter): SQL =>
  filter.status === 'all' ? sql`true` : sql`${status} = ${filter.status}`

const { visitDate, locationId, status, total, received, refunded } = bookings
const LEDGER = sql`(${status}, ${total}, ${received}, ${refunded})`

/**
 * What the bookings within a time come to, as a table `booking_sums` of location, status, bookings, income, pending, kept
 * and refunded (paise): whole months as they are kept, and the days around them booking by booking.
 */
export function bookingSums(scope: Scope, filter: DashboardFilter): SQL {
  const { months, days } = wholeMonths(filter.from, filter.to)
  const kept = (of: typeof bookingFigures | typeof bookingFigureChanges) => sql`
    select ${of.locationId} as location_id, ${of.status} as status, ${of.bookings} as bookings, ${of.income} as income,
      ${of.pending} as pending, ${of.kept} as kept, ${of.refunded} as refunded
    from ${of} where ${
      and(
        ...places(scope, filter.locationId).map((place) => eq(of.locationId, place)),
        months.from && gte(of.month, `${months.from}-01` as CalendarDate),
        months.before && lt(of.month, `${months.before}-01` as CalendarDate),
      ) ?? sql`true`
    }`
  const parts = [kept(bookingFigures), kept(bookingFigureChanges)]
  if (days.length) {
    const within = or(...days.map(({ from, to }) => sql`${visitDate} between ${from} and ${to}`))
    parts.push(sql`
      select coalesce(${locationId}, ''), ${COUNTED_STATUS}, count(*), sum(booking_income${LEDGER}), sum(booking_pending${LEDGER}),
        sum(${received} - ${refunded}), sum(${refunded})
      from ${bookings} where ${and(inReach(scope, filter.locationId), within)} group by 1, 2`)
  }
  return sql`(${sql.join(parts, sql` union all `)}) as booking_sums`
}

/**
 * Folds what was written since into the months. Whoever reads meanwhile finds each change once, and of two that fold at once
 * the second finds nothing left.
 */
export async function foldBookingFigures(db: Database): Promise<void> {
  const sums = ['bookings', 'income', 'pending', 'kept', 'refunded']
  const list = (one: (name: string) => string) => sql.raw(sums.map(one).join(', '))
  await db.execute(sql`
    with gone as (delete from booking_figure_changes returning *)
    insert into booking_figures (month, location_id, status, ${list((name) => name)})
    select month, location_id, status, ${list((name) => `sum(${name})`)} from gone group by month, location_id, status
    on conflict (month, location_id, status) do update
      set ${list((name) => `${name} = booking_figures.${name} + excluded.${name}`)}`)
}
