import { beforeEach, expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { EMULATED, openEmulator, order } from '../support/contract'

const { clock, emulator, gateway, freshOrder } = await openEmulator()
const PAID = clock.now()
beforeEach(() => clock.set(PAID.toISOString()))

/** What the provider says was settled on a day of its own calendar. */
async function settledOn(query: string) {
  const answer = await fetch(`${emulator.url}/v1/settlements/recon/combined?${query}`, {
    headers: { Authorization: `Basic ${btoa(`${EMULATED.keyId}:${EMULATED.keySecret}`)}` },
  })
  return (await answer.json()).items as Record<string, unknown>[]
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
const ON_THE_THIRD = 'year=2027&month=03&day=03'

test('each captured payment and each refund is a row of the day on which its money moved', async () => {
  const sent = order()
  const { id: orderId } = emulator.ledger.createOrder(sent)
  const { id: paymentId } = emulator.pay(orderId, 'upi', 'success')
  const told = await gateway.fetchPayment(paymentId)
  if (!told.ok) throw new Error(told.description)
  const { fee } = told.value
  const refunded = await gateway.refund({ paymentId, amount: paise(40_000), idempotencyKey: 'recon_part', notes: {} })
  if (!refunded.ok) throw new Error(refunded.description)
  await emulator.advance(3_600_000)
  emulator.pay(freshOrder(), 'upi', 'failure')
  const common = {
    currency: 'INR',
    settled: true,
    settlement_id: expect.stringMatching(/^setl_/),
    settlement_utr: expect.any(String),
    payment_id: paymentId,
    order_id: orderId,
    order_receipt: sent.receipt,
    created_at: expect.any(Number),
    settled_at: expect.any(Number),
  }
  const rows = await settledOn(ON_THE_THIRD)
  expect(rows).toEqual([
    // what the gateway reads with the payment is what settlements say it cost: they need not be read for it
    {
      ...common,
      entity_id: paymentId,
      type: 'payment',
      amount: 99_900,
      fee,
      tax: 360,
      credit: 99_900 - (fee ?? 0),
      debit: 0,
    },
    {
      ...common,
      entity_id: refunded.value.id,
      type: 'refund',
      amount: 40_000,
      fee: 0,
      tax: 0,
      credit: 0,
      debit: 40_000,
    },
  ])
  expect(fee).toBe(2_358)
  expect(rows[0]).toMatchObject({ created_at: seconds(PAID), settled_at: seconds(PAID) + 2 * 86_400 })
  expect(await settledOn('year=2027&month=03')).toEqual(rows)
  expect(await settledOn('year=2027&month=03&day=01')).toEqual([])
  expect(await settledOn(`${ON_THE_THIRD}&count=1&skip=1`)).toEqual([rows[1]])
})

test('a payment late in the evening is of the next day in India, where the provider counts days', async () => {
  clock.set('2027-04-10T19:00:00Z')
  const { id } = emulator.pay(freshOrder(), 'upi', 'success')
  expect(await settledOn('year=2027&month=04&day=13')).toMatchObject([{ entity_id: id }])
  expect(await settledOn('year=2027&month=04&day=12')).toEqual([])
})
