import { readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, todayIn } from '~/domain/calendar'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { mayBeCached } from '~/platform/security-headers.server'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { EVERY_PATTERN, filled } from '../support/every-route'
import { HOSTILE_BODIES, type HostileBody, JSON_TYPE, largeParts } from '../support/hostile-bodies'
import { type OneServer, startOneServer } from '../support/one-server'
import { Walker, walkToPayment } from '../support/walker'

const MEGABYTE = 1024 * 1024
const MINUTES = 60_000
/** Most that one answer may weigh, and cost the server in computing. */
const ANSWER_BYTES = 500_000
const ANSWER_SECONDS = 1
/** Longest that it may keep everybody else waiting, /healthz among them: what its one thread for requests computes for it. */
const OTHERS_WAIT_SECONDS = 0.25
/** Most that the server may grow by, at its highest, over what it had before. */
const GROWTH_BYTES = 400 * MEGABYTE

// a connection for each request: one that waited may be closed by the server in the moment in which it is used again
const agent = new Agent({ maxSockets: 4 })

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: number
}

let server: OneServer
let cookie = ''
let token = ''
const FAMILY = { name: 'Meera Krishnan', email: 'meera.k@gmail.com', number: '9845012345' }

beforeAll(async () => {
  server = await startOneServer('smtp://127.0.0.1:9', {
    SESSION_SECRET: 'a secret for the server that is sent anything',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  })
  const { walker } = await walkToPayment(server.url, FAMILY, 20)
  const { status, headers } = await walker.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
  expect(status).toBe(303)
  cookie = walker.headers().Cookie ?? ''
  token = /authToken=([^;]+)/.exec(cookie)?.[1] ?? ''
  expect([headers.get('Location'), token]).toEqual(['/admin/dashboard', expect.any(String)])
})
afterAll(async () => {
  agent.destroy()
  await server?.close()
})

/** Sends exactly what is told, as fetch would not. */
function send(method: string, path: string, headers: Record<string, string> = {}, body: string | Buffer = '') {
  const { hostname, port } = new URL(server.url)
  return new Promise<Answer>((resolve, reject) => {
    // left to itself Node sends the body of a DELETE without saying where it ends
    const framed = { ...(body.length && { 'Content-Length': Buffer.byteLength(body) }), ...headers }
    const asked = request({ agent, hostname, port, method, path, headers: framed }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes })
      })
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

const sent = (body: HostileBody, more: Record<string, string>) => ({
  ...(body.type && { 'Content-Type': body.type }),
  ...more,
})

/**
 * What the server has computed so far, in seconds, all together and in the thread that answers; and the most memory it ever had,
 * as the system counts. However busy the machine is, that is the same.
 */
function costs() {
  const computed = (of: string) => {
    const stat = readFileSync(`/proc/${server.pid}/${of}`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(stat[11]) + Number(stat[12])) / 100
  }
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  return { seconds: computed('stat'), thread: computed(`task/${server.pid}/stat`), peak: Number(peak) * 1024 }
}

const pages = EVERY_PATTERN

/** Too large, or of a type that is not taken: refused before any route is asked. */
const UNREAD = [413, 415]

/** Where something is sent, and by whom. */
interface Door {
  method: string
  path: string
  headers: Record<string, string>
  /** Takes and answers JSON. */
  json: boolean
}

/** Sends a body, and at times asks whether the server is well meanwhile; answers the status and what was wrong with the answer. */
async function judged(door: Door, path: string, body: HostileBody, { withHealth = false } = {}) {
  const { method, headers, json } = door
  const ask = () =>
    Promise.all([send(method, path, sent(body, headers), body.body), withHealth ? send('GET', '/healthz') : undefined])
  let before = costs()
  const [answer, health] = await ask()
  const since = () => ({ seconds: costs().seconds - before.seconds, thread: costs().thread - before.thread })
  const slow = () => took.seconds > ANSWER_SECONDS || took.thread > OTHERS_WAIT_SECONDS
  let took = since()
  // the server has work of its own, every minute: what is slow by itself is slow each time
  for (let again = 0; slow() && again < 3; again++) {
    before = costs()
    await ask()
    took = since()
  }
  const { 'content-type': type = '' } = answer.headers
  const faults = [
    answer.status >= 500 && `answered ${answer.status}, and wrote ${JSON.stringify(server.log().at(-1))}`,
    answer.bytes > ANSWER_BYTES && `answered ${answer.bytes} bytes`,
    took.seconds > ANSWER_SECONDS && `took ${took.seconds} s`,
    took.thread > OTHERS_WAIT_SECONDS && `kept others waiting for ${took.thread} s`,
    health && health.status !== 200 && 'stopped the health check',
    json && answer.bytes && !/^application\/json/.test(type) && `answered ${type}`,
  ].filter(Boolean)
  const wrong = faults.length ? [`${method} ${path}, ${body.name}: ${faults.join(', ')}`] : []
  return { unread: UNREAD.includes(answer.status), wrong }
}

