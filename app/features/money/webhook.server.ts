import { createHash } from 'node:crypto'
import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { payments, webhookInbox } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import type { JobData } from '~/platform/queues.server'
import { followDispute } from './dispute.server'
import { followRefunds } from './refund-news.server'
import { applyGatewayTruth } from './settle-payment.server'

const eventSchema = z.object({
  event: z.string(),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
      order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
      dispute: z.object({ entity: z.object({ id: z.string() }).loose() }).optional(),
      refund: z.object({ entity: z.object({ id: z.string(), payment_id: z.string() }) }).optional(),
    })
    .catch({}),
})

/**
 * Takes a webhook in: signature over the raw bytes, one row an event id, the effect in a job. The body only says which
 * order to look at; what happened is asked of the provider.
 */
export async function receiveWebhook(
  context: AppContext,
  rawBody: string,
  headers: { signature: string; eventId: string | null },
): Promise<'accepted' | 'bad-signature'> {
  const { client, clock, gateway, jobs, log } = context
  if (!gateway.isWebhookSignature(rawBody, headers.signature)) {
    log.error('a webhook came with a wrong signature: is RAZORPAY_WEBHOOK_SECRET right?')
    return 'bad-signature'
  }
  const eventId = headers.eventId?.slice(0, 100) || createHash('sha256').update(rawBody).digest('hex')
  const read = readEvent(rawBody)
  const event = read?.event ?? 'unreadable'
  const paymentId = read && onlyPaymentOf(read.payload)
  await client.urgentDb.transaction(async (tx) => {
    const added = await tx
      .insert(webhookInbox)
      .values({ eventId, event, body: rawBody, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: webhookInbox.eventId })
    if (added.length) await jobs.enqueue(tx, 'process-webhook', { eventId, paymentId })
  })
  return 'accepted'
}

/** Does what a stored webhook asks for, once. Throws while the provider does not answer, so that the job comes again. */
export async function processWebhook(
  context: AppContext,
  { eventId, paymentId }: JobData['process-webhook'],
): Promise<void> {
  const { db, clock, gateway } = context
  if (paymentId && (await saysNothingNew(context, eventId, paymentId))) return
  const row = await db.query.webhookInbox.findFirst({ where: eq(webhookInbox.eventId, eventId) })
  if (!row || row.doneAt) return
  const { payload = {} } = readEvent(row.body) ?? {}
  try {
    const orderId = payload.order?.entity.id ?? payload.payment?.entity.order_id
    if (orderId) {
      const settled = await applyGatewayTruth(context, orderId)
      if (!settled.ok && settled.reason === 'provider-unreachable') {
        throw new Error('The payment provider does not answer.')
      }
    }
    if (payload.refund && !(await followRefunds(context, payload.refund.entity.payment_id))) {
      throw new Error('The payment provider does not answer.')
    }
    const dispute = payload.dispute?.entity
    if (dispute && !(await followDispute(context, dispute.id, gateway.readDispute(dispute)))) {
      throw new Error('The payment provider does not answer.')
    }
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error)
    await db.update(webhookInbox).set({ lastError }).where(eq(webhookInbox.eventId, eventId))
    throw error
  }
  await db.update(webhookInbox).set({ doneAt: clock.now() }).where(eq(webhookInbox.eventId, eventId))
}

/** The payment that an event tells of; undefined for one that tells of more, as of a refund. */
const onlyPaymentOf = ({ payment, refund, dispute }: z.output<typeof eventSchema>['payload']): string | undefined =>
  refund || dispute ? undefined : payment?.entity.id

/**
 * Whether the provider was asked about the payment since, so that it stands in the books with its charge and the bank's name for
 * it: three events of a payment are one question. Such an event is done with.
 */
async function saysNothingNew({ db, clock }: AppContext, eventId: string, paymentId: string): Promise<boolean> {
  const known = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.providerPaymentId, paymentId),
        eq(payments.status, 'captured'),
        isNotNull(payments.fee),
        isNotNull(payments.bankReference),
      ),
    )
  const done = await db
    .update(webhookInbox)
    .set({ doneAt: clock.now() })
    .where(and(eq(webhookInbox.eventId, eventId), isNull(webhookInbox.doneAt), exists(known)))
    .returning({ eventId: webhookInbox.eventId })
  return done.length > 0
}

function readEvent(rawBody: string): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(rawBody)).data
  } catch {
    return undefined
  }
}
