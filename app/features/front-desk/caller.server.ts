import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { countsAsOneOf } from '~/db/counted-status'
import { occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { within } from '~/db/within'
import { formatDate } from '~/domain/calendar'
import { calledBy } from '~/domain/customer-details'
import { isStaffHold } from '~/domain/hold'
import { momentWords } from '~/domain/money-request'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'

/** How many of a caller's bookings are named. */
const LAST_BOOKINGS = 3

/** What `isStaffHold` says of a row, as a condition. */
const STAFF_HOLD = and(eq(bookings.status, 'pending'), eq(bookings.source, 'staff')) as SQL

/**
 * Who has this number: name, address, how many bookings, how often they did not come or cancelled, and what is held for them now, which
 * is no booking; within the scope. They are called as by their bookings (`calledBy`), those that were cancelled too, and written to where the last of these that has an
 * address says: anybody can hold a slot with a number, so that of an unpaid hold of a customer the name is taken where there is no
 * other, and the address never. A hold of the desk's own comes before those, however many of them there are.
 */
export async function callerOf({ db, clock, business }: AppContext, scope: Scope, number: string) {
  const now = clock.now()
  const stood = await db
    .select({
      name: bookings.customerName,
      email: bookings.customerEmail,
      source: bookings.source,
      status: bookings.status,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.customerNumber, number),
        countsAsOneOf(['booked', 'cancelled']),
        within(scope, bookings.locationId),
      ),
    )
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  const rows = await db
    .select({
      id: bookings.id,
      name: bookings.customerName,
      email: bookings.customerEmail,
      source: bookings.source,
      date: bookings.visitDate,
      screen: bookings.screenName,
      package: bookings.packageName,
      heldUntil: bookings.holdEndsAt,
      status: bookings.status,
      standing: sql<number>`count(*) filter (where ${bookings.status} = 'booked') over ()`.mapWith(Number),
      noShows: sql<number>`count(*) filter (where ${bookings.attendance} = 'no-show') over ()`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.customerNumber, number), occupying(now), within(scope, bookings.locationId)))
    .orderBy(desc(STAFF_HOLD), desc(eq(bookings.status, 'pending')), desc(bookings.visitDate), desc(bookings.id))
    .limit(LAST_BOOKINGS)
  const held = rows.find(isStaffHold)
  const named = calledBy(stood) ?? held ?? rows[0]
  if (!named) return null
  const { name } = named
  const { standing, noShows } = rows[0] ?? { standing: 0, noShows: 0 }
  const cancelled = stood.filter(({ status }) => status === 'cancelled').length
  const email = stood.filter((one) => one.email).at(-1)?.email ?? held?.email ?? ''
  return {
    ...{ name, email, bookings: standing, noShows, cancelled },
    /** Whether a booking says the name: of a hold it is what somebody typed, and nobody has seen it yet. */
    booked: stood.length > 0,
    last: rows.map(({ id, date, screen, package: what, status, heldUntil }) => {
      const until =
        status === 'pending' && heldUntil ? `Held until ${momentWords(heldUntil, now, business.timeZone)}: ` : ''
      return { id, words: `${until}${formatDate(date)}, ${screen}, ${what}` }
    }),
  }
}
