import { and, asc, eq, inArray, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '~/db/client.server'
import { bookings, CHARGED, moneyCases, OPEN_REFUND, OVERPAID, paymentAttempts, payments, refunds } from '~/db/schema'
import { within } from '~/db/within'
import { formatInstant } from '~/domain/calendar'
import { disputeTask, disputeTitle } from '~/domain/dispute'
import { type Paise, ZERO } from '~/domain/money'
import { MONEY_CASES } from '~/domain/money-cases'
import { ageWords, tooLongSince, waitsTooLong } from '~/domain/open-money'
import { SILENCES_BORNE } from '~/domain/order-watch'
import { isLateRefund, lateAtBankSince, waitsForDispute } from '~/domain/refund-life'
import { roleMay, type Scope, type StaffRole } from '~/domain/staff-role'
import { timesWords } from '~/domain/times'
import type { AppContext } from '~/platform/context.server'
import { refusedRefund } from './desk-refund.server'
import { OF_DISPUTED, STILL_DISPUTED } from './dispute.server'

/** What can be done about an open thing with one press. */
export const PRESSES = [
  'send-again',
  'hand-over',
  'refund-owed',
  'ask-again',
  'assign',
  'send-back',
  'settle',
  'settle-order',
] as const
export type Press = (typeof PRESSES)[number]

export interface OpenMoney {
  /** Of the refund, booking, order or case. */
  id: string
  title: string
  detail: string
  amount: Paise
  currency: string
  /** What the customer's bank calls the payment, of money that no booking has. */
  bankReference: string | null
  booking: { id: string; code: string; name: string; location: string } | null
  since: Date
  age: string
  tooLong: boolean
  presses: Press[]
  /** Why whoever looks at it may not send it back (rule K19), though there is something to press. */
  refused?: string
}

export interface OpenMoneySections {
  refunds: OpenMoney[]
  due: OpenMoney[]
  payments: OpenMoney[]
  orders: OpenMoney[]
  disputes: OpenMoney[]
  /** What goes its way and needs nobody: refunds at the bank, disputes that a bank looks at. */
  underWay: OpenMoney[]
}

/** Most rows of a kind that the page lists: what somebody can do something about first, then the oldest. */
const MOST = 200

/** Everything about money that waits for somebody, within a scope, with what a role may do about it; what belongs to no booking is for super admins. */
export async function openMoney(context: AppContext, scope: Scope, role: StaffRole): Promise<OpenMoneySections> {
  const [back, due, orders, cases] = await Promise.all([
    openRefunds(context, scope, role),
    unsentDue(context, scope, role),
    unansweredOrders(context, scope, role),
    openCases(context, scope, role),
  ])
  return {
    refunds: back.filter(({ presses }) => presses.length > 0),
    underWay: [...back.filter(({ presses }) => presses.length === 0), ...cases.filter(({ waits }) => !waits)],
    due,
    payments: cases.filter(({ kind, waits }) => waits && kind !== 'dispute'),
    orders,
    disputes: cases.filter(({ kind, waits }) => waits && kind === 'dispute'),
  }
}

/** The sections that wait for somebody, in the order of the page. */
export const waitingOf = ({ refunds: back, due, payments: strays, orders, disputes }: OpenMoneySections) => [
  ...back,
  ...due,
  ...strays,
  ...orders,
  ...disputes,
]

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
    db.$count(refunds, and(OPEN_REFUND, sql`not (${FOR_STAFF})`, late, mine(refunds.bookingId))),
    db.$count(moneyCases, and(OPEN, not(ASKED_OF_STAFF), lt(moneyCases.openedAt, since), mine(moneyCases.bookingId))),
  ])
  return { waiting, underWay: atBank + reviewed }
}

