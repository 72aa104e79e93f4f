import { type Paise, paise, sum } from './money'

export interface LedgerPayment {
  amount: Paise
  status: 'authorized' | 'captured' | 'failed' | 'refunded'
  voided: boolean
}

export interface LedgerRefund {
  amount: Paise
  status: 'queued' | 'pending' | 'processed' | 'failed'
}

export interface LedgerState {
  /** Money received: the documents' `advance`. */
  received: Paise
  /** Money given or going back. */
  refunded: Paise
  remaining: Paise
  /** What was received beyond the total, after refunds. */
  refundDue: Paise
  state: 'unpaid' | 'part-paid' | 'paid'
}

/** Where a booking's money stands: remaining = max(0, total − received + refunded) (decisions.md Money). */
export function ledgerOf(
  total: Paise,
  payments: readonly LedgerPayment[],
  refunds: readonly LedgerRefund[] = [],
): LedgerState {
  const counted = payments.filter(({ voided, status }) => !voided && (status === 'captured' || status === 'refunded'))
  const received = sum(counted.map(({ amount }) => amount))
  const refunded = sum(refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount))
  const kept = received - refunded
  const remaining = paise(Math.max(0, total - kept))
  return {
    received,
    refunded,
    remaining,
    refundDue: paise(Math.max(0, kept - total)),
    state: remaining === 0 ? 'paid' : kept > 0 ? 'part-paid' : 'unpaid',
  }
}
