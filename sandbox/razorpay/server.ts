import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLedger, type Ledger, type Outcome, type Payment, Refusal } from './ledger'
import { checkoutScript, failureFields, framePage, paymentPage, returnPage } from './pages'
import { createWebhooks } from './webhooks'

export interface EmulatorOptions {
  keyId: string
  keySecret: string
  webhookSecret: string
  host?: string
  port?: number
  /** Where webhooks go; more can be added later. */
  webhookUrls?: string[]
  now?: () => Date
}

/** A fault that is armed for the next calls that match. */
export interface Fault {
  method?: string
  /** Beginning of the path. */
  path: string
  times: number
  status?: number
  body?: string
  delayMs?: number
  /** Cuts the connection; with `after` the call has its effect first. */
  cut?: boolean
  after?: boolean
}

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: string
  headers: IncomingMessage['headers']
}

interface Reply {
  status: number
  type: string
  body: string
  location?: string
}

const json = (value: unknown, status = 200): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
const html = (body: string, status = 200): Reply => ({ status, type: 'text/html; charset=utf-8', body })
const list = (items: readonly unknown[]) => json({ entity: 'collection', count: items.length, items })

function refusalReply({ status, code, description, field }: Refusal): Reply {
  const error = {
    code,
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...(field && { field }),
  }
  return json({ error }, status)
}

