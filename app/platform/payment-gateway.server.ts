import type { Paise } from '~/domain/money'

export interface GatewayOrder {
  id: string
  amount: Paise
  currency: string
  receipt: string
  status: 'created' | 'attempted' | 'paid'
  attempts: number
}

export interface GatewayPayment {
  id: string
  orderId: string | null
  amount: Paise
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  amountRefunded: Paise
  /** The provider's charge, tax included; null until captured. */
  fee: Paise | null
  tax: Paise | null
  createdAt: Date
}

export interface GatewayRefund {
  id: string
  paymentId: string
  amount: Paise
  status: 'pending' | 'processed' | 'failed'
  receipt: string | null
}

/**
 * What became of a call that failed. `rejected`: it did not happen and will not; `retryable`: try again later;
 * `unknown`: it may have happened, so look before repeating.
 */
export interface GatewayFailure {
  ok: false
  outcome: 'rejected' | 'retryable' | 'unknown'
  code: string
  description: string
}

export type GatewayAnswer<T> = { ok: true; value: T } | GatewayFailure

/** The payment provider. Amounts are paise; a call that fails answers with its outcome and never throws. */
export interface PaymentGateway {
  /** What the browser needs to open the provider's window or form. */
  checkout: { keyId: string; scriptUrl: string; formUrl: string; testMode: boolean }
  /** Creates an order; after an unknown outcome it looks for the receipt before trying once more. */
  createOrder(order: {
    amount: Paise
    receipt: string
    notes: Record<string, string>
  }): Promise<GatewayAnswer<GatewayOrder>>
  fetchOrder(orderId: string): Promise<GatewayAnswer<GatewayOrder>>
  fetchOrderPayments(orderId: string): Promise<GatewayAnswer<GatewayPayment[]>>
  capture(paymentId: string, amount: Paise): Promise<GatewayAnswer<GatewayPayment>>
  /** Refunds; repeated with the same key and body it is the same refund. */
  refund(refund: {
    paymentId: string
    amount: Paise
    idempotencyKey: string
    notes: Record<string, string>
  }): Promise<GatewayAnswer<GatewayRefund>>
  listRefunds(paymentId: string): Promise<GatewayAnswer<GatewayRefund[]>>
  /** Whether the checkout's signature ties this payment to this order of ours. It says nothing about money. */
  isCheckoutSignature(signed: { orderId: string; paymentId: string; signature: string }): boolean
  /** Whether a webhook's raw body was signed with one of our secrets. */
  isWebhookSignature(rawBody: string, signature: string): boolean
}
