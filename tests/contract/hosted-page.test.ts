import { describe, expect, test } from 'vitest'
import { EMULATED, openEmulator } from '../support/contract'

const { emulator, gateway, freshOrder } = await openEmulator()
const { ledger } = emulator

describe('the hosted page, without scripts', () => {
  const hosted = (orderId: string, changes: Record<string, string> = {}) => ({
    key_id: EMULATED.keyId,
    order_id: orderId,
    amount: '99900',
    currency: 'INR',
    name: 'Lumière',
    description: 'Booking Payment',
    'prefill[name]': 'Meera Krishnan',
    'prefill[email]': 'meera@gmail.com',
    'prefill[contact]': '+919845012345',
    callback_url: 'https://lumiere.example/payment/return/token?from=page',
    cancel_url: 'https://lumiere.example/payment/cancelled/token',
    ...changes,
  })
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
  const open = (fields: Record<string, string>) => fetch(`${emulator.url}/v1/checkout/embedded`, form(fields))
  const press = (page: Response, deed: string, fields: Record<string, string> = {}) =>
    fetch(`${page.url}/${deed}`, { ...form(fields), redirect: 'manual' })
  /** Where the browser is led after a press: the way back, and the fields that its form carries. */
  async function wayBack(page: Response) {
    const answer = await fetch(page.url, { redirect: 'manual' })
    const html = await answer.text()
    const fields = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    return {
      location: answer.headers.get('location'),
      action: plain(/method="post" action="([^"]+)" data-auto/.exec(html)?.[1]),
      fields: Object.fromEntries(fields.map(([, name, value]) => [plain(name), plain(value)])),
    }
  }

  test('posts payment, order and signature to our address, whose query it keeps', async () => {
    const id = freshOrder()
    const page = await open(hosted(id))
    await press(page, 'upi', { vpa: 'success@razorpay' })
    const { action, fields } = await wayBack(page)
    expect(action).toBe('https://lumiere.example/payment/return/token?from=page')
    expect(Object.keys(fields).sort()).toEqual(['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature'])
    const {
      razorpay_order_id: orderId = '',
      razorpay_payment_id: paymentId = '',
      razorpay_signature: signature = '',
    } = fields
    expect(orderId).toBe(id)
    expect(gateway.isCheckoutSignature({ orderId, paymentId, signature })).toBe(true)
  })

  test('posts a failure without a signature, in the fields that were seen elsewhere', async () => {
    const id = freshOrder()
    const page = await open(hosted(id))
    await press(page, 'upi', { vpa: 'failure@razorpay' })
    const { fields } = await wayBack(page)
    expect(fields).toMatchObject({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': expect.any(String) })
    expect(JSON.parse(fields['error[metadata]'] ?? '')).toMatchObject({ order_id: id })
    expect(Object.keys(fields).filter((name) => !name.startsWith('error['))).toEqual([])
  })

  test('leads back by a GET when it is given up, and ends nothing by that', async () => {
    const id = freshOrder()
    const page = await open(hosted(id))
    await press(page, 'close')
    expect(await wayBack(page)).toMatchObject({ location: 'https://lumiere.example/payment/cancelled/token' })
    expect(ledger.order(id).status).toBe('created')
  })

  test.each([
    ['another key', { key_id: 'rzp_test_Another000001' }, 'api key provided is invalid'],
    ['another amount', { amount: '100' }, 'amount is different'],
    ['another currency', { currency: 'USD' }, 'currency is different'],
    ['a form without the merchant’s name', { name: '' }, 'name field is required'],
    ['a form without an e-mail', { 'prefill[email]': '' }, 'prefill[email] field is required'],
    ['a form without a number', { 'prefill[contact]': '' }, 'prefill[contact] field is required'],
    ['a form without a way back', { callback_url: '' }, 'callback_url field is required'],
    ['an unknown order', { order_id: 'order_AAAAAAAAAAAAAA' }, 'does not exist'],
  ])('refuses %s', async (_, changes, words) => {
    expect(await (await open(hosted(freshOrder(), changes))).text()).toContain(words)
  })

  test('refuses an order that is paid', async () => {
    const id = freshOrder()
    emulator.pay(id, 'upi', 'success')
    expect(await (await open(hosted(id))).text()).toContain('the order is already paid')
  })
})
