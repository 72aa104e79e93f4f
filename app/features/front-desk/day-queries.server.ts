import { and, asc, between, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { meeting, occupying, onDeskDay } from '~/db/occupancy'
import { bookings, packages, screenSlots, screens } from '~/db/schema'
import { addDays, type CalendarDate } from '~/domain/calendar'
import type { InstantRange } from '~/domain/slots'

/** How many rooms each location has. */
export async function roomsByLocation(db: Database): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ id: screens.locationId, rooms: sql<number>`count(*)::int` })
    .from(screens)
    .where(isNull(screens.archivedAt))
    .groupBy(screens.locationId)
  return new Map(rows.map(({ id, rooms }) => [id, rooms]))
}

/** The rooms of some locations with their daily slots, and what decides whether they can be booked. */
export const roomsOf = (db: Database, locationIds: readonly string[]) =>
  db.query.screens.findMany({
    where: and(inArray(screens.locationId, [...locationIds]), isNull(screens.archivedAt)),
    columns: { id: true, name: true, active: true, archivedAt: true, capacity: true },
    with: {
      location: {
        columns: { id: true, name: true, active: true, archivedAt: true },
        with: { city: { columns: { active: true, archivedAt: true } } },
      },
      packages: { columns: { id: true }, where: isNull(packages.archivedAt) },
      slots: { where: isNull(screenSlots.archivedAt), orderBy: asc(screenSlots.from) },
    },
    orderBy: [asc(screens.name), asc(screens.id)],
  })

/** What stands or is held in rooms, or was sold at locations, for visits from one date to another. */
export const bookingsBetween = (
  db: Database,
  { screenIds, locationIds }: { screenIds: readonly string[]; locationIds: readonly string[] },
  [first, last]: readonly [CalendarDate, CalendarDate],
  within: InstantRange,
  now: Date,
) =>
  db.query.bookings.findMany({
    where: and(
      or(inArray(bookings.screenId, [...screenIds]), inArray(bookings.locationId, [...locationIds])),
      // a slot of the evening before may reach into the first date
      between(bookings.visitDate, addDays(first, -1), addDays(last, 1)),
      occupying(now),
      meeting(within),
    ),
    with: {
      lines: { columns: { kind: true, name: true, count: true, position: true } },
      payments: true,
      refunds: true,
      request: true,
    },
    orderBy: [asc(bookings.slotFrom), asc(bookings.id)],
  })

export type DayBooking = Awaited<ReturnType<typeof bookingsBetween>>[number]

/** At which of some locations a visit stands or is held on these dates, or after the midnight of the last. */
export async function placesThatReceive(
  db: Database,
  locationIds: readonly string[],
  [first, last]: readonly [CalendarDate, CalendarDate],
  now: Date,
): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ id: bookings.locationId })
    .from(bookings)
    .where(
      and(
        inArray(bookings.locationId, [...locationIds]),
        or(between(bookings.visitDate, first, last), onDeskDay(last)),
        occupying(now),
      ),
    )
  return rows.map(({ id }) => id)
}
