import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import { nextLook, type OrderAnswer } from '~/domain/order-watch'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth, type Settled } from './settle-payment.server'

/** How long an order that was given to a job is left to it. */
const LEASE_MS = 10 * MINUTE_MS
const AT_ONCE = 500

/** Gives a job of its own to every order whose time has come to be asked about; answers how many. */
export async function pollPayments({ db, clock, jobs }: AppContext): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(lte(paymentAttempts.nextCheckAt, now), isNotNull(paymentAttempts.providerOrderId)))
      .orderBy(asc(paymentAttempts.nextCheckAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    if (!ids.length) return 0
    await tx
      .update(paymentAttempts)
      .set({ nextCheckAt: new Date(now.getTime() + LEASE_MS) })
      .where(inArray(paymentAttempts.id, ids))
    for (const attemptId of ids) await jobs.enqueue(tx, 'check-order', { attemptId })
    return ids.length
  })
}

/**
 * Asks the provider about one order and its refunds, and notes when to ask again. It fails for nobody but itself, and never
 * throws for want of an answer.
 */
export async function checkOrder(context: AppContext, attemptId: string): Promise<void> {
  const { db, clock, log } = context
  const found = await db.query.paymentAttempts.findFirst({ where: eq(paymentAttempts.id, attemptId) })
  if (!found?.providerOrderId) return
  const settled = await applyGatewayTruth(context, found.providerOrderId)
  const answer = answerOf(settled)
  if (answer !== 'answered') log.warn({ attemptId, answer }, 'an order could not be asked about')
  const after = await db.query.paymentAttempts.findFirst({
    where: eq(paymentAttempts.id, attemptId),
    with: { booking: true },
  })
  const { createdAt, pressedAt, nextCheckAt } = found
  const watch = {
    ...{ ...found, begunAt: pressedAt ?? createdAt },
    ...{ holdEndsAt: after?.booking.holdEndsAt ?? null, paid: after?.status === 'paid' },
  }
  const look = nextLook(watch, answer, clock.now())
  await db
    .update(paymentAttempts)
    .set({ ...look, lastError: answer === 'answered' ? null : `The provider’s answer: ${answer}` })
    // who pressed to pay it meanwhile, or closed its window, has set a look of their own
    .where(
      and(
        eq(paymentAttempts.id, attemptId),
        sql`${paymentAttempts.nextCheckAt} is not distinct from ${nextCheckAt?.toISOString() ?? null}::timestamptz`,
      ),
    )
}

function answerOf(settled: Settled): OrderAnswer {
  if (settled.ok) return 'answered'
  return settled.reason === 'provider-unreachable' ? 'silence' : 'refused'
}
