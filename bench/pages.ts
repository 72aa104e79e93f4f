import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { endAll, freePort, runToEnd } from '../scripts/processes.mjs'
import { walkToSlots } from '../tests/support/family'
import { startOneServer } from '../tests/support/one-server'
import { load } from './load'
import { logStatements, readStatements } from './statements'

const HOST = '127.0.0.1'
const ROUNDS = 3

export interface PageFigures {
  page: string
  perSecond: number
  /** Against the bare page, measured in turns with it. */
  ratio: number
  statements: number
  scriptKilobytes: number
}

/** Measures pages of the built product on Postgres, in turns with a bare Remix page. */
export async function measurePages(database: { url: string; data: string }) {
  runToEnd('node_modules/.bin/remix', ['vite:build', 'bench/bare', '--logLevel', 'error'])
  const bare = await startBare()
  const settings = {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    SESSION_SECRET: 'the secret of the bench is long enough',
  }
  const server = await startOneServer('smtp://127.0.0.1:9', settings)
  try {
    const { walker } = await walkToSlots(server.url, 60)
    const pages = [
      { page: 'home', url: `${server.url}/`, headers: {} },
      { page: 'slots', url: `${server.url}/booking/slots`, headers: walker.headers() },
    ]
    const figures: PageFigures[] = []
    for (const { page, url, headers } of pages) {
      for (const each of [url, bare.url]) await load(each, { seconds: 2, headers: each === url ? headers : {} })
      const rounds: { own: number; bare: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const own = await load(url, { headers })
        rounds.push({ own: own.perSecond, bare: (await load(bare.url)).perSecond })
      }
      figures.push({
        page,
        perSecond: middle(rounds.map(({ own }) => own)),
        ratio: middle(rounds.map((round) => round.own / round.bare)),
        statements: 0,
        scriptKilobytes: await scriptKilobytes(server.url, url, headers),
      })
    }
    await logStatements(database.url, true)
    for (const [index, { url, headers }] of pages.entries()) {
      const measured = figures[index]
      if (measured) measured.statements = await statementsOf(url, headers, database.data)
    }
    await logStatements(database.url, false)
    const bareRate = (await load(bare.url)).perSecond
    return { bare: bareRate, figures }
  } finally {
    await endAll([bare.child])
    await server.close()
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

/** Statements Postgres executed for one request, without those of the job queue, which ticks on its own. */
async function statementsOf(url: string, headers: Record<string, string>, data: string): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < ROUNDS; turn++) {
    await sleep(500)
    const before = readStatements(data).length
    await (await fetch(url, { headers })).text()
    await sleep(500)
    const since = readStatements(data).slice(before)
    counts.push(since.filter(({ sql }) => !sql.includes('pgboss')).length)
  }
  return Math.min(...counts)
}

/** Every script the page names, its imports' preloads included, gzipped. */
async function scriptKilobytes(site: string, url: string, headers: Record<string, string>): Promise<number> {
  const html = await (await fetch(url, { headers })).text()
  const named = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))
  const preloaded = [...named].filter(
    (file) => html.includes(`modulepreload" href="${file}"`) || isImported(html, file),
  )
  let bytes = 0
  for (const file of preloaded)
    bytes += gzipSync(Buffer.from(await (await fetch(`${site}${file}`)).arrayBuffer())).length
  return bytes / 1024
}

const isImported = (html: string, file: string) =>
  new RegExp(`(import|from) ?"${file.replaceAll('.', '\\.')}"`).test(html)

const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