/** Razorpay over HTTP for demo and tests: orders, payments, refunds, checkout window, hosted page, webhooks, control. */
export async function startRazorpayEmulator(options: EmulatorOptions) {
  const now = options.now ?? (() => new Date())
  const ledger = createLedger({ keySecret: options.keySecret, now })
  const webhooks = createWebhooks({ secret: options.webhookSecret, urls: [...(options.webhookUrls ?? [])], now })
  const faults: Fault[] = []
  const calls: { method: string; path: string }[] = []
  let origin = ''

  const server = createServer((request, response) => {
    readCall(request)
      .then(async (call) => {
        calls.push({ method: call.method, path: call.path })
        const fault = faults.find(
          (one) => one.times > 0 && call.path.startsWith(one.path) && (!one.method || one.method === call.method),
        )
        if (!fault) return send(response, answer(call))
        fault.times--
        const done = fault.after ? answer(call) : undefined
        if (fault.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
        if (fault.cut) return response.destroy()
        if (fault.status)
          return send(response, {
            status: fault.status,
            type: fault.body?.startsWith('<') ? 'text/html' : 'application/json',
            body: fault.body ?? '',
          })
        send(response, done ?? answer(call))
      })
      .catch(() => send(response, json({ error: { code: 'SERVER_ERROR', description: 'The emulator failed' } }, 500)))
  })

  function answer(call: Call): Reply {
    try {
      if (call.path.startsWith('/__emu/')) return control(call)
      if (call.path === '/v1/checkout.js') return { status: 200, type: 'text/javascript', body: checkoutScript(origin) }
      if (call.path.startsWith('/checkout') || call.path === '/v1/checkout/embedded') return checkout(call)
      return api(call)
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(error)
      throw error
    }
  }

  function api({ method, path, query, body, headers }: Call): Reply {
    const expected = `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`
    if (headers.authorization !== expected) throw new Refusal(401, 'Authentication failed')
    const [, version, kind, id, action] = path.split('/')
    const sent = (body ? JSON.parse(body) : {}) as Record<string, unknown>
    const route = version === 'v1' ? `${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}` : ''
    switch (route) {
      case 'POST orders':
        return json(ledger.createOrder(sent))
      case 'GET orders': {
        const receipt = query.get('receipt')
        return list(
          paged(
            [...ledger.orders.values()].filter((order) => !receipt || order.receipt === receipt),
            query,
          ),
        )
      }
      case 'GET orders/:id':
        return json(ledger.order(id ?? ''))
      case 'PATCH orders/:id':
        return json(Object.assign(ledger.order(id ?? ''), { notes: sent.notes }))
      case 'GET orders/:id/payments':
        ledger.order(id ?? '')
        return list(ledger.paymentsOf(id ?? ''))
      case 'GET payments':
        return list(paged([...ledger.payments.values()].reverse(), query))
      case 'GET payments/:id':
        return json(ledger.payment(id ?? ''))
      case 'POST payments/:id/capture': {
        const payment = ledger.capture(id ?? '', sent)
        announce('payment.captured', payment)
        announce('order.paid', payment)
        return json(payment)
      }
      case 'POST payments/:id/refund': {
        const key = headers['x-refund-idempotency']
        const refund = ledger.refund(id ?? '', sent, typeof key === 'string' ? key : undefined)
        webhooks.send('refund.processed', { refund, payment: ledger.payment(id ?? '') })
        return json(refund)
      }
      case 'GET payments/:id/refunds':
        return list(ledger.refundsOf(id ?? ''))
      default:
        throw new Refusal(400, 'The requested URL was not found on the server.')
    }
  }

  function announce(event: string, payment: Payment): void {
    webhooks.send(event, { payment, ...(event === 'order.paid' && { order: ledger.order(payment.order_id) }) })
  }

  /** Makes a payment as a customer would, and tells the webhooks. */
  function pay(
    orderId: string,
    method: string,
    outcome: Outcome,
    contact?: { email: string; contact: string },
  ): Payment {
    const payment = ledger.pay(orderId, method, outcome, contact)
    if (payment.status === 'failed') announce('payment.failed', payment)
    if (payment.status === 'authorized' || payment.status === 'captured') announce('payment.authorized', payment)
    if (payment.status === 'captured') {
      announce('payment.captured', payment)
      announce('order.paid', payment)
    }
    return payment
  }

  function checkout({ path, method, query, body }: Call): Reply {
    const fields = Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : query)
    if (path === '/checkout/close') return html(framePage({ event: 'closed' }, ''))
    const order = ledger.order(fields.order_id ?? '')
    if (fields.key_id !== options.keyId) throw new Refusal(400, 'The api key provided is invalid')
    if (fields.amount && Number(fields.amount) !== order.amount)
      throw new Refusal(400, 'The amount does not match the order')
    if (order.status === 'paid' && path !== '/checkout/pay') {
      throw new Refusal(
        400,
        'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
      )
    }
    if (path !== '/checkout/pay') return html(paymentPage(order, fields, fields.cancel_url))
    const contact = {
      email: fields['prefill[email]'] ?? fields.email ?? '',
      contact: fields['prefill[contact]'] ?? fields.contact ?? '',
    }
    const payment = pay(order.id, fields.method ?? 'upi', (fields.outcome ?? 'success') as Outcome, contact)
    const paid = {
      razorpay_payment_id: payment.id,
      razorpay_order_id: order.id,
      razorpay_signature: ledger.signature(order.id, payment.id),
    }
    const good = payment.status === 'captured' || payment.status === 'authorized'
    if (fields.callback_url) {
      if (payment.status === 'created') return html(paymentPage(order, fields, fields.cancel_url))
      return html(returnPage(fields.callback_url, good ? paid : failureFields(payment), good))
    }
    if (payment.status === 'created') return html(paymentPage(order, fields, undefined))
    const error = {
      code: payment.error_code,
      description: payment.error_description,
      reason: payment.error_reason,
      source: 'customer',
      step: 'payment_authentication',
      metadata: { order_id: order.id, payment_id: payment.id },
    }
    const { method: _, outcome: __, ...again } = fields
    return html(
      framePage(
        good ? { event: 'paid', response: paid } : { event: 'failed', error },
        `/checkout?${new URLSearchParams(again)}`,
      ),
    )
  }

  /** Forgets everything that happened. */
  function reset(): void {
    ledger.reset()
    faults.length = 0
    calls.length = 0
    webhooks.deliveries.length = 0
  }

  function control({ path, body }: Call): Reply {
    const sent = (body ? JSON.parse(body) : {}) as Record<string, string>
    switch (path) {
      case '/__emu/state':
        return json({
          orders: [...ledger.orders.values()],
          payments: [...ledger.payments.values()],
          refunds: [...ledger.refunds.values()],
          deliveries: webhooks.deliveries,
        })
      case '/__emu/reset':
        reset()
        return json({ ok: true })
      case '/__emu/pay':
        return json(pay(sent.orderId ?? '', sent.method ?? 'upi', (sent.outcome ?? 'success') as Outcome))
      case '/__emu/settle': {
        const payment = ledger.payment(sent.paymentId ?? '')
        ledger.settle(payment)
        announce('payment.captured', payment)
        announce('order.paid', payment)
        return json(payment)
      }
      case '/__emu/fault':
        faults.push(JSON.parse(body) as Fault)
        return json({ ok: true })
      default:
        throw new Refusal(400, 'The requested URL was not found on the server.')
    }
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://${options.host ?? '127.0.0.1'}:${port}`
  return {
    url: origin,
    ledger: ledger as Ledger,
    calls,
    webhooks,
    pay,
    reset,
    arm: (fault: Fault) => faults.push(fault),
    async stop() {
      webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type RazorpayEmulator = Awaited<ReturnType<typeof startRazorpayEmulator>>

function paged<Item>(items: Item[], query: URLSearchParams): Item[] {
  const skip = Number(query.get('skip') ?? 0)
  return items.slice(skip, skip + Math.min(Number(query.get('count') ?? 10), 100))
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const url = new URL(request.url ?? '/', 'http://emulator')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(parts).toString(),
    headers: request.headers,
  }
}

function send(response: ServerResponse, { status, type, body, location }: Reply): void {
  response.writeHead(status, { 'Content-Type': type, ...(location && { Location: location }) })
  response.end(body)
}
