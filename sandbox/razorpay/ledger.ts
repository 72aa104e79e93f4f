import { createHmac, randomInt } from 'node:crypto'

/** The emulator's memory: orders, payments and refunds with Razorpay's states and texts. Amounts are paise. */
export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string> | []
  created_at: number
}

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  method: string
  captured: boolean
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  email: string
  contact: string
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_reason: string | null
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: unknown
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  created_at: number
}

/** A refusal as the provider words it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly description: string,
    readonly field?: string,
    readonly code = 'BAD_REQUEST_ERROR',
  ) {
    super(description)
  }
}

export type Outcome = 'success' | 'failure' | 'authorize' | 'pending'

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const newId = (prefix: string) =>
  `${prefix}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

const KNOWN_ORDER_FIELDS = new Set([
  'amount',
  'currency',
  'receipt',
  'notes',
  'payment',
  'partial_payment',
  'unique_receipt',
])

export function createLedger({ keySecret, now }: { keySecret: string; now: () => Date }) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const refundKeys = new Map<string, { body: string; refund: Refund }>()
  /** What a new refund's state is; the provider often takes days. */
  let refundState: Refund['status'] = 'processed'
  const seconds = () => Math.floor(now().getTime() / 1000)

  function createOrder(body: Record<string, unknown>): Order {
    const { amount, currency, receipt, notes } = body
    for (const name of Object.keys(body)) {
      if (!KNOWN_ORDER_FIELDS.has(name))
        throw new Refusal(400, `${name} is/are not required and should not be sent`, name)
    }
    if (amount === undefined) throw new Refusal(400, 'amount: is required.', 'amount')
    if (typeof amount !== 'number' || !Number.isInteger(amount))
      throw new Refusal(400, 'The amount must be an integer.', 'amount')
    if (amount < 100) throw new Refusal(400, 'Order amount less than minimum amount allowed', 'amount')
    if (currency !== 'INR') throw new Refusal(400, 'Currency is not supported', 'currency')
    if (typeof receipt === 'string' && [...orders.values()].some((order) => order.receipt === receipt)) {
      throw new Refusal(400, 'Order receipt should be unique.', 'receipt')
    }
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt: typeof receipt === 'string' ? receipt : null,
      status: 'created',
      attempts: 0,
      notes: notes && Object.keys(notes).length ? (notes as Record<string, string>) : [],
      created_at: seconds(),
    }
    orders.set(order.id, order)
    return order
  }

  function find<Entity>(kind: Map<string, Entity>, id: string): Entity {
    const found = kind.get(id)
    if (!found) throw new Refusal(400, 'The id provided does not exist')
    return found
  }

  /** A customer's try at an order. An authorised or captured duplicate on a paid order is refunded by itself. */
  function pay(orderId: string, method: string, outcome: Outcome, contact = { email: '', contact: '' }): Payment {
    const order = find(orders, orderId)
    if (order.status === 'paid' && outcome !== 'success') {
      throw new Refusal(
        400,
        'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
      )
    }
    const duplicate = order.status === 'paid'
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      amount: order.amount,
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      method,
      captured: false,
      amount_refunded: 0,
      refund_status: null,
      email: contact.email || 'void@razorpay.com',
      contact: contact.contact,
      fee: null,
      tax: null,
      error_code: null,
      error_description: null,
      error_reason: null,
      created_at: seconds(),
    }
    payments.set(payment.id, payment)
    order.attempts++
    if (order.status === 'created') order.status = 'attempted'
    if (duplicate)
      Object.assign(payment, { status: 'refunded', amount_refunded: payment.amount, refund_status: 'full' })
    else if (outcome === 'failure') fail(payment)
    else if (outcome === 'authorize') payment.status = 'authorized'
    else if (outcome === 'success') settle(payment)
    return payment
  }

  function fail(payment: Payment): void {
    Object.assign(payment, {
      status: 'failed',
      error_code: 'BAD_REQUEST_ERROR',
      error_description: 'Payment processing cancelled by user',
      error_reason: 'payment_cancelled',
    })
  }

  function settle(payment: Payment): void {
    const order = find(orders, payment.order_id)
    const base = Math.round(payment.amount * 0.02)
    const tax = Math.round(base * 0.18)
    Object.assign(payment, {
      status: 'captured',
      captured: true,
      fee: base + tax,
      tax,
      error_code: null,
      error_description: null,
    })
    Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  }

  function capture(id: string, body: Record<string, unknown>): Payment {
    const payment = find(payments, id)
    if (payment.captured) throw new Refusal(400, 'This payment has already been captured')
    if (payment.status !== 'authorized') throw new Refusal(400, 'Payment is not in authorized state.')
    if (body.amount !== payment.amount) throw new Refusal(400, 'Capture amount must be equal to the amount authorized.')
    settle(payment)
    return payment
  }

  function refund(id: string, body: Record<string, unknown>, key: string | undefined): Refund {
    const payment = find(payments, id)
    const text = JSON.stringify(body)
    const earlier = key ? refundKeys.get(key) : undefined
    if (earlier && earlier.body !== text) {
      throw new Refusal(409, 'Different request with the same idempotency key has already been processed.')
    }
    if (earlier) return earlier.refund
    if (!payment.captured) throw new Refusal(400, 'The payment status should be captured for action to be taken.')
    const left = payment.amount - payment.amount_refunded
    if (left === 0) throw new Refusal(400, 'The payment has been fully refunded already.')
    const amount = body.amount === undefined ? left : body.amount
    if (typeof amount !== 'number' || !Number.isInteger(amount))
      throw new Refusal(400, 'The amount must be an integer.')
    if (amount > left) throw new Refusal(400, 'The refund amount provided is greater than amount captured.')
    const made: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: id,
      notes: body.notes ?? [],
      receipt: typeof body.receipt === 'string' ? body.receipt : null,
      status: refundState,
      speed_processed: 'normal',
      created_at: seconds(),
    }
    refunds.set(made.id, made)
    payment.amount_refunded += amount
    payment.refund_status = payment.amount_refunded === payment.amount ? 'full' : 'partial'
    if (payment.refund_status === 'full') payment.status = 'refunded'
    if (key) refundKeys.set(key, { body: text, refund: made })
    return made
  }

  return {
    orders,
    payments,
    refunds,
    createOrder,
    pay,
    capture,
    refund,
    settle,
    fail,
    /** Makes new refunds start in this state; those that wait are moved by `settleRefund`. */
    refundsStart(state: Refund['status']) {
      refundState = state
    },
    settleRefund(id: string, state: Refund['status']): Refund {
      return Object.assign(find(refunds, id), { status: state })
    },
    order: (id: string) => find(orders, id),
    payment: (id: string) => find(payments, id),
    paymentsOf: (orderId: string) => [...payments.values()].filter(({ order_id }) => order_id === orderId),
    refundsOf: (paymentId: string) => [...refunds.values()].filter(({ payment_id }) => payment_id === paymentId),
    signature: (orderId: string, paymentId: string) =>
      createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex'),
    reset() {
      for (const memory of [orders, payments, refunds, refundKeys]) memory.clear()
      refundState = 'processed'
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
