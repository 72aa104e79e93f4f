import { and, asc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import { occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { addDays, type CalendarDate, formatSlot } from '~/domain/calendar'
import { DAY_ENDS_AT } from '~/domain/desk-day'
import type { AppContext } from '~/platform/context.server'

/** Whether a visit belongs to the desk's day of a date (rule E4): of the date after it what begins before that day ends. */
export const onDeskDay = (date: CalendarDate): SQL | undefined =>
  or(
    and(eq(bookings.visitDate, date), gte(bookings.slotFrom, DAY_ENDS_AT)),
    and(eq(bookings.visitDate, addDays(date, 1)), lt(bookings.slotFrom, DAY_ENDS_AT)),
  )

/** What stands or is held at some locations after the midnight of a desk's day, and so in the grid of the next date, the earliest first. */
export async function afterMidnight(
  { db, clock }: AppContext,
  locations: readonly { id: string }[],
  date: CalendarDate,
): Promise<{ id: string; words: string }[]> {
  const rows = await db
    .select({
      ...{ id: bookings.id, customer: bookings.customerName, room: bookings.screenName },
      ...{ from: bookings.slotFrom, to: bookings.slotTo },
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.visitDate, addDays(date, 1)),
        onDeskDay(date),
        inArray(
          bookings.locationId,
          locations.map(({ id }) => id),
        ),
        occupying(clock.now()),
      ),
    )
    .orderBy(asc(bookings.slotFrom), asc(bookings.id))
  return rows.map(({ id, customer, room, from, to }) => ({
    id,
    words: `${formatSlot({ from, to })}, ${room}: ${customer}`,
  }))
}
