import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { Ids } from './ids'
import type { EmulatorClock, Schedule } from './schedule'
import type { Behaviour } from './settings'

const SECOND = 1_000
const DAY = 86_400 * SECOND
/** When a delivery that was not taken is repeated, counted from its event: 15 repeats, as third parties measured. */
export const RETRY_LADDER_MS: readonly number[] = [
  0.2, 6, 19, 40, 84, 162, 324, 648, 1_296, 2_592, 5_130, 10_260, 20_520, 41_040, 82_080,
].map((seconds) => seconds * SECOND)
const ANSWER_WITHIN_MS = 5_000
const HUGE_BYTES = 1_048_576

export interface WebhookEvent {
  id: string
  event: string
  body: string
  /** Milliseconds on the emulator's clock. */
  at: number
  /** What it is signed with, also after the secret has changed. */
  secret: string
}

export interface Delivery {
  event: string
  eventId: string
  url: string
  body: string
  /** 0 for the first, then the number of the repeat. */
  attempt: number
  at: number
  status: number | 'failed'
}

/** What can be wrong with a delivery. */
export type Spoiling =
  | 'bad-signature'
  | 'upper-case-signature'
  | 'missing-signature'
  | 'old-secret'
  | 'reserialised'
  | 'wrong-event-id'
  | 'missing-event-id'
  | 'huge'

interface Endpoint {
  url: string
  enabled: boolean
}

export interface WebhookWorld {
  secret: string
  urls: readonly string[]
  clock: EmulatorClock
  schedule: Schedule
  ids: Ids
  behaviour: Behaviour
}

const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex')

