import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { eachInTurn } from '~/db/each-in-turn'
import {
  COMPARED_LISTS,
  comparedLists,
  moneyCases,
  paymentAttempts,
  payments,
  refunds,
  webhookInbox,
} from '~/db/schema'
import { disputeEnd } from '~/domain/dispute'
import { DAY_MS, HOUR_MS } from '~/domain/durations'
import { isLateRefund, REFUNDS_UNDER_WAY, waitsForDispute } from '~/domain/refund-life'
import { resendOpenMail } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { Jobs } from '~/platform/jobs.server'
import { patience } from '~/platform/patience'
import { type GatewayAnswer, isAway } from '~/platform/payment-gateway.server'
import type { ListPage } from '~/platform/queues.server'
import { followDispute, isDisputed } from './dispute.server'
import { announceOpenMoney, announceOverdueRefund, announceUnknownMoney } from './money-alerts.server'
import { openPaymentCase } from './money-case.server'
import { followRefunds } from './refund-news.server'
import { applyGatewayTruth } from './settle-payment.server'

/**
 * How far back the provider's lists are read, counted from the last comparison that came to its end. A refund stands in them by when it was
 * made, and a bank sends one back weeks after it was called done.
 */
const OLDEST_MS = { payments: 121 * HOUR_MS, refunds: 21 * DAY_MS } as const
/** Not further back than this: what can never be compared to its end would make the list a day longer each night. */
const LONGEST_MS = 183 * 24 * HOUR_MS
/** A bank may ask for money months later, and take months to decide. */
const OLDEST_DISPUTE_MS = 365 * 24 * HOUR_MS
/** A webhook that was not worked off after this is put back to work. */
const STUCK_MS = HOUR_MS
/** The provider's largest page. */
const PAGE = 100

/**
 * Nightly: the provider's payments of five days and its refunds of three weeks, beginning so long before the last comparison where that is
 * longer ago, and its disputes of a year, are compared with our books, a page a job, and what lies unfinished is put back to work. Orders
 * are asked about one by one, at their own times (`pollPayments`).
 */
export async function reconcilePayments({ db, clock, jobs }: AppContext): Promise<void> {
  const now = clock.now().getTime()
  // the newest may still be on their way into our books
  const page = { to: now - HOUR_MS, skip: 0 }
  // all or none: a repeat begins a comparison of its own
  await db.transaction(async (tx) => {
    // of one that never comes to its end it is known since when
    const begun = COMPARED_LISTS.map((list) => ({ list, until: new Date(page.to) }))
    await tx.insert(comparedLists).values(begun).onConflictDoNothing()
    const compared = await tx.select().from(comparedLists)
    const since = (list: ComparedList) => {
      // no night was on meanwhile, or the provider was away: what was paid back in its console then is known to nobody here
      const until = compared.find((one) => one.list === list)?.until.getTime() ?? now
      return { ...page, from: Math.max(Math.min(until, now) - OLDEST_MS[list], now - LONGEST_MS) }
    }
    await jobs.enqueue(tx, 'reconcile-payments', since('payments'))
    await jobs.enqueue(tx, 'reconcile-refunds', since('refunds'))
    await jobs.enqueue(tx, 'reconcile-disputes', { ...page, from: now - OLDEST_DISPUTE_MS })
    await jobs.enqueue(tx, 'resume-work', {})
  })
}

/**
 * What the provider took and paid back since a backup was made is compared with the books that came back with it, however long ago that
 * was: the nightly look begins days before the last one, and who booked before that would be known to nobody.
 */
export async function reconcileSince(jobs: Jobs, db: Transaction, madeAt: Date, now: Date): Promise<void> {
  const page = (list: ComparedList) => ({ from: madeAt.getTime() - OLDEST_MS[list], to: now.getTime(), skip: 0 })
  await jobs.enqueue(db, 'reconcile-payments', page('payments'))
  await jobs.enqueue(db, 'reconcile-refunds', page('refunds'))
}

/**
 * Money that the provider took and no booking knows is listed for staff, never guessed about. A payment that cannot be worked on
 * keeps no other away; while the provider is not there, those that it would be asked about wait.
 *
 * @throws while the provider does not answer, so that the page's job comes again
 */
