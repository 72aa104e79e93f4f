import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { createRazorpayGateway } from '~/platform/razorpay.server'
import { startRazorpayEmulator } from '~sandbox/razorpay/server'

/**
 * What the reference says of the provider, held against the emulator always, and against the provider's own test API when
 * `CONTRACT_KEY_ID` (rzp_test_…) and `CONTRACT_KEY_SECRET` are set. What was read from third parties only, or reasoned, is
 * not asked of the real one: it is listed as not confirmed.
 */
const real = { keyId: process.env.CONTRACT_KEY_ID ?? '', keySecret: process.env.CONTRACT_KEY_SECRET ?? '' }
const EMULATED = { keyId: 'rzp_test_Contract00001', keySecret: 'secret_contract' }
let time = new Date('2027-03-01T06:30:00Z')
const emulator = await startRazorpayEmulator({ ...EMULATED, webhookSecret: 'whsec_contract', now: () => time })
afterAll(() => emulator.stop())

const UNCONFIRMED: string[] = []
afterAll(() =>
  console.log(`not confirmed by the provider's own API:\n${UNCONFIRMED.map((what) => `- ${what}`).join('\n')}`),
)

const ERROR = { error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: expect.any(String) }) }
const refusal = (description: string | RegExp) => ({
  status: 400,
  body: {
    error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(description) }),
  },
})
let receipts = 0
const order = (changes: object = {}) => ({
  amount: 99_900,
  currency: 'INR',
  receipt: `contract_${Date.now()}_${++receipts}`,
  ...changes,
})

const targets = [{ name: 'the emulator', base: emulator.url, ...EMULATED, emulated: true }]
if (real.keyId.startsWith('rzp_test_')) {
  targets.push({ name: 'the provider', base: 'https://api.razorpay.com', ...real, emulated: false })
}

