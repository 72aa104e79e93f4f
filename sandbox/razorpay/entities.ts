/** Orders, payments and refunds with the provider's own names. Amounts are paise, moments are unix seconds. */
export type Notes = Record<string, string> | []

export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export interface Card {
  id: string
  entity: 'card'
  name: string
  last4: string
  network: string
  type: 'credit' | 'debit'
  issuer: string
  international: false
  emi: false
  sub_type: 'consumer'
  token_iin: null
}

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  method: string
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: string | null
  card_id: string | null
  card?: Card
  bank: string | null
  wallet: string | null
  vpa: string | null
  upi?: { vpa: string }
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal' | 'instant'
  speed_requested: 'normal' | 'optimum'
  created_at: number
}

export interface Dispute {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  /** What was taken from the merchant: 0 unless it is lost. */
  amount_deducted: number
  reason_code: string
  reason_description: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration' | 'fraud'
  created_at: number
  evidence: Record<string, unknown>
}

/** When an authorised payment is taken or given back; periods are minutes from the payment's creation. */
export interface CapturePolicy {
  capture: 'automatic' | 'manual'
  automatic_expiry_period: number
  manual_expiry_period: number
}

/** Why a payment fails. */
export interface FailureReason {
  code: string
  description: string
  source: string
  step: string
  reason: string
}

/** How the customer tries to pay. */
export type Means =
  | { method: 'upi'; vpa: string }
  | { method: 'card'; number: string; name: string }
  | { method: 'netbanking'; bank: string }
  | { method: 'wallet'; wallet: string }

export interface Contact {
  email: string
  contact: string
}

/** What comes of a try. `authorize`: the bank said yes, the money is not taken; `pending`: the bank has not answered. */
export type Outcome = 'success' | 'failure' | 'authorize' | 'pending'

interface RefusalDetail {
  field?: string
  code?: string
  source?: string | null
  step?: string | null
  reason?: string | null
}

/** A refusal as the provider words it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly description: string,
    readonly detail: RefusalDetail = {},
  ) {
    super(description)
  }

  /** The body of the answer. */
  get body() {
    const { code = 'BAD_REQUEST_ERROR', field, source = 'business' } = this.detail
    const { step = 'payment_initiation', reason = 'input_validation_failed' } = this.detail
    return {
      error: {
        code,
        description: this.description,
        source,
        step,
        reason,
        metadata: {},
        ...(field !== undefined && { field }),
      },
    }
  }
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA' }

/** What any unknown address answers. */
export const urlNotFound = () => new Refusal(400, 'The requested URL was not found on the server.', NOT_APPLICABLE)
/** What an unknown id answers. */
export const noSuchId = () => new Refusal(400, 'The id provided does not exist', NOT_APPLICABLE)

export const ORDER_IS_PAID =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.'