/** Sends signed events to every address, again for a day until one answers 2xx, then gives the address up. */
export function createWebhooks({ secret, urls, clock, schedule, ids, behaviour }: WebhookWorld) {
  const endpoints: Endpoint[] = urls.map((url) => ({ url, enabled: true }))
  const events: WebhookEvent[] = []
  const deliveries: Delivery[] = []
  const spoilings: { kind: Spoiling; times: number }[] = []
  const spoilt: Spoiling[] = []
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let secrets = [secret]
  let happening: WebhookEvent[] = []

  /** Notes an event with the entities as they are now; what happens in one go leaves together. */
  function send(event: string, entities: object): void {
    const given = Object.entries(entities).filter(([, entity]) => entity !== undefined)
    const at = clock.now().getTime()
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_EmuMerchant001',
      event,
      contains: given.map(([name]) => name),
      payload: Object.fromEntries(given.map(([name, entity]) => [name, { entity }])),
      created_at: Math.floor(at / SECOND),
    })
    const made = { id: ids.next('evt').replace('evt_', 'Emu'), event, body, at, secret: secrets[0] ?? secret }
    events.push(made)
    if (behaviour.webhooks === 'never') return
    happening.push(made)
    if (happening.length === 1) queueMicrotask(dispatch)
  }

  function dispatch(): void {
    const together = behaviour.webhooksReversed ? [...happening].reverse() : happening
    happening = []
    for (const event of together) {
      if (behaviour.webhookDelayMs === 0) toEverybody(event)
      else schedule.at(event.at + behaviour.webhookDelayMs, () => toEverybody(event))
    }
  }

  function toEverybody(event: WebhookEvent): void {
    for (let copy = 0; copy < behaviour.webhookCopies; copy++) {
      for (const endpoint of endpoints) start(endpoint, event, 0)
    }
  }

  function start(endpoint: Endpoint, event: WebhookEvent, attempt: number): void {
    if (stopping.signal.aborted || !endpoint.enabled) return
    const work = deliver(endpoint, event, attempt).finally(() => underWay.delete(work))
    underWay.add(work)
  }

  async function deliver(endpoint: Endpoint, event: WebhookEvent, attempt: number): Promise<void> {
    const status = await post(endpoint.url, spoiled(event))
    if (stopping.signal.aborted) return
    const { id: eventId, body } = event
    const at = clock.now().getTime()
    deliveries.push({ event: event.event, eventId, url: endpoint.url, body, attempt, at, status })
    if (typeof status === 'number' && status >= 200 && status < 300) return
    const pause = RETRY_LADDER_MS[attempt]
    if (pause !== undefined) schedule.at(event.at + pause, () => start(endpoint, event, attempt + 1))
    else
      schedule.at(event.at + DAY, () => {
        endpoint.enabled = false
      })
  }

  /** By a connection of its own, as none that is kept can be closed at the very moment of its next use. */
  function post(url: string, { headers, body }: Message): Promise<number | 'failed'> {
    const answered = new Promise<number | 'failed'>((resolve) => {
      const { request } = url.startsWith('https:') ? https : http
      const signal = stopping.signal
      const asked = request(url, { method: 'POST', headers, agent: false, signal }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 'failed'))
      })
      const late = setTimeout(() => asked.destroy(), ANSWER_WITHIN_MS)
      asked
        .once('error', () => resolve('failed'))
        .once('close', () => {
          clearTimeout(late)
          resolve('failed')
        })
        .end(body)
    })
    return answered.catch(() => 'failed')
  }

  interface Message {
    headers: Record<string, string>
    body: string
  }

  function spoiled(event: WebhookEvent): Message {
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'User-Agent': 'Razorpay-Webhook/v1',
      'Request-Id': event.id,
      'X-Razorpay-Signature': sign(event.body, event.secret),
      'X-Razorpay-Event-Id': event.id,
    }
    const message = { headers, body: event.body }
    const armed = spoilings.find(({ times }) => times > 0)
    if (!armed) return message
    armed.times--
    spoilt.push(armed.kind)
    switch (armed.kind) {
      case 'bad-signature':
        headers['X-Razorpay-Signature'] = sign(event.body, `not ${event.secret}`)
        return message
      case 'upper-case-signature':
        headers['X-Razorpay-Signature'] = sign(event.body, event.secret).toUpperCase()
        return message
      case 'missing-signature':
        delete headers['X-Razorpay-Signature']
        return message
      case 'old-secret':
        headers['X-Razorpay-Signature'] = sign(event.body, secrets[1] ?? event.secret)
        return message
      case 'reserialised':
        return { headers, body: JSON.stringify(JSON.parse(event.body), null, 1) }
      case 'wrong-event-id':
        headers['X-Razorpay-Event-Id'] = `Emu${'0'.repeat(14)}`
        return message
      case 'missing-event-id':
        delete headers['X-Razorpay-Event-Id']
        delete headers['Request-Id']
        return message
      case 'huge': {
        const body = JSON.stringify({ ...JSON.parse(event.body), padding: 'x'.repeat(HUGE_BYTES) })
        return { headers: { ...headers, 'X-Razorpay-Signature': sign(body, event.secret) }, body }
      }
    }
  }

  /** Waits until nothing is on its way and nothing is due on the clock. */
  async function idle(): Promise<void> {
    for (;;) {
      await Promise.resolve()
      schedule.runDue()
      if (!underWay.size) return
      await Promise.allSettled(underWay)
    }
  }

  return {
    deliveries,
    events,
    endpoints,
    /** What was wrong with deliveries, oldest first. */
    spoilt,
    send,
    idle,
    /** Waits for what has left already; repeats are not waited for. */
    async sent(): Promise<void> {
      await Promise.resolve()
      await Promise.allSettled(underWay)
    },
    /** Sends a noted event again, once, to every address. */
    replay(eventId: string): boolean {
      const event = events.find(({ id }) => id === eventId)
      if (event) toEverybody(event)
      return event !== undefined
    },
    /** From now on events are signed with this; what was noted before keeps its own. */
    rotateSecret(next: string) {
      secrets = [next, ...secrets]
    },
    spoil: (kind: Spoiling, times = 1) => void spoilings.push({ kind, times }),
    addEndpoint: (url: string) => void endpoints.push({ url, enabled: true }),
    setEnabled(url: string, enabled: boolean) {
      for (const endpoint of endpoints) if (endpoint.url === url) endpoint.enabled = enabled
    },
    reset() {
      for (const memory of [deliveries, events, spoilings, spoilt, happening]) memory.length = 0
      secrets = [secret]
      for (const endpoint of endpoints) endpoint.enabled = true
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(underWay)
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
