import { type Order, type Payment, type Refund, Refusal, urlNotFound } from './entities'
import { type Call, json, type Reply } from './http'
import type { Ledger } from './ledger'
import { reconRows } from './recon'
import type { EmulatorClock } from './schedule'
import type { Behaviour } from './settings'
import type { Sent } from './validation'

const MOST_A_PAGE = 100
const USUAL_A_PAGE = 10

export interface ApiWorld {
  keyId: string
  keySecret: string
  ledger: Ledger
  clock: EmulatorClock
  behaviour: Behaviour
}

type Handler = (ids: string[], call: Call) => unknown

const collection = (items: readonly unknown[]) => ({ entity: 'collection', count: items.length, items })

/** The merchant's API: basic authentication, then one handler a route; everything else is an unknown URL. */
export function createApi({ keyId, keySecret, ledger, clock, behaviour }: ApiWorld) {
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  const withPayments = (order: Order) => ({ ...order, payments: collection(ledger.paymentsOf(order.id)) })
  const expands = ({ query }: Call) => query.getAll('expand[]').includes('payments')
  /** Lists lag behind; single reads do not. */
  const listed = <Item extends { created_at: number }>(items: Iterable<Item>): Item[] =>
    [...items].filter((one) => one.created_at * 1000 + behaviour.listLagMs <= clock.now().getTime()).reverse()

  function orders(call: Call): unknown {
    const receipt = call.query.get('receipt')
    const authorized = call.query.get('authorized')
    const isAuthorized = (order: Order) => ledger.paymentsOf(order.id).some(({ status }) => status === 'authorized')
    const fitting = listed(ledger.orders.values()).filter(
      (order) =>
        (!receipt || order.receipt === receipt) &&
        (authorized === null || authorized === '' || (authorized === '1') === isAuthorized(order)),
    )
    const items = page(fitting, call)
    return collection(expands(call) ? items.map(withPayments) : items)
  }

  function payments(call: Call): unknown {
    const further = Number(call.query.get('skip') ?? 0) > 0
    for (let nth = 0; further && nth < behaviour.paymentsBetweenPages; nth++) ledger.strayPayment()
    return collection(page(listed(ledger.payments.values()), call))
  }

  const tries = (orderId: string): Payment[] =>
    ledger.paymentsOf(orderId).filter(({ status }) => behaviour.listsOpenTries || status !== 'created')

  const refundOf = (paymentId: string, refundId: string): Refund => {
    const refund = ledger.findRefund(refundId)
    if (refund.payment_id !== ledger.payment(paymentId).id) throw urlNotFound()
    return refund
  }

  const routes: [method: string, path: string, handler: Handler][] = [
    ['POST', 'orders', (_, call) => ledger.createOrder(sentIn(call))],
    ['GET', 'orders', (_, call) => orders(call)],
    ['GET', 'orders/*', ([id = ''], call) => (expands(call) ? withPayments(ledger.order(id)) : ledger.order(id))],
    ['PATCH', 'orders/*', ([id = ''], call) => ledger.patchOrder(id, sentIn(call))],
    ['GET', 'orders/*/payments', ([id = '']) => collection(tries(ledger.order(id).id))],
    ['GET', 'payments', (_, call) => payments(call)],
    ['GET', 'payments/*', ([id = '']) => ledger.payment(id)],
    ['POST', 'payments/*/capture', ([id = ''], call) => ledger.capture(id, sentIn(call))],
    [
      'POST',
      'payments/*/refund',
      ([id = ''], call) => {
        const key = call.headers['x-refund-idempotency']
        return ledger.refund(id, sentIn(call), Array.isArray(key) ? key[0] : key)
      },
    ],
    [
      'GET',
      'payments/*/refunds',
      ([id = ''], call) => collection(page([...ledger.refundsOf(ledger.payment(id).id)].reverse(), call)),
    ],
    ['GET', 'payments/*/refunds/*', ([id = '', refundId = '']) => refundOf(id, refundId)],
    ['GET', 'refunds', (_, call) => collection(page(listed(ledger.refunds.values()), call))],
    ['GET', 'refunds/*', ([id = '']) => ledger.findRefund(id)],
    ['PATCH', 'refunds/*', ([id = ''], call) => ledger.patchRefund(id, sentIn(call))],
    ['GET', 'disputes', (_, call) => collection(page(listed(ledger.disputes.values()), call))],
    ['GET', 'disputes/*', ([id = '']) => ledger.findDispute(id)],
    ['GET', 'settlements/recon/combined', (_, { query }) => collection(reconRows(ledger, query))],
  ]

  return (call: Call): Reply => {
    if (call.headers.authorization !== expected) {
      return json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401)
    }
    const parts = call.path.replace(/^\/v1\//, '').split('/')
    for (const [method, path, handler] of routes) {
      const ids = method === call.method ? match(path.split('/'), parts) : undefined
      if (!ids) continue
      for (const id of ids) checkId(id)
      return json(handler(ids, call))
    }
    throw urlNotFound()
  }
}

function match(pattern: readonly string[], parts: readonly string[]): string[] | undefined {
  if (pattern.length !== parts.length) return undefined
  const fits = pattern.every((part, at) => part === '*' || part === parts[at])
  return fits ? parts.filter((_, at) => pattern[at] === '*') : undefined
}

function checkId(id: string): void {
  if (!/^(order|pay|rfnd|disp)_[A-Za-z0-9]{14}$/.test(id))
    throw new Refusal(400, `${id} is not a valid id`, NOT_APPLICABLE)
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA' }

/** The fields of a JSON body. */
function sentIn({ body }: Call): Sent {
  if (!body) return {}
  const sent = parsed(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new Refusal(400, 'The request body is not valid JSON.')
  }
  return Object.fromEntries(Object.entries(sent))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.')
  }
}

/** One page of a list: 10 unless asked for, at most 100, within `from` and `to`. */
function page<Item extends { created_at: number }>(items: readonly Item[], { query }: Call): Item[] {
  const number = (name: string, otherwise: number) => {
    const text = query.get(name)
    if (text === null || text === '') return otherwise
    if (!/^\d+$/.test(text)) throw new Refusal(400, `The ${name} must be an integer.`, { field: name })
    return Number(text)
  }
  const count = number('count', USUAL_A_PAGE)
  if (count > MOST_A_PAGE) throw new Refusal(400, 'The count may not be greater than 100.', { field: 'count' })
  if (count < 1) throw new Refusal(400, 'The count must be at least 1.', { field: 'count' })
  const from = number('from', 0)
  const to = number('to', Number.MAX_SAFE_INTEGER)
  const skip = number('skip', 0)
  return items.filter(({ created_at: at }) => at >= from && at <= to).slice(skip, skip + count)
}
