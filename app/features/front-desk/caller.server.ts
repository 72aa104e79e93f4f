import { and, desc, eq, sql } from 'drizzle-orm'
import { occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { within } from '~/db/within'
import { formatDate } from '~/domain/calendar'
import { momentWords } from '~/domain/money-request'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'

/** How many of a caller's bookings are named. */
const LAST_VISITS = 3

/**
 * Who has this number: name, address, how many bookings, how often they did not come, and what is held for them now, which is no
 * booking; within the scope.
 */
export async function callerOf({ db, clock, business }: AppContext, scope: Scope, number: string) {
  const now = clock.now()
  const rows = await db
    .select({
      id: bookings.id,
      name: bookings.customerName,
      email: bookings.customerEmail,
      date: bookings.visitDate,
      screen: bookings.screenName,
      package: bookings.packageName,
      heldUntil: bookings.holdEndsAt,
      status: bookings.status,
      visits: sql<number>`count(*) filter (where ${bookings.status} = 'booked') over ()`.mapWith(Number),
      noShows: sql<number>`count(*) filter (where ${bookings.attendance} = 'no-show') over ()`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.customerNumber, number), occupying(now), within(scope, bookings.locationId)))
    .orderBy(desc(eq(bookings.status, 'pending')), desc(bookings.visitDate), desc(bookings.id))
    .limit(LAST_VISITS)
  const [last] = rows
  if (!last) return null
  const { name, email, visits, noShows } = last
  return {
    ...{ name, email, visits, noShows },
    last: rows.map(({ id, date, screen, package: what, status, heldUntil }) => {
      const held =
        status === 'pending' && heldUntil ? `Held until ${momentWords(heldUntil, now, business.timeZone)}: ` : ''
      return { id, words: `${held}${formatDate(date)}, ${screen}, ${what}` }
    }),
  }
}
