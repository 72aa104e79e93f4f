import { and, asc, eq, or, sql } from 'drizzle-orm'
import { bookings, CHARGED, moneyCases, OPEN_REFUND, paymentAttempts, payments, refunds } from '~/db/schema'
import { within } from '~/db/within'
import { formatInstant } from '~/domain/calendar'
import { disputeTask, disputeTitle } from '~/domain/dispute'
import { type Paise, ZERO } from '~/domain/money'
import { MONEY_CASES } from '~/domain/money-cases'
import { ageWords, waitsTooLong } from '~/domain/open-money'
import { isLateRefund, waitsForDispute } from '~/domain/refund-life'
import { roleMay, type Scope, type StaffRole } from '~/domain/staff-role'
import { timesWords } from '~/domain/times'
import type { AppContext } from '~/platform/context.server'
import { refusedRefund } from './desk-refund.server'
import { OF_DISPUTED, STILL_DISPUTED } from './dispute.server'
import {
  CASE_FOR_STAFF,
  OPEN_CASE,
  ORDER_BEGUN_AT,
  OWED_BACK,
  REFUND_FOR_STAFF,
  UNANSWERED_ORDER,
} from './open-money-counts.server'

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

const OVER = sql<Paise>`(received - refunded - ${sql.raw(CHARGED)})::int`

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
    .orderBy(sql`${REFUND_FOR_STAFF} desc`, asc(refunds.createdAt), asc(refunds.id))
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
    .where(and(OWED_BACK, within(scope, bookings.locationId)))
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
    .select({ ...BOOKING, order: paymentAttempts, begunAt: ORDER_BEGUN_AT })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, paymentAttempts.bookingId))
    .where(and(UNANSWERED_ORDER, within(scope, bookings.locationId)))
    .orderBy(asc(ORDER_BEGUN_AT), asc(paymentAttempts.id))
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
    .select({ ...BOOKING, case: moneyCases, waits: CASE_FOR_STAFF })
    .from(moneyCases)
    .leftJoin(bookings, eq(bookings.id, moneyCases.bookingId))
    // a dispute that the bank has yet to decide is seen, whatever staff have noted of it
    .where(and(or(OPEN_CASE, STILL_DISPUTED), within(scope, bookings.locationId)))
    .orderBy(sql`${CASE_FOR_STAFF} desc`, asc(moneyCases.openedAt), asc(moneyCases.id))
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
