import { escaped } from './checkout-pages'
import type { Ledger } from './ledger'
import type { Webhooks } from './webhooks'

const LATEST = 50

/** What happened so far, for a person: orders, payments, refunds, deliveries. */
export function overviewPage(ledger: Ledger, webhooks: Webhooks): string {
  const table = (title: string, heads: string[], rows: (string | number | null)[][]) =>
    `<section><h2>${title}</h2>${
      rows.length
        ? `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
            .slice(-LATEST)
            .reverse()
            .map((row) => `<tr>${row.map((cell) => `<td>${escaped(String(cell ?? '–'))}</td>`).join('')}</tr>`)
            .join('')}</tbody></table>`
        : '<p>None yet.</p>'
    }</section>`
  const orders = [...ledger.orders.values()].map((one) => [one.id, one.amount / 100, one.status, one.receipt])
  const payments = [...ledger.payments.values()].map((one) => [
    one.id,
    one.order_id,
    one.method,
    one.amount / 100,
    one.status,
  ])
  const refunds = [...ledger.refunds.values()].map((one) => [one.id, one.payment_id, one.amount / 100, one.status])
  const disputes = [...ledger.disputes.values()].map((one) => [one.id, one.payment_id, one.amount / 100, one.status])
  const sent = webhooks.deliveries.map((one) => [one.event, one.eventId, one.attempt, one.status, one.url])
  return `<!doctype html><html lang="en" class="hosted overview"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment emulator</title><link rel="stylesheet" href="/checkout/window.css"></head><body><main><p class="ribbon">EMULATOR</p><header><div><h1>Payment emulator</h1><p>No money moves here. Amounts are rupees, the latest stand first.</p></div></header>
${table('Orders', ['Order', 'Amount', 'Status', 'Receipt'], orders)}${table('Payments', ['Payment', 'Order', 'Method', 'Amount', 'Status'], payments)}${table('Refunds', ['Refund', 'Payment', 'Amount', 'Status'], refunds)}${table('Disputes', ['Dispute', 'Payment', 'Amount', 'Status'], disputes)}${table('Webhook deliveries', ['Event', 'Id', 'Repeat', 'Answer', 'Address'], sent)}</main></body></html>`
}