export async function reconcilePaymentsPage(context: AppContext, page: ListPage): Promise<void> {
  const { db, gateway, log } = context
  const listed = await gateway.listPayments(pageOf(page))
  if (!listed.ok) throw new Error(`The provider’s payments could not be listed: ${listed.code}`)
  if (listed.value.length === PAGE) await enqueueNext(context, 'reconcile-payments', page)
  const taken = listed.value.filter((one) => one.status === 'captured' && one.amountRefunded < one.amount)
  const ids = taken.map(({ id }) => id)
  const known = await db
    .select({ id: payments.providerPaymentId })
    .from(payments)
    .where(inArray(payments.providerPaymentId, ids))
  const booked = new Set(known.map(({ id }) => id))
  const asking = patiently(context)
  const look = async (payment: (typeof taken)[number]) => {
    const attempt = payment.orderId ? await attemptOfOrder(context, payment.orderId) : undefined
    // an order of ours that is no longer asked about, or that was refused; while it is not answered for, nothing is known of its money
    if (attempt && payment.orderId) await answered(payment.orderId, isToldOf(asking, payment.orderId))
    if (attempt && (await db.$count(payments, eq(payments.providerPaymentId, payment.id))) > 0) return
    log.error({ paymentId: payment.id, orderId: payment.orderId }, 'money came in without a booking')
    await openPaymentCase(context, db, payment, attempt?.bookingId)
    await announceUnknownMoney(context, payment, attempt?.booking.code)
  }
  await eachInTurn(taken.filter(({ id }) => !booked.has(id)).map((payment) => () => look(payment)))
  if (listed.value.length < PAGE) await noteCompared(context, 'payments', page)
}

/**
 * Refunds at the provider that our books do not know as they are: made in its own console, or moved on without a word.
 *
 * @throws while the provider does not answer, so that the page's job comes again
 */
export async function reconcileRefundsPage(context: AppContext, page: ListPage): Promise<void> {
  const { db, gateway } = context
  const listed = await gateway.listAllRefunds(pageOf(page))
  if (!listed.ok) throw new Error(`The provider’s refunds could not be listed: ${listed.code}`)
  if (listed.value.length === PAGE) await enqueueNext(context, 'reconcile-refunds', page)
  const known = await db
    .select({ id: refunds.providerRefundId, status: refunds.status })
    .from(refunds)
    .where(
      inArray(
        refunds.providerRefundId,
        listed.value.map(({ id }) => id),
      ),
    )
  const differs = listed.value.filter(({ id, status }) => !known.some((one) => one.id === id && one.status === status))
  const asked = [...new Set(differs.map((one) => one.paymentId))]
  const asking = patiently(context)
  await eachInTurn(asked.map((paymentId) => () => answered(paymentId, followRefunds(asking, paymentId))))
  if (listed.value.length < PAGE) await noteCompared(context, 'refunds', page)
}

/**
 * Disputes that our books do not know as they are: opened, answered or decided without a word, or lost and not booked off.
 *
 * @throws while the provider does not answer, so that the page's job comes again
 */
export async function reconcileDisputesPage(context: AppContext, page: ListPage): Promise<void> {
  const { db, gateway } = context
  const listed = await gateway.listDisputes({ skip: page.skip, count: PAGE })
  if (!listed.ok) throw new Error(`The provider’s disputes could not be listed: ${listed.code}`)
  const recent = listed.value.filter(({ createdAt }) => createdAt.getTime() >= page.from)
  // the list is the newest first and takes no dates
  if (recent.length === PAGE) await enqueueNext(context, 'reconcile-disputes', page)
  const ids = recent.map(({ id }) => id)
  const known = await db
    .select({ id: moneyCases.reference, status: moneyCases.disputeStatus, settledAt: moneyCases.settledAt })
    .from(moneyCases)
    .where(inArray(moneyCases.reference, ids))
  const differs = recent.filter(({ id, status }) => {
    const one = known.find((row) => row.id === id)
    return one?.status !== status || (one.settledAt === null && disputeEnd(status) !== undefined)
  })
  const asking = patiently(context)
  await eachInTurn(
    differs.map(
      ({ id }) =>
        () =>
          answered(id, followDispute(asking, id)),
    ),
  )
}

/**
 * The same, for a page of questions: when the provider, which has listed them, was not there for three of them in a row, it is asked
 * about none of the rest, and each of these fails. A hundred that take all of its time would take a job a quarter of an hour.
 */
