/**
 * Something that goes wrong with the next calls that match. The call has no effect when the connection is cut or another
 * status is answered, unless `after` (effect first) or `late` (effect after the delay, whoever still listens) says so.
 */
export interface Fault {
  /** What its strikes are counted under. */
  name?: string
  method?: string
  /** Beginning of the path. */
  path: string
  /** End of the path, where one beginning is shared by calls of several kinds. */
  pathEnd?: string
  /** Which of the matching calls is the first to suffer, from 1. */
  nth?: number
  /** How many suffer; one unless named. */
  times?: number
  delayMs?: number
  status?: number
  body?: string
  contentType?: string
  headers?: Record<string, string>
  /** Cuts the connection instead of answering. */
  cut?: boolean
  after?: boolean
  late?: boolean
}

interface Armed extends Fault {
  seen: number
  left: number
}

/** The armed faults; each call is asked about once. */
export function createFaults() {
  let armed: Armed[] = []
  let strikes: Record<string, number> = {}
  return {
    arm(fault: Fault): void {
      armed.push({ ...fault, seen: 0, left: fault.times ?? 1 })
    },
    /** The fault that strikes this call, if any. */
    strike(method: string, path: string): Fault | undefined {
      const fitting = armed.filter(
        (one) =>
          one.left > 0 &&
          path.startsWith(one.path) &&
          path.endsWith(one.pathEnd ?? '') &&
          (!one.method || one.method === method),
      )
      for (const one of fitting) one.seen++
      const struck = fitting.find((one) => one.seen >= (one.nth ?? 1))
      if (struck) {
        struck.left--
        if (struck.name) strikes[struck.name] = (strikes[struck.name] ?? 0) + 1
      }
      return struck
    },
    armed: (): Fault[] => armed.filter(({ left }) => left > 0),
    /** How often each fault that has a name has struck. */
    strikes: (): Readonly<Record<string, number>> => strikes,
    clear(): void {
      armed = []
      strikes = {}
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

const refusal = (description: string, code = 'BAD_REQUEST_ERROR') => JSON.stringify({ error: { code, description } })
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const ORDERS = { method: 'POST', path: '/v1/orders' }
const CAPTURES = { method: 'POST', path: '/v1/payments/', pathEnd: '/capture' }
const REFUNDS = { method: 'POST', path: '/v1/payments/', pathEnd: '/refund' }
const BROKEN_JSON = '{"error":{"code":"SERV'

/** Faults known by name: what goes wrong on the wire. Those of webhooks and of the browser are behaviours and deeds. */
export const NAMED_FAULTS = {
  'F1 order hangs, then exists': { ...ORDERS, delayMs: 9_000, after: true },
  'F1 order hangs, and comes to exist late': { ...ORDERS, delayMs: 9_000, late: true },
  'F2 order 500': { ...ORDERS, status: 500, body: refusal('We are facing some trouble', 'SERVER_ERROR') },
  'F2 order 502 HTML': { ...ORDERS, status: 502, body: HTML, contentType: 'text/html' },
  'F2 order 504 empty': { ...ORDERS, status: 504, body: '' },
  'F2 order reset': { ...ORDERS, cut: true },
  'F2 order 200 HTML': { ...ORDERS, status: 200, body: HTML, contentType: 'text/html' },
  'F2 order broken JSON': { ...ORDERS, status: 500, body: BROKEN_JSON },
  'F2 order made, then reset': { ...ORDERS, cut: true, after: true },
  'F3 too many requests': { path: '/v1/', times: 3, status: 429, body: refusal('Too many requests') },
  'F3 wrong keys': { path: '/v1/', status: 401, body: refusal('Authentication failed') },
  'F13 capture in progress': {
    ...CAPTURES,
    status: 400,
    body: refusal('Request failed because another payment operation is in progress.'),
  },
  'F13 captured just before': {
    ...CAPTURES,
    after: true,
    status: 400,
    body: refusal('This payment has already been captured'),
  },
  'F13 capture 500 after success': { ...CAPTURES, after: true, status: 500, body: refusal('', 'SERVER_ERROR') },
  'F14 refund hangs after success': { ...REFUNDS, after: true, delayMs: 9_000 },
  'F14 refund made, then reset': { ...REFUNDS, cut: true, after: true },
  'F14 refund in progress': {
    ...REFUNDS,
    status: 409,
    body: refusal('Another request with the same idempotency key is still in progress.'),
  },
  'F14 refund key used': {
    ...REFUNDS,
    status: 409,
    body: refusal('Different request with the same idempotency key has already been processed.'),
  },
  'F14 no balance': {
    ...REFUNDS,
    status: 400,
    body: refusal('Your account does not have enough balance to carry out the refund operation.'),
  },
  'F17 checkout.js missing': { path: '/v1/checkout.js', times: 1_000, status: 503, body: '' },
  'F17 checkout.js slow': { path: '/v1/checkout.js', delayMs: 20_000 },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof NAMED_FAULTS

/** A fault known by name, counted under it. */
export const namedFault = (name: FaultName, times?: number): Fault => ({
  name,
  ...NAMED_FAULTS[name],
  ...(times && { times }),
})