/**
 * Sends hostile bodies to each address, and answers what was wrong. What the guard before every route refuses unread is
 * the same at each: the first address is sent all of these, and each further one a fourth in its turn, unless it takes
 * one of them. Of pages a fourth is drawn; the others answer a script, with their data alone.
 */
async function wrongsOf(doors: readonly Door[], bodies: readonly HostileBody[]): Promise<string[]> {
  const found: string[] = []
  const refused = new Set<HostileBody>()
  for (const [nth, door] of doors.entries()) {
    const spared = (body: HostileBody, index: number) => nth > 0 && refused.has(body) && (index + nth) % 4 > 0
    const sending = async (body: HostileBody) => {
      const turn = bodies.indexOf(body) + nth
      const path = door.json || turn % 4 === 0 ? door.path : `${door.path}.data`
      const { unread, wrong } = await judged(door, path, body, { withHealth: turn % 8 === 0 })
      found.push(...wrong)
      // pages that take pictures take larger parts
      if (nth === 0 && unread && (door.json || !body.type?.startsWith('multipart/'))) refused.add(body)
      return unread
    }
    let takes = false
    for (const body of bodies.filter((one, index) => !spared(one, index))) {
      const unread = await sending(body)
      takes ||= refused.has(body) && !unread
    }
    if (takes) for (const body of bodies.filter(spared)) await sending(body)
  }
  return found
}

describe('whatever is sent', () => {
  test('there are many of them', () => {
    expect(new Set(HOSTILE_BODIES.map(({ name, type }) => `${type} ${name}`)).size).toBeGreaterThanOrEqual(40)
  })

  test(
    'to a page, others are served',
    async () => {
      const before = costs()
      const doors: Door[] = []
      for (const path of pages.map(filled)) {
        const { allow = '' } = (await send('OPTIONS', path)).headers
        if (allow.includes('POST') && path !== '/logout')
          doors.push({ method: 'POST', path, headers: { Cookie: cookie }, json: false })
      }
      expect(doors.length).toBeGreaterThan(40)
      // to a page all JSON is the same: no form
      const bodies = HOSTILE_BODIES.filter(({ type, name }) => type !== JSON_TYPE || name === 'deep')
      expect(await wrongsOf(doors, bodies)).toEqual([])
      expect(costs().peak - before.peak).toBeLessThan(GROWTH_BYTES)
    },
    10 * MINUTES,
  )

  test(
    'to the API, others are served',
    async () => {
      const before = costs()
      const headers = { Authorization: `Bearer ${token}` }
      const doors = ALL_CALLS.filter(({ method, path }) => method !== 'GET' && path !== '/api/auth/logout').map(
        ({ method, path }) => ({ method, path: filled(path), headers, json: true }),
      )
      expect(await wrongsOf(doors, HOSTILE_BODIES)).toEqual([])
      expect(costs().peak - before.peak).toBeLessThan(GROWTH_BYTES)
    },
    10 * MINUTES,
  )

  test(
    'however much it is',
    async () => {
      const before = costs()
      const large = largeParts(60 * MEGABYTE)
      for (const path of [
        '/contact',
        '/login',
        '/booking/customerDetails',
        '/api/sendContactForm',
        '/api/coupons/validate',
      ]) {
        const { status, bytes } = await send('POST', path, sent(large, {}), large.body)
        expect([path, status, bytes < 20_000]).toEqual([path, 413, true])
      }
      const upload = await send('POST', '/admin/uploads', sent(large, {}), large.body)
      expect(upload.status).toBe(303)
      expect(costs().peak - before.peak).toBeLessThan(GROWTH_BYTES)
    },
    2 * MINUTES,
  )
})

