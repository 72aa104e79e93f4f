import { and, between, eq, inArray, max, ne } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { eachInTurn } from '~/db/each-in-turn'
import { bookingEvents, bookings, outbox } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { ledgerOfSums } from '~/domain/ledger'
import { lettersAbout, lettersDue } from '~/domain/visit-letters'
import { letterSwitchesOf } from '~/features/notification/letter-switch.server'
import { announceTimed, moveKey, timedKey } from '~/features/stored-booking/announce-booking.server'
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
  const since = await toldSince(db, visits)
  const due = visits.flatMap((visit) =>
    lettersDue(
      { ...visit, toldAt: since.get(visit.id) ?? visit.createdAt, due: ledgerOfSums(visit).remaining },
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
          db.transaction((tx) => announceTimed(context, tx, kind, visit)),
    ),
  )
}

/**
 * When each of these visits was last told to its customer as a whole: when it became a booking (of a hold, when it was paid and not when
 * it was made), or when the letter of its move was written.
 */
async function toldSince(
  db: Database,
  visits: readonly { id: string; calendarSequence: number }[],
): Promise<Map<string, Date>> {
  if (!visits.length) return new Map()
  const ids = visits.map(({ id }) => id)
  const moves = new Map(visits.map((visit) => [moveKey(visit), visit.id]))
  const [booked, moved] = await Promise.all([
    db
      .select({ id: bookingEvents.bookingId, at: max(bookingEvents.at) })
      .from(bookingEvents)
      .where(and(inArray(bookingEvents.bookingId, ids), eq(bookingEvents.toStatus, 'booked')))
      .groupBy(bookingEvents.bookingId),
    db
      .select({ key: outbox.dedupeKey, at: outbox.createdAt })
      .from(outbox)
      .where(inArray(outbox.dedupeKey, [...moves.keys()])),
  ])
  const told = booked.flatMap(({ id, at }) => (at ? [[id, at] as const] : []))
  // the later of the two stays
  return new Map([...told, ...moved.flatMap(({ key, at }) => [[moves.get(key) ?? '', at] as const])])
}