/** What waits for somebody, or has since before an instant. */
async function countWaiting(db: Database, scope: Scope, before?: Date): Promise<number> {
  const mine = reachOf(db, scope)
  const old = (since: AnyPgColumn) => before && lt(since, before)
  const oldOrder = before && sql`${BEGUN_AT} < ${before.toISOString()}::timestamptz`
  const counts = await Promise.all([
    db.$count(refunds, and(OPEN_REFUND, FOR_STAFF, mine(refunds.bookingId), old(refunds.createdAt))),
    db.$count(bookings, and(DUE, within(scope, bookings.locationId), old(bookings.updatedAt))),
    db.$count(moneyCases, and(ASKED_OF_STAFF, mine(moneyCases.bookingId), old(moneyCases.openedAt))),
    db.$count(paymentAttempts, and(UNANSWERED, mine(paymentAttempts.bookingId), oldOrder)),
  ])
  return counts.reduce((all, some) => all + some, 0)
}

/** The condition that what belongs to a booking lies within a scope. */
const reachOf = (db: Database, scope: Scope) => (bookingId: AnyPgColumn) =>
  scope.kind === 'all'
    ? undefined
    : inArray(bookingId, db.select({ id: bookings.id }).from(bookings).where(within(scope, bookings.locationId)))

/** Those that somebody can do something about. */
const FOR_STAFF = and(
  or(ne(refunds.mode, 'online'), inArray(refunds.status, ['failed', 'with-staff'])),
  not(OF_DISPUTED),
)
const OPEN = isNull(moneyCases.settledAt)
/** While a bank looks at it, nothing can be done about a dispute. */
const ASKED_OF_STAFF = sql<boolean>`(${OPEN} and ${moneyCases.disputeStatus} is distinct from 'under_review')`
/** When an order was made, or its customer last pressed to pay it. */
const BEGUN_AT = sql`coalesce(${paymentAttempts.pressedAt}, ${paymentAttempts.createdAt})`.mapWith(
  paymentAttempts.createdAt,
)
const UNANSWERED = sql`${paymentAttempts.status} = 'ordered' and (${paymentAttempts.refusals} > 0 or ${paymentAttempts.silences} > ${sql.raw(String(SILENCES_BORNE))})`

/**
 * Money of a booking has not come to its end, as a condition of a query on bookings: of a payment of it the bank has yet to
 * say whether it comes, a refund has not arrived, of one that was sent back as nobody's too, or a case or a dispute about it is open.
 * Nobody whose it is is forgotten (rule D3). An
 * order that is asked about no more by itself counts no longer.
 */
export const MONEY_UNDER_WAY = sql`(exists (select 1 from ${refunds} where ${refunds.bookingId} = ${bookings.id} and ${OPEN_REFUND})
  or exists (select 1 from ${moneyCases} where ${moneyCases.bookingId} = ${bookings.id} and ${OPEN})
  or exists (select 1 from ${moneyCases} join ${payments} on ${payments.providerPaymentId} = ${moneyCases.providerPaymentId}
    join ${refunds} on ${refunds.paymentId} = ${payments.id} where ${moneyCases.bookingId} = ${bookings.id} and ${OPEN_REFUND})
  or exists (select 1 from ${payments} join ${moneyCases} on ${moneyCases.providerPaymentId} = ${payments.providerPaymentId}
    where ${payments.bookingId} = ${bookings.id} and ${STILL_DISPUTED})
  or exists (select 1 from ${paymentAttempts} where ${paymentAttempts.bookingId} = ${bookings.id}
    and ${paymentAttempts.underWayAt} is not null and ${paymentAttempts.nextCheckAt} is not null))`

const OVER = sql<Paise>`(received - refunded - ${sql.raw(CHARGED)})::int`
const DUE = sql.raw(OVERPAID)

const BOOKING = {
  bookingId: bookings.id,
  code: bookings.code,
  name: bookings.customerName,
  location: bookings.locationName,
}

interface BookingCells {
  bookingId: string
  code: string
  name: string
  location: string
}

