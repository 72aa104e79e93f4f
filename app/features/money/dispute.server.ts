import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { moneyCases, payments, refunds } from '~/db/schema'
import { DISPUTES_AT_THE_BANK, type DisputeEnd, type DisputeNews, disputeEnd, disputeStep } from '~/domain/dispute'
import { type Paise, ZERO } from '~/domain/money'
import { waitsForDispute } from '~/domain/refund-life'
import { asWaiting, type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import { announceNotSent } from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import type { AppContext } from '~/platform/context.server'
import { type GatewayDispute, isRefused } from '~/platform/payment-gateway.server'
import { announceDispute } from './money-alerts.server'
import { closeCase, lockPaymentCase, PROVIDER, reopenCase, reopenLost } from './money-case.server'
import { enterDisputeLoss, lockPayment, undoDisputeLoss } from './refund-move.server'
import { returnWhatCameBack, takeTasksBackAfterLoss } from './return-owed.server'

type PaymentRow = typeof payments.$inferSelect
type MoneyCase = typeof moneyCases.$inferSelect

/**
 * Follows the provider's word on a dispute: opens a case, brings it up to date, and closes it when it is decided. A lost one
 * is money that has gone, so it enters the books, and nothing goes back a second time. What was told by an event counts only
 * when the provider will not say how it stands now. False when the provider could not be asked.
 */
export async function followDispute(context: AppContext, disputeId: string, told?: GatewayDispute): Promise<boolean> {
  const { db, gateway, log } = context
  const answer = await gateway.fetchDispute(disputeId)
  if (!answer.ok && !isRefused(answer)) return false
  const dispute = answer.ok ? answer.value : told
  if (!dispute) {
    log.error({ disputeId }, 'the payment provider does not know of a dispute that it told of')
    return true
  }
  const entering = () => db.transaction((tx) => follow(context, tx, dispute, answer.ok))
  await entering().catch((error: unknown) => {
    if (error !== ENTERED_MEANWHILE) throw error
    return entering()
  })
  return true
}

/** A payment came into the books while somebody waited for its dispute: what is locked first was not, so that it is begun anew. */
const ENTERED_MEANWHILE = new Error('The payment of a dispute came into the books meanwhile.')

/**
 * How the disputes stand that we know about a payment, by the provider's word; undefined while it does not answer. Of one that it does not
 * know any more nothing is concluded.
 */
export const disputesOf = (context: Asking, providerPaymentId: string): Promise<GatewayDispute[] | undefined> =>
  askOfDisputes(context, eq(moneyCases.providerPaymentId, providerPaymentId))

/** The same of those among some payments that are in the books of nobody yet. */
export async function disputesBeforeBooks(
  context: Asking,
  providerPaymentIds: readonly string[],
): Promise<GatewayDispute[] | undefined> {
  if (!providerPaymentIds.length) return []
  const entered = context.db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.providerPaymentId, moneyCases.providerPaymentId))
  return askOfDisputes(context, and(inArray(moneyCases.providerPaymentId, [...providerPaymentIds]), notExists(entered)))
}

type Asking = Pick<AppContext, 'db' | 'gateway'>

async function askOfDisputes({ db, gateway }: Asking, of: SQL | undefined): Promise<GatewayDispute[] | undefined> {
  const known = await db
    .select({ id: moneyCases.reference })
    .from(moneyCases)
    .where(and(of, eq(moneyCases.kind, 'dispute')))
  const answers = await Promise.all(known.map(({ id }) => gateway.fetchDispute(id)))
  if (answers.some((answer) => !answer.ok && !isRefused(answer))) return undefined
  return answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
}

/**
 * Enters what banks took by disputes of a payment that is in the books only now, whatever staff had noted of them before: nobody asks
 * about those any more. In the caller's transaction.
 */
export async function enterDisputes(
  context: AppContext,
  tx: Transaction,
  disputes: readonly GatewayDispute[],
): Promise<void> {
  for (const dispute of disputes) await follow(context, tx, dispute, true)
}

