import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { onDeskDay } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { eachText } from '~/domain/booking-texts'
import type { CalendarDate } from '~/domain/calendar'

/**
 * What is to be made for the visits of a day of the desk at some locations: what stands, unless its guests did not come. Neither money
 * nor who they are is read.
 */
export const visitsToPrepare = (db: Database, locationIds: readonly string[], date: CalendarDate) =>
  db.query.bookings.findMany({
    columns: {
      ...{ id: true, code: true, people: true, packageName: true, packageInclusions: true },
      ...{ screenId: true, screenName: true, locationName: true, slotFrom: true, slotTo: true, visitDate: true },
      ...{
        during: true,
        textsConfirmedAt: true,
        ...eachText(() => true as const),
      },
    },
    where: and(
      onDeskDay(date),
      inArray(bookings.locationId, [...locationIds]),
      eq(bookings.status, 'booked'),
      ne(bookings.attendance, 'no-show'),
    ),
    with: { lines: { columns: { kind: true, name: true, count: true, position: true } }, prepTicks: true },
    orderBy: [asc(bookings.during), asc(bookings.screenName), asc(bookings.id)],
  })

export type VisitToPrepare = Awaited<ReturnType<typeof visitsToPrepare>>[number]
