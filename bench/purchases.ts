import { Agent, request } from 'node:http'
import { addDays, todayIn } from '~/domain/calendar'
import { startMailbox } from '~sandbox/mailbox/server'
import { type OneServer, startOneServer } from '../tests/support/one-server'
import { median } from './contest'
import { cpuSeconds, databaseCpuSeconds } from './cpu'

const ROUNDS = 3
const PURCHASES = 240
const WARM_UP = 80
const AT_ONCE = 8
/** After the days that `seedBookings` fills. */
const FIRST_DAY = 20

export interface PurchaseFigures {
  processes: number
  perSecond: number
  /** Processor milliseconds a purchase: of the servers, and of their sessions in Postgres. */
  node: number
  sql: number
  /** The same of what is not the product: the buying families, the provider and the mail server. */
  around: number
}

interface Evening {
  body: Record<string, unknown>
  address: string
}

interface Screen {
  _id: string
  minPeople: number
  slots: { from: string; to: string }[]
  packages: { name: string; addons: string[] }[]
}

/**
 * Whole purchases by the JSON API, several at once, each by a family of its own in another slot of 160 rooms: held and ordered,
 * paid at the emulator, verified; with the webhooks, mails and jobs that come of it. By one server, and by two, in turns.
 */
export async function measurePurchases(url: string): Promise<PurchaseFigures[]> {
  const mailbox = await startMailbox()
  const settings = {
    DATABASE_URL: url,
    SESSION_SECRET: 'the secret of the bench is long enough',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    TRUST_PROXY: 'true',
  }
  const first = await startOneServer(mailbox.smtpUrl, settings)
  const { emulator } = first
  const provider = { RAZORPAY_API_BASE: emulator.url, RAZORPAY_CHECKOUT_JS: `${emulator.url}/v1/checkout.js` }
  const servers = [first, await startOneServer(mailbox.smtpUrl, { ...settings, ...provider })]
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const families = await openFamilies(first.url, agent)
  const database = new URL(url).pathname.slice(1)
  try {
    const taken = new Map([1, 2].map((processes) => [processes, [] as Omit<PurchaseFigures, 'processes'>[]]))
    await buyAll(servers, first, agent, await families(WARM_UP))
    for (let round = 0; round < ROUNDS; round++) {
      for (const [processes, figures] of taken) {
        const evenings = await families(PURCHASES)
        const own = servers.slice(0, processes)
        const spent = () =>
          [
            own.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
            databaseCpuSeconds(database),
            cpuSeconds(process.pid),
          ] as const
        const [nodeBefore, sqlBefore, aroundBefore] = spent()
        const began = performance.now()
        await buyAll(own, first, agent, evenings)
        const seconds = (performance.now() - began) / 1_000
        const [node, sql, around] = spent()
        const each = (now: number, before: number) => ((now - before) * 1_000) / PURCHASES
        figures.push({
          perSecond: PURCHASES / seconds,
          node: each(node, nodeBefore),
          sql: each(sql, sqlBefore),
          around: each(around, aroundBefore),
        })
      }
    }
    return [...taken].map(([processes, all]) => {
      const middle = (of: 'perSecond' | 'node' | 'sql' | 'around') => median(all.map((figures) => figures[of]))
      return {
        processes,
        perSecond: middle('perSecond'),
        node: middle('node'),
        sql: middle('sql'),
        around: middle('around'),
      }
    })
  } finally {
    agent.destroy()
    for (const server of servers) await server.close()
    await mailbox.stop()
  }
}

/** Families that each want another slot, with what it costs: so many more with every call. */
async function openFamilies(site: string, agent: Agent): Promise<(count: number) => Promise<Evening[]>> {
  const read = async <Answer>(path: string) => (await fetch(`${site}/api/${path}`)).json() as Promise<Answer>
  const { cities } = await read<{ cities: { _id: string }[] }>('cities')
  const places = await Promise.all(
    cities.map(({ _id }) => read<{ locations: { _id: string }[] }>(`locations?city=${_id}`)),
  )
  const rooms = await Promise.all(
    places.flatMap(({ locations }) =>
      locations.map(({ _id }) => read<{ screens: Screen[] }>(`screens?location=${_id}`)),
    ),
  )
  const { occasions } = await read<{ occasions: { name: string }[] }>('occasions/getAllOccasions')
  // one slot of a room and day, since some overlap, and not of the demo's rooms, which have bookings further ahead
  const screens = rooms.flatMap((room) => room.screens).filter(({ _id }) => /^room/.test(_id))
  const today = todayIn('Asia/Kolkata', new Date())
  let nth = 0
  async function next(): Promise<Evening> {
    const screen = screens[nth % screens.length]
    const [slot] = screen?.slots ?? []
    if (!screen || !slot) throw new Error('No slot is offered.')
    const number = nth++
    const address = [10, 0, number >> 8, number & 255].join('.')
    const body = {
      totalPrice: 0,
      date: addDays(today, FIRST_DAY + Math.floor(number / screens.length)),
      slot: { from: slot.from, to: slot.to },
      screen: screen._id,
      package: screen.packages.find(({ addons }) => !addons.includes('Cake'))?.name,
      occasion: { name: occasions[0]?.name, celebrantName: 'Aarav' },
      customer: { name: 'Asha Rao', email: `asha.${number}@gmail.com`, number: String(9_100_000_000 + number) },
      otherInfo: { numberOfPeople: screen.minPeople },
    }
    // with a price that is none the answer says the true one
    const { status, answer } = await send({ site, path: 'bookings/customerBooking', body, address, agent })
    if (status !== 409) throw new Error(`The price was answered with ${status}: ${JSON.stringify(answer)}`)
    return { body: { ...body, totalPrice: answer.totalPrice }, address }
  }
  return async (count) => {
    const evenings: Evening[] = []
    while (evenings.length < count) evenings.push(await next())
    return evenings
  }
}

/** Each family goes to the next of the servers. */
async function buyAll(
  servers: readonly OneServer[],
  { emulator }: OneServer,
  agent: Agent,
  evenings: Evening[],
): Promise<void> {
  const waiting = evenings.map((evening, index) => ({ evening, site: servers[index % servers.length]?.url ?? '' }))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one; one = waiting.pop()) await buy(one.site, emulator, agent, one.evening)
    }),
  )
}

async function buy(
  site: string,
  emulator: OneServer['emulator'],
  agent: Agent,
  { body, address }: Evening,
): Promise<void> {
  const held = await send({ site, path: 'bookings/customerBooking', body, address, agent })
  const orderId = String(held.answer.razorpayOrderId)
  if (held.status >= 300) throw new Error(`A hold was refused: ${JSON.stringify(held)}`)
  const { id } = emulator.pay(orderId, 'upi', 'success')
  const claim = {
    razorpay_order_id: orderId,
    razorpay_payment_id: id,
    razorpay_signature: emulator.ledger.signature(orderId, id),
  }
  const { status, answer } = await send({ site, path: 'bookings/verifyPayment', body: claim, address, agent })
  if (status !== 200 || answer.success !== true) throw new Error(`A payment was refused: ${JSON.stringify(answer)}`)
}

interface Call {
  site: string
  path: string
  body: object
  address: string
  agent: Agent
}

function send({ site, path, body, address, agent }: Call) {
  return new Promise<{ status: number; answer: Record<string, unknown> }>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    const asked = request(`${site}/api/${path}`, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer
        .once('end', () => resolve({ status: answer.statusCode ?? 0, answer: JSON.parse(text) }))
        .once('error', reject)
    })
    asked.once('error', reject).end(JSON.stringify(body))
  })
}
