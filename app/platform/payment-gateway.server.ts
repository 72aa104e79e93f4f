import type { DisputeStatus } from '~/domain/dispute'
import type { Paise } from '~/domain/money'

/** The provider's own address; outside production another one may speak its language. */
export const RAZORPAY_API = 'https://api.razorpay.com'

/** Whether an address is the provider's own, and no emulator's. */
export const isRazorpay = (address: string): boolean => new URL(address).origin === RAZORPAY_API

export interface GatewayOrder {
  id: string
  amount: Paise
  currency: string
  receipt: string
  status: 'created' | 'attempted' | 'paid'
  /** How often it was tried to pay it, failures included. */
  attempts: number
}

export interface GatewayPayment {
  id: string
  orderId: string | null
  amount: Paise
  currency: string
  /** `unknown`: a word that we do not know yet; nothing is concluded from it. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed' | 'unknown'
  /** False on a refunded payment: the provider refunded it by itself. */
  captured: boolean
  amountRefunded: Paise
  /** The provider's charge, tax included; null until captured. */
  fee: Paise | null
  tax: Paise | null
  /** `upi`, `card`, `netbanking`, `wallet` …; null when the provider does not say. */
  method: string | null
  /** What the customer's bank calls the payment; of UPI the twelve digits that the app shows. Null when not named. */
  bankReference: string | null
  /** Why a try failed, in the provider's words; null otherwise. */
  failure: { reason: string; description: string } | null
  createdAt: Date
}

export interface GatewayRefund {
  id: string
  paymentId: string
  amount: Paise
  status: 'pending' | 'processed' | 'failed' | 'unknown'
  receipt: string | null
}

/** A customer's bank asks for a payment's money back. */
export interface GatewayDispute {
  id: string
  paymentId: string
  amount: Paise
  /** What was taken for it; null when the provider does not say. */
  deducted: Paise | null
  currency: string
  status: DisputeStatus
  /** `chargeback`, `pre_arbitration` …; null when the provider does not say. */
  phase: string | null
  reason: string | null
  /** By when it is to be answered. */
  respondBy: Date | null
  createdAt: Date
}

/**
 * What became of a call that failed. `rejected`: it did not happen and will not; `retryable`: try again later;
 * `unknown`: it may have happened, so look before repeating.
 */
export interface GatewayFailure {
  ok: false
  outcome: 'rejected' | 'retryable' | 'unknown'
  /** HTTP status; 0 when no answer came. 401 means that our keys are wrong: somebody must be told. */
  status: number
  code: string
  description: string
}

/**
 * Whether the provider said for certain that a call did not happen and will not. Anything else is silence: no answer, too
 * many calls, wrong keys of ours, or words that we do not know.
 */
export const isRefused = ({ outcome, status }: GatewayFailure): boolean =>
  outcome === 'rejected' && status !== 401 && status !== 403 && status !== 408

/** Whether nobody was there to answer: no answer came, or what stands before the provider says that nothing came from behind it. */
export const isAway = ({ outcome, status }: GatewayFailure): boolean =>
  outcome === 'unknown' && [0, 502, 503, 504].includes(status)

export type GatewayAnswer<T> = { ok: true; value: T } | GatewayFailure

/** Where the provider's window and form live, for the browser and its Content-Security-Policy. */
export interface GatewayCheckout {
  keyId: string
  scriptUrl: string
  formUrl: string
  testMode: boolean
}

/** The payment provider. Amounts are paise; a call that fails answers with its outcome and never throws. */
export interface PaymentGateway {
  /** What the browser needs to open the provider's window or form. */
  checkout: GatewayCheckout
  /** What time it is there, as every answer says, a refusal too; undefined when none comes soon. */
  time(): Promise<Date | undefined>
  /** Creates an order; after an unknown outcome it looks for the receipt before trying once more. */
  createOrder(order: {
    amount: Paise
    receipt: string
    notes: Record<string, string>
    /** Until when after its beginning a payment is captured by itself; 12 or more. */
    captureMinutes: number
  }): Promise<GatewayAnswer<GatewayOrder>>
  /** The order made with this receipt, if there is one. */
  findOrderByReceipt(receipt: string): Promise<GatewayAnswer<GatewayOrder | undefined>>
  fetchOrder(orderId: string): Promise<GatewayAnswer<GatewayOrder>>
  fetchOrderPayments(orderId: string): Promise<GatewayAnswer<GatewayPayment[]>>
  fetchPayment(paymentId: string): Promise<GatewayAnswer<GatewayPayment>>
  /** Payments made between two moments, newest first, at most 100 a page. The list may lag by minutes. */
  listPayments(page: { from: Date; to: Date; skip?: number; count?: number }): Promise<GatewayAnswer<GatewayPayment[]>>
  /** Takes authorised money. After a refusal fetch the payment: it may have been captured before. */
  capture(paymentId: string, amount: Paise): Promise<GatewayAnswer<GatewayPayment>>
  /** Refunds; repeated with the same key and body it is the same refund. The receipt is the key unless one is named. */
  refund(refund: {
    paymentId: string
    amount: Paise
    idempotencyKey: string
    receipt?: string
    notes: Record<string, string>
  }): Promise<GatewayAnswer<GatewayRefund>>
  listRefunds(paymentId: string): Promise<GatewayAnswer<GatewayRefund[]>>
  /** Refunds of all payments made between two moments, as `listPayments`. */
  listAllRefunds(page: { from: Date; to: Date; skip?: number; count?: number }): Promise<GatewayAnswer<GatewayRefund[]>>
  fetchDispute(disputeId: string): Promise<GatewayAnswer<GatewayDispute>>
  /** Disputes of all payments, newest first, at most 100 a page. */
  listDisputes(page: { skip: number; count: number }): Promise<GatewayAnswer<GatewayDispute[]>>
  /** The dispute that an event tells of, as it was at that moment; undefined when it is none. */
  readDispute(entity: unknown): GatewayDispute | undefined
  /** Whether the checkout's signature ties this payment to this order of ours. It says nothing about money. */
  isCheckoutSignature(signed: { orderId: string; paymentId: string; signature: string }): boolean
  /** Whether a webhook's raw body was signed with one of our secrets. */
  isWebhookSignature(rawBody: string | Uint8Array, signature: string): boolean
}
