import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { bookings, OPEN_REFUND, refunds } from '~/db/schema'
import { formatClockTime, formatDay } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import { isLiveHold } from '~/domain/hold'
import { formatRupees, type Paise } from '~/domain/money'
import { mayStillCome } from '~/domain/order-watch'
import { untilWords } from '~/domain/rescue'
import { isOfAttempt } from '~/features/stored-booking/attempt-name.server'
import type { AppContext } from '~/platform/context.server'
import type { RefusedQuote } from './quote-refusal.server'

/** Money of this browser that can still buy another slot, on the page of the booking it came for. */
export interface WaitingMoney {
  /** Of the booking's own page. */
  token: string
  amount: Paise
  /** Until when it waits, in words: `2:15 PM`. */
  until: string
}

/** By the index of refunds that are not at their end, which are few. */
const HELD = sql`${OPEN_REFUND} and ${refunds.status} = 'queued'`

/**
 * What was paid in this draft's attempt for slots that somebody else had by then, and still waits for another choice (rule P25);
 * whatever the draft names by now, since who lost a slot chooses the next one in the same draft.
 */
async function waitingMoney(context: AppContext, { attemptId }: Pick<Draft, 'attemptId'>): Promise<WaitingMoney[]> {
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
    until ? [{ token, amount, until: untilWords(until, context.clock.now(), context.business.timeZone) }] : [],
  )
}

/** An evening that this browser has paid for already, though it chooses another one. */
export interface BookedMeanwhile {
  /** Of the booking's own page. */
  token: string
  /** Where and when, in words. */
  visit: string
}

/** Money that a bank has yet to speak of, for a slot that this browser has held. */
export interface MayStillCome extends BookedMeanwhile {
  comes: Paise
  /** Until when the slot is held for it, in words; null when that is over. */
  held: string | null
}

export type PaidAlready = WaitingMoney | BookedMeanwhile | MayStillCome

/**
 * What this draft's attempt has paid for already: an evening that a slow bank has booked meanwhile, else money that waits for another
 * slot, and money that may still come for the one that was held. Who goes on in the flow may know of none (rules P25, S7).
 *
 * @param paying the hold that is being paid on the very page, which says so itself
 */
export async function paidAlready(
  context: AppContext,
  draft: Pick<Draft, 'attemptId'>,
  paying?: string,
): Promise<PaidAlready[]> {
  const found = await context.db.query.bookings.findFirst({
    columns: {
      ...{ id: true, status: true, holdEndsAt: true },
      ...{ linkToken: true, screenName: true, visitDate: true, slotFrom: true },
    },
    where: and(eq(bookings.attemptId, draft.attemptId), ne(bookings.customerNumber, '')),
    with: { attempts: { columns: { amount: true, underWayAt: true, nextCheckAt: true } } },
  })
  if (found?.status === 'booked') return [bookedMeanwhile(found)]
  const underWay = found?.attempts.find(mayStillCome)
  const waiting = await waitingMoney(context, draft)
  if (!found || !underWay || found.id === paying) return waiting
  const now = context.clock.now()
  const until = isLiveHold(found, now) && found.holdEndsAt
  const held = until ? untilWords(until, now, context.business.timeZone) : null
  return [{ ...bookedMeanwhile(found), comes: underWay.amount, held }, ...waiting]
}

/** A booking as an evening that was paid for already. */
export const bookedMeanwhile = ({
  linkToken: token,
  screenName,
  visitDate,
  slotFrom,
}: Pick<typeof bookings.$inferSelect, 'linkToken' | 'screenName' | 'visitDate' | 'slotFrom'>): BookedMeanwhile => ({
  token,
  visit: `${screenName}, ${formatDay(visitDate)}, ${formatClockTime(slotFrom)}`,
})

/** The refusal to take another payment before what was paid already was seen; nothing has been held or charged. */
export function paidRefusal([first]: readonly PaidAlready[]): RefusedQuote<'paid-already'> | undefined {
  if (!first) return undefined
  const what =
    'comes' in first
      ? `A payment of ${formatRupees(first.comes)} for ${first.visit} may still come.`
      : 'visit' in first
        ? `Your earlier payment came through: ${first.visit} is booked.`
        : `${formatRupees(first.amount)} of yours waits for another slot already.`
  return {
    ok: false,
    reason: 'paid-already',
    message: `${what} Nothing more was charged: please look first.`,
    step: 'payment',
  }
}
