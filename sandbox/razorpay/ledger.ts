import { createHmac } from 'node:crypto'
import { createDisputes } from './disputes'
import {
  type CapturePolicy,
  type Contact,
  type Dispute,
  type FailureReason,
  type Means,
  noSuchId,
  ORDER_IS_PAID,
  type Order,
  type Outcome,
  type Payment,
  type Refund,
  Refusal,
} from './entities'
import type { Ids } from './ids'
import { createOrders } from './orders'
import { createRefunds } from './refunds'
import type { EmulatorClock, Schedule } from './schedule'
import type { Behaviour } from './settings'
import { CANCELLED_BY_USER, describeMeans, TIMED_OUT, usualMeans } from './test-instruments'
import { capturePolicy, onlyFields, type Sent, theCurrency, wholeAmount } from './validation'

export type { Dispute, Order, Outcome, Payment, Refund } from './entities'

const MINUTE_S = 60

export interface Entities {
  payment?: Payment
  order?: Order
  refund?: Refund
  dispute?: Dispute
}

export interface World {
  keySecret: string
  clock: EmulatorClock
  schedule: Schedule
  ids: Ids
  behaviour: Behaviour
  /** Tells the webhooks that something happened. */
  emit(event: string, entities: Entities): void
}

/** The emulator's memory: orders and payments with the provider's states and texts. */
export function createLedger(world: World) {
  const { clock, schedule, ids, emit } = world
  const payments = new Map<string, Payment>()
  const { orders, policies, order, ...ordering } = createOrders(world)
  const { refunds, ...refunding } = createRefunds(world, { payment })
  const { disputes, restoreDisputes, ...disputing } = createDisputes(world, { payment })

  function payment(id: string): Payment {
    schedule.runDue()
    const found = payments.get(id)
    if (!found) throw noSuchId()
    return found
  }

  const paymentsOf = (orderId: string): Payment[] => {
    schedule.runDue()
    return [...payments.values()].filter(({ order_id }) => order_id === orderId)
  }

  /** Opens a try: the request is at the bank, which has not answered. `force` stands for a race the checkout lost. */
  function begin(orderId: string, means: Means, contact: Partial<Contact> = {}, force = false): Payment {
    const of = order(orderId)
    if (of.status === 'paid' && !force) throw new Refusal(400, ORDER_IS_PAID)
    if (!force && paymentsOf(orderId).some(({ status }) => status === 'authorized')) {
      throw new Refusal(400, 'A payment of this order has been authorized. Please wait until it is completed.')
    }
    const made: Payment = {
      id: ids.next('pay'),
      entity: 'payment',
      amount: of.amount,
      currency: of.currency,
      status: 'created',
      order_id: of.id,
      invoice_id: null,
      international: false,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: null,
      ...describeMeans(means, ids),
      email: contact.email || 'void@razorpay.com',
      contact: contact.contact || '+919999999999',
      notes: [],
      fee: null,
      tax: null,
      ...NO_ERROR,
      created_at: clock.seconds(),
    }
    payments.set(made.id, made)
    of.attempts++
    if (of.status === 'created') of.status = 'attempted'
    watchBank(made)
    return made
  }

  function watchBank(made: Payment): void {
    schedule.at(made.created_at * 1000 + world.behaviour.bankTimeoutMs, () => {
      if (payments.get(made.id) === made && made.status === 'created') fail(made, TIMED_OUT)
    })
  }

  /** The bank's answer to a try. */
  function finish(made: Payment, outcome: Outcome, reason: FailureReason = CANCELLED_BY_USER): Payment {
    if (outcome === 'pending') return made
    if (outcome === 'failure') return fail(made, reason)
    if (order(made.order_id).status === 'paid') return refunding.giveBack(made)
    return authorise(made, outcome === 'success')
  }

  /** A customer's whole try at an order. A second success on a paid order is given back by itself. */
  function pay(orderId: string, method: string, outcome: Outcome, contact: Partial<Contact> = {}): Payment {
    const duplicate = order(orderId).status === 'paid' && outcome === 'success'
    return finish(begin(orderId, usualMeans(method), contact, duplicate), outcome)
  }

  /** A captured payment over another sum or in another currency than its order's. */
  function misfit(orderId: string, changes: Partial<Pick<Payment, 'amount' | 'currency'>>): Payment {
    const made = begin(orderId, usualMeans('upi'), {}, true)
    return settle(Object.assign(made, changes))
  }

  /** A captured payment for something else that is sold by the same account. */
  const strayPayment = (amount = 99_900): Payment =>
    pay(ordering.createOrder({ amount, currency: 'INR' }).id, 'upi', 'success')

  function fail(made: Payment, why: FailureReason = CANCELLED_BY_USER): Payment {
    Object.assign(made, {
      status: 'failed',
      error_code: why.code,
      error_description: why.description,
      error_source: why.source,
      error_step: why.step,
      error_reason: why.reason,
    })
    emit('payment.failed', { payment: made })
    return made
  }

  /** The bank said yes: captured at once when the order wants that and it is not too late, else it waits. */
  function authorise(made: Payment, capturing = true): Payment {
    if (order(made.order_id).status === 'paid') return refunding.giveBack(made)
    const policy = policies.get(made.order_id) ?? capturePolicy({})
    Object.assign(made, { ...NO_ERROR, status: 'authorized', acquirer_data: bankNumbers(made) })
    emit('payment.authorized', { payment: made })
    const age = clock.seconds() - made.created_at
    const inTime = age <= policy.automatic_expiry_period * MINUTE_S
    if (capturing && policy.capture === 'automatic' && inTime) return settle(made)
    watchExpiry(made, policy)
    return made
  }

  function watchExpiry(made: Payment, policy: CapturePolicy): void {
    schedule.at((made.created_at + policy.manual_expiry_period * MINUTE_S) * 1000, () => {
      if (payments.get(made.id) === made && made.status === 'authorized') refunding.giveBack(made)
    })
  }

  /** Captured, whatever it was before: the money is the merchant's, less the charge. */
  function settle(made: Payment): Payment {
    if (made.status === 'created' || made.status === 'failed') {
      Object.assign(made, { ...NO_ERROR, status: 'authorized', acquirer_data: bankNumbers(made) })
      emit('payment.authorized', { payment: made })
    }
    const charge = Math.round(made.amount * 0.02)
    const tax = Math.round(charge * 0.18)
    Object.assign(made, { status: 'captured', captured: true, fee: charge + tax, tax })
    const of = order(made.order_id)
    Object.assign(of, { status: 'paid', amount_paid: of.amount, amount_due: 0 })
    emit('payment.captured', { payment: made })
    emit('order.paid', { payment: made, order: of })
    return made
  }

  function capture(id: string, sent: Sent): Payment {
    const made = payment(id)
    const step = 'payment_capture'
    onlyFields(sent, ['amount', 'currency'], step)
    const amount = wholeAmount(sent.amount, step)
    theCurrency(sent.currency, step)
    if (made.captured) throw new Refusal(400, 'This payment has already been captured', { step })
    if (made.status !== 'authorized') throw new Refusal(400, 'Payment is not in authorized state.', { step })
    if (amount !== made.amount) {
      throw new Refusal(400, 'Capture amount must be equal to the amount authorized.', { step, field: 'amount' })
    }
    if (order(made.order_id).status === 'paid') throw new Refusal(400, 'Payment already done for this order.', { step })
    return settle(made)
  }

  function bankNumbers({ method }: Payment): Record<string, string> {
    if (method === 'card') return { auth_code: ids.number(6), rrn: ids.number(12) }
    if (method === 'netbanking') return { bank_transaction_id: ids.number(7) }
    if (method === 'wallet') return { transaction_id: ids.number(9) }
    return { rrn: ids.number(12), upi_transaction_id: `EMU${ids.number(16)}` }
  }

  return {
    orders,
    payments,
    refunds,
    disputes,
    ...refunding,
    ...disputing,
    ...ordering,
    begin,
    finish,
    pay,
    misfit,
    strayPayment,
    capture,
    authorise,
    settle,
    fail,
    order,
    payment,
    paymentsOf,
    /** Does what has become due on the clock. */
    catchUp: schedule.runDue,
    signature: (orderId: string, paymentId: string) =>
      createHmac('sha256', world.keySecret).update(`${orderId}|${paymentId}`).digest('hex'),
    reset() {
      for (const memory of [orders, payments, policies, disputes]) memory.clear()
      refunding.resetRefunds()
    },
    /** Everything that is remembered, as plain data. */
    dump: () => ({
      orders: [...orders.values()],
      payments: [...payments.values()],
      policies: [...policies],
      disputes: [...disputes.values()],
      ...refunding.dumpRefunds(),
    }),
    restore(kept: LedgerDump) {
      for (const one of kept.orders) orders.set(one.id, one)
      for (const [id, policy] of kept.policies) policies.set(id, policy)
      refunding.restoreRefunds(kept)
      restoreDisputes(kept.disputes)
      for (const one of kept.payments) {
        payments.set(one.id, one)
        if (one.status === 'created') watchBank(one)
        if (one.status === 'authorized') watchExpiry(one, policies.get(one.order_id) ?? capturePolicy({}))
      }
    },
  }
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

export type Ledger = ReturnType<typeof createLedger>

export interface LedgerDump {
  orders: Order[]
  payments: Payment[]
  policies: [string, CapturePolicy][]
  disputes?: Dispute[]
  refunds: Refund[]
  refundKeys: [string, { body: string; refundId: string }][]
  balance: number | null
}
