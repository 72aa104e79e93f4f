import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ServerBuild } from '@remix-run/node'
import { guardRoutes } from '~/http/guarded-routes.server'
import { links } from '~/links'
import { action } from '~/routes/payment/webhook'

const LATE_MS = 10 * 60_000
const VERY_LATE_MS = 20 * 60 * 60_000
/** Which event can be told after which other one, against the course of things. */
const BACKWARDS = [
  ['payment.captured', 'payment.authorized'],
  ['order.paid', 'payment.captured'],
  ['payment.failed', 'payment.captured'],
  ['payment.captured', 'payment.failed'],
] as const
const ADDRESS = links.paymentWebhook()

/** The route with the server's guard before it. */
const { webhook } = guardRoutes(
  { webhook: { id: 'webhook', path: ADDRESS.slice(1), module: { action } } } as unknown as ServerBuild['routes'],
  {
    appUrl: 'http://localhost:3000',
    signedByOthers: [ADDRESS],
    readThemselves: [ADDRESS],
    isStaff: async () => false,
  },
)

interface Noticing {
  now(): Date
  reach(fault: string): void
}

/** Our webhook address: takes what the emulator sends as the route does, and notes which faults that shows. */
export class WebhookAddress {
  /** Whether its database is away; then it must not say that it took anything. */
  down = false
  private readonly events = new Map<string, number>()
  private readonly kinds = new Map<string, string[]>()
  private constructor(
    private readonly server: Server,
    private readonly world: Noticing,
  ) {}

  static async open(world: Noticing): Promise<WebhookAddress> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = new WebhookAddress(server, world)
    server.on('request', async (request, response) => {
      const body = await buffer(request)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const status = await address.take(body, headers).catch(() => 500)
      response.writeHead(status).end()
    })
    return address
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${ADDRESS}`
  }

  private async take(body: Buffer, headers: Record<string, string>): Promise<number> {
    const request = new Request(this.url, { method: 'POST', body: new Uint8Array(body), headers })
    const { down } = this
    const answer = await answerOf(request)
    if (down && answer.status === 503) this.world.reach('F16 database away')
    if (answer.status === 200) this.note(body.toString(), headers['x-razorpay-event-id'] ?? '')
    return answer.status
  }

  /** What was taken in: again, late, or in another order than it happened in. */
  private note(body: string, id: string): void {
    const { event, created_at: at, payload } = JSON.parse(body)
    const name = `${id} ${body}`
    const times = (this.events.get(name) ?? 0) + 1
    this.events.set(name, times)
    if (times === 2 || times === 10) this.world.reach(`F5 ${times} times`)
    const payment: string = payload.payment?.entity.id ?? ''
    const before = this.kinds.get(payment) ?? []
    this.kinds.set(payment, [...before, event])
    for (const [earlier, later] of BACKWARDS) {
      if (event === later && before.includes(earlier)) this.world.reach(`F6 ${later} after ${earlier}`)
    }
    const age = this.world.now().getTime() - at * 1_000
    if (age >= LATE_MS) this.world.reach(age >= VERY_LATE_MS ? 'F4 20 hours late' : 'F4 10 minutes late')
  }

  reset(): void {
    this.events.clear()
    this.kinds.clear()
    this.down = false
  }

  close = () => new Promise((resolve) => this.server.close(resolve))
}

async function answerOf(request: Request): Promise<Response> {
  try {
    return (await webhook?.module.action?.({ request, params: {}, context: {} })) as Response
  } catch (error) {
    // the guard throws what it refuses
    if (error instanceof Response) return error
    throw error
  }
}
