import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { blockedDates, bookings, screenSlots, screens } from '~/db/schema'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import type { CalendarDate } from '~/domain/calendar'
import type { InstantRange } from '~/domain/slots'

/** The locations that have screens. */
export async function locationsWithScreens(db: Database): Promise<Set<string | null>> {
  const rows = await db.selectDistinct({ id: screens.locationId }).from(screens).where(isNull(screens.archivedAt))
  return new Set(rows.map(({ id }) => id))
}

/** The screens of a location with their daily slots. */
export const screensOn = (db: Database, locationId: string) =>
  db.query.screens.findMany({
    where: and(eq(screens.locationId, locationId), isNull(screens.archivedAt)),
    columns: { id: true, name: true, active: true, capacity: true },
    with: {
      location: { columns: { id: true, cityId: true } },
      slots: { where: isNull(screenSlots.archivedAt), orderBy: asc(screenSlots.from) },
    },
    orderBy: [asc(screens.name), asc(screens.id)],
  })

/** What stands or is held at a location within a time. */
export const takenWithin = (db: Database, locationId: string, within: InstantRange, now: Date) =>
  db
    .select({
      id: bookings.id,
      code: bookings.code,
      screenId: bookings.screenId,
      locationId: bookings.locationId,
      status: bookings.status,
      attendance: bookings.attendance,
      visitDate: bookings.visitDate,
      slotFrom: bookings.slotFrom,
      slotTo: bookings.slotTo,
      during: bookings.during,
      customerName: bookings.customerName,
      people: bookings.people,
      packageName: bookings.packageName,
    })
    .from(bookings)
    .innerJoin(screens, eq(screens.id, bookings.screenId))
    .where(
      and(
        or(eq(bookings.locationId, locationId), eq(screens.locationId, locationId)),
        inArray(bookings.status, [...BLOCKING_STATUSES]),
        sql`${bookings.during} && ${`[${within.from.toISOString()},${within.to.toISOString()})`}::tstzrange`,
        or(eq(bookings.status, 'booked'), gt(bookings.holdEndsAt, now)),
      ),
    )
    .orderBy(asc(bookings.slotFrom), asc(bookings.id))

/** Why a date is closed to online booking at a location; undefined when it is open. */
export async function closedBecause(db: Database, locationId: string, date: CalendarDate): Promise<string | undefined> {
  const [row] = await db
    .select({ reason: blockedDates.reason })
    .from(blockedDates)
    .where(
      and(eq(blockedDates.date, date), or(isNull(blockedDates.locationId), eq(blockedDates.locationId, locationId))),
    )
  return row?.reason
}
