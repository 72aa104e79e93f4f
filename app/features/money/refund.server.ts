import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { eachInTurn } from '~/db/each-in-turn'
import { type payments, refunds } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import { formatRupees, type Paise, sum } from '~/domain/money'
import { type DeskMode, deskModeOf } from '~/domain/payment-mode'
import {
  REFUNDS_UNDER_WAY,
  type RefundNews,
  refundAfter,
  waitsForDispute,
  waitsNoMoreWords,
} from '~/domain/refund-life'
import type { Refused, Result } from '~/domain/result'
import { announceReturn } from '~/features/stored-booking/announce-booking.server'
import type { AppContext } from '~/platform/context.server'
import { isRefused } from '~/platform/payment-gateway.server'
import { isDisputed } from './dispute.server'
import { lockPayment, moveRefund, type RefundRow } from './refund-move.server'
import { followRefund, followRefunds } from './refund-news.server'

type PaymentRow = typeof payments.$inferSelect

/** How long a refund that was given to a job is left to it. */
const LEASE_MS = 10 * MINUTE_MS
const AT_ONCE = 200
/** How often it is looked whether a dispute about the payment has been decided. */
const DISPUTE_PAUSE_MS = 60 * MINUTE_MS

/**
 * Works on one refund that the provider is to send: sends it with its frozen key and body, so that a repeat is the same
 * refund, or asks what became of it. Whatever comes of it is written down; the next look is at `nextAt`.
 */
export async function sendRefund(context: AppContext, refundId: string): Promise<void> {
  const { db, gateway, log } = context
  const read = () =>
    db.query.refunds.findFirst({ where: eq(refunds.id, refundId), with: { payment: true, tries: true } })
  const found = await read()
  const paymentId = found?.payment.providerPaymentId
  if (!found || found.mode !== 'online' || !paymentId || !isOpen(found)) return
  // an earlier try may have gone through after all: then the provider lists it under its key
  if (found.providerRefundId || found.tries.length) {
    if (!(await followRefunds(context, paymentId))) return tell(context, found, 'silence', NO_ANSWER)
    if (found.providerRefundId) return tell(context, found, 'taken', { actor: 'provider' })
  }
  const refund = await read()
  if (!refund || refund.status !== 'queued' || refund.heldUntil) return
  if (await isDisputed(db, paymentId)) {
    await db
      .update(refunds)
      .set({ nextAt: new Date(context.clock.now().getTime() + DISPUTE_PAUSE_MS) })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'queued')))
    return
  }
  await db
    .update(refunds)
    .set({ attempts: refund.attempts + 1 })
    .where(eq(refunds.id, refundId))
  const answer = await gateway.refund({
    paymentId,
    amount: refund.amount,
    idempotencyKey: refund.idempotencyKey,
    notes: refund.requestBody?.notes ?? {},
  })
  if (answer.ok) return db.transaction((tx) => followRefund(context, tx, refund.payment, answer.value))
  log.error({ refundId, code: answer.code, outcome: answer.outcome }, 'a refund was not taken')
  await followRefunds(context, paymentId)
  const error = `${answer.code}: ${answer.description}`
  await tell(context, refund, isRefused(answer) ? 'failed' : 'silence', { actor: 'provider', error })
}

const NO_ANSWER = { actor: 'provider', error: 'The payment provider does not answer.' }

/** One that failed waits for its time; `wakeRefunds` opens it again. */
const isOpen = ({ status }: RefundRow): boolean => status === 'queued' || status === 'pending'

/** Moves a refund by news about the try that was just made; news of a try that is over by now is none. */
async function tell(
  context: AppContext,
  { id, idempotencyKey, providerRefundId, payment }: RefundRow & { payment: PaymentRow },
  news: RefundNews,
  told: { actor: string; error?: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { refunds: rows } = await lockPayment(tx, payment)
    // none when somebody else has heard more of it meanwhile
    const current = rows.find(
      (row) => row.id === id && row.idempotencyKey === idempotencyKey && row.providerRefundId === providerRefundId,
    )
    if (current) await moveRefund(context, tx, current, news, told)
  })
}

/**
 * Gives a job to every refund whose time has come; answers how many. One that cannot be given keeps no other waiting.
 *
 * @throws AggregateError at the end, of those that could not be given
 */
