import { afterAll, describe, expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { EMULATED, ERROR, gatewayAt, openEmulator, order, refusal } from '../support/contract'

const real = { keyId: process.env.CONTRACT_KEY_ID ?? '', keySecret: process.env.CONTRACT_KEY_SECRET ?? '' }
const { emulator } = await openEmulator()

// what was read from third parties only, or reasoned, is not asked of the real one
const UNCONFIRMED: string[] = []
afterAll(() =>
  console.log(`not confirmed by the provider's own API:\n${UNCONFIRMED.map((what) => `- ${what}`).join('\n')}`),
)

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

  test('a connection is kept for longer than our client keeps it, so that none is closed under a call', async () => {
    const { headers } = await fetch(emulator.url)
    expect(Number(/^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '')?.[1])).toBeGreaterThan(10)
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

  describe('settlements', () => {
    const DAY = '/v1/settlements/recon/combined?year=2027&month=02&day=01'
    test('are told for a day as a collection', async () => {
      expect(await get(DAY)).toMatchObject({ status: 200, body: { entity: 'collection', count: 0, items: [] } })
    })
    test.each(['', '?month=02', '?year=2027'])('without year and month are refused: "%s"', async (query) => {
      expect(await get(`/v1/settlements/recon/combined${query}`)).toMatchObject({ status: 400, body: ERROR })
    })
  })

  test('wrong keys are refused with 401', async () => {
    const Authorization = `Basic ${Buffer.from(`${keyId}:wrong`).toString('base64')}`
    const answer = await call('GET', '/v1/orders', undefined, { Authorization })
    expect(answer).toMatchObject({ status: 401, body: ERROR })
  })

  test('the product’s gateway makes, finds and reads orders', async () => {
    const gateway = gatewayAt(base, { keyId, keySecret })
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
    const wrong = gatewayAt(base, { keyId, keySecret: 'no' })
    expect(await wrong.fetchOrder(made.value.id)).toMatchObject({ ok: false, outcome: 'rejected', status: 401 })
  })
})