describe.each(targets)('$name', ({ base, keyId, keySecret, emulated }) => {
  async function call(method: string, path: string, sent?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const post = (path: string, sent?: unknown, headers?: Record<string, string>) => call('POST', path, sent, headers)
  const get = (path: string) => call('GET', path)
  const newOrder = async (changes?: object): Promise<string> => (await post('/v1/orders', order(changes))).body.id
  /** Asked of the emulator only; the reference has it from others. */
  const unconfirmed = (what: string, work: () => Promise<void>) => {
    if (!UNCONFIRMED.includes(what)) UNCONFIRMED.push(what)
    if (emulated) test(what, work)
  }

  test('a reset forgets how far the clock was moved on', async () => {
    const before = emulator.ledger.createOrder(order()).created_at
    await emulator.advance(3_600_000)
    expect(emulator.ledger.createOrder(order()).created_at).toBeGreaterThanOrEqual(before + 3_600)
    emulator.reset()
    expect(emulator.ledger.createOrder(order()).created_at).toBeLessThan(before + 3_600)
  })

  describe('orders', () => {
    test('are made in the documented shape', async () => {
      const sent = order({ notes: { booking: 'LUM-1' } })
      expect(await post('/v1/orders', sent)).toMatchObject({
        status: 200,
        body: {
          id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
          entity: 'order',
          amount: 99_900,
          amount_paid: 0,
          amount_due: 99_900,
          currency: 'INR',
          receipt: sent.receipt,
          offer_id: null,
          status: 'created',
          attempts: 0,
          notes: { booking: 'LUM-1' },
          created_at: expect.any(Number),
        },
      })
    })
    test('without notes have an empty list of them', async () => {
      expect((await post('/v1/orders', order())).body.notes).toEqual([])
    })
    test.each([
      [{ amount: 99 }, /Order amount less than minimum amount allowed|at least INR 1\.00/],
      [{ amount: 99.5 }, /must be an integer/],
      [{ amount: undefined }, /required/],
      [{ colour: 'red' }, /not required and should not be sent/],
      [{ receipt: 'x'.repeat(41) }, /receipt/],
    ])('with %o are refused', async (changes, text) => {
      expect(await post('/v1/orders', order(changes))).toMatchObject(refusal(text))
    })
    test('are read, listed by receipt, and change in their notes only', async () => {
      const sent = order()
      const { id } = (await post('/v1/orders', sent)).body
      expect((await get(`/v1/orders/${id}`)).body).toMatchObject({ id, receipt: sent.receipt })
      expect((await get(`/v1/orders?receipt=${sent.receipt}`)).body).toMatchObject({
        entity: 'collection',
        count: 1,
        items: [{ id }],
      })
      expect((await call('PATCH', `/v1/orders/${id}`, { notes: { a: 'b' } })).body).toMatchObject({ notes: { a: 'b' } })
      expect((await call('PATCH', `/v1/orders/${id}`, { amount: 100 })).status).toBe(400)
      expect((await get(`/v1/orders/${id}/payments`)).body).toMatchObject({ entity: 'collection', count: 0, items: [] })
    })
    test('cannot be cancelled or deleted: there is no such address', async () => {
      const id = await newOrder()
      expect(await call('DELETE', `/v1/orders/${id}`)).toMatchObject(refusal(/URL was not found/))
      expect(await post(`/v1/orders/${id}/cancel`, {})).toMatchObject(refusal(/URL was not found/))
    })
    test('that are not there, and ids that are none, answer 400', async () => {
      expect(await get('/v1/orders/order_AAAAAAAAAAAAAA')).toMatchObject(refusal(/does not exist/))
      expect(await get('/v1/orders/nonsense')).toMatchObject({ status: 400, body: ERROR })
    })
    test('are listed ten at a time, and at most a hundred', async () => {
      for (let made = 0; made < 11; made++) await newOrder()
      expect((await get('/v1/orders')).body.items).toHaveLength(10)
      expect((await get('/v1/orders?count=101')).status).toBe(400)
    })
    unconfirmed('a receipt that was used before is refused', async () => {
      const sent = order()
      await post('/v1/orders', sent)
      expect(await post('/v1/orders', sent)).toMatchObject(refusal(/receipt should be unique/))
    })
    unconfirmed('unique_receipt answers the same order again', async () => {
      const sent = order({ unique_receipt: true })
      expect((await post('/v1/orders', sent)).body.id).toBe((await post('/v1/orders', sent)).body.id)
    })
    unconfirmed('amounts as text are refused', async () => {
      expect(await post('/v1/orders', order({ amount: '99900' }))).toMatchObject(refusal(/integer/))
    })
    unconfirmed('the capture periods 12 and 60 are taken', async () => {
      const capture_options = { automatic_expiry_period: 12, manual_expiry_period: 60, refund_speed: 'normal' }
      const payment = { capture: 'automatic', capture_options }
      expect((await post('/v1/orders', order({ payment }))).status).toBe(200)
    })
  })

  test('disputes are listed as a collection, and one that is not there answers 400', async () => {
    expect((await get('/v1/disputes')).body).toMatchObject({ entity: 'collection', items: [] })
    expect(await get('/v1/disputes/disp_AAAAAAAAAAAAAA')).toMatchObject({ status: 400, body: ERROR })
  })

  test('wrong keys are refused with 401', async () => {
    const Authorization = `Basic ${Buffer.from(`${keyId}:wrong`).toString('base64')}`
    const answer = await call('GET', '/v1/orders', undefined, { Authorization })
    expect(answer).toMatchObject({ status: 401, body: ERROR })
  })

  test('the product’s gateway makes, finds and reads orders', async () => {
    const gateway = createRazorpayGateway({ keyId, keySecret, webhookSecrets: ['w'], apiBase: base, scriptUrl: base })
    const { receipt } = order()
    const made = await gateway.createOrder({
      amount: paise(99_900),
      receipt,
      notes: { booking: 'LUM-1' },
      captureMinutes: 12,
    })
    if (!made.ok) throw new Error(made.description)
    expect(made.value).toMatchObject({ amount: 99_900, currency: 'INR', receipt, status: 'created', attempts: 0 })
    expect(await gateway.fetchOrder(made.value.id)).toEqual(made)
    expect(await gateway.findOrderByReceipt(receipt)).toEqual(made)
    expect(await gateway.fetchOrderPayments(made.value.id)).toEqual({ ok: true, value: [] })
    expect(await gateway.fetchOrder('order_AAAAAAAAAAAAAA')).toMatchObject({
      ok: false,
      outcome: 'rejected',
      status: 400,
    })
    expect(await gateway.fetchOrder('../payments')).toMatchObject({ ok: false, code: 'BAD_ID' })
    const wrong = createRazorpayGateway({ keyId, keySecret: 'no', webhookSecrets: [], apiBase: base, scriptUrl: base })
    expect(await wrong.fetchOrder(made.value.id)).toMatchObject({ ok: false, outcome: 'rejected', status: 401 })
  })
})

describe('payments, refunds and events, which need a customer', () => {
  const gateway = createRazorpayGateway({
    ...EMULATED,
    webhookSecrets: ['whsec_contract'],
    apiBase: emulator.url,
    scriptUrl: emulator.url,
  })
  const { ledger, webhooks } = emulator
  const freshOrder = (changes: object = {}) => ledger.createOrder(order(changes)).id
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
    time = new Date(time.getTime() + 61 * 60_000)
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
    time = new Date(time.getTime() + 10 * 86_400_000)
    expect(ledger.findDispute(second.id), 'nobody answered in time').toMatchObject({ status: 'lost' })
  })

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

  test('webhooks carry the raw body’s signature and the event’s id, the same in every repeat', async () => {
    const heard: { id: string | undefined; signed: boolean }[] = []
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const signature = createHmac('sha256', 'whsec_contract').update(body).digest('hex')
      const { 'x-razorpay-signature': sent, 'x-razorpay-event-id': id } = request.headers
      heard.push({ id: String(id), signed: sent === signature && gateway.isWebhookSignature(body, signature) })
      response.writeHead(heard.length === 1 ? 500 : 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    webhooks.addEndpoint(`http://127.0.0.1:${port}/`)
    emulator.pay(freshOrder(), 'upi', 'failure')
    await webhooks.sent()
    await emulator.advance(1_000)
    expect(heard).toEqual([
      { id: expect.stringMatching(/.{10,}/), signed: true },
      { id: heard[0]?.id, signed: true },
    ])
    server.close()
  })

  test('lists come newest first and lag, single reads do not', async () => {
    emulator.behaviour.listLagMs = 300_000
    const { id } = emulator.pay(freshOrder(), 'upi', 'success')
    const page = { from: new Date(time.getTime() - 60_000), to: new Date(time.getTime() + 60_000) }
    const listed = async () => {
      const answer = await gateway.listPayments(page)
      return answer.ok ? answer.value.map((one) => one.id) : []
    }
    expect(await listed()).not.toContain(id)
    expect(await gateway.fetchPayment(id)).toMatchObject({ ok: true })
    emulator.behaviour.listLagMs = 0
    expect((await listed())[0]).toBe(id)
  })
})
