import { z } from 'zod'
import { DISPUTE_STATUSES } from '~/domain/dispute'
import { paise } from '~/domain/money'
import { LONGEST_READ } from '~/domain/text-limits'
import type { GatewayDispute, GatewayOrder, GatewayPayment, GatewayRefund } from './payment-gateway.server'

const amount = z.number().int().transform(paise)

/** What Razorpay answers, read into our own words; fields that we do not know are dropped. */
export const orderSchema = z
  .object({
    id: z.string(),
    amount,
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(['created', 'attempted', 'paid']),
    attempts: z.number(),
  })
  .transform(({ receipt, ...order }): GatewayOrder => ({ ...order, receipt: receipt ?? '' }))

const BANK_NAMES = ['rrn', 'bank_transaction_id', 'transaction_id', 'upi_transaction_id']

/** What the bank calls a payment: each way of paying has a name of its own for it. */
function bankReference(named: unknown): string | null {
  const names = z.record(z.string(), z.unknown()).catch({}).parse(named)
  const found = BANK_NAMES.map((name) => names[name]).find((value) => typeof value === 'string' && value)
  return typeof found === 'string' ? found.slice(0, 64) : null
}

export const paymentSchema = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount,
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed', 'unknown']).catch('unknown'),
    captured: z.boolean().nullish(),
    amount_refunded: amount.nullish(),
    fee: amount.nullish(),
    tax: amount.nullish(),
    method: z.string().nullish(),
    acquirer_data: z.unknown(),
    error_reason: z.string().nullish(),
    error_description: z.string().nullish(),
    created_at: z.number(),
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      orderId: payment.order_id ?? null,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      captured: payment.captured ?? false,
      amountRefunded: payment.amount_refunded ?? paise(0),
      fee: payment.fee ?? null,
      tax: payment.tax ?? null,
      method: payment.method ?? null,
      bankReference: bankReference(payment.acquirer_data),
      failure:
        payment.status === 'failed'
          ? { reason: payment.error_reason ?? 'unknown', description: payment.error_description ?? '' }
          : null,
      createdAt: new Date(payment.created_at * 1000),
    }),
  )

export const refundSchema = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount,
    status: z.enum(['pending', 'processed', 'failed', 'unknown']).catch('unknown'),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ payment_id, receipt, ...refund }): GatewayRefund => ({
      ...refund,
      paymentId: payment_id,
      receipt: receipt ?? null,
    }),
  )

export const disputeSchema = z
  .object({
    id: z.string().max(LONGEST_READ.id),
    payment_id: z.string().max(LONGEST_READ.id),
    amount,
    amount_deducted: amount.nullish(),
    currency: z.string(),
    status: z.enum(DISPUTE_STATUSES).catch('unknown'),
    phase: z.string().nullish(),
    reason_code: z.string().nullish(),
    respond_by: z.number().nullish(),
    created_at: z.number(),
  })
  .transform(
    (dispute): GatewayDispute => ({
      id: dispute.id,
      paymentId: dispute.payment_id,
      amount: dispute.amount,
      deducted: dispute.amount_deducted ?? null,
      currency: dispute.currency,
      status: dispute.status,
      phase: dispute.phase ?? null,
      reason: dispute.reason_code ?? null,
      respondBy: dispute.respond_by ? new Date(dispute.respond_by * 1000) : null,
      createdAt: new Date(dispute.created_at * 1000),
    }),
  )

/** A list of them. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item) }).transform(({ items }) => items)

export const failureSchema = z.object({
  statusCode: z.number().optional(),
  error: z.object({ code: z.string().optional(), description: z.string().optional() }).optional(),
})
