import { and, between, eq, inArray, max, ne } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { eachInTurn } from '~/db/each-in-turn'
import { bookingEvents, bookings, outbox } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { ledgerOfSums } from '~/domain/ledger'
import { lettersAbout, lettersDue } from '~/domain/visit-letters'
import { letterSwitchesOf } from '~/features/notification/letter-switch.server'
import { announceTimed, timedKey } from '~/features/stored-booking/announce-booking.server'
import type { AppContext } from '~/platform/context.server'

/** Writes down the letters that are due by the clock (rule L11): each once, and again only for a booking that has moved. */
export async function announceDueLetters(context: AppContext): Promise<void> {
  const { db, clock, business } = context
  const now = clock.now()
  const [first, last] = lettersAbout(todayIn(business.timeZone, now))
  const switches = await letterSwitchesOf(db)
  const visits = await db
    .select({
      ...{ id: bookings.id, visitDate: bookings.visitDate, during: bookings.during, attendance: bookings.attendance },
      ...{ createdAt: bookings.createdAt, status: bookings.status, calendarSequence: bookings.calendarSequence },
      ...{ total: bookings.total, received: bookings.received, refunded: bookings.refunded },
    })
    .from(bookings)
    .where(and(eq(bookings.status, 'booked'), between(bookings.visitDate, first, last), ne(bookings.customerEmail, '')))
  const since = await bookedSince(
    db,
    visits.map(({ id }) => id),
  )
  const due = visits.flatMap((visit) =>
    lettersDue(
      { ...visit, bookedAt: since.get(visit.id) ?? visit.createdAt, due: ledgerOfSums(visit).remaining },
      now,
      business.timeZone,
    )
      .filter((kind) => switches[kind])
      .map((kind) => ({ kind, visit, key: timedKey(kind, visit) })),
  )
  if (!due.length) return
  const keys = due.map(({ key }) => key)
  const written = await db.select({ key: outbox.dedupeKey }).from(outbox).where(inArray(outbox.dedupeKey, keys))
  const known = new Set(written.map(({ key }) => key))
  const unwritten = due.filter(({ key }) => !known.has(key))
  await eachInTurn(
    unwritten.map(
      ({ kind, visit }) =>
        () =>
          announceTimed(context, db, kind, visit),
    ),
  )
}

/** When each of these became a booking: of a hold, when it was paid and not when it was made. */
async function bookedSince(db: Database, ids: readonly string[]): Promise<Map<string, Date>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: bookingEvents.bookingId, at: max(bookingEvents.at) })
    .from(bookingEvents)
    .where(and(inArray(bookingEvents.bookingId, [...ids]), eq(bookingEvents.toStatus, 'booked')))
    .groupBy(bookingEvents.bookingId)
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}
