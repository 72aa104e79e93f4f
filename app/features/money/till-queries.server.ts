import { aliasedTable, and, asc, type Column, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { onDeskDays } from '~/db/occupancy'
import { bookingLines, bookings, locations, payments, refundReversals, refunds, staff } from '~/db/schema'
import { within } from '~/db/within'
import { PAYMENT_STATUSES } from '~/domain/ledger'
import { type Paise, paise } from '~/domain/money'
import type { InstantRange } from '~/domain/slots'
import type { Scope } from '~/domain/staff-role'
import type { TillMode, TillPayment, TillPerson, TillRefund } from '~/domain/till'
import type { Days } from '~/domain/till-days'
import { atPlace, movedAt, PLACE_NAME, placeOf } from './money-place.server'
import { referenceOf } from './payment-name.server'

/** The booking of a movement, as far as the till names it. */
interface Whose {
  code: string | null
  guest: string | null
  location: string | null
  locationId: string | null
  /** Where the booking is now. */
  bookedAt: string | null
}

/** What the till knows of a member of staff; null where none is joined. */
const nameOf = ({ id, name, email }: Pick<typeof staff, 'id' | 'name' | 'email'>) => ({ id, name, email })

/** Stands for a person where none was noted. */
const nobody = (mode?: TillMode): TillPerson => ({
  id: null,
  name: mode === 'online' ? 'Online' : 'Not noted',
  email: '',
})

const fallsIn = (moment: Column, { from, to }: InstantRange) => and(gte(moment, from), lt(moment, to))

/** Payments that were received or struck out within a day. */
export async function paymentsWithin(
  db: Database | Transaction,
  scope: Scope,
  locationId: string | undefined,
  day: InstantRange,
): Promise<(TillPayment & Whose)[]> {
  const striker = aliasedTable(staff, 'striker')
  const rows = await db
    .select({
      amount: payments.amount,
      mode: payments.mode,
      at: payments.receivedAt,
      person: nameOf(staff),
      voidedAt: payments.voidedAt,
      voidedBy: nameOf(striker),
      booking: payments.bookingId,
      note: payments.note,
      bankReference: payments.bankReference,
      code: bookings.code,
      guest: bookings.customerName,
      location: PLACE_NAME,
      bookedAt: bookings.locationId,
      locationId: placeOf(payments),
    })
    .from(payments)
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(locations, atPlace(payments))
    .leftJoin(staff, eq(staff.id, payments.recordedBy))
    .leftJoin(striker, eq(striker.id, payments.voidedBy))
    .where(
      and(
        movedAt(payments, scope, locationId),
        inArray(payments.status, [...PAYMENT_STATUSES]),
        or(fallsIn(payments.receivedAt, day), fallsIn(payments.voidedAt, day)),
      ),
    )
    .orderBy(asc(payments.receivedAt), asc(payments.id))
  return rows.map((row) => ({
    ...row,
    reference: referenceOf(row),
    person: row.person ?? nobody(row.mode),
    voidedBy: row.voidedBy ?? nobody(),
  }))
}

/** Refunds that were paid out within a day, or came back within it. */
export async function refundsWithin(
  db: Database | Transaction,
  scope: Scope,
  locationId: string | undefined,
  day: InstantRange,
): Promise<(TillRefund & Whose)[]> {
  const rows = await db
    .select({
      amount: refunds.amount,
      mode: refunds.mode,
      at: sql<Date>`${refunds.settledAt}`.mapWith(refunds.settledAt),
      person: nameOf(staff),
      settledBy: refunds.settledBy,
      reference: refunds.settledNote,
      booking: refunds.bookingId,
      code: bookings.code,
      guest: bookings.customerName,
      location: PLACE_NAME,
      bookedAt: bookings.locationId,
      locationId: placeOf(refunds),
    })
    .from(refunds)
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .leftJoin(locations, atPlace(refunds))
    .leftJoin(staff, eq(staff.id, refunds.settledById))
    .where(and(movedAt(refunds, scope, locationId), eq(refunds.status, 'processed'), fallsIn(refunds.settledAt, day)))
    .orderBy(asc(refunds.settledAt), asc(refunds.id))
  const paidOut = rows.map(({ settledBy, ...row }) => ({
    ...row,
    person: row.person ?? (settledBy ? { id: null, name: settledBy, email: '' } : nobody(row.mode)),
    cameBackAt: null,
  }))
  return [...paidOut, ...(await reversalsWithin(db, scope, locationId, day))]
}

/** Refunds that came back, of which one or the other happened within a day. Only what the provider or a bank had sent can. */
async function reversalsWithin(
  db: Database | Transaction,
  scope: Scope,
  locationId: string | undefined,
  day: InstantRange,
): Promise<(TillRefund & Whose)[]> {
  const rows = await db
    .select({
      amount: refundReversals.amount,
      at: refundReversals.paidOutAt,
      cameBackAt: refundReversals.cameBackAt,
      booking: refunds.bookingId,
      code: bookings.code,
      guest: bookings.customerName,
      location: PLACE_NAME,
      bookedAt: bookings.locationId,
      locationId: placeOf(refundReversals),
    })
    .from(refundReversals)
    .innerJoin(refunds, eq(refunds.id, refundReversals.refundId))
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .leftJoin(locations, atPlace(refundReversals))
    .where(
      and(
        movedAt(refundReversals, scope, locationId),
        or(fallsIn(refundReversals.paidOutAt, day), fallsIn(refundReversals.cameBackAt, day)),
      ),
    )
    .orderBy(asc(refundReversals.paidOutAt), asc(refundReversals.id))
  return rows.map((row) => ({ ...row, mode: 'online', person: nobody('online') }))
}

/** In which of some locations' tills money moved within a stretch of time. */
export async function placesOfMoney(
  db: Database,
  locationIds: readonly string[],
  span: InstantRange,
): Promise<(string | null)[]> {
  const [paid, back, reversed] = await Promise.all([
    db
      .selectDistinct({ id: placeOf(payments) })
      .from(payments)
      .leftJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(
        and(
          inArray(placeOf(payments), [...locationIds]),
          or(fallsIn(payments.receivedAt, span), fallsIn(payments.voidedAt, span)),
        ),
      ),
    db
      .selectDistinct({ id: placeOf(refunds) })
      .from(refunds)
      .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
      .where(and(inArray(placeOf(refunds), [...locationIds]), fallsIn(refunds.settledAt, span))),
    db
      .selectDistinct({ id: placeOf(refundReversals) })
      .from(refundReversals)
      .innerJoin(refunds, eq(refunds.id, refundReversals.refundId))
      .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
      .where(
        and(
          inArray(placeOf(refundReversals), [...locationIds]),
          or(fallsIn(refundReversals.paidOutAt, span), fallsIn(refundReversals.cameBackAt, span)),
        ),
      ),
  ])
  return [...paid, ...back, ...reversed].map(({ id }) => id)
}

/** What a technical failure took off a visit; after an edit its line may come to nothing. */
const TAKEN_OFF = and(eq(bookingLines.kind, 'reduction'), lt(bookingLines.amount, paise(0)))

/** What technical failures took off the totals of the visits that the desk had on some days, in paise, and of how many (rule M23). */
export async function reductionsOn(
  db: Database | Transaction,
  scope: Scope,
  locationId: string | undefined,
  { from, to }: Days,
): Promise<{ visits: number; off: Paise }> {
  const at = locationId ? eq(bookings.locationId, locationId) : undefined
  const [found] = await db
    .select({
      visits: sql`count(*)`.mapWith(Number),
      off: sql`coalesce(-sum(${bookingLines.amount}), 0)`.mapWith(Number),
    })
    .from(bookings)
    .innerJoin(bookingLines, and(eq(bookingLines.bookingId, bookings.id), TAKEN_OFF))
    .where(and(within(scope, bookings.locationId), at, eq(bookings.status, 'booked'), onDeskDays([from, to])))
  return { visits: found?.visits ?? 0, off: paise(found?.off ?? 0) }
}