/** The booking of a row that may have none. */
const rowOf = ({ bookingId, code, name, location }: { [Cell in keyof BookingCells]: string | null }) =>
  bookingId && code ? { bookingId, code, name: name ?? '', location: location ?? '' } : null

const PLAIN = { currency: 'INR', bankReference: null }

function opened({ clock }: AppContext, since: Date, row: BookingCells | null) {
  const now = clock.now()
  const booking = row && { id: row.bookingId, code: row.code, name: row.name, location: row.location }
  return { since, age: ageWords(since, now), tooLong: waitsTooLong(since, now), booking, ...PLAIN }
}

/** Why somebody may not send so much of a booking back, in words. */
const beyondDesk = (context: AppContext, role: StaffRole, amount: Paise, deskReturned: Paise | null) =>
  refusedRefund(context, { role }, amount, { deskReturned: deskReturned ?? ZERO })?.message

async function openRefunds(context: AppContext, scope: Scope, role: StaffRole): Promise<OpenMoney[]> {
  const { db, business, clock } = context
  const rows = await db
    .select({
      ...{ ...BOOKING, refund: refunds, disputed: OF_DISPUTED, bankReference: payments.bankReference },
      deskReturned: bookings.deskReturned,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .where(and(OPEN_REFUND, within(scope, bookings.locationId)))
    .orderBy(sql`${FOR_STAFF} desc`, asc(refunds.createdAt), asc(refunds.id))
    .limit(MOST)
  return rows.map(({ refund, disputed, bankReference, deskReturned, ...booking }) => {
    const { id, amount, mode, status, reason, lastError, failures, nextAt, createdAt } = refund
    const late = isLateRefund(refund, clock.now())
    const next = nextAt ? ` Tried again ${formatInstant(nextAt, business.timeZone)}.` : ''
    const base = {
      id,
      amount,
      ...opened(context, createdAt, rowOf(booking)),
      ...(!refund.bookingId && { bankReference }),
      refused: refund.deskCounted ? undefined : beyondDesk(context, role, amount, deskReturned),
    }
    const asked = lastError ? `${reason}. Last answer: ${lastError.replace(/\.$/, '')}` : reason
    if (waitsForDispute(status, disputed))
      return { ...base, tooLong: false, title: 'Waits until the dispute is decided', detail: reason, presses: [] }
    if (mode !== 'online') return { ...base, title: 'To be handed over', detail: reason, presses: ['hand-over'] }
    if (status === 'with-staff')
      return {
        ...base,
        title: `Could not be sent, ${failures} tries`,
        detail: asked,
        presses: ['send-again', 'hand-over'],
      }
    if (status === 'failed')
      return { ...base, title: 'Failed', detail: `${asked}.${next}`, presses: ['send-again', 'hand-over'] }
    const title = status === 'pending' ? 'At the bank' : 'About to be sent'
    // nothing can be pressed while it is under way: it could go back twice
    return { ...base, tooLong: late, title: late ? `${title}, late` : title, detail: asked, presses: [] }
  })
}

/** Bookings that received more than they cost, and those that never stood and hold money. */
async function unsentDue(context: AppContext, scope: Scope, role: StaffRole): Promise<OpenMoney[]> {
  const rows = await context.db
    .select({
      ...{ ...BOOKING, over: OVER, status: bookings.status, updatedAt: bookings.updatedAt },
      deskReturned: bookings.deskReturned,
    })
    .from(bookings)
    .where(and(DUE, within(scope, bookings.locationId)))
    .orderBy(asc(bookings.updatedAt), asc(bookings.id))
    .limit(MOST)
  return rows.map(({ over: amount, status, updatedAt, deskReturned, ...booking }) => ({
    id: booking.bookingId,
    amount,
    ...opened(context, updatedAt, booking),
    title: status === 'booked' ? 'Received more than it costs' : 'Paid, and not booked',
    detail: 'It is not on its way back yet.',
    presses: ['refund-owed'],
    refused: beyondDesk(context, role, amount, deskReturned),
  }))
}

/** Orders about which the provider does not answer, or says that it does not know them: they may have been paid. */
async function unansweredOrders(context: AppContext, scope: Scope, role: StaffRole): Promise<OpenMoney[]> {
  const rows = await context.db
    .select({ ...BOOKING, order: paymentAttempts, begunAt: BEGUN_AT })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, paymentAttempts.bookingId))
    .where(and(UNANSWERED, within(scope, bookings.locationId)))
    .orderBy(asc(BEGUN_AT), asc(paymentAttempts.id))
    .limit(MOST)
  return rows.map(({ order, begunAt, ...booking }) => ({
    id: order.id,
    amount: order.amount,
    ...opened(context, begunAt, booking),
    title: 'May be paid: the provider gives no clear answer',
    detail: `Order ${order.providerOrderId ?? ''}, ${answeredWords(order.checks)}. ${order.lastError ?? ''}`.trim(),
    presses: order.nextCheckAt || !maySettle(role) ? ['ask-again'] : ['ask-again', 'settle-order'],
  }))
}

