import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { webhookInbox } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import { followRefunds } from './refund.server'
import { applyGatewayTruth } from './settle-payment.server'

const eventSchema = z.object({
  event: z.string(),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
      order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
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
  if (!context.gateway.isWebhookSignature(rawBody, headers.signature)) {
    context.log.error('a webhook came with a wrong signature: is RAZORPAY_WEBHOOK_SECRET right?')
    return 'bad-signature'
  }
  const eventId = headers.eventId ?? createHash('sha256').update(rawBody).digest('hex')
  const event = parseEvent(rawBody)
  await context.db.transaction(async (tx) => {
    const added = await tx
      .insert(webhookInbox)
      .values({ eventId, event: event?.event ?? 'unreadable', body: rawBody, receivedAt: context.clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: webhookInbox.eventId })
    const orderId = event?.payload.order?.entity.id ?? event?.payload.payment?.entity.order_id
    if (added.length && orderId) await context.jobs.enqueue(tx, 'settle-order', { orderId })
  })
  const refunded = event?.payload.refund?.entity.payment_id
  if (refunded) await followRefunds(context, refunded)
  return 'accepted'
}

/** Marks the inbox rows of an order as done after it was settled. */
export async function settleOrder(context: AppContext, orderId: string): Promise<void> {
  const settled = await applyGatewayTruth(context, orderId)
  if (!settled.ok && settled.reason === 'provider-unreachable') throw new Error('The payment provider does not answer.')
  const open = await context.db.select().from(webhookInbox).where(isNull(webhookInbox.doneAt))
  for (const { eventId, body } of open) {
    if (!body.includes(orderId)) continue
    await context.db
      .update(webhookInbox)
      .set({ doneAt: context.clock.now() })
      .where(and(eq(webhookInbox.eventId, eventId), isNull(webhookInbox.doneAt)))
  }
}

function parseEvent(rawBody: string) {
  try {
    return eventSchema.safeParse(JSON.parse(rawBody)).data
  } catch {
    return undefined
  }
}
