import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { paymentAttempts, payments, refunds, webhookInbox } from '~/db/schema'
import { isLateRefund, REFUNDS_UNDER_WAY } from '~/domain/refund-life'
import { announceOverdueRefund, announceUnknownMoney, resendOpenMail } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth } from './settle-payment.server'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** At these ages an order is asked for again; UPI money has come days late. */
const LATER_CHECKS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 120 * HOUR_MS]
/** Until then every minute: the hold, and half an hour after it. */
const SOON_MS = 45 * MINUTE_MS
/** How far back unpaid orders are looked at. */
const OLDEST_MS = 121 * HOUR_MS
/** A webhook that was not worked off after this is put back to work. */
const STUCK_MS = HOUR_MS
/** The provider's largest page. */
const PAGE = 100

/** Asks the provider about orders whose browser or webhook never came back: often at first, then at growing ages. */
export async function pollPayments(context: AppContext): Promise<number> {
  const now = context.clock.now().getTime()
  const open = await context.db
    .select({
      orderId: paymentAttempts.providerOrderId,
      createdAt: paymentAttempts.createdAt,
      checkedAt: paymentAttempts.checkedAt,
    })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.status, 'ordered'),
        isNotNull(paymentAttempts.providerOrderId),
        gt(paymentAttempts.createdAt, new Date(now - OLDEST_MS)),
        lt(paymentAttempts.createdAt, new Date(now - MINUTE_MS)),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt))
  let asked = 0
  for (const { orderId, createdAt, checkedAt } of open) {
    const age = now - createdAt.getTime()
    const lastAge = checkedAt ? checkedAt.getTime() - createdAt.getTime() : 0
    const due = age <= SOON_MS || LATER_CHECKS_MS.some((mark) => lastAge < mark && age >= mark)
    if (!orderId || !due) continue
    const settled = await applyGatewayTruth(context, orderId)
    asked++
    // the next ones would only wait for the same silence
    if (!settled.ok && settled.reason === 'provider-unreachable') break
  }
  return asked
}

/**
 * Nightly: every order of the last five days is compared with the provider, the provider's payments with our books, and
 * what lies unfinished (refunds, webhooks, mail) is put back to work.
 */
export async function reconcilePayments(context: AppContext): Promise<void> {
  await reconcileOrders(context)
  await reportUnknownMoney(context)
  await resumeUnfinished(context)
}

async function reconcileOrders(context: AppContext): Promise<void> {
  const { db, clock, log } = context
  const orders = await db
    .select({ orderId: paymentAttempts.providerOrderId })
    .from(paymentAttempts)
    .where(
      and(
        gt(paymentAttempts.createdAt, new Date(clock.now().getTime() - OLDEST_MS)),
        isNotNull(paymentAttempts.providerOrderId),
      ),
    )
  for (const { orderId } of orders) {
    const settled = orderId ? await applyGatewayTruth(context, orderId) : undefined
    if (settled && !settled.ok) log.warn({ orderId, reason: settled.reason }, 'an order could not be reconciled')
  }
}

/** Money that the provider took in the last five days and no booking knows is listed for staff, never guessed about. */
async function reportUnknownMoney(context: AppContext): Promise<void> {
  const { db, clock, gateway, log } = context
  const now = clock.now().getTime()
  // the newest may still be on their way into our books
  const [from, to] = [new Date(now - OLDEST_MS), new Date(now - HOUR_MS)]
  for (let skip = 0; ; skip += PAGE) {
    const page = await gateway.listPayments({ from, to, skip, count: PAGE })
    if (!page.ok) {
      log.warn({ code: page.code }, 'the provider’s payments could not be listed')
      return
    }
    const taken = page.value.filter((one) => one.status === 'captured' && one.amountRefunded < one.amount)
    const ids = taken.map(({ id }) => id)
    const known = await db
      .select({ id: payments.providerPaymentId })
      .from(payments)
      .where(inArray(payments.providerPaymentId, ids))
    const booked = new Set(known.map(({ id }) => id))
    for (const payment of taken) {
      if (booked.has(payment.id)) continue
      const attempt = payment.orderId ? await findOrder(context, payment.orderId) : undefined
      // an order of ours may be older than those compared above
      if (attempt && payment.orderId) await applyGatewayTruth(context, payment.orderId)
      if (attempt && (await isKnown(context, payment.id))) continue
      log.error({ paymentId: payment.id, orderId: payment.orderId }, 'money came in without a booking')
      await announceUnknownMoney(context, payment, attempt?.booking.code)
    }
    if (page.value.length < PAGE) return
  }
}

const findOrder = ({ db }: AppContext, orderId: string) =>
  db.query.paymentAttempts.findFirst({
    where: eq(paymentAttempts.providerOrderId, orderId),
    with: { booking: { columns: { code: true } } },
  })

const isKnown = async ({ db }: AppContext, paymentId: string): Promise<boolean> =>
  (await db.$count(payments, eq(payments.providerPaymentId, paymentId))) > 0

async function resumeUnfinished(context: AppContext): Promise<void> {
  const { db, clock, jobs, log } = context
  const now = clock.now()
  const unsettled = await db
    .select({ id: refunds.id, status: refunds.status, dueAt: refunds.dueAt, createdAt: refunds.createdAt })
    .from(refunds)
    .where(and(inArray(refunds.status, [...REFUNDS_UNDER_WAY]), eq(refunds.mode, 'online')))
  for (const refund of unsettled) {
    if (!isLateRefund(refund, now)) continue
    log.error({ refundId: refund.id }, 'a refund is overdue')
    await announceOverdueRefund(context, refund.id)
  }
  const stuck = await db
    .select({ eventId: webhookInbox.eventId })
    .from(webhookInbox)
    .where(and(isNull(webhookInbox.doneAt), lt(webhookInbox.receivedAt, new Date(now.getTime() - STUCK_MS))))
  for (const { eventId } of stuck) await jobs.enqueue(db, 'process-webhook', { eventId })
  await resendOpenMail(context, new Date(now.getTime() - STUCK_MS))
}
