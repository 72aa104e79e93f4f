import { and, asc, eq, getTableColumns, gte, inArray, lt, lte, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { inBatches } from '~/db/in-batches'
import { bookings, documentSeries, locations, payments, refundReversals, refunds, taxDocuments } from '~/db/schema'
import { within } from '~/db/within'
import { addDays, startOfDay } from '~/domain/calendar'
import type { Scope } from '~/domain/staff-role'
import { atPlace, movedAt, PLACE_NAME, placeOf } from '~/features/money/money-place.server'
import { askedOf, type BookingFilter, dayEndsAt } from './booking-queries.server'

/** What a line of the file of payments says of a movement's place and booking. */
const whoseOf = (money: typeof payments | typeof refunds | typeof refundReversals) => ({
  ...{ placeId: placeOf(money), place: PLACE_NAME, code: bookings.code },
  ...{ customerName: bookings.customerName, bookedAt: bookings.locationId },
})

const paidRows = (db: Database) =>
  db
    .select({ ...getTableColumns(payments), ...whoseOf(payments), at: sql<string>`${payments.receivedAt}::text` })
    .from(payments)
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(locations, atPlace(payments))
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .$dynamic()
export type PaidRow = Awaited<ReturnType<typeof paidRows>>[number]

const backRows = (db: Database) =>
  db
    .select({ ...getTableColumns(refunds), ...whoseOf(refunds), at: sql<string>`${refunds.settledAt}::text` })
    .from(refunds)
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .leftJoin(locations, atPlace(refunds))
    .$dynamic()
export type BackRow = Awaited<ReturnType<typeof backRows>>[number]

const reversedRows = (db: Database) =>
  db
    .select({
      ...getTableColumns(refunds),
      ...getTableColumns(refundReversals),
      ...whoseOf(refundReversals),
      at: sql<string>`${refundReversals.paidOutAt}::text`,
    })
    .from(refundReversals)
    .innerJoin(refunds, eq(refunds.id, refundReversals.refundId))
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .leftJoin(locations, atPlace(refundReversals))
    .orderBy(asc(refundReversals.paidOutAt), asc(refundReversals.id))
    .$dynamic()
export type ReversedRow = Awaited<ReturnType<typeof reversedRows>>[number]

/** The payments and refunds of some bookings, as they came in. */
export async function moneyOf(db: Database, bookingIds: readonly string[]) {
  const [paid, back] = await Promise.all([
    paidRows(db).where(inArray(payments.bookingId, [...bookingIds])),
    backRows(db)
      .where(inArray(refunds.bookingId, [...bookingIds]))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
  ])
  return { payments: byBooking(paid), refunds: byBooking(back) }
}

function byBooking<Row extends { bookingId: string | null }>(rows: readonly Row[]): Map<string | null, Row[]> {
  const found = new Map<string | null, Row[]>()
  for (const row of rows) found.set(row.bookingId, [...(found.get(row.bookingId) ?? []), row])
  return found
}

/** What a filter says of a booking that may be out of the scope by now: then nobody finds out who booked it, or with which coupon. */
const askedWithin = (db: Database, scope: Scope, filter: BookingFilter) => [
  ...askedOf(db, filter),
  filter.search || filter.coupon ? within(scope, bookings.locationId) : undefined,
]

/** From the earliest beginning of the till's first day to the latest end of its last one. */
const widest = ({ from, to }: BookingFilter, zone: string, at: SQLWrapper) =>
  and(
    from && sql`${at} >= ${dayEndsAt(addDays(from, -1), zone, { own: 0 })}`,
    to && sql`${at} < ${dayEndsAt(to, zone, {})}`,
  )

/** Payments that were received or struck out on the days of a filter, or just beside them, where it asks for; a batch at a time. */
export const batchesOfPayments = (db: Database, scope: Scope, filter: BookingFilter, zone: string) =>
  inBatches((after: PaidRow | undefined, size) =>
    paidRows(db)
      .where(
        and(
          movedAt(payments, scope, filter.locationId),
          or(widest(filter, zone, payments.receivedAt), widest(filter, zone, payments.voidedAt)),
          ...askedWithin(db, scope, filter),
          after && sql`(${payments.receivedAt}, ${payments.id}) > (${after.at}::timestamptz, ${after.id})`,
        ),
      )
      .limit(size),
  )

/** Refunds that were paid out on the days of a filter, or just beside them, in the same way. */
export const batchesOfRefunds = (db: Database, scope: Scope, filter: BookingFilter, zone: string) =>
  inBatches((after: BackRow | undefined, size) =>
    backRows(db)
      .where(
        and(
          movedAt(refunds, scope, filter.locationId),
          eq(refunds.status, 'processed'),
          widest(filter, zone, refunds.settledAt),
          ...askedWithin(db, scope, filter),
          after && sql`(${refunds.settledAt}, ${refunds.id}) > (${after.at}::timestamptz, ${after.id})`,
        ),
      )
      .orderBy(asc(refunds.settledAt), asc(refunds.id))
      .limit(size),
  )

/** Refunds that were paid out and came back, one or the other on the days of a filter, in the same way. */
export const batchesOfReversals = (db: Database, scope: Scope, filter: BookingFilter, zone: string) =>
  inBatches((after: ReversedRow | undefined, size) =>
    reversedRows(db)
      .where(
        and(
          movedAt(refundReversals, scope, filter.locationId),
          or(widest(filter, zone, refundReversals.paidOutAt), widest(filter, zone, refundReversals.cameBackAt)),
          ...askedWithin(db, scope, filter),
          after && sql`(${refundReversals.paidOutAt}, ${refundReversals.id}) > (${after.at}::timestamptz, ${after.id})`,
        ),
      )
      .limit(size),
  )

const paperRows = (db: Database) =>
  db
    .select({
      ...getTableColumns(taxDocuments),
      ...{ place: PLACE_NAME, code: bookings.code, bookedAt: bookings.locationId },
    })
    .from(taxDocuments)
    .innerJoin(documentSeries, eq(documentSeries.id, taxDocuments.seriesId))
    .innerJoin(bookings, eq(bookings.id, taxDocuments.bookingId))
    .leftJoin(locations, eq(locations.id, documentSeries.place))
    .orderBy(asc(taxDocuments.date), asc(taxDocuments.number))
    .$dynamic()
export type PaperRow = Awaited<ReturnType<typeof paperRows>>[number]

/** The papers of a location's series that were issued or cancelled on the days of a filter, by day and number, a batch at a time. */
export const batchesOfPapers = (db: Database, scope: Scope, filter: BookingFilter, zone: string) => {
  const { from, to, locationId } = filter
  const { date, number, cancelledAt } = taxDocuments
  return inBatches((after: PaperRow | undefined, size) =>
    paperRows(db)
      .where(
        and(
          within(scope, documentSeries.place),
          locationId ? eq(documentSeries.place, locationId) : undefined,
          or(
            and(from && gte(date, from), to && lte(date, to)),
            and(
              from && gte(cancelledAt, startOfDay(from, zone)),
              to && lt(cancelledAt, startOfDay(addDays(to, 1), zone)),
            ),
          ),
          ...askedWithin(db, scope, filter),
          after && sql`(${date}, ${number}) > (${after.date}, ${after.number})`,
        ),
      )
      .limit(size),
  )
}

/** All the papers of some bookings, of each the first one first. */
export async function papersOf(db: Database, bookingIds: readonly string[]) {
  const { id, kind, number, bookingId, issuedAt } = taxDocuments
  return byBooking(
    await db
      .select({
        id,
        kind,
        number,
        bookingId,
        issuedAt,
        payment: sql<string | null>`coalesce(${taxDocuments.paymentId}, ${refunds.paymentId})`,
      })
      .from(taxDocuments)
      .leftJoin(refunds, eq(refunds.id, taxDocuments.refundId))
      .where(inArray(bookingId, [...new Set(bookingIds)]))
      .orderBy(asc(issuedAt), asc(number)),
  )
}
