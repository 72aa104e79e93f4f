import { expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { openEmulator } from '../support/contract'

const { clock, emulator, gateway, freshOrder } = await openEmulator()
const { ledger, webhooks } = emulator
const LATE = {
  payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 12, manual_expiry_period: 60 } },
}
const events = () => webhooks.events.map(({ event }) => event)

test('a captured payment has its charge, its order is paid, and the events come in their order', async () => {
  webhooks.events.length = 0
  const id = freshOrder()
  const paid = emulator.pay(id, 'upi', 'success')
  expect(paid).toMatchObject({
    entity: 'payment',
    status: 'captured',
    captured: true,
    order_id: id,
    fee: 2_358,
    tax: 360,
  })
  expect(ledger.order(id)).toMatchObject({ status: 'paid', amount_paid: 99_900, amount_due: 0, attempts: 1 })
  expect(events()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  expect(JSON.parse(webhooks.events.at(-1)?.body ?? '')).toMatchObject({
    entity: 'event',
    event: 'order.paid',
    contains: ['payment', 'order'],
    payload: { payment: { entity: { id: paid.id } }, order: { entity: { id } } },
  })
  expect(await gateway.fetchPayment(paid.id)).toMatchObject({
    ok: true,
    value: { status: 'captured', fee: 2_358, bankReference: expect.stringMatching(/^\d{12}$/) },
  })
  expect(await gateway.capture(paid.id, paise(99_900))).toMatchObject({ ok: false, outcome: 'rejected' })
  expect(() => emulator.pay(id, 'upi', 'failure')).toThrow('the order is already paid')
})

test('a failed one may be tried again, and may be authorised after all', async () => {
  const id = freshOrder()
  const failed = emulator.pay(id, 'upi', 'failure')
  expect(failed).toMatchObject({ status: 'failed', captured: false, fee: null, error_code: 'BAD_REQUEST_ERROR' })
  expect(ledger.order(id)).toMatchObject({ status: 'attempted', attempts: 1 })
  expect(ledger.authorise(ledger.payment(failed.id))).toMatchObject({ status: 'captured', error_code: null })
})

test('one that only waits is captured once over its whole amount, or goes back after its time', async () => {
  const id = freshOrder(LATE)
  const { id: paymentId } = emulator.pay(id, 'upi', 'authorize')
  expect(await gateway.capture(paymentId, paise(100))).toMatchObject({ ok: false, outcome: 'rejected' })
  expect(
    await gateway.refund({ paymentId, amount: paise(100), idempotencyKey: 'too_early_1', notes: {} }),
  ).toMatchObject({
    ok: false,
    outcome: 'rejected',
  })
  expect(await gateway.capture(paymentId, paise(99_900))).toMatchObject({ ok: true, value: { status: 'captured' } })
  const late = emulator.pay(freshOrder(LATE), 'upi', 'authorize')
  clock.advanceMinutes(61)
  await emulator.advance(0)
  expect(ledger.payment(late.id)).toMatchObject({ status: 'refunded', captured: false, amount_refunded: 99_900 })
})

test('a second success on a paid order goes back by itself', () => {
  const id = freshOrder()
  emulator.pay(id, 'upi', 'success')
  expect(emulator.pay(id, 'card', 'success')).toMatchObject({ status: 'refunded', captured: false })
})

test('refunds are partial or whole, once for each key, and never more than was paid', async () => {
  const { id: paymentId } = emulator.pay(freshOrder(), 'upi', 'success')
  const part = { paymentId, amount: paise(40_000), idempotencyKey: 'contract_part', notes: {} }
  const first = await gateway.refund(part)
  expect(first).toMatchObject({ ok: true, value: { amount: 40_000, receipt: 'contract_part' } })
  expect(await gateway.refund(part), 'the same key and body are the same refund').toEqual(first)
  expect(ledger.payment(paymentId)).toMatchObject({
    status: 'captured',
    refund_status: 'partial',
    amount_refunded: 40_000,
  })
  expect(await gateway.refund({ ...part, amount: paise(100) })).toMatchObject({
    ok: false,
    outcome: 'retryable',
    status: 409,
  })
  const rest = { ...part, idempotencyKey: 'contract_rest' }
  expect(await gateway.refund({ ...rest, amount: paise(60_000) })).toMatchObject({ ok: false, outcome: 'rejected' })
  expect(await gateway.refund({ ...rest, idempotencyKey: 'contract_last', amount: paise(59_900) })).toMatchObject({
    ok: true,
  })
  expect(ledger.payment(paymentId)).toMatchObject({ status: 'refunded', refund_status: 'full' })
  expect(await gateway.listRefunds(paymentId)).toMatchObject({ ok: true, value: [{}, {}] })
})

test('lists come newest first and lag, single reads do not', async () => {
  emulator.behaviour.listLagMs = 300_000
  const { id } = emulator.pay(freshOrder(), 'upi', 'success')
  const now = clock.now().getTime()
  const page = { from: new Date(now - 60_000), to: new Date(now + 60_000) }
  const listed = async () => {
    const answer = await gateway.listPayments(page)
    return answer.ok ? answer.value.map((one) => one.id) : []
  }
  expect(await listed()).not.toContain(id)
  expect(await gateway.fetchPayment(id)).toMatchObject({ ok: true })
  emulator.behaviour.listLagMs = 0
  expect((await listed())[0]).toBe(id)
})
