import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { outbox } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import type { ReturnReason } from '~/domain/late-money'
import type { Paise } from '~/domain/money'
import type { ReturnedSums } from '~/domain/refund-parts'
import type { AccountLetter } from '~/features/staff/account-mail.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'
import { composeOutboxMail, type OutboxKind } from './compose-mail.server'

interface Announcement {
  kind: OutboxKind
  dedupeKey: string
  payload:
    | { bookingId: string; online?: string; counter?: string }
    | { bookingId: string; why: ReturnReason; amount: string }
    | { day: string }
    | { staffId: string }
    | { messageId: string }
    | { refundId: string }
    | { paymentId: string; orderId: string; amount: string; receivedAt: string; booking: string }
    | AccountLetter
}

/** Puts a mail into the outbox in the caller's transaction; the same `dedupeKey` a second time does nothing. */
async function announce(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction | Database,
  { payload, ...mail }: Announcement,
): Promise<void> {
  const id = newId()
  const added = await tx
    .insert(outbox)
    .values({ id, ...mail, payload: { ...payload }, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: outbox.id })
  if (added.length) await jobs.enqueue(tx, 'deliver-mail', { outboxId: id })
}

/** The confirmation of a booking: one for each version of it, however often its payment is reported. */
export const announceConfirmation = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
) =>
  announce(context, tx, {
    kind: 'confirmation',
    dedupeKey: `confirmation:${bookingId}:${calendarSequence}`,
    payload: { bookingId },
  })

/** A booking has moved to another date, time or screen; once for each version of the calendar entry. */
export const announceReschedule = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'rescheduled',
    dedupeKey: `rescheduled:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** Staff have changed a booking so that money goes back; once for each version. */
export const announceEdit = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, version }: { id: string; version: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'edited',
    dedupeKey: `edited:${bookingId}:${version}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** What goes back, as a mail's payload carries it: in paise. */
const namedSums = ({ online, counter }: ReturnedSums) => ({ online: String(online), counter: String(counter) })

/** A booking was cancelled; `returned` is what goes back. */
export const announceCancellation = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'cancelled',
    dedupeKey: `cancelled:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** A payment goes back, `amount` of it; once for each payment. */
export const announceReturn = (
  context: AppContext,
  tx: Transaction | Database,
  bookingId: string,
  { paymentId, why, amount }: { paymentId: string; why: ReturnReason; amount: Paise },
) =>
  announce(context, tx, {
    kind: 'payment-returned',
    dedupeKey: `payment-returned:${paymentId}`,
    payload: { bookingId, why, amount: String(amount) },
  })

/** A booking costs less after a technical failure; `returned` is what goes back for it. */
export const announceTechnicalFailure = (
  context: AppContext,
  tx: Transaction | Database,
  bookingId: string,
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'technical-failure',
    dedupeKey: `technical-failure:${bookingId}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** A member of staff asked for a new password; the link is made when the mail goes out. */
export const announcePasswordReset = (
  context: AppContext,
  tx: Transaction | Database,
  { staffId, request }: { staffId: string; request: string },
) =>
  announce(context, tx, {
    kind: 'password-reset',
    dedupeKey: `password-reset:${request}`,
    payload: { staffId },
  })

/** Something about a member of staff's account: one letter to one reader. */
export const announceAccountNews = (
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  payload: AccountLetter,
) => announce(context, tx, { kind: 'account-news', dedupeKey: `account-news:${newId()}`, payload })

/** A visitor wrote by the contact form; once for each message. */
export const announceContactMessage = (context: AppContext, tx: Transaction | Database, messageId: string) =>
  announce(context, tx, {
    kind: 'contact-message',
    dedupeKey: `contact-message:${messageId}`,
    payload: { messageId },
  })

/** The provider has money that no booking knows, or that does not fit `booking`; told once for each payment. */
export const announceUnknownMoney = (
  context: AppContext,
  { id: paymentId, orderId, amount, createdAt }: GatewayPayment,
  booking = '',
) =>
  announce(context, context.db, {
    kind: 'unknown-money',
    dedupeKey: `unknown-money:${paymentId}`,
    payload: {
      paymentId,
      orderId: orderId ?? '',
      amount: String(amount),
      receivedAt: createdAt.toISOString(),
      booking,
    },
  })

/** Once a day the business is told what about money has waited for more than a day; composed when it goes out. */
export const announceOpenMoney = (context: AppContext) => {
  const day = todayIn(context.business.timeZone, context.clock.now())
  return announce(context, context.db, { kind: 'open-money', dedupeKey: `open-money:${day}`, payload: { day } })
}

/** A refund has not arrived in time; the business is told once for each refund. */
export const announceOverdueRefund = (context: AppContext, refundId: string) =>
  announce(context, context.db, {
    kind: 'refund-overdue',
    dedupeKey: `refund-overdue:${refundId}`,
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
 * Sends one mail of the outbox; throws when the mail server does not take it, so that the job comes again. The row is
 * claimed first, so that of two jobs one sends; the other looks again once the claim has run out.
 */
export async function deliverMail(context: AppContext, outboxId: string): Promise<void> {
  const { business, clock, db, jobs, mailer } = context
  const row = await claimMail(db, outboxId)
  if (!row) {
    const waits = await db.$count(outbox, and(eq(outbox.id, outboxId), isNull(outbox.sentAt)))
    if (waits) await jobs.enqueue(db, 'deliver-mail', { outboxId }, new Date(Date.now() + CLAIM_MINUTES * 60_000))
    return
  }
  const release = (outcome: { sentAt?: Date; lastError: string | null }) =>
    db
      .update(outbox)
      .set({ ...outcome, claimedAt: null })
      .where(eq(outbox.id, outboxId))
  try {
    const mail = await composeOutboxMail(context, row.kind as OutboxKind, row.payload, row.createdAt)
    const messageId = `<${outboxId}@${new URL(business.appUrl).hostname}>`
    if (mail) await mailer.send({ ...mail, messageId })
  } catch (error) {
    await release({ lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown' })
    throw error
  }
  await release({ sentAt: clock.now(), lastError: null })
}

/** A claim outlasts every patience of the mailer; after it, whoever claimed has crashed. Judged by the database's clock. */
const CLAIM_MINUTES = 10

/** Takes a mail for sending; undefined when it has gone out, or somebody else is at it. */
async function claimMail(db: Database, outboxId: string) {
  const free = or(
    isNull(outbox.claimedAt),
    lt(outbox.claimedAt, sql`now() - make_interval(mins => ${CLAIM_MINUTES}::int)`),
  )
  const [row] = await db
    .update(outbox)
    .set({ claimedAt: sql`now()`, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, outboxId), isNull(outbox.sentAt), free))
    .returning()
  return row
}

/** Puts mail back to work that was written before `before` and has not gone out. */
export async function resendOpenMail({ db, jobs }: AppContext, before: Date): Promise<void> {
  const open = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lt(outbox.createdAt, before)))
  for (const { id } of open) await jobs.enqueue(db, 'deliver-mail', { outboxId: id })
}
