import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { addDays, todayIn } from '~/domain/calendar'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { startMailbox } from '~sandbox/mailbox/server'
import { type OneServer, startOneServer } from '../tests/support/one-server'
import { Walker, walkToPayment, walkToSlots } from '../tests/support/walker'
import { median } from './contest'
import { cpuSeconds, databaseCpuSeconds } from './cpu'
import { seededNumber } from './seed'

const WARM_UP = 20
const ROUNDS = 4
const ASKED = 25

interface Asked {
  url: string
  headers: Record<string, string>
  /** Sent by POST; without it the page is only read. */
  json?: unknown
}

interface Place {
  server: OneServer
  database: string
  pages: Map<string, Asked>
}

/**
 * `npm run bench:growth -- <small> <large> [page;page]`: the built product on two databases that `bench:seed` filled, asked in turns for
 * each page, one request at a time. Prints how much more the large one takes: in time (95 of 100 answers came within) and
 * in processor time of Node and of the sessions of Postgres.
 */
const mailbox = await startMailbox()
const [small, large] = await Promise.all(process.argv.slice(2, 4).map(open))
if (!small || !large) throw new Error('Name two databases that bench:seed filled.')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
try {
  console.log('| page | p95, small → large | ratio | Node + Postgres, small → large | ratio |')
  console.log('| --- | --- | --- | --- | --- |')
  const only = process.argv[4]?.split(';')
  for (const page of small.pages.keys()) {
    if (only && !only.includes(page)) continue
    for (const place of [small, large]) await ask(place, page, WARM_UP)
    const rounds = { small: [] as Round[], large: [] as Round[] }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.small.push(await ask(small, page, ASKED))
      rounds.large.push(await ask(large, page, ASKED))
    }
    const [few, many] = [sumUp(rounds.small), sumUp(rounds.large)]
    const goal = (ratio: number) => (ratio <= 1.5 ? ratio.toFixed(2) : `**${ratio.toFixed(2)}**`)
    console.log(
      `| ${page} | ${few.p95.toFixed(0)} → ${many.p95.toFixed(0)} ms | ${goal(many.p95 / few.p95)} | ` +
        `${few.node.toFixed(1)} + ${few.sql.toFixed(1)} → ${many.node.toFixed(1)} + ${many.sql.toFixed(1)} ms | ` +
        `${goal((many.node + many.sql) / (few.node + few.sql))} |`,
    )
  }
} finally {
  agent.destroy()
  await Promise.all([small, large].map(({ server }) => server.close()))
  await mailbox.stop()
}
process.exit(0)

async function open(url: string): Promise<Place> {
  const server = await startOneServer(mailbox.smtpUrl, {
    DATABASE_URL: url,
    SESSION_SECRET: 'the secret of the bench is long enough',
  })
  const { walker: atSlots } = await walkToSlots(server.url, 60)
  const number = String(9_000_000_000 + Math.floor(Math.random() * 1e8))
  const { walker: atPayment } = await walkToPayment(
    server.url,
    { name: 'Asha Rao', email: 'a.rao@gmail.com', number },
    61,
  )
  const staff = new Walker(server.url)
  await staff.open('/login')
  await staff.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
  const today = todayIn('Asia/Kolkata', new Date())
  const month = `fromDate=${addDays(today, -40)}&toDate=${addDays(today, -10)}`
  const pages: Record<string, [string, Walker?, unknown?]> = {
    home: ['/'],
    slots: ['/booking/slots', atSlots],
    packages: ['/booking/otherdetails/packages', atPayment],
    payment: ['/booking/payment', atPayment],
    'free slots, by the API': [
      '/api/bookings/getBookedSlots',
      undefined,
      { screenId: 'room1', currentDate: addDays(today, 1) },
    ],
    bookings: ['/admin/bookings', staff],
    'bookings, page 300': ['/admin/bookings?page=300', staff],
    'bookings, by a number': [`/admin/bookings?search=${seededNumber(1_203).slice(-6)}`, staff],
    // the small business has six of them: as many rows are shown of both
    'bookings, by a name': ['/admin/bookings?search=gita+iyer&limit=6', staff],
    // of a million a few more have it than are counted
    'bookings, by a piece': ['/admin/bookings?search=gita+iy', staff],
    'bookings, by half a name': ['/admin/bookings?search=git', staff],
    'customers, by a number': [`/admin/customers?search=${seededNumber(1_203).slice(-6)}`, staff],
    'customers, by a name': ['/admin/customers?search=gita+iyer', staff],
    'customers, by half a name': ['/admin/customers?search=git', staff],
    'customers, by a late name': ['/admin/customers?search=zoya', staff],
    dashboard: ['/admin/dashboard', staff],
    'dashboard, a month': [`/admin/dashboard?${month}`, staff],
    today: ['/admin/today?location=place1', staff],
    'prep board': ['/admin/prep?location=place1', staff],
    till: ['/admin/till?location=place1', staff],
  }
  const asked = Object.entries(pages).map(
    ([page, [path, who, json]]) => [page, { url: server.url + path, headers: who?.headers() ?? {}, json }] as const,
  )
  await jobsDone(url)
  return { server, database: new URL(url).pathname.slice(1), pages: new Map(asked) }
}

/** The letters for the seeded evenings are sent: what a day of the business owes would weigh on the pages of both. */
async function jobsDone(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 })
  const letters = () =>
    sql`select from pgboss.job where name = 'deliver-mail' and state <= 'active' and start_after < now() + interval '5 minutes'`
  // the first of them are made at the full minute
  for (let quiet = 0; quiet < 75; quiet++) {
    if ((await letters()).length) quiet = 0
    await delay(1_000)
  }
  await sql.end()
}

interface Round {
  times: number[]
  /** Processor milliseconds a request. */
  node: number
  sql: number
}

async function ask({ server, database, pages }: Place, page: string, times: number): Promise<Round> {
  const asked = pages.get(page)
  if (!asked) throw new Error(`There is no page ${page}.`)
  const before = [cpuSeconds(server.pid), databaseCpuSeconds(database)] as const
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now()
    const status = await send(asked)
    if (status !== 200) throw new Error(`${page} answered ${status}.`)
    taken.push(performance.now() - began)
  }
  const each = (now: number, then: number) => ((now - then) * 1_000) / times
  const node = each(cpuSeconds(server.pid), before[0])
  return { times: taken, node, sql: each(databaseCpuSeconds(database), before[1]) }
}

function send({ url, headers, json }: Asked): Promise<number> {
  const method = json ? 'POST' : 'GET'
  const all = { ...headers, 'Accept-Encoding': 'gzip', ...(json ? { 'Content-Type': 'application/json' } : {}) }
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: all }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject).end(json ? JSON.stringify(json) : undefined)
  })
}

/** Medians of the rounds, and the 95th of 100 of all answers. */
function sumUp(rounds: readonly Round[]) {
  const times = rounds.flatMap((round) => round.times).sort((a, b) => a - b)
  return {
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    node: median(rounds.map(({ node }) => node)),
    sql: median(rounds.map(({ sql }) => sql)),
  }
}