async function follow(context: AppContext, tx: Transaction, dispute: GatewayDispute, certain: boolean): Promise<void> {
  const payment = await paymentOf(tx, dispute)
  if (payment) await lockPayment(tx, payment)
  const end = disputeEnd(dispute.status)
  const open = await openCase(context, tx, dispute, payment)
  if (!payment && (await paymentOf(tx, dispute))) throw ENTERED_MEANWHILE
  // of something else that is sold by the same account, and over before we heard of it
  if (!open) return
  const { found, opened } = open
  const decided = found.disputeStatus ? disputeEnd(found.disputeStatus) : undefined
  const step = disputeStep(opened ? undefined : decided, dispute.status, certain)
  if (step === 'nothing') return
  const news = decided !== end || opened
  await tx
    .update(moneyCases)
    .set({ disputeStatus: dispute.status, detail: detailOf(dispute), respondBy: dispute.respondBy })
    .where(eq(moneyCases.id, found.id))
  if (step === 'goes-on') {
    if (found.settledBy === PROVIDER) await reopenCase(tx, found)
    await tell(context, tx, dispute, payment, 'goes-on')
    return
  }
  const done = await bookOff(context, tx, dispute, payment, end)
  // a bank may decide otherwise later; what staff have settled stays theirs
  if (end && (!found.settledAt || found.settledBy === PROVIDER)) {
    if (done) await closeCase(context, tx, found, { outcome: end === 'lost' ? 'lost' : 'closed', by: PROVIDER })
    else if (payment && decided !== end) await reopenCase(tx, found)
  }
  if (end) await wakeUnsent(context, tx, payment)
  if (end) await tellOfNotSent(context, tx, payment?.providerPaymentId)
  if (end && news) await tell(context, tx, dispute, payment, end === 'lost' ? 'lost' : 'won')
  else if (opened) await tell(context, tx, dispute, payment, 'opened')
}

const paymentOf = (tx: Transaction, { paymentId }: GatewayDispute): Promise<PaymentRow | undefined> =>
  tx.query.payments.findFirst({ where: eq(payments.providerPaymentId, paymentId) })

/** What else the provider says of it, in words. */
const detailOf = ({ phase, reason }: GatewayDispute): string =>
  [phase, reason].flatMap((word) => (word ? [word.replaceAll('_', ' ')] : [])).join(', ')

