import { urlNotFound } from './entities'
import { type Fault, type FaultName, type Faults, NAMED_FAULTS, namedFault } from './faults'
import { type Call, json, type Reply } from './http'
import type { Dispute, Ledger, Outcome, Payment, Refund } from './ledger'
import type { EmulatorClock } from './schedule'
import type { Behaviour } from './settings'
import { CANCELLED_BY_USER, FAILED_AT_BANK } from './test-instruments'
import type { Spoiling, Webhooks } from './webhooks'

export interface ControlWorld {
  ledger: Ledger
  webhooks: Webhooks
  faults: Faults
  behaviour: Behaviour
  clock: EmulatorClock
  calls: readonly { method: string; path: string }[]
  reset(options: { ids?: boolean }): void
}

interface Sent {
  orderId?: string
  paymentId?: string
  refundId?: string
  disputeId?: string
  eventId?: string
  method?: string
  outcome?: Outcome
  amount?: number | null
  currency?: string
  status?: string
  event?: string
  secret?: string
  url?: string
  enabled?: boolean
  kind?: Spoiling
  times?: number
  name?: FaultName
  ids?: boolean
  count?: number
  seconds?: number
  minutes?: number
  hours?: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** `/__emu/<deed>` with a JSON body: everything a test or a curious person may do to the emulator. */
export function createControl(world: ControlWorld) {
  const { ledger, webhooks, faults, behaviour, clock } = world

  /** A try that is open is ended by paymentId; with an orderId a new one is made. */
  function attempt({ orderId = '', paymentId, method = 'upi' }: Sent, outcome: Outcome, cancelled = false): Payment {
    const payment = paymentId ? ledger.payment(paymentId) : undefined
    const why = cancelled ? CANCELLED_BY_USER : FAILED_AT_BANK
    return payment ? ledger.finish(payment, outcome, why) : ledger.pay(orderId, method, outcome)
  }

  function entities({ orderId, paymentId, refundId }: Sent) {
    const refund = refundId ? ledger.findRefund(refundId) : undefined
    const payment = paymentId || refund ? ledger.payment(paymentId ?? refund?.payment_id ?? '') : undefined
    return { refund, payment, order: orderId ? ledger.order(orderId) : undefined }
  }

  const deeds: Record<string, (sent: Sent, body: unknown) => unknown> = {
    state: () => ({
      now: clock.now().toISOString(),
      orders: [...ledger.orders.values()],
      payments: [...ledger.payments.values()],
      refunds: [...ledger.refunds.values()],
      disputes: [...ledger.disputes.values()],
      events: webhooks.events.map(({ secret: _, ...event }) => event),
      deliveries: webhooks.deliveries,
      endpoints: webhooks.endpoints,
      behaviour,
      faults: faults.armed(),
      strikes: faults.strikes(),
      namedFaults: Object.keys(NAMED_FAULTS),
      calls: world.calls,
    }),
    reset: ({ ids }) => world.reset({ ids }),
    pay: (sent) => attempt(sent, sent.outcome ?? 'success'),
    fail: (sent) => attempt(sent, 'failure'),
    cancel: (sent) => attempt(sent, 'failure', true),
    leave: (sent) => attempt(sent, 'pending'),
    /** The bank says yes after all: captured when the order's automatic period still runs, else left to wait. */
    authorise: ({ paymentId = '' }) => ledger.authorise(ledger.payment(paymentId)),
    capture: ({ paymentId = '' }) => {
      const { amount, currency } = ledger.payment(paymentId)
      return ledger.capture(paymentId, { amount, currency })
    },
    /** Captured whatever it was. */
    settle: ({ paymentId = '' }) => ledger.settle(ledger.payment(paymentId)),
    /** A second payment that won the race against the paid order: given back by itself. */
    duplicate: ({ orderId = '', method = 'upi' }) => ledger.pay(orderId, method, 'success'),
    /** A captured payment that is not what its order asks for. */
    misfit: ({ orderId = '', amount, currency }) =>
      ledger.misfit(orderId, { ...(amount && { amount }), ...(currency && { currency }) }),
    /** Many paid orders in one second, for lists longer than a page. */
    many: ({ count = 101, amount }) => {
      for (let nth = 0; nth < count; nth++) ledger.strayPayment(amount ?? undefined)
    },
    /** A refund made in the provider's own console. */
    refund: ({ paymentId = '', amount }) => ledger.refund(paymentId, amount ? { amount } : {}, undefined),
    'settle-refund': ({ refundId = '', status = 'processed' }) =>
      ledger.settleRefund(refundId, status as Refund['status']),
    /** A customer's bank asks for a payment's money back. */
    dispute: ({ paymentId = '', amount }) => ledger.openDispute(paymentId, { ...(amount && { amount }) }),
    /** The merchant has answered it (`under_review`), or it is decided: `won`, `lost`, `closed`. */
    'move-dispute': ({ disputeId = '', status = 'lost' }) =>
      ledger.moveDispute(disputeId, status as Exclude<Dispute['status'], 'open'>),
    balance: ({ amount = null }) => ledger.setBalance(amount),
    sign: ({ orderId = '', paymentId = '' }) => ({ signature: ledger.signature(orderId, paymentId) }),
    behave: (_, body) => {
      const known = Object.entries(body as object).filter(([name]) => name in behaviour)
      return Object.assign(behaviour, Object.fromEntries(known))
    },
    fault: ({ name, times }, body) => {
      if (name !== undefined && !(name in NAMED_FAULTS)) throw urlNotFound()
      faults.arm(name === undefined ? (body as Fault) : namedFault(name, times))
    },
    'clear-faults': () => faults.clear(),
    clock: async ({ seconds = 0, minutes = 0, hours = 0 }) => {
      clock.skip(seconds * SECOND_MS + minutes * MINUTE_MS + hours * HOUR_MS)
      await webhooks.idle()
      return { now: clock.now().toISOString() }
    },
    'rotate-secret': ({ secret = '' }) => webhooks.rotateSecret(secret),
    endpoint: ({ url = '', enabled = true }) => {
      const known = webhooks.endpoints.some((endpoint) => endpoint.url === url)
      if (known) webhooks.setEnabled(url, enabled)
      else webhooks.addEndpoint(url)
    },
    /** Any event, about things as they are now. */
    emit: (sent) => webhooks.send(sent.event ?? 'payment.captured', entities(sent)),
    replay: ({ eventId = '' }) => ({ found: webhooks.replay(eventId) }),
    spoil: ({ kind = 'bad-signature', times }) => webhooks.spoil(kind, times),
  }

  return async ({ path, body }: Call): Promise<Reply> => {
    const name = path.replace(/^\/__emu\//, '')
    const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
    if (!deed) throw urlNotFound()
    const sent: unknown = body ? JSON.parse(body) : {}
    return json((await deed(sent as Sent, sent)) ?? { ok: true })
  }
}
