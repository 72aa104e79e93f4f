import { and, eq, inArray, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '~/db/client.server'
import { bookings, moneyCases, OPEN_REFUND, OVERPAID, paymentAttempts, payments, refunds } from '~/db/schema'
import { within } from '~/db/within'
import { tooLongSince } from '~/domain/open-money'
import { SILENCES_BORNE } from '~/domain/order-watch'
import { lateAtBankSince } from '~/domain/refund-life'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { OF_DISPUTED, STILL_DISPUTED } from './dispute.server'

/** How much about money waits for somebody, listed or beyond: counted without reading it, since every page asks. */
export const countOpenMoney = ({ db }: Pick<AppContext, 'db'>, scope: Scope): Promise<number> => countWaiting(db, scope)

/** How much of it has waited too long, and how much of what goes its way takes too long there, listed or beyond. */
export async function countTooLong({ db, clock }: Pick<AppContext, 'db' | 'clock'>, scope: Scope) {
  const now = clock.now()
  const since = tooLongSince(now)
  const mine = reachOf(db, scope)
  const late = or(
    and(eq(refunds.status, 'pending'), lt(refunds.createdAt, lateAtBankSince(now))),
    and(ne(refunds.status, 'pending'), lt(refunds.dueAt, now), not(OF_DISPUTED)),
  )
  const [waiting, atBank, reviewed] = await Promise.all([
    countWaiting(db, scope, since),
    db.$count(refunds, and(OPEN_REFUND, sql`not (${REFUND_FOR_STAFF})`, late, mine(refunds.bookingId))),
    db.$count(
      moneyCases,
      and(OPEN_CASE, not(CASE_FOR_STAFF), lt(moneyCases.openedAt, since), mine(moneyCases.bookingId)),
    ),
  ])
  return { waiting, underWay: atBank + reviewed }
}

/** What waits for somebody, or has since before an instant. */
async function countWaiting(db: Database, scope: Scope, before?: Date): Promise<number> {
  const mine = reachOf(db, scope)
  const old = (since: AnyPgColumn) => before && lt(since, before)
  const oldOrder = before && sql`${ORDER_BEGUN_AT} < ${before.toISOString()}::timestamptz`
  const counts = await Promise.all([
    db.$count(refunds, and(OPEN_REFUND, REFUND_FOR_STAFF, mine(refunds.bookingId), old(refunds.createdAt))),
    db.$count(bookings, and(OWED_BACK, within(scope, bookings.locationId), old(bookings.updatedAt))),
    db.$count(moneyCases, and(CASE_FOR_STAFF, mine(moneyCases.bookingId), old(moneyCases.openedAt))),
    db.$count(paymentAttempts, and(UNANSWERED_ORDER, mine(paymentAttempts.bookingId), oldOrder)),
  ])
  return counts.reduce((all, some) => all + some, 0)
}

/** The condition that what belongs to a booking lies within a scope. */
const reachOf = (db: Database, scope: Scope) => (bookingId: AnyPgColumn) =>
  scope.kind === 'all'
    ? undefined
    : inArray(bookingId, db.select({ id: bookings.id }).from(bookings).where(within(scope, bookings.locationId)))

/** Refunds that somebody can do something about. */
export const REFUND_FOR_STAFF = and(
  or(ne(refunds.mode, 'online'), inArray(refunds.status, ['failed', 'with-staff'])),
  not(OF_DISPUTED),
)
/** A case that nobody has settled. */
export const OPEN_CASE = isNull(moneyCases.settledAt)
/** While a bank looks at it, nothing can be done about a dispute. */
export const CASE_FOR_STAFF = sql<boolean>`(${OPEN_CASE} and ${moneyCases.disputeStatus} is distinct from 'under_review')`
/** When an order was made, or its customer last pressed to pay it. */
export const ORDER_BEGUN_AT = sql`coalesce(${paymentAttempts.pressedAt}, ${paymentAttempts.createdAt})`.mapWith(
  paymentAttempts.createdAt,
)
/** An order about which the provider does not answer, or says that it does not know it. */
export const UNANSWERED_ORDER = sql`${paymentAttempts.status} = 'ordered' and (${paymentAttempts.refusals} > 0 or ${paymentAttempts.silences} > ${sql.raw(String(SILENCES_BORNE))})`

/** A booking received more than it costs, or never stood and holds money. */
export const OWED_BACK = sql.raw(OVERPAID)

/**
 * Money of a booking has not come to its end, as a condition of a query on bookings: of a payment of it the bank has yet to
 * say whether it comes, a refund has not arrived, of one that was sent back as nobody's too, or a case or a dispute about it is open.
 * Nobody whose it is is forgotten (rule D3). An order that is asked about no more by itself counts no longer.
 */
export const MONEY_UNDER_WAY = sql`(exists (select 1 from ${refunds} where ${refunds.bookingId} = ${bookings.id} and ${OPEN_REFUND})
  or exists (select 1 from ${moneyCases} where ${moneyCases.bookingId} = ${bookings.id} and ${OPEN_CASE})
  or exists (select 1 from ${moneyCases} join ${payments} on ${payments.providerPaymentId} = ${moneyCases.providerPaymentId}
    join ${refunds} on ${refunds.paymentId} = ${payments.id} where ${moneyCases.bookingId} = ${bookings.id} and ${OPEN_REFUND})
  or exists (select 1 from ${payments} join ${moneyCases} on ${moneyCases.providerPaymentId} = ${payments.providerPaymentId}
    where ${payments.bookingId} = ${bookings.id} and ${STILL_DISPUTED})
  or exists (select 1 from ${paymentAttempts} where ${paymentAttempts.bookingId} = ${bookings.id}
    and ${paymentAttempts.underWayAt} is not null and ${paymentAttempts.nextCheckAt} is not null))`
