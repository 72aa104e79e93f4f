import { and, between, eq, inArray, ne } from 'drizzle-orm'
import { bookings, outbox } from '~/db/schema'
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
      ...{ bookedAt: bookings.createdAt, status: bookings.status, calendarSequence: bookings.calendarSequence },
      ...{ total: bookings.total, received: bookings.received, refunded: bookings.refunded },
    })
    .from(bookings)
    .where(and(eq(bookings.status, 'booked'), between(bookings.visitDate, first, last), ne(bookings.customerEmail, '')))
  const due = visits.flatMap((visit) =>
    lettersDue({ ...visit, due: ledgerOfSums(visit).remaining }, now, business.timeZone)
      .filter((kind) => switches[kind])
      .map((kind) => ({ kind, visit, key: timedKey(kind, visit) })),
  )
  if (!due.length) return
  const keys = due.map(({ key }) => key)
  const written = await db.select({ key: outbox.dedupeKey }).from(outbox).where(inArray(outbox.dedupeKey, keys))
  const known = new Set(written.map(({ key }) => key))
  for (const { kind, visit, key } of due) if (!known.has(key)) await announceTimed(context, db, kind, visit)
}
