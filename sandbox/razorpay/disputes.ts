import { type Dispute, noSuchId, type Payment, Refusal } from './entities'
import type { World } from './ledger'

const DAY_S = 86_400
/** How long the merchant has to answer, where nobody says otherwise. */
const ANSWER_WITHIN_S = 9 * DAY_S

/** What a dispute is about; what is left out is usual. */
export interface DisputeTerms {
  /** Paise; the whole payment unless named. */
  amount?: number
  phase?: Dispute['phase']
  reason?: string
}

/** A customer's bank questions a payment: the merchant answers, and the bank decides whose the money is. */
export function createDisputes(world: World, { payment: paymentOf }: { payment(id: string): Payment }) {
  const { clock, emit, ids, schedule } = world
  const disputes = new Map<string, Dispute>()

  const find = (id: string): Dispute => {
    schedule.runDue()
    const found = disputes.get(id)
    if (!found) throw noSuchId()
    return found
  }

  const tell = (event: string, dispute: Dispute) =>
    emit(`payment.dispute.${event}`, { payment: paymentOf(dispute.payment_id), dispute })

  /** The customer's bank asks for a payment's money back. */
  function openDispute(paymentId: string, { amount, phase = 'chargeback', reason }: DisputeTerms = {}): Dispute {
    const payment = paymentOf(paymentId)
    if (!payment.captured) throw new Refusal(400, 'Only a captured payment can be disputed.')
    const made: Dispute = {
      id: ids.next('disp'),
      entity: 'dispute',
      payment_id: payment.id,
      amount: amount ?? payment.amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: reason ?? 'goods_or_services_not_received_or_partially_received',
      reason_description: 'Goods or services not received',
      respond_by: clock.seconds() + ANSWER_WITHIN_S,
      status: 'open',
      phase,
      created_at: clock.seconds(),
      evidence: { ...NO_EVIDENCE, amount: amount ?? payment.amount },
    }
    disputes.set(made.id, made)
    tell('created', made)
    watchAnswer(made)
    return made
  }

  /** Without an answer in time the bank has its way. */
  function watchAnswer(made: Dispute): void {
    schedule.at(made.respond_by * 1000, () => {
      if (disputes.get(made.id) === made && made.status === 'open') moveDispute(made.id, 'lost')
    })
  }

  /** The merchant has answered, or the bank has decided. A lost dispute's money is taken from the account. */
  function moveDispute(id: string, status: Exclude<Dispute['status'], 'open'>): Dispute {
    const found = find(id)
    if (found.status === status) return found
    found.status = status
    found.amount_deducted = status === 'lost' ? found.amount : 0
    tell(status, found)
    return found
  }

  return {
    disputes,
    openDispute,
    moveDispute,
    findDispute: find,
    restoreDisputes(kept: readonly Dispute[] = []) {
      for (const one of kept) {
        disputes.set(one.id, one)
        if (one.status === 'open') watchAnswer(one)
      }
    },
  }
}

const NO_EVIDENCE = {
  summary: null,
  shipping_proof: null,
  billing_proof: null,
  cancellation_proof: null,
  customer_communication: null,
  proof_of_service: null,
  explanation_letter: null,
  refund_confirmation: null,
  access_activity_log: null,
  refund_cancellation_policy: null,
  term_and_conditions: null,
  others: null,
  submitted_at: null,
}
