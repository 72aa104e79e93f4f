import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { outbox, paymentAttempts } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import type { DisputeNews } from '~/domain/dispute'
import { announce, announceAlone } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayFailure, GatewayPayment } from '~/platform/payment-gateway.server'
import { paymentsStopped } from './payments-stopped.server'

/** The provider has money that no booking knows, or that does not fit `booking`; told once for each payment. */
export const announceUnknownMoney = (
  context: AppContext,
  { id: paymentId, orderId, amount, currency, createdAt }: GatewayPayment,
  booking = '',
) =>
  announceAlone(context, {
    kind: 'unknown-money',
    dedupeKey: `unknown-money:${paymentId}`,
    payload: {
      paymentId,
      orderId: orderId ?? '',
      amount: String(amount),
      currency,
      receivedAt: createdAt.toISOString(),
      booking,
    },
  })

/** Once a day the business is told what about money has waited for more than a day; composed when it goes out. */
export const announceOpenMoney = (context: AppContext) => {
  const day = todayIn(context.business.timeZone, context.clock.now())
  return announceAlone(context, { kind: 'open-money', dedupeKey: `open-money:${day}`, payload: { day } })
}

/**
 * The provider refuses to begin a payment, which it does of a good sum mostly when nobody can pay any more; told once a day, anew when
 * an order was made in between, and once more when what looked like one family's turns out to be everybody's (rule P27). `freed`: the
 * slot is not held for it any more.
 */
export async function announceOrdersRefused(
  context: AppContext,
  { code, description, status }: GatewayFailure,
  { freed }: { freed: boolean },
): Promise<void> {
  const at = context.clock.now()
  const day = todayIn(context.business.timeZone, at)
  const last = (await lastBegun(context.db)) ?? ''
  const ofAll = (await paymentsStopped(context)) ? 'all' : ''
  const payload = { at: at.toISOString(), answer: `${code}: ${description}`, status: String(status), last, ofAll }
  await announceAlone(context, {
    kind: 'orders-refused',
    dedupeKey: `orders-refused:${day}:${last}${ofAll && ':all'}`,
    payload: { ...payload, freed: freed ? 'yes' : '' },
  })
}

/** The order that the provider gave last; undefined before the first. */
export async function lastBegun(db: Database): Promise<string | undefined> {
  const { id, orderTriedAt, providerOrderId } = paymentAttempts
  const [last] = await db
    .select({ id })
    .from(paymentAttempts)
    .where(and(isNotNull(providerOrderId), isNotNull(orderTriedAt)))
    .orderBy(desc(orderTriedAt), desc(id))
    .limit(1)
  return last?.id
}

/** A refund has not arrived in time; the business is told once for each try of it. */
export const announceOverdueRefund = (
  context: AppContext,
  { id: refundId, failures }: { id: string; failures: number },
) =>
  announceAlone(context, {
    kind: 'refund-overdue',
    dedupeKey: `refund-overdue:${refundId}:${failures}`,
    payload: { refundId },
  })

/** A refund could not be sent and waits for staff; the business is told each time that the tries are used up. */
export const announceRefundWithStaff = (
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  { refundId, failures }: { refundId: string; failures: number },
) =>
  announce(context, tx, {
    kind: 'refund-with-staff',
    dedupeKey: `refund-with-staff:${refundId}:${failures}`,
    payload: { refundId },
  })

/**
 * There is a dispute, which the business is told once, or it is decided or goes on, which it is told each time: a bank may decide otherwise
 * later.
 * Called with the dispute's case locked, and when something is new.
 */
export async function announceDispute(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  { disputeId, news }: { disputeId: string; news: DisputeNews },
): Promise<void> {
  const dedupeKey = `dispute:${disputeId}:${news}`
  const told = await tx.$count(outbox, sql`starts_with(${outbox.dedupeKey}, ${`dispute:${disputeId}:`})`)
  await announce(context, tx, {
    kind: 'dispute',
    dedupeKey: news === 'opened' ? dedupeKey : `${dedupeKey}:${told}`,
    payload: { disputeId, news },
  })
}
