import { and, asc, eq, inArray } from 'drizzle-orm'
import { occupying, onDeskDay } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { addDays, type CalendarDate, formatSlot } from '~/domain/calendar'
import type { AppContext } from '~/platform/context.server'

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
