import { and, asc, eq, exists, inArray, ne, or } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { onDeskDay } from '~/db/occupancy'
import { bookings, prepTicks } from '~/db/schema'
import { eachText } from '~/domain/booking-texts'
import type { CalendarDate } from '~/domain/calendar'

/**
 * What is to be made for the visits of a day of the desk at some locations: what stands, unless its guests did not come, and what was
 * cancelled after something was ready for it (rule R1). Neither money nor who they are is read.
 */
export const visitsToPrepare = (db: Database, locationIds: readonly string[], date: CalendarDate) =>
  db.query.bookings.findMany({
    columns: {
      ...{ id: true, code: true, status: true, people: true, packageName: true, packageInclusions: true },
      ...{ screenId: true, screenName: true, locationName: true, slotFrom: true, slotTo: true, visitDate: true },
      ...{
        during: true,
        textsConfirmedAt: true,
        ...eachText(() => true as const),
      },
    },
    where: toPrepare(db, locationIds, date),
    with: { lines: { columns: { kind: true, name: true, count: true, position: true } }, prepTicks: true },
    orderBy: [asc(bookings.during), asc(bookings.screenName), asc(bookings.id)],
  })

/** At which of some locations there is anything to see to on a day of the desk. */
export async function placesThatPrepare(db: Database, locationIds: readonly string[], date: CalendarDate) {
  const rows = await db
    .selectDistinct({ id: bookings.locationId })
    .from(bookings)
    .where(toPrepare(db, locationIds, date))
  return rows.map(({ id }) => id)
}

const toPrepare = (db: Database, locationIds: readonly string[], date: CalendarDate) =>
  and(
    onDeskDay(date),
    inArray(bookings.locationId, [...locationIds]),
    or(
      and(eq(bookings.status, 'booked'), ne(bookings.attendance, 'no-show')),
      and(eq(bookings.status, 'cancelled'), exists(ticksOf(db))),
    ),
  )

/** What was ever ready for a booking, as the query that reads bookings asks it. */
const ticksOf = (db: Database) =>
  db.select({ item: prepTicks.item }).from(prepTicks).where(eq(prepTicks.bookingId, bookings.id))

export type VisitToPrepare = Awaited<ReturnType<typeof visitsToPrepare>>[number]
