import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { countsAsOneOf } from '~/db/counted-status'
import { findPage, findPageOnce, onPage, type WantedPage } from '~/db/find-page'
import { inBatches } from '~/db/in-batches'
import { found } from '~/db/like'
import { deskDayOfVisit, occupying, onDeskDays } from '~/db/occupancy'
import {
  bookingEvents,
  bookingLines,
  bookings,
  moneyRequests,
  paymentAttempts,
  payments,
  searchTextOf,
  tillClosings,
} from '~/db/schema'
import { within } from '~/db/within'
import type { BookingDate, BookingSort } from '~/domain/booking-sorts'
import { BLOCKING_STATUSES, type BookingStatus } from '~/domain/booking-status'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { normalizeCode } from '~/domain/coupon'
import { type ClosedHours, DAY_ENDS_HOUR, deskDayRange } from '~/domain/desk-day'
import { PAYMENT_STATUSES } from '~/domain/ledger'
import { type Paise, sum } from '~/domain/money'
import { mayStillCome } from '~/domain/order-watch'
import type { Scope } from '~/domain/staff-role'
import { placeOf } from '~/features/money/money-place.server'
import { bookingsNamed } from '~/features/money/payment-name.server'
import { WITH_MONEY, WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

export interface BookingFilter {
  search?: string
  locationId?: string
  from?: CalendarDate
  to?: CalendarDate
  /** Which date `from` and `to` are about; `paid-on`: when money of it came in. */
  dateOf?: BookingDate
  /** Only bookings that used the coupon of just this code (rule M34). */
  coupon?: string
  /** Only bookings that stand and are not wholly paid. */
  due?: boolean
  sort?: BookingSort
  /** Without one, bookings that stand or stood, with a search also the holds that keep their slot now; never what came of none. */
  status?: BookingStatus | 'all'
}

const SETTLED: BookingStatus[] = ['booked', 'cancelled']

/** Everything a filter says, as SQL; the scope cannot be left out. */
export function whereOf({ db, business, clock }: AppContext, scope: Scope, filter: BookingFilter): SQL | undefined {
  const { locationId, from, to, dateOf = 'visit', status, search } = filter
  const settled = countsAsOneOf(SETTLED)
  // whoever calls about a hold, or is paying, is looked for by the name of it
  const otherwise = search ? or(settled, occupying(clock.now())) : settled
  return and(
    within(scope, bookings.locationId),
    // who sees one location asks for the money that was taken there, as its till and their file have it
    ...datesOf(dateOf, { from, to, locationId: locationId ?? placeWithin(scope) }, business.timeZone),
    ...askedOf(db, status ? filter : { ...filter, otherwise }),
  )
}

const placeWithin = (scope: Scope) => (scope.kind === 'location' ? scope.locationId : undefined)

/**
 * What a filter says of a booking itself, wherever and whenever it is; `otherwise`: which ones where no status is asked for, of which what
 * is meant by the name of its payment need not be.
 */
export function askedOf(
  db: Database,
  {
    search,
    status,
    due,
    coupon,
    otherwise,
  }: Pick<BookingFilter, 'search' | 'due' | 'coupon' | 'status'> & { otherwise?: SQL },
) {
  const wanted = status && status !== 'all' ? countsAsOneOf([status]) : undefined
  const words = search
    ? or(found(searchTextOf(bookings), search), eq(bookings.couponCode, normalizeCode(search)))
    : undefined
  const text = and(otherwise, words)
  const used = coupon ? eq(bookings.couponCode, coupon) : undefined
  const named = search ? bookingsNamed(db, search) : undefined
  return [wanted, due ? OPEN : undefined, used, named ? foundBy(text, named) : text]
}

/** Bookings of a text or of a name, each found in an index of its own: joined by `or`, all bookings would be read for them. */
const foundBy = (text: SQL | undefined, named: SQLWrapper): SQL =>
  sql`${bookings.id} in (select ${bookings.id} from ${bookings} where ${text} union ${named})`

/** Bookings that stand and are not wholly paid; the words of the index `bookings_due`. */
const OPEN = sql`${bookings.status} = 'booked' and ${bookings.total} > ${bookings.received} - ${bookings.refunded}`

/** What bookings that stand still owe together, in paise. */
export async function sumDue(db: Database, where: SQL | undefined): Promise<number> {
  const { total, received, refunded } = bookings
  const due = sql`coalesce(sum(${total} - ${received} + ${refunded}), 0)`.mapWith(Number)
  const [row] = await db.select({ due }).from(bookings).where(and(where, OPEN))
  return row?.due ?? 0
}

/** What the two dates of a filter ask for, and its location: of the booking, or by the day of a payment of the place where that was taken. */
function datesOf(
  dateOf: NonNullable<BookingFilter['dateOf']>,
  { from, to, locationId }: Pick<BookingFilter, 'from' | 'to' | 'locationId'>,
  zone: string,
): (SQL | undefined)[] {
  const here = locationId ? eq(bookings.locationId, locationId) : undefined
  if (dateOf === 'visit') {
    return [here, from && gte(bookings.visitDate, from), to && lte(bookings.visitDate, to)]
  }
  const since = from && startOfDay(from, zone)
  const before = to && startOfDay(addDays(to, 1), zone)
  if (dateOf === 'desk-day') return [here, onDeskDays([from, to])]
  if (dateOf === 'booked-on') {
    return [here, since && gte(bookings.createdAt, since), before && lt(bookings.createdAt, before)]
  }
  if (!since && !before) return [here]
  // by the day and the place of the till, so that both name the same money (rules E4, M25)
  const received = and(
    eq(payments.bookingId, bookings.id),
    locationId ? eq(placeOf(payments), locationId) : undefined,
    inArray(payments.status, [...PAYMENT_STATUSES]),
    cameIn(zone),
    ...(from ? receivedFrom(from, zone) : []),
    ...(to ? receivedUntil(to, zone) : []),
  )
  return [sql`exists (select 1 from ${payments} where ${received})`]
}

/** When the till's day of a date ends, as the database reads it. */
export const dayEndsAt = (date: CalendarDate, zone: string, closed: ClosedHours) =>
  deskDayRange(date, zone, closed).to.toISOString()

/** Not before the till's day begins, where the widest beginning is one that an index finds. */
const receivedFrom = (from: CalendarDate, zone: string) => {
  const before = addDays(from, -1)
  const [midnight, four] = [dayEndsAt(before, zone, { own: 0 }), dayEndsAt(before, zone, {})]
  return [
    sql`${payments.receivedAt} >= ${midnight}`,
    sql`(${payments.receivedAt} >= ${four} or ${endedAtMidnight(before)})`,
  ]
}

/** Before the till's day ends, in the same way. */
const receivedUntil = (to: CalendarDate, zone: string) => {
  const [midnight, four] = [dayEndsAt(to, zone, { own: 0 }), dayEndsAt(to, zone, {})]
  return [
    sql`${payments.receivedAt} < ${four}`,
    sql`(${payments.receivedAt} < ${midnight} or not ${endedAtMidnight(to)})`,
  ]
}

/** Whether the till's day ended at midnight where a payment was taken: as `dayEndHour`, the day itself says it, else the next one. */
const endedAtMidnight = (date: CalendarDate) =>
  sql`(coalesce(${placeOf(payments)}, '') = any (array(
    select ${tillClosings.locationId} from ${tillClosings}
    where ${tillClosings.locationId} is not null and ${tillClosings.date} in (${date}, ${addDays(date, 1)})
    group by ${tillClosings.locationId} having (array_agg(${tillClosings.endsHour} order by ${tillClosings.date}))[1] = 0)))`

/**
 * Whether a payment came in on its day at all, as the till has it (rule M25): one that was struck out before that day's money was
 * counted moved nothing; one that was struck out later, or on another day, came in and went out again.
 */
const cameIn = (zone: string): SQL => {
  const day = tillDayOf(payments.receivedAt, zone)
  const counted = sql`exists (select 1 from ${tillClosings}
    where ${tillClosings.locationId} = ${placeOf(payments)} and ${tillClosings.date} = ${day}
      and ${tillClosings.closedAt} >= ${payments.receivedAt} and ${tillClosings.closedAt} < ${payments.voidedAt})`
  return sql`(${payments.voidedAt} is null or ${tillDayOf(payments.voidedAt, zone)} <> ${day} or ${counted})`
}

/** The till's day of an instant where a payment was taken: what `tillDate` of domain/desk-day says, as a column. */
const tillDayOf = (at: SQLWrapper, zone: string): SQL => {
  const date = sql`(${at} at time zone ${zone})::date`
  const evening = sql`((${at} - ${`${DAY_ENDS_HOUR} hours`}::interval) at time zone ${zone})::date`
  return sql`(case when (select (array_agg(${tillClosings.endsHour} order by ${tillClosings.date}))[1] from ${tillClosings}
    where ${tillClosings.locationId} = ${placeOf(payments)} and ${tillClosings.date} in (${evening}, ${date})) = 0
    then ${date} else ${evening} end)`
}

const NEWEST_FIRST = [desc(bookings.createdAt), desc(bookings.id)] as const

/** Each way to sort goes by an index, forwards or backwards: `bookings_created`, `bookings_visit`, and of what is due `bookings_due`. */
const ORDERS: Record<BookingSort, readonly SQL[]> = {
  'booked-last': NEWEST_FIRST,
  'booked-first': [asc(bookings.createdAt), asc(bookings.id)],
  'visit-first': [asc(bookings.visitDate), asc(bookings.slotFrom), asc(bookings.id)],
  'visit-last': [desc(bookings.visitDate), desc(bookings.slotFrom), desc(bookings.id)],
}

/** What `inFindOrder` of domain/find-order says of two bookings, as an order; what is equal there, by its id. */
export function orderOfFound(today: CalendarDate, now: Date): SQL[] {
  const start = sql`(${bookings.visitDate} + ${bookings.slotFrom}::time)`
  return [
    sql`case when ${deskDayOfVisit} = ${today}::date then 0 when ${deskDayOfVisit} > ${today}::date then 1 else 2 end`,
    sql`case when ${countsAsOneOf([...BLOCKING_STATUSES])} then 0 else 1 end`,
    sql`case when ${deskDayOfVisit} = ${today}::date and upper(${bookings.during}) <= ${now.toISOString()}::timestamptz then 1 else 0 end`,
    sql`case when ${deskDayOfVisit} >= ${today}::date then ${start} end`,
    desc(start),
    desc(bookings.id),
  ]
}

/** A page of bookings, the newest first unless they are to be sorted, or put in order, otherwise. */
export async function pageOfBookings(
  db: Database,
  where: SQL | undefined,
  {
    sort = 'booked-last',
    order = ORDERS[sort],
    ...wanted
  }: WantedPage & { sort?: BookingSort; order?: readonly SQL[] },
) {
  const { at, rows } = await findPageOnce(db, bookings, where, order, wanted)
  const listed = db
    .select(LISTED)
    .from(bookings)
    .where(rows)
    .orderBy(...order)
  return { ...at, bookings: await listed }
}

/** The same with the rows that their money is worked out from, and with all of them counted; for the JSON API. */
export async function pageOfWholeBookings(db: Database, where: SQL | undefined, wanted: WantedPage) {
  const at = await findPage(db, bookings, where, { ...wanted, whole: true })
  const rows = await db.query.bookings.findMany({
    where: onPage(db, bookings, where, at, NEWEST_FIRST),
    with: WITH_MONEY,
    orderBy: [...NEWEST_FIRST],
  })
  return { ...at, bookings: rows }
}

/** What lists and files show of a booking. */
const LISTED = {
  ...{ id: bookings.id, code: bookings.code, status: bookings.status, attendance: bookings.attendance },
  ...{ customerName: bookings.customerName, customerNumber: bookings.customerNumber },
  ...{ customerEmail: bookings.customerEmail, cityName: bookings.cityName, screenName: bookings.screenName },
  ...{ locationId: bookings.locationId, locationName: bookings.locationName, createdAt: bookings.createdAt },
  ...{ visitDate: bookings.visitDate, slotFrom: bookings.slotFrom, slotTo: bookings.slotTo, people: bookings.people },
  ...{ packageName: bookings.packageName, couponCode: bookings.couponCode, note: bookings.note },
  ...{ total: bookings.total, received: bookings.received, refunded: bookings.refunded },
  ...{ couponPrice: bookings.couponPrice, cancelledAt: bookings.cancelledAt, source: bookings.source },
  ...{ wasBooked: bookings.wasBooked, holdEndsAt: bookings.holdEndsAt },
}
export type ListedBooking = Awaited<ReturnType<typeof pageOfBookings>>['bookings'][number]

/**
 * All the bookings, the newest first, a batch at a time: each begins after the last of the one before, whose time is kept as
 * the database writes it, to the microsecond.
 */
export const batchesOfBookings = (db: Database, where: SQL | undefined): AsyncGenerator<ListedBooking[]> =>
  inBatches((after: (ListedBooking & { at: string }) | undefined, size) =>
    db
      .select({ ...LISTED, at: sql<string>`${bookings.createdAt}::text` })
      .from(bookings)
      .where(
        and(where, after && sql`(${bookings.createdAt}, ${bookings.id}) < (${after.at}::timestamptz, ${after.id})`),
      )
      .orderBy(...NEWEST_FIRST)
      .limit(size),
  )

/** What was sold with some bookings, in each one's order. */
export const linesOf = (db: Database, bookingIds: readonly string[]) =>
  db
    .select()
    .from(bookingLines)
    .where(inArray(bookingLines.bookingId, [...bookingIds]))
    .orderBy(asc(bookingLines.bookingId), asc(bookingLines.position))

/** One booking with everything that is known of it; undefined outside the scope. */
export function findBookingRow(db: Database | Transaction, scope: Scope, id: string) {
  return db.query.bookings.findFirst({
    where: and(eq(bookings.id, id), within(scope, bookings.locationId)),
    with: { ...WITH_ROWS, location: true },
  })
}

/** What is asked of a booking's customer; undefined when nothing was. */
export const requestOf = (db: Database, bookingId: string) =>
  db.query.moneyRequests.findFirst({ where: eq(moneyRequests.bookingId, bookingId) })

/** What may be under way at a bank for a booking: who takes it otherwise too has it twice (rule S8). */
export async function underWayOf(db: Database, bookingId: string): Promise<Paise> {
  const orders = await db.query.paymentAttempts.findMany({
    columns: { amount: true, underWayAt: true, nextCheckAt: true },
    where: eq(paymentAttempts.bookingId, bookingId),
  })
  return sum(orders.filter(mayStillCome).map(({ amount }) => amount))
}

/** A booking’s history, the oldest first. */
export const eventsOf = (db: Database, bookingId: string) =>
  db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, bookingId))
    .orderBy(asc(bookingEvents.at), asc(bookingEvents.id))