/** The same for everybody: files for search engines and phones, and pictures. */
const FILES = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/media/:width/*']

describe('private answers', () => {
  test(
    'are kept by nobody: pages, their data, files and calls',
    async () => {
      const bearer = { Authorization: `Bearer ${token}` }
      const { _id, link } = await boughtBooking()
      const withRecords = (pattern: string) =>
        filled(pattern.replace('view/:id', `view/${_id}`).replace('/b/:token', link))
      const kept: string[] = []
      const ask = async (path: string, headers: Record<string, string>) => {
        const answer = await send('GET', path, headers)
        if (answer.headers['cache-control'] !== 'no-store') kept.push(`${path}: ${answer.headers['cache-control']}`)
        return answer.status
      }
      for (const pattern of pages.filter((one) => !mayBeCached(one) && !FILES.includes(one))) {
        const path = withRecords(pattern)
        const status = await ask(path, { Cookie: cookie })
        if (/view|^\/b\/:token(\/calendar.ics)?$/.test(pattern)) expect([path, status]).toEqual([path, 200])
        await ask(`${path}.data`, { Cookie: cookie })
      }
      for (const { path } of ALL_CALLS.filter(({ method }) => method === 'GET')) await ask(filled(path), bearer)
      for (const path of pages.filter(mayBeCached)) {
        expect((await send('GET', path, { Cookie: cookie })).headers['cache-control']).toBe('private, no-cache')
        await ask(path === '/' ? '/_root.data' : `${path}.data`, { Cookie: cookie })
      }
      expect(kept).toEqual([])
    },
    2 * MINUTES,
  )

  test('are forgotten by a browser that signs out', async () => {
    // a session of its own: others go on with theirs
    const leaving = new Walker(server.url)
    await leaving.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
    const { Cookie = '' } = leaving.headers()
    for (const path of ['/logout', '/logout.data', '/api/auth/logout']) {
      const { headers } = await send('POST', path, { Cookie })
      expect([path, headers['clear-site-data']]).toEqual([path, '"cache"'])
    }
  })
})

/** Buys what the shop offers first, later than the demo's bookings, as a program does; answers the booking with the path of its link. */
async function boughtBooking(): Promise<{ _id: string; link: string }> {
  const ask = async (at: string, json?: object) => {
    const init = json && { method: 'POST', headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(json) }
    return (await fetch(at, init)).json()
  }
  const api = (path: string, json?: object) => ask(`${server.url}/api/${path}`, json)
  const play = (deed: string, json: object) => ask(`${server.emulator.url}/__emu/${deed}`, json)
  const [screen] = (await api('screens')).screens
  const { name: occasion } = (await api('occasions/getAllOccasions')).occasions[0]
  const offered = screen.packages.find(({ addons }: { addons: string[] }) => !addons.includes('Cake'))
  const wanted = {
    ...{
      date: addDays(todayIn('Asia/Kolkata', new Date()), 40),
      slot: { from: screen.slots[0].from },
      screen: screen._id,
    },
    ...{ package: offered.name, occasion: { name: occasion, celebrantName: 'Aarav' }, customer: FAMILY, totalPrice: 0 },
    otherInfo: { numberOfPeople: screen.minPeople },
  }
  const { totalPrice } = await api('bookings/customerBooking', wanted)
  const { razorpayOrderId: orderId } = await api('bookings/customerBooking', { ...wanted, totalPrice })
  const { id: paymentId } = await play('pay', { orderId, method: 'upi' })
  const { signature } = await play('sign', { orderId, paymentId })
  const claim = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
  const { booking } = await api('bookings/verifyPayment', claim)
  return { _id: booking._id, link: new URL(booking.link).pathname }
}

test(
  'connections on which nothing comes, or comes slowly, keep nobody else out',
  async () => {
    const { hostname, port } = new URL(server.url)
    const begun = [
      '',
      'GET / HTTP/1.1\r\nHost: x',
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nemail=',
    ]
    const open = Array.from({ length: 300 }, (_, index) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      return new Promise<Socket>((resolve) => {
        socket.once('connect', () => {
          socket.write(begun[index % 3] ?? '')
          resolve(socket)
        })
      })
    })
    const sockets = await Promise.all(open)
    const others = [
      await send('GET', '/healthz'),
      await send('GET', '/about'),
      await send('POST', '/contact', sent(HOSTILE_BODIES[0] as HostileBody, {}), 'name=x'),
      await send('GET', '/api/cities'),
    ]
    for (const socket of sockets) socket.destroy()
    expect(others.map(({ status }) => status)).toEqual([200, 200, 400, 200])
  },
  2 * MINUTES,
)
