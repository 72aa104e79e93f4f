import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { bookings, refunds } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { formatRupees, type Paise } from '~/domain/money'
import type { AppContext } from '~/platform/context.server'
import { isOfAttempt } from './place-booking.server'
import type { RefusedQuote } from './quote-refusal.server'
import { untilWords } from './rescue.server'

/** Money of this browser that can still buy another slot, on the page of the booking it came for. */
export interface WaitingMoney {
  /** Of the booking's own page. */
  token: string
  amount: Paise
  /** Until when it waits, in words: `2:15 PM`. */
  until: string
}

/** With a status as it is written in the index of refunds that are open, which are few. */
const HELD = sql`${refunds.status} not in ('processed', 'dropped') and ${refunds.status} = 'queued'`

/**
 * What was paid in this draft's attempt for slots that somebody else had by then, and still waits for another choice (rule P25);
 * whatever the draft names by now, since who lost a slot chooses the next one in the same draft.
 */
export async function waitingMoney(
  context: AppContext,
  { attemptId }: Pick<Draft, 'attemptId'>,
): Promise<WaitingMoney[]> {
  const rows = await context.db
    .select({ token: bookings.linkToken, amount: refunds.amount, until: refunds.heldUntil })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
    .where(
      and(
        HELD,
        gt(refunds.heldUntil, context.clock.now()),
        eq(bookings.status, 'expired'),
        ne(bookings.customerNumber, ''),
        isOfAttempt(attemptId),
      ),
    )
    .orderBy(asc(refunds.heldUntil), asc(refunds.id))
  return rows.flatMap(({ token, amount, until }) =>
    until ? [{ token, amount, until: untilWords(context, { until }) }] : [],
  )
}

/** The refusal to take another payment before the money that waits was seen; nothing has been held or charged. */
export const waitingRefusal = ([first]: readonly WaitingMoney[]): RefusedQuote<'money-waits'> | undefined =>
  first && {
    ok: false,
    reason: 'money-waits',
    message: `${formatRupees(first.amount)} of yours waits for another slot already. Nothing more was charged: please look first.`,
    step: 'payment',
  }