export async function wakeRefunds(context: AppContext): Promise<number> {
  const { db, clock } = context
  const now = clock.now()
  const due = await db.query.refunds.findMany({
    where: and(lte(refunds.nextAt, now), inArray(refunds.status, [...REFUNDS_UNDER_WAY])),
    orderBy: asc(refunds.nextAt),
    limit: AT_ONCE,
    with: { payment: true },
  })
  const wake = ({ id, payment }: (typeof due)[number]) =>
    db.transaction(async (tx) => {
      const { refunds: rows } = await lockPayment(tx, payment)
      const current = rows.find((row) => row.id === id)
      // another server came first
      if (!current?.nextAt || current.nextAt > now) return
      if (current.status === 'failed') await moveRefund(context, tx, current, 'again', { actor: 'system' })
      await giveToJob(context, tx, current, payment)
    })
  await eachInTurn(due.map((refund) => () => wake(refund)))
  return due.length
}

/**
 * Gives a refund to a job. One that was held is held no longer, which whoever wants to spend its money on another slot sees
 * under the same lock; the customer is told that it goes now.
 */
export async function giveToJob(
  context: AppContext,
  tx: Transaction,
  { id, bookingId, amount, heldUntil }: RefundRow,
  { providerPaymentId }: PaymentRow,
): Promise<void> {
  const nextAt = new Date(context.clock.now().getTime() + LEASE_MS)
  await tx.update(refunds).set({ nextAt, heldUntil: null }).where(eq(refunds.id, id))
  await context.jobs.enqueue(tx, 'send-refund', { refundId: id })
  if (heldUntil && bookingId && providerPaymentId) {
    await announceReturn(context, tx, bookingId, { of: providerPaymentId, why: 'slot-taken', amount })
  }
}

/** Money that goes back at the front desk waits for staff to hand it over; so does what could not be sent. */
export const waitsForHand = (refund: Pick<RefundRow, 'mode' | 'status'>): boolean =>
  refund.status === 'with-staff' || isForDesk(refund)

const isForDesk = ({ mode, status }: Pick<RefundRow, 'mode' | 'status'>): boolean =>
  mode !== 'online' && status === 'queued'

/** What of a booking's refunds the desk has still to hand over to its guests. */
export const toHandOver = (refunds: readonly Pick<RefundRow, 'mode' | 'status' | 'amount'>[]): Paise =>
  sum(refunds.filter(isForDesk).map(({ amount }) => amount))

const DISPUTED = {
  ok: false,
  reason: 'disputed',
  message:
    'The customer’s bank may still take this payment back: until the dispute is decided nothing of it is given back, or it could go twice.',
} as const

/** It became another sum since the page was opened, and `then` says what to do: a part went back in another way, or more is owed. */
export const sumChanged = (shown: Paise, amount: Paise, then: string): Refused<'sum-changed'> => {
  const message = `${formatRupees(shown)} was shown here, and it is ${formatRupees(amount)} by now. ${then}`
  return { ok: false, reason: 'sum-changed', message }
}

const THEN = {
  'handed-over': 'Give that, no more and no less, then press again.',
  again: 'Press again to send that.',
} as const

interface Saying {
  actor: { id: string; name: string }
  note?: string
  mode?: DeskMode
  shown?: Paise
}

/**
 * What staff say of a refund: handed over (by a way of the front desk, with a note how), or to be sent again. Refused when it does not
 * wait for that any more, with what became of it, while its payment is disputed (rule P23), and when another sum of it was `shown` (rule M19).
 */
export async function tellByStaff(
  context: AppContext,
  tx: Transaction,
  { bookingId, refundId }: { bookingId: string | null; refundId: string },
  news: 'handed-over' | 'again',
  { actor, note = '', mode, shown }: Saying,
): Promise<Result<{ refund: RefundRow }, 'nothing-due' | 'disputed' | 'sum-changed'>> {
  const nothing = { ok: false, reason: 'nothing-due', message: 'This refund does not wait for you any more.' } as const
  const refund = await tx.query.refunds.findFirst({ where: eq(refunds.id, refundId), with: { payment: true } })
  if (refund?.bookingId !== bookingId) return nothing
  const { payment, refunds: rows } = await lockPayment(tx, refund.payment)
  const current = rows.find(({ id }) => id === refundId)
  if (!current) return nothing
  if (waitsForDispute(current.status, await isDisputed(tx, payment.providerPaymentId ?? ''))) return DISPUTED
  const life = { ...current, byHand: current.mode !== 'online' }
  if (!refundAfter(life, news, context.clock.now())) return { ...nothing, message: waitsNoMoreWords(life, news) }
  if (shown !== undefined && shown !== current.amount) return sumChanged(shown, current.amount, THEN[news])
  const by = { settledBy: actor.name, settledById: actor.id }
  const handed = { ...by, settledNote: note, mode: mode ?? deskModeOf(current.mode) }
  const columns = news === 'again' ? {} : handed
  const moved = await moveRefund(context, tx, current, news, { actor: actor.name, columns })
  if (moved && news === 'again') await context.jobs.enqueue(tx, 'send-refund', { refundId })
  return moved ? { ok: true, refund: moved } : nothing
}
