import { Refusal } from './entities'
import type { Ledger } from './ledger'

const MOST_A_PAGE = 1_000
const DAY_S = 86_400
/** Money reaches the merchant's bank this much after it was taken. */
const SETTLED_AFTER_S = 2 * DAY_S
/** The provider's day is India's. */
const OFFSET_S = 19_800

const dayOf = (at: number) => new Date((at + OFFSET_S) * 1000).toISOString().slice(0, 10)

/** What was settled on a day (or in a month): captured payments as credit, refunds as debit. */
export function reconRows(ledger: Ledger, query: URLSearchParams) {
  const part = (name: string) => (query.get(name) ?? '').padStart(2, '0')
  if (!/^\d{4}$/.test(query.get('year') ?? '') || !/^\d{1,2}$/.test(query.get('month') ?? '')) {
    throw new Refusal(400, 'The year and month are required.')
  }
  const wanted = `${part('year')}-${part('month')}${query.get('day') ? `-${part('day')}` : ''}`
  const count = Math.min(Number(query.get('count') ?? 10), MOST_A_PAGE)
  const skip = Number(query.get('skip') ?? 0)
  const payments = [...ledger.payments.values()]
    .filter(({ captured }) => captured)
    .map((payment) => ({ entity_id: payment.id, type: 'payment', debit: 0, credit: payment.amount, payment }))
  const refunds = [...ledger.refunds.values()]
    .filter(({ status, payment_id }) => status === 'processed' && ledger.payments.get(payment_id)?.captured)
    .map((refund) => ({ entity_id: refund.id, type: 'refund', debit: refund.amount, credit: 0, refund }))
  return [...payments, ...refunds]
    .map((row) => {
      const payment = 'payment' in row ? row.payment : ledger.payments.get(row.refund.payment_id)
      const created = 'payment' in row ? row.payment.created_at : row.refund.created_at
      const settledAt = created + SETTLED_AFTER_S
      const fee = 'payment' in row ? (row.payment.fee ?? 0) : 0
      const tax = 'payment' in row ? (row.payment.tax ?? 0) : 0
      return {
        entity_id: row.entity_id,
        type: row.type,
        debit: row.debit,
        credit: Math.max(0, row.credit - fee),
        amount: row.credit || row.debit,
        currency: 'INR',
        fee,
        tax,
        settled: true,
        settlement_id: `setl_Emu${dayOf(settledAt).replaceAll('-', '')}001`,
        settlement_utr: `EMU${dayOf(settledAt).replaceAll('-', '')}`,
        payment_id: payment?.id ?? null,
        order_id: payment?.order_id ?? null,
        order_receipt: payment ? (ledger.orders.get(payment.order_id)?.receipt ?? null) : null,
        created_at: created,
        settled_at: settledAt,
      }
    })
    .filter((row) => dayOf(row.settled_at).startsWith(wanted))
    .slice(skip, skip + count)
}