function patiently(context: AppContext): AppContext {
  const { gateway } = context
  const { check, note } = patience('The payment provider does not answer.')
  const asking =
    <Asked, Told>(ask: (asked: Asked) => Promise<GatewayAnswer<Told>>) =>
    async (asked: Asked) => {
      check()
      const answer = await ask(asked)
      note(answer.ok || !isAway(answer))
      return answer
    }
  const questions = {
    fetchOrderPayments: asking(gateway.fetchOrderPayments),
    listRefunds: asking(gateway.listRefunds),
    fetchDispute: asking(gateway.fetchDispute),
  }
  return { ...context, gateway: { ...gateway, ...questions } }
}

/** Makes the books follow an order; false when the provider could not be asked about it. */
async function isToldOf(context: AppContext, orderId: string): Promise<boolean> {
  const settled = await applyGatewayTruth(context, orderId)
  return settled.ok || settled.reason !== 'provider-unreachable'
}

/** @throws when the provider said nothing about this order, payment or dispute */
async function answered(id: string, asking: Promise<boolean>): Promise<void> {
  if (!(await asking)) throw new Error(`The provider does not answer about ${id}.`)
}

const attemptOfOrder = ({ db }: AppContext, orderId: string) =>
  db.query.paymentAttempts.findFirst({
    where: eq(paymentAttempts.providerOrderId, orderId),
    with: { booking: { columns: { code: true } } },
  })

type ComparedList = typeof comparedLists.$inferSelect.list

/** The last page of a list was compared to its end. */
async function noteCompared({ db }: AppContext, list: ComparedList, { to }: ListPage): Promise<void> {
  const until = new Date(to)
  await db
    .insert(comparedLists)
    .values({ list, until })
    .onConflictDoUpdate({
      target: comparedLists.list,
      set: { until: sql`greatest(${comparedLists.until}, excluded.until)` },
    })
}

const pageOf = ({ from, to, skip }: ListPage) => ({ from: new Date(from), to: new Date(to), skip, count: PAGE })

/**
 * Lets the next page follow: before this one is worked on, so that one payment that cannot be does not keep the rest away, and once,
 * however often this one comes again.
 */
const enqueueNext = (
  { db, jobs }: AppContext,
  queue: 'reconcile-payments' | 'reconcile-refunds' | 'reconcile-disputes',
  page: ListPage,
): Promise<void> => jobs.enqueueOnce(db, queue, { ...page, skip: page.skip + PAGE })

/**
 * Tells of refunds that are late, and puts webhooks and mail back to work that lie unfinished.
 *
 * @throws AggregateError at the end, of what could not be
 */
export async function resumeUnfinished(context: AppContext): Promise<void> {
  const { db, clock, jobs } = context
  const stuckSince = new Date(clock.now().getTime() - STUCK_MS)
  const resumeWebhooks = async () => {
    const stuck = await db
      .select({ eventId: webhookInbox.eventId })
      .from(webhookInbox)
      .where(and(isNull(webhookInbox.doneAt), lt(webhookInbox.receivedAt, stuckSince)))
    for (const { eventId } of stuck) await jobs.enqueue(db, 'process-webhook', { eventId })
  }
  await eachInTurn([
    () => tellOfLateRefunds(context),
    resumeWebhooks,
    () => announceOpenMoney(context),
    () => resendOpenMail(context, stuckSince),
  ])
}

async function tellOfLateRefunds(context: AppContext): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  const unsettled = await db
    .select({
      ...{ id: refunds.id, status: refunds.status, dueAt: refunds.dueAt, createdAt: refunds.createdAt },
      failures: refunds.failures,
      providerPaymentId: payments.providerPaymentId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(refunds.status, [...REFUNDS_UNDER_WAY]), eq(refunds.mode, 'online')))
  const tell = async (refund: (typeof unsettled)[number]) => {
    // it waits for the bank's decision, and the dispute itself was told of
    if (waitsForDispute(refund.status, await isDisputed(db, refund.providerPaymentId ?? ''))) return
    log.error({ refundId: refund.id }, 'a refund is overdue')
    await announceOverdueRefund(context, refund)
  }
  await eachInTurn(unsettled.filter((refund) => isLateRefund(refund, now)).map((refund) => () => tell(refund)))
}
