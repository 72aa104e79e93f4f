import { and, countDistinct, eq, exists, gt, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { bookings, paymentAttempts } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import type { AppContext } from '~/platform/context.server'

/** For so long it is told that nobody can pay, when nobody else tries. */
const TOLD_FOR_MS = 30 * MINUTE_MS

/**
 * Whether payments cannot be begun (rule P27): of how many bookings none could be in the last half hour, since when, and the last answer;
 * undefined once an order was made after them, and while the provider has only refused one family's, which may be for a reason of its own.
 */
export async function paymentsStopped({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const begun = alias(paymentAttempts, 'begun')
  const { bookingId, lastError, orderTriedAt, providerOrderId, refusals } = paymentAttempts
  const [found] = await db
    .select({
      count: countDistinct(bookingId),
      since: sql<Date | null>`min(${orderTriedAt})`.mapWith(orderTriedAt),
      answer: sql<string | null>`(array_agg(${lastError} order by ${orderTriedAt} desc))[1]`,
      ofAll: sql<boolean>`bool_or(${refusals} = 0) or ${countDistinct(bookings.customerNumber)} > 1`,
    })
    .from(paymentAttempts)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .where(
      and(
        isNull(providerOrderId),
        isNotNull(lastError),
        gt(orderTriedAt, new Date(clock.now().getTime() - TOLD_FOR_MS)),
        not(
          exists(
            db
              .select({ id: begun.id })
              .from(begun)
              .where(and(isNotNull(begun.providerOrderId), gt(begun.orderTriedAt, orderTriedAt))),
          ),
        ),
      ),
    )
  return found?.since && found.ofAll
    ? { count: found.count, since: found.since, answer: found.answer ?? '' }
    : undefined
}