/** The case of a dispute, locked, made when there is none yet. */
async function openCase(
  { clock }: AppContext,
  tx: Transaction,
  { id, paymentId, amount, currency, status }: GatewayDispute,
  payment: PaymentRow | undefined,
): Promise<{ found: MoneyCase; opened: boolean } | undefined> {
  const [known] = await tx.select().from(moneyCases).where(eq(moneyCases.reference, id)).for('update')
  if (known) return { found: known, opened: false }
  const stray = await tx.query.moneyCases.findFirst({ where: eq(moneyCases.providerPaymentId, paymentId) })
  if (disputeEnd(status) && !payment && !stray) return undefined
  const [made] = await tx
    .insert(moneyCases)
    .values({
      kind: 'dispute',
      reference: id,
      providerPaymentId: paymentId,
      bookingId: payment?.bookingId ?? stray?.bookingId,
      disputeStatus: status,
      ...{ amount, currency },
      openedAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  // somebody else heard of it in this very moment
  if (!made) throw new Error('A dispute is being entered by somebody else.')
  return { found: made, opened: true }
}

/** Makes the ledger say what a decision means. False while some of a lost sum is not accounted for. */
async function bookOff(
  context: AppContext,
  tx: Transaction,
  { id, paymentId, amount, deducted, currency }: GatewayDispute,
  payment: PaymentRow | undefined,
  end: DisputeEnd | undefined,
): Promise<boolean> {
  if (end !== 'lost') {
    if (end && payment) {
      const undone = await undoDisputeLoss(context, tx, payment, id)
      if (undone) await returnWhatCameBack(context, tx, payment)
    }
    if (end && !payment) await reopenLost(tx, paymentId, id)
    return true
  }
  const taken: Paise = deducted ?? amount
  // the bank has decided and not taken it yet: until it does, or staff say that it does not, it is asked about
  if (taken === 0) return false
  if (payment) {
    if (currency !== 'INR') return false
    const { entered, beyond } = await enterDisputeLoss(context, tx, payment, { id, amount: taken })
    if (payment.bookingId && entered > 0) await takeTasksBackAfterLoss(context, tx, payment.bookingId, entered)
    return beyond === ZERO
  }
  const stray = await lockPaymentCase(tx, paymentId)
  // money that no booking knew has gone, so nobody has to look for its booking; the rest of it is somebody's still
  const gone = stray?.currency === currency && taken >= stray.amount
  if (gone) await closeCase(context, tx, stray, { outcome: 'lost', by: PROVIDER, note: id })
  return gone
}

/** What waited for the decision is looked at again; what is held for its customer keeps its own time (rule P25). */
async function wakeUnsent({ clock }: AppContext, tx: Transaction, payment: PaymentRow | undefined): Promise<void> {
  if (!payment) return
  const unsent = and(eq(refunds.status, 'queued'), eq(refunds.mode, 'online'), isNull(refunds.heldUntil))
  await tx
    .update(refunds)
    .set({ nextAt: clock.now() })
    .where(and(eq(refunds.paymentId, payment.id), unsent))
}

/** What is with staff once no bank has to decide any more is told to its customer, who was told nothing of that until then (rule L4). */
export async function tellOfNotSent(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  providerPaymentId: string | null | undefined,
): Promise<void> {
  if (!providerPaymentId || (await isDisputed(tx, providerPaymentId))) return
  const left = await tx
    .select({ id: refunds.id, bookingId: refunds.bookingId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.providerPaymentId, providerPaymentId), eq(refunds.status, 'with-staff')))
  for (const { id, bookingId } of left) if (bookingId) await announceNotSent(context, tx, { id, bookingId })
}

async function tell(
  context: AppContext,
  tx: Transaction,
  { id: disputeId, amount, deducted }: GatewayDispute,
  payment: PaymentRow | undefined,
  news: DisputeNews,
): Promise<void> {
  await announceDispute(context, tx, { disputeId, news })
  if (!payment?.bookingId) return
  const kind = ({ opened: 'dispute', 'goes-on': 'dispute', lost: 'dispute-lost', won: 'dispute-won' } as const)[news]
  const detail = { disputeId, amount: news === 'lost' ? (deducted ?? amount) : amount }
  await recordEvent(tx, payment.bookingId, { at: context.clock.now(), kind, actor: 'provider', detail })
}

/** A case is a dispute by which a bank may still take money back, whatever staff have noted of it. */
export const STILL_DISPUTED = and(
  eq(moneyCases.kind, 'dispute'),
  or(isNull(moneyCases.settledAt), inArray(moneyCases.disputeStatus, DISPUTES_AT_THE_BANK)),
)

/** The same of a refund's payment, as a condition of a query. */
export const OF_DISPUTED = sql<boolean>`exists (select 1 from ${moneyCases} join ${payments}
  on ${payments.providerPaymentId} = ${moneyCases.providerPaymentId}
  where ${payments.id} = ${refunds.paymentId} and ${STILL_DISPUTED})`

/**
 * What goes back of a booking, or of one payment of it, told as it stands: what a dispute keeps of it waits (rule P23). Where the sums name
 * the refunds by which they go, no other one of the booking waits in them.
 */
export async function asKeptByDispute(
  db: Database | Transaction,
  bookingId: string,
  sums: ReturnedSums,
  providerPaymentId?: string,
): Promise<ReturnedSums> {
  if (sums.all === 0) return sums
  const rows = await db
    .select({ online: sql<boolean>`${refunds.mode} = 'online'`, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        // what did not fit a booking is in the books as nobody's
        providerPaymentId === undefined
          ? eq(refunds.bookingId, bookingId)
          : eq(payments.providerPaymentId, providerPaymentId),
        sums.refunds && inArray(refunds.id, [...sums.refunds]),
        OF_DISPUTED,
      ),
    )
  const waiting = rows.filter(({ status }) => waitsForDispute(status, true))
  return waiting.length ? asWaiting(sums, sumsOf(waiting)) : sums
}

/** The ids of those payments of a booking that are disputed. */
export async function disputedPayments(db: Database | Transaction, bookingId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(moneyCases, eq(moneyCases.providerPaymentId, payments.providerPaymentId))
    .where(and(eq(payments.bookingId, bookingId), STILL_DISPUTED))
  return new Set(rows.map(({ id }) => id))
}

/** Whether a payment's money may still be taken back by a bank: then nothing of it is sent or handed over, or it could go twice. */
export async function isDisputed(db: Database | Transaction, providerPaymentId: string): Promise<boolean> {
  return (await db.$count(moneyCases, and(eq(moneyCases.providerPaymentId, providerPaymentId), STILL_DISPUTED))) > 0
}
