import { createHmac, timingSafeEqual } from 'node:crypto'
import Razorpay from 'razorpay'
import { z } from 'zod'
import { paise } from '~/domain/money'
import type {
  GatewayAnswer,
  GatewayFailure,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  PaymentGateway,
} from './payment-gateway.server'

const TIMEOUT_MS = 8_000
const CURRENCY = 'INR'

interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecrets: readonly string[]
  /** The provider's address, without a path. */
  apiBase: string
  scriptUrl: string
}

/** The part of the SDK's HTTP client that its types leave out. */
interface SdkTransport {
  defaults: Record<string, unknown>
  interceptors: { response: { use(ok: (answer: HttpAnswer) => unknown, failed: (error: HttpFault) => unknown): void } }
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<HttpAnswer>
}

interface HttpAnswer {
  status: number
  data: unknown
}

interface HttpFault {
  code?: string
  message?: string
  response?: HttpAnswer
}

const amount = z.number().int().transform(paise)

const orderSchema = z
  .object({
    id: z.string(),
    amount,
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(['created', 'attempted', 'paid']),
    attempts: z.number(),
  })
  .transform(({ receipt, ...order }): GatewayOrder => ({ ...order, receipt: receipt ?? '' }))

const paymentSchema = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount,
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    captured: z.boolean().nullish(),
    amount_refunded: amount.nullish(),
    fee: amount.nullish(),
    tax: amount.nullish(),
    created_at: z.number(),
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      orderId: payment.order_id ?? null,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      captured: payment.captured ?? false,
      amountRefunded: payment.amount_refunded ?? paise(0),
      fee: payment.fee ?? null,
      tax: payment.tax ?? null,
      createdAt: new Date(payment.created_at * 1000),
    }),
  )

const refundSchema = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount,
    status: z.enum(['pending', 'processed', 'failed']),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ payment_id, receipt, ...refund }): GatewayRefund => ({
      ...refund,
      paymentId: payment_id,
      receipt: receipt ?? null,
    }),
  )

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item) }).transform(({ items }) => items)

const failureSchema = z.object({
  statusCode: z.number().optional(),
  error: z.object({ code: z.string().optional(), description: z.string().optional() }).optional(),
})

/** Razorpay through its own SDK, mended where reference/razorpay found it wanting: time limit, errors, ids, signatures. */
export function createRazorpayGateway(settings: RazorpaySettings): PaymentGateway {
  const sdk = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret })
  const transport = mendTransport(sdk, settings.apiBase)

  async function findOrder(receipt: string): Promise<GatewayAnswer<GatewayOrder | undefined>> {
    const found = await call(listOf(orderSchema), () => sdk.orders.all({ receipt }))
    return found.ok ? { ok: true, value: found.value.find((order) => order.receipt === receipt) } : found
  }

  const create = (order: { amount: number; receipt: string; notes: Record<string, string> }) =>
    call(orderSchema, () =>
      sdk.orders.create({
        ...order,
        currency: CURRENCY,
        payment: {
          capture: 'automatic',
          capture_options: { automatic_expiry_period: 12, manual_expiry_period: 60, refund_speed: 'normal' },
        },
      }),
    )

  return {
    checkout: {
      keyId: settings.keyId,
      scriptUrl: settings.scriptUrl,
      formUrl: `${settings.apiBase}/v1/checkout/embedded`,
      testMode: settings.keyId.startsWith('rzp_test_'),
    },
    async createOrder(order) {
      const first = await create(order)
      if (first.ok) return first
      // an earlier try may have made it although its answer was lost; then its receipt is refused as used
      const found = await findOrder(order.receipt)
      if (found.ok && found.value?.amount === order.amount) return { ok: true, value: found.value }
      if (first.outcome === 'rejected') return first
      return found.ok ? create(order) : found
    },
    fetchOrder: (id) => withId(ORDER_ID, id, () => call(orderSchema, () => sdk.orders.fetch(id))),
    fetchOrderPayments: (id) =>
      withId(ORDER_ID, id, () => call(listOf(paymentSchema), () => sdk.orders.fetchPayments(id))),
    capture: (id, paid) =>
      withId(PAYMENT_ID, id, () => call(paymentSchema, () => sdk.payments.capture(id, paid, CURRENCY))),
    refund: ({ paymentId, idempotencyKey, ...body }) =>
      withId(PAYMENT_ID, paymentId, () =>
        call(refundSchema, async () => {
          const headers = { 'X-Refund-Idempotency': idempotencyKey }
          const sent = { ...body, speed: 'normal', receipt: idempotencyKey }
          return (await transport.post(`/v1/payments/${paymentId}/refund`, sent, { headers })).data
        }),
      ),
    listRefunds: (id) =>
      withId(PAYMENT_ID, id, () => call(listOf(refundSchema), () => sdk.payments.fetchMultipleRefund(id, {}))),
    isCheckoutSignature: ({ orderId, paymentId, signature }) =>
      isSignature(`${orderId}|${paymentId}`, settings.keySecret, signature),
    isWebhookSignature: (rawBody, signature) =>
      settings.webhookSecrets.some((secret) => isSignature(rawBody, secret, signature)),
  }
}

