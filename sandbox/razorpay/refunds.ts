import { noSuchId, type Payment, type Refund, Refusal } from './entities'
import type { LedgerDump, World } from './ledger'
import { onlyFields, type Sent, theNotes, theReceipt, wholeAmount } from './validation'

const LEAST_REFUND = 100
/** The documented amount whose instant refund fails and falls back to the normal speed. */
const INSTANT_FAILS_FOR = 2_468

/** Money that goes back: by the merchant's wish, or by itself when a payment is not taken. */
export function createRefunds(world: World, { payment: paymentOf }: { payment(id: string): Payment }) {
  const { behaviour, clock, emit, ids, schedule } = world
  const refunds = new Map<string, Refund>()
  const keys = new Map<string, { body: string; refundId: string }>()
  /** What the account can pay out; null while nobody counts. */
  let balance: number | null = null

  function refund(paymentId: string, sent: Sent, key: string | undefined): Refund {
    const payment = paymentOf(paymentId)
    const body = JSON.stringify([paymentId, sent])
    if (key !== undefined && !/^[A-Za-z0-9_-]{10,}$/.test(key)) {
      throw new Refusal(400, 'The idempotency key must have at least 10 of the characters A-Z a-z 0-9 _ -.', { step })
    }
    const earlier = key === undefined ? undefined : keys.get(key)
    if (earlier && earlier.body !== body) {
      throw new Refusal(409, 'Different request with the same idempotency key has already been processed.', { step })
    }
    if (earlier) return find(earlier.refundId)
    const { amount, receipt } = allowed(payment, sent)
    const optimum = sent.speed === 'optimum'
    const instant = optimum && amount !== INSTANT_FAILS_FOR
    const made = enter(payment, amount, {
      notes: theNotes(sent.notes),
      receipt,
      status: behaviour.refundsStart,
      speed_requested: optimum ? 'optimum' : 'normal',
      speed_processed: instant ? 'instant' : 'normal',
    })
    if (balance !== null) balance -= amount
    if (key !== undefined) keys.set(key, { body, refundId: made.id })
    emit('refund.created', { refund: made, payment })
    if (optimum && !instant) emit('refund.speed_changed', { refund: made, payment })
    if (made.status === 'failed') undo(made)
    completeRefund(made)
    return made
  }

  const step = 'refund_initiation'

  function allowed(payment: Payment, sent: Sent): { amount: number; receipt: string | null } {
    onlyFields(sent, ['amount', 'speed', 'notes', 'receipt'], step)
    if (sent.speed !== undefined && sent.speed !== 'normal' && sent.speed !== 'optimum') {
      throw new Refusal(400, 'The speed field is invalid.', { step, field: 'speed' })
    }
    if (payment.status === 'refunded') throw new Refusal(400, 'The payment has been fully refunded already.', { step })
    if (!payment.captured) {
      throw new Refusal(400, 'The payment status should be captured for action to be taken.', { step })
    }
    const left = payment.amount - payment.amount_refunded
    const amount = sent.amount === undefined ? left : wholeAmount(sent.amount, step)
    if (amount > payment.amount) {
      throw new Refusal(400, 'The refund amount provided is greater than amount captured.', { step, field: 'amount' })
    }
    if (amount > left) {
      throw new Refusal(400, 'The total refund amount is greater than the refund payment amount', {
        step,
        field: 'amount',
      })
    }
    if (amount < LEAST_REFUND) {
      throw new Refusal(400, 'The amount must be at least INR 1.00', { step, field: 'amount' })
    }
    const receipt = theReceipt(sent.receipt)
    if (receipt !== null && refundsOf(payment.id).some((other) => other.receipt === receipt)) {
      throw new Refusal(400, 'Duplicate receipt found for this refund request.', { step, field: 'receipt' })
    }
    if (balance !== null && amount > balance) {
      throw new Refusal(400, 'Your account does not have enough balance to carry out the refund operation.', { step })
    }
    return { amount, receipt }
  }

  type Kind = Pick<Refund, 'notes' | 'receipt' | 'status' | 'speed_requested' | 'speed_processed'>

  function enter(payment: Payment, amount: number, kind: Kind): Refund {
    const made: Refund = {
      id: ids.next('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      acquirer_data: { arn: null },
      batch_id: null,
      created_at: clock.seconds(),
      ...kind,
    }
    refunds.set(made.id, made)
    payment.amount_refunded += amount
    markPayment(payment)
    return made
  }

  function markPayment(payment: Payment): void {
    payment.refund_status =
      payment.amount_refunded === 0 ? null : payment.amount_refunded < payment.amount ? 'partial' : 'full'
    if (payment.refund_status === 'full') payment.status = 'refunded'
    else if (payment.status === 'refunded') payment.status = 'captured'
  }

  function undo(made: Refund): void {
    const payment = paymentOf(made.payment_id)
    payment.amount_refunded -= made.amount
    if (balance !== null) balance += made.amount
    markPayment(payment)
  }

  /** Tells that a refund is done or has failed, or sees to it that a pending one is done in time. */
  function completeRefund(made: Refund): void {
    if (made.status === 'pending') {
      const { refundsProcessMs } = behaviour
      if (refundsProcessMs === null) return
      schedule.at(made.created_at * 1000 + refundsProcessMs, () => {
        if (refunds.get(made.id) === made && made.status === 'pending') settleRefund(made.id, 'processed')
      })
      return
    }
    if (made.status === 'processed') made.acquirer_data = { arn: ids.number(12) }
    emit(`refund.${made.status}`, { refund: made, payment: paymentOf(made.payment_id) })
  }

  function settleRefund(id: string, status: Refund['status']): Refund {
    const made = find(id)
    if (made.status === status) return made
    const failed = made.status === 'failed'
    made.status = status
    if (status === 'failed') undo(made)
    else if (failed) {
      const payment = paymentOf(made.payment_id)
      payment.amount_refunded += made.amount
      markPayment(payment)
    }
    if (status !== 'pending') completeRefund(made)
    return made
  }

  /** The provider gives back by itself what was never taken: told apart by `captured: false`. */
  function giveBack(payment: Payment): Payment {
    if (payment.status === 'created' || payment.status === 'failed') {
      payment.status = 'authorized'
      emit('payment.authorized', { payment })
    }
    const made = enter(payment, payment.amount, {
      notes: [],
      receipt: null,
      status: 'processed',
      speed_requested: 'normal',
      speed_processed: 'normal',
    })
    emit('refund.created', { refund: made, payment })
    completeRefund(made)
    return payment
  }

  function find(id: string): Refund {
    schedule.runDue()
    const found = refunds.get(id)
    if (!found) throw noSuchId()
    return found
  }

  const refundsOf = (paymentId: string): Refund[] => {
    schedule.runDue()
    return [...refunds.values()].filter(({ payment_id }) => payment_id === paymentId)
  }

  return {
    refunds,
    refund,
    refundsOf,
    settleRefund,
    giveBack,
    findRefund: find,
    patchRefund(id: string, sent: Sent): Refund {
      const found = find(id)
      onlyFields(sent, ['notes'], 'refund_updation')
      found.notes = theNotes(sent.notes)
      return found
    },
    /** Makes new refunds start in this state; those that wait are moved by `settleRefund`. */
    refundsStart(state: Refund['status']) {
      behaviour.refundsStart = state
    },
    setBalance(amount: number | null) {
      balance = amount
    },
    resetRefunds() {
      refunds.clear()
      keys.clear()
      balance = null
    },
    dumpRefunds: () => ({ refunds: [...refunds.values()], refundKeys: [...keys], balance }),
    restoreRefunds(kept: Pick<LedgerDump, 'refunds' | 'refundKeys' | 'balance'>) {
      for (const one of kept.refunds) refunds.set(one.id, one)
      for (const [key, use] of kept.refundKeys) keys.set(key, use)
      balance = kept.balance
      for (const one of kept.refunds) if (one.status === 'pending') completeRefund(one)
    },
  }
}
