import { and, countDistinct, exists, gt, isNotNull, isNull, min, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { paymentAttempts } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import type { AppContext } from '~/platform/context.server'

/** For so long it is told that nobody can pay, when nobody else tries. */
const TOLD_FOR_MS = 30 * MINUTE_MS

/**
 * Whether payments cannot be begun (rule P27): of how many bookings none could be in the last half hour, since when, and the last answer;
 * undefined once one was begun after them.
 */
export async function paymentsStopped({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const begun = alias(paymentAttempts, 'begun')
  const { bookingId, createdAt, lastError, providerOrderId } = paymentAttempts
  const [found] = await db
    .select({
      count: countDistinct(bookingId),
      since: min(createdAt),
      answer: sql<string | null>`(array_agg(${lastError} order by ${createdAt} desc))[1]`,
    })
    .from(paymentAttempts)
    .where(
      and(
        isNull(providerOrderId),
        isNotNull(lastError),
        gt(createdAt, new Date(clock.now().getTime() - TOLD_FOR_MS)),
        not(
          exists(
            db
              .select({ id: begun.id })
              .from(begun)
              .where(and(isNotNull(begun.providerOrderId), gt(begun.createdAt, createdAt))),
          ),
        ),
      ),
    )
  return found?.since ? { count: found.count, since: found.since, answer: found.answer ?? '' } : undefined
}