const ORDER_ID = /^order_[A-Za-z0-9]{14}$/
const PAYMENT_ID = /^pay_[A-Za-z0-9]{14}$/

/** The SDK pastes ids into paths, so nothing that is not one gets there. */
async function withId<T>(shape: RegExp, id: string, work: () => Promise<GatewayAnswer<T>>): Promise<GatewayAnswer<T>> {
  if (shape.test(id)) return work()
  return { ok: false, outcome: 'rejected', code: 'BAD_ID', description: 'Not an id of the payment provider' }
}

async function call<Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<unknown>,
): Promise<GatewayAnswer<z.output<Schema>>> {
  try {
    const parsed = schema.safeParse(await request())
    if (parsed.success) return { ok: true, value: parsed.data }
    return { ok: false, outcome: 'unknown', code: 'UNPARSEABLE', description: 'An answer of an unknown shape' }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): GatewayFailure {
  const response = (error as HttpFault | undefined)?.response
  const shape = failureSchema.safeParse(
    response ? { statusCode: response.status, ...(response.data as object) } : error,
  )
  const status = shape.data?.statusCode ?? 0
  const { code = 'NETWORK_ERROR', description = 'No answer from the payment provider' } = shape.data?.error ?? {}
  const outcome =
    status === 409 || status === 429 ? 'retryable' : status >= 400 && status < 500 ? 'rejected' : 'unknown'
  return { ok: false, outcome, code, description }
}

function mendTransport(sdk: Razorpay, apiBase: string): SdkTransport {
  const transport = (sdk.api as unknown as { rq: SdkTransport }).rq
  Object.assign(transport.defaults, { baseURL: apiBase, timeout: TIMEOUT_MS, maxRedirects: 0 })
  const refuse = (status: number, code: string, description: string) =>
    Promise.reject({ response: { status, data: { error: { code, description } } } })
  transport.interceptors.response.use(
    (answer) =>
      answer.data && typeof answer.data === 'object'
        ? answer
        : refuse(answer.status === 200 ? 502 : answer.status, 'UNPARSEABLE', `HTTP ${answer.status}`),
    (error) => {
      if (!error.response) return refuse(0, 'NETWORK_ERROR', error.code ?? error.message ?? 'no answer')
      const body = error.response.data
      const readable = typeof body === 'object' && body !== null && 'error' in body
      return readable
        ? Promise.reject(error)
        : refuse(error.response.status, 'UNPARSEABLE', `HTTP ${error.response.status}`)
    },
  )
  return transport
}

/** Constant-time check of a lower-case hex HMAC-SHA256. */
function isSignature(text: string, secret: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(text).digest(), Buffer.from(signature, 'hex'))
}
