import { and, countDistinct, exists, gt, isNotNull, isNull, not, sql } from 'drizzle-orm'
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
  const { bookingId, createdAt, pressedAt, lastError, providerOrderId } = paymentAttempts
  // an order of a booking's own page may be tried again hours after it was written down
  const tried = sql`greatest(${createdAt}, ${pressedAt})`
  const [found] = await db
    .select({
      count: countDistinct(bookingId),
      since: sql<Date | null>`min(${tried})`.mapWith(createdAt),
      answer: sql<string | null>`(array_agg(${lastError} order by ${tried} desc))[1]`,
    })
    .from(paymentAttempts)
    .where(
      and(
        isNull(providerOrderId),
        isNotNull(lastError),
        gt(tried, sql.param(new Date(clock.now().getTime() - TOLD_FOR_MS), createdAt)),
        not(
          exists(
            db
              .select({ id: begun.id })
              .from(begun)
              .where(and(isNotNull(begun.providerOrderId), gt(begun.createdAt, tried))),
          ),
        ),
      ),
    )
  return found?.since ? { count: found.count, since: found.since, answer: found.answer ?? '' } : undefined
}
