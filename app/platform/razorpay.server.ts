import Razorpay from 'razorpay'
import type { z } from 'zod'
import {
  type GatewayAnswer,
  type GatewayFailure,
  type GatewayOrder,
  isRazorpay,
  type PaymentGateway,
} from './payment-gateway.server'
import {
  disputeSchema,
  failureSchema,
  listOf,
  orderSchema,
  paymentSchema,
  refundSchema,
} from './razorpay-answers.server'
import { isSignature } from './signature.server'

const TIMEOUT_MS = 8_000
/** A server that starts waits no longer to be told the time. */
const SOON_MS = 3_000
const BACK_OFF_MS = 300
/** How often a call is repeated that came too soon after others. */
const BACK_OFFS = 3
const CURRENCY = 'INR'
const MOST_A_PAGE = 100

const ORDER_ID = /^order_[A-Za-z0-9]{14}$/
const PAYMENT_ID = /^pay_[A-Za-z0-9]{14}$/
const DISPUTE_ID = /^disp_[A-Za-z0-9]{14}$/
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/

interface RazorpaySettings {
  keyId: string
  keySecret: string
  /** All of them verify: after a change, older events still come signed with the old one. */
  webhookSecrets: readonly string[]
  /** The provider's address, without a path. */
  apiBase: string
  scriptUrl: string
  /** How long one call may take; 8 seconds unless named. */
  timeoutMs?: number
  /** The first pause after "too many requests"; it doubles each time. */
  backOffMs?: number
}

/** The part of the SDK's HTTP client that its types leave out. */
interface SdkTransport {
  defaults: Record<string, unknown>
  interceptors: { response: { use(ok: (answer: HttpAnswer) => unknown, failed: (error: HttpFault) => unknown): void } }
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<HttpAnswer>
  get(path: string, options: { timeout: number; validateStatus: () => true }): Promise<HttpAnswer>
}

interface HttpAnswer {
  status: number
  headers?: Record<string, unknown>
  data: unknown
}

interface HttpFault {
  code?: string
  message?: string
  response?: HttpAnswer
}

/** For how long after its beginning a payment that was authorised late waits for our decision, in minutes (rule P5). */
const DECISION_MINUTES = 60