/** How often the provider said something about an order: of one that it has never known there may be nothing to come. */
const answeredWords = (checks: number): string => (checks === 0 ? 'never answered' : `answered ${timesWords(checks)}`)

type MoneyCase = typeof moneyCases.$inferSelect

async function openCases(context: AppContext, scope: Scope, role: StaffRole) {
  const rows = await context.db
    .select({ ...BOOKING, case: moneyCases, waits: ASKED_OF_STAFF })
    .from(moneyCases)
    .leftJoin(bookings, eq(bookings.id, moneyCases.bookingId))
    // a dispute that the bank has yet to decide is seen, whatever staff have noted of it
    .where(and(or(OPEN, STILL_DISPUTED), within(scope, bookings.locationId)))
    .orderBy(sql`${ASKED_OF_STAFF} desc`, asc(moneyCases.openedAt), asc(moneyCases.id))
    .limit(MOST)
  return rows.map(({ case: one, waits, ...booking }) => {
    const base = opened(context, one.openedAt, rowOf(booking))
    return {
      ...{ kind: one.kind, id: one.id, amount: one.amount, waits },
      ...{ ...base, currency: one.currency, bankReference: one.bankReference },
      ...{ tooLong: base.tooLong && one.settledAt === null },
      ...asked(one, context.business.timeZone, scope, role),
    }
  })
}

/** That money was settled outside is for an admin to say. */
const maySettle = (role: StaffRole): boolean => roleMay(role, 'refund-any-sum')

/** What a case is, and what can be done about it. */
function asked(
  one: MoneyCase,
  zone: string,
  scope: Scope,
  role: StaffRole,
): Pick<OpenMoney, 'title' | 'detail' | 'presses'> {
  const settle: Press[] = maySettle(role) ? ['settle'] : []
  const ids = [one.providerPaymentId, one.providerOrderId].filter(Boolean).join(', ')
  if (one.kind !== 'dispute') {
    const back: Press[] = scope.kind === 'all' ? ['send-back'] : []
    // the books are in rupees
    const ours: Press[] = one.currency === 'INR' ? ['assign', ...back] : []
    return { title: MONEY_CASES[one.kind], detail: ids, presses: [...ours, ...settle] }
  }
  const status = one.disputeStatus ?? 'unknown'
  const until = one.respondBy ? formatInstant(one.respondBy, zone) : undefined
  const about = one.detail ? `${one.detail[0]?.toUpperCase()}${one.detail.slice(1)}. ` : ''
  const noted = one.settledAt && one.settledNote ? `${one.settledBy} noted: ${one.settledNote}. ` : ''
  const detail = `${disputeTask(status, until)} ${noted}${about}${one.reference}, ${ids}`
  return { title: disputeTitle(status), detail, presses: one.settledAt || status === 'under_review' ? [] : settle }
}
