import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/processes.mjs'
import type { OneServer } from '../tests/support/one-server'
import { walkToPayment, walkToSlots } from '../tests/support/walker'
import { contest, type Figures, median } from './contest'
import { startRaw } from './raw'
import { logStatements, readStatements } from './statements'

const HOST = '127.0.0.1'

export interface PageFigures {
  page: string
  /** The share of the bare page that is wanted, with gzip; without it half as much again. */
  target: number | undefined
  own: Figures
  bare: Figures
  /** The same queries and as much HTML, without any framework. */
  raw: Figures
  statements: number
}

interface MeasureOptions {
  gzip: boolean
  seconds: number
}

/** Measures pages of the built product in turns with a bare Remix page and one written by hand. */
export async function measurePages(
  server: OneServer,
  database: { url: string; data: string },
  options: MeasureOptions,
): Promise<PageFigures[]> {
  const bare = await startBare()
  const children: ChildProcess[] = [bare.child]
  try {
    const { walker: atSlots } = await walkToSlots(server.url, 60)
    const someone = { name: 'Asha Rao', email: 'a.rao@gmail.com', number: '9876501234' }
    const { walker: atPayment } = await walkToPayment(server.url, someone, 61)
    const [slots, payment] = [atSlots.headers(), atPayment.headers()]
    const pages: { page: string; path: string; headers?: Record<string, string>; target?: number }[] = [
      { page: 'home', path: '/', target: 0.4 },
      { page: 'gallery', path: '/gallery', target: 0.4 },
      { page: 'about', path: '/about', target: 0.4 },
      { page: 'home, with a draft', path: '/', headers: slots },
      { page: 'slots', path: '/booking/slots', headers: slots, target: 0.25 },
      // a query that nobody asked with before: what is drawn once for the same data is drawn anew
      { page: 'slots, drawn anew', path: '/booking/slots?n=*', headers: slots },
      { page: 'slots, its data', path: '/booking/slots.data', headers: slots },
      { page: 'packages', path: '/booking/otherdetails/packages', headers: payment, target: 0.2 },
      { page: 'packages, drawn anew', path: '/booking/otherdetails/packages?n=*', headers: payment },
      { page: 'payment', path: '/booking/payment', headers: payment, target: 0.2 },
      { page: 'payment, drawn anew', path: '/booking/payment?n=*', headers: payment },
      { page: 'health check', path: '/healthz' },
    ]
    const figures: PageFigures[] = []
    const name = new URL(database.url).pathname.slice(1)
    for (const { page, path, headers = {}, target } of pages) {
      const url = `${server.url}${path}`
      const html = await (await fetch(url, { headers })).text()
      const asked = await statementsOf(url, headers, database)
      const raw = await startRaw({ html, statements: asked.filter(isRead), url: database.url })
      children.push(raw.child)
      const contestants = [
        { url, headers, pids: [server.pid], database: name },
        { url: bare.url, pids: [bare.child.pid ?? 0] },
        { url: raw.url, pids: [raw.child.pid ?? 0], database: name },
      ]
      const [own, plain, limit] = await contest(contestants, options)
      raw.child.kill()
      if (!own || !plain || !limit) continue
      const wanted = target && (options.gzip ? target : target * 1.5)
      figures.push({ page, target: wanted, own, bare: plain, raw: limit, statements: asked.length })
    }
    return figures
  } finally {
    for (const child of children) child.kill()
  }
}

async function startBare(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort(HOST)
  const child = spawn(
    process.execPath,
    ['node_modules/@remix-run/serve/dist/cli.js', '.cache/bench-bare/server/index.js'],
    {
      env: { ...process.env, NODE_ENV: 'production', HOST, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const url = `http://${HOST}:${port}/`
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return { url, child }
    await sleep(200)
  }
  throw new Error('The bare page did not come up.')
}

/** What can be asked again and again. */
const isRead = (statement: string) => /^\s*(select|with)\b/i.test(statement)

/** What Postgres executed for one request, without what jobs and the driver ask on their own. */
async function statementsOf(url: string, headers: Record<string, string>, database: { url: string; data: string }) {
  await logStatements(database.url, true)
  const found: string[][] = []
  for (let turn = 0; turn < 3; turn++) {
    const before = readStatements(database.data).length
    await (await fetch(url, { headers })).text()
    await sleep(300)
    const since = readStatements(database.data).slice(before)
    const asked = since.filter(({ asker, sql }) => asker === 'lumiere pages' && !/pgboss|pg_type/.test(sql))
    found.push(asked.map(({ sql }) => sql))
  }
  await logStatements(database.url, false)
  const usual = median(found.map(({ length }) => length))
  return found.find(({ length }) => length === usual) ?? []
}
