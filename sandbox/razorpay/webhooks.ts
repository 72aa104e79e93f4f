import { createHmac, randomBytes } from 'node:crypto'

interface Delivery {
  event: string
  eventId: string
  url: string
  body: string
  status: number | 'failed'
}

const RETRY_MS = [500, 2_000, 6_000, 19_000, 40_000]
const ANSWER_WITHIN_MS = 5_000

/** Sends signed events to every address, again with growing pauses until one answers 2xx. */
export function createWebhooks({ secret, urls, now }: { secret: string; urls: string[]; now: () => Date }) {
  const deliveries: Delivery[] = []
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  async function deliver(url: string, event: string, eventId: string, body: string, attempt: number): Promise<void> {
    if (stopped) return
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Razorpay-Webhook/v1',
      'X-Razorpay-Signature': createHmac('sha256', secret).update(body).digest('hex'),
      'X-Razorpay-Event-Id': eventId,
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch(() => undefined)
    deliveries.push({ event, eventId, url, body, status: answer?.status ?? 'failed' })
    const pause = RETRY_MS[attempt]
    if (answer?.ok || pause === undefined || stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(url, event, eventId, body, attempt + 1)
    }, pause)
    timers.add(timer)
  }

  return {
    deliveries,
    urls,
    send(event: string, entities: Record<string, unknown>) {
      const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
      const body = JSON.stringify({
        entity: 'event',
        account_id: 'acc_EmuMerchant001',
        event,
        contains: Object.keys(entities),
        payload,
        created_at: Math.floor(now().getTime() / 1000),
      })
      const eventId = `evt_${randomBytes(7).toString('hex')}`
      for (const url of urls) void deliver(url, event, eventId, body, 0)
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
