import { expect, test } from 'vitest'
import { openEmulator } from '../support/contract'

const { clock, emulator, gateway, freshOrder } = await openEmulator()
const { ledger, webhooks } = emulator
const events = () => webhooks.events.map(({ event }) => event)

test('disputes are opened, answered and decided, each step with its event', async () => {
  const { id: paymentId } = emulator.pay(freshOrder(), 'upi', 'success')
  webhooks.events.length = 0
  const { id } = ledger.openDispute(paymentId)
  expect(ledger.findDispute(id)).toMatchObject({
    id: expect.stringMatching(/^disp_[A-Za-z0-9]{14}$/),
    entity: 'dispute',
    payment_id: paymentId,
    amount: 99_900,
    amount_deducted: 0,
    currency: 'INR',
    reason_code: expect.any(String),
    respond_by: expect.any(Number),
    status: 'open',
    phase: 'chargeback',
    evidence: { amount: 99_900, summary: null, submitted_at: null },
  })
  expect(JSON.parse(webhooks.events[0]?.body ?? '')).toMatchObject({
    event: 'payment.dispute.created',
    contains: ['payment', 'dispute'],
    payload: { payment: { entity: { id: paymentId } }, dispute: { entity: { id, status: 'open' } } },
  })
  ledger.moveDispute(id, 'under_review')
  ledger.moveDispute(id, 'lost')
  expect(events()).toEqual(['payment.dispute.created', 'payment.dispute.under_review', 'payment.dispute.lost'])
  expect(await gateway.fetchDispute(id)).toMatchObject({
    ok: true,
    value: { paymentId, status: 'lost', amount: 99_900, deducted: 99_900 },
  })
  expect(ledger.payment(paymentId), 'it is no refund').toMatchObject({ status: 'captured', amount_refunded: 0 })
  const second = ledger.openDispute(paymentId, { amount: 10_000 })
  const listed = await gateway.listDisputes({ skip: 0, count: 1 })
  expect(listed).toMatchObject({ ok: true, value: [{ id: second.id }] })
  clock.advanceMinutes(10 * 24 * 60)
  expect(ledger.findDispute(second.id), 'nobody answered in time').toMatchObject({ status: 'lost' })
})