/** Razorpay through its own SDK, mended where it was found wanting: time limit, errors, ids, signatures. */
export function createRazorpayGateway(settings: RazorpaySettings): PaymentGateway {
  const { timeoutMs = TIMEOUT_MS, backOffMs = BACK_OFF_MS } = settings
  const sdk = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret })
  const transport = mendTransport(sdk, settings.apiBase, timeoutMs)
  const call = caller(backOffMs)

  async function findOrderByReceipt(receipt: string): Promise<GatewayAnswer<GatewayOrder | undefined>> {
    const found = await call(listOf(orderSchema), () => sdk.orders.all({ receipt }))
    return found.ok ? { ok: true, value: found.value.find((order) => order.receipt === receipt) } : found
  }

  const create = ({ captureMinutes, ...order }: Parameters<PaymentGateway['createOrder']>[0]) =>
    call(orderSchema, () =>
      sdk.orders.create({
        ...order,
        currency: CURRENCY,
        // ordinary payments are captured without us; a late one waits for our decision, then goes back
        payment: {
          capture: 'automatic',
          capture_options: {
            automatic_expiry_period: captureMinutes,
            manual_expiry_period: Math.max(DECISION_MINUTES, captureMinutes),
            refund_speed: 'normal',
          },
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
    async time() {
      try {
        const { headers } = await transport.get('/v1/payments?count=1', {
          timeout: SOON_MS,
          validateStatus: () => true,
        })
        const told = Date.parse(String(headers?.date))
        return Number.isNaN(told) ? undefined : new Date(told)
      } catch {
        return undefined
      }
    },
    async createOrder(order) {
      // whoever waits for the order gives up after 30 seconds, so no new call begins late
      const latest = Date.now() + 2.5 * timeoutMs
      const first = await create(order)
      if (first.ok || first.status === 401) return first
      // an earlier try may have made it although its answer was lost; then its receipt is refused as used
      const found = await findOrderByReceipt(order.receipt)
      if (found.ok && found.value?.amount === order.amount) return { ok: true, value: found.value }
      if (first.outcome === 'rejected') return first
      if (!found.ok) return found
      const second = await create(order)
      if (second.ok || second.outcome !== 'rejected' || Date.now() > latest) return second
      // the first try arrived after we had looked
      const late = await findOrderByReceipt(order.receipt)
      return late.ok && late.value?.amount === order.amount ? { ok: true, value: late.value } : second
    },
    findOrderByReceipt,
    fetchOrder: (id) => withId(ORDER_ID, id, () => call(orderSchema, () => sdk.orders.fetch(id))),
    fetchOrderPayments: (id) =>
      withId(ORDER_ID, id, () => call(listOf(paymentSchema), () => sdk.orders.fetchPayments(id))),
    fetchPayment: (id) => withId(PAYMENT_ID, id, () => call(paymentSchema, () => sdk.payments.fetch(id))),
    listPayments: ({ from, to, skip = 0, count = MOST_A_PAGE }) =>
      call(listOf(paymentSchema), () =>
        sdk.payments.all({ from: unixSeconds(from), to: unixSeconds(to), skip, count }),
      ),
    capture: (id, paid) =>
      withId(PAYMENT_ID, id, () => call(paymentSchema, () => sdk.payments.capture(id, paid, CURRENCY))),
    refund: ({ paymentId, idempotencyKey, receipt = idempotencyKey, ...body }) =>
      withId(PAYMENT_ID, paymentId, () =>
        withId(IDEMPOTENCY_KEY, idempotencyKey, () =>
          call(refundSchema, async () => {
            // the SDK's own method cannot send a header
            const headers = { 'X-Refund-Idempotency': idempotencyKey }
            const sent = { ...body, speed: 'normal', receipt }
            return (await transport.post(`/v1/payments/${paymentId}/refund`, sent, { headers })).data
          }),
        ),
      ),
    listRefunds: (id) =>
      withId(PAYMENT_ID, id, () =>
        call(listOf(refundSchema), () => sdk.payments.fetchMultipleRefund(id, { count: MOST_A_PAGE })),
      ),
    listAllRefunds: ({ from, to, skip = 0, count = MOST_A_PAGE }) =>
      call(listOf(refundSchema), () => sdk.refunds.all({ from: unixSeconds(from), to: unixSeconds(to), skip, count })),
    fetchDispute: (id) => withId(DISPUTE_ID, id, () => call(disputeSchema, () => sdk.disputes.fetch(id))),
    listDisputes: (page) => call(listOf(disputeSchema), () => sdk.disputes.all(page)),
    readDispute: (entity) => disputeSchema.safeParse(entity).data,
    isCheckoutSignature: ({ orderId, paymentId, signature }) =>
      ORDER_ID.test(orderId) &&
      PAYMENT_ID.test(paymentId) &&
      isSignature(`${orderId}|${paymentId}`, settings.keySecret, signature),
    isWebhookSignature: (rawBody, signature) =>
      settings.webhookSecrets.some((secret) => isSignature(rawBody, secret, signature)),
  }
}

const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The SDK pastes ids into paths, so nothing that is not one gets there. */
async function withId<T>(shape: RegExp, id: string, work: () => Promise<GatewayAnswer<T>>): Promise<GatewayAnswer<T>> {
  if (shape.test(id)) return work()
  return { ok: false, outcome: 'rejected', status: 0, code: 'BAD_ID', description: 'Not an id of the payment provider' }
}

type Call = <Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<unknown>,
) => Promise<GatewayAnswer<z.output<Schema>>>

/** Makes a call and reads its answer; "too many requests" is waited out with growing pauses, nothing else is repeated. */
function caller(backOffMs: number): Call {
  return async (schema, request) => {
    for (let pauses = 0; ; pauses++) {
      const answer = await attempt(schema, request)
      if (answer.ok || answer.status !== 429 || pauses === BACK_OFFS) return answer
      await new Promise((resolve) => setTimeout(resolve, backOffMs * 2 ** pauses * (1 + Math.random() / 2)))
    }
  }
}

async function attempt<Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<unknown>,
): Promise<GatewayAnswer<z.output<Schema>>> {
  try {
    const parsed = schema.safeParse(await request())
    if (parsed.success) return { ok: true, value: parsed.data }
    const description = 'An answer of an unknown shape'
    return { ok: false, outcome: 'unknown', status: 200, code: 'UNPARSEABLE', description }
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
  return { ok: false, outcome, status, code, description }
}

/** Gives the SDK's HTTP client an address and a time limit, and makes every failure one it can read. */
function mendTransport(sdk: Razorpay, apiBase: string, timeout: number): SdkTransport {
  const transport = (sdk.api as unknown as { rq: SdkTransport }).rq
  Object.assign(transport.defaults, { baseURL: apiBase, timeout, maxRedirects: 0 })
  // an emulator is near: no proxy of this machine stands between
  if (!isRazorpay(apiBase)) transport.defaults.proxy = false
  const refuse = (status: number, code: string, description: string) =>
    Promise.reject({ response: { status, data: { error: { code, description } } } })
  transport.interceptors.response.use(
    (answer) =>
      answer.data && typeof answer.data === 'object'
        ? answer
        : refuse(answer.status, 'UNPARSEABLE', `HTTP ${answer.status}`),
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
