import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { buildProduct, installDependencies, runToEnd } from '../scripts/processes.mjs'
import { startPostgres } from '../scripts/throw-away-postgres.mjs'
import { startOneServer } from '../tests/support/one-server'
import type { Figures } from './contest'
import { measureHolds } from './holds'
import { type Memory, measureMemory } from './memory'
import { measurePages, type PageFigures } from './pages'
import { measurePurchases } from './purchases'
import { seedBookings } from './seed'
import { LOGGING } from './statements'

/**
 * `npm run bench`: how much of what the machine can do is left for visitors. Contestants are asked in turns, so that a busy
 * machine slows all of them; the report goes to bench/results.md. `-- --parts pages,holds` leaves growth out, which
 * fills two databases first; `--rows 100000` makes the larger one smaller; `--seconds` is how long each is asked in a round.
 * `--parts memory` is not among them unless named: it takes `--minutes`.
 */
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'pages,holds,purchases,growth' },
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '30' },
    into: { type: 'string', default: 'bench/results.md' },
  },
})
const parts = new Set(values.parts.split(','))
installDependencies()
await buildProduct()
const postgres = await startPostgres({ settings: ['max_connections=100', ...LOGGING] })
if (!postgres) throw new Error('The bench needs Postgres (Debian: apt-get install postgresql).')
/** The parts in their order; what else stands in the file follows, as it was. */
const PARTS = ['Pages, gzip', 'Pages, not compressed', 'Holds in 40 rooms', 'Whole purchases', 'Growth', 'Memory']
const load = () => (loadavg()[0] ?? 0).toFixed(1)
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
const HEAD = [
  '# How fast it is',
  '`npm run bench` writes this file: each part that it measures anew, the others as they were, under the date of their own.',
  'Shared by all that is measured: the load generator, the server and the database run on the same processors. Each figure is the median of interleaved rounds. Processor time, milliseconds a request of Node + Postgres, says more than throughput on a machine that others use. Misses are **bold**.',
]
try {
  if (parts.has('memory')) {
    const before = load()
    const settings = {
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      SESSION_SECRET: 'the secret of the bench is long enough',
    }
    const servers = [
      await startOneServer('smtp://127.0.0.1:9', { ...settings, DATABASE_URL: postgres.url }),
      await startOneServer('smtp://127.0.0.1:9', settings),
    ]
    try {
      const measured = await Promise.all(servers.map((server) => measureMemory(server, Number(values.minutes))))
      write('Memory', before, memoryTable(measured))
    } finally {
      for (const server of servers) await server.close()
    }
  }
  if (parts.has('pages')) {
    runToEnd('node_modules/.bin/remix', ['vite:build', 'bench/bare', '--logLevel', 'error'])
    const settings = {
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'warn',
      SESSION_SECRET: 'the secret of the bench is long enough',
    }
    const server = await startOneServer('smtp://127.0.0.1:9', settings)
    try {
      for (const gzip of [true, false]) {
        const before = load()
        const figures = await measurePages(server, postgres, { gzip, seconds: Number(values.seconds) })
        write(`Pages, ${gzip ? 'gzip' : 'not compressed'}`, before, pageTable(figures))
      }
    } finally {
      await server.close()
    }
  }
  if (parts.has('holds')) {
    const before = load()
    const { ratio, perSecond, bare, statements, trips, node } = await measureHolds(postgres)
    const rows = [
      [
        'share of the same statements by pgbench',
        `${ratio.toFixed(2)} (${perSecond.toFixed(0)} of ${bare.toFixed(0)} a second)`,
        '≥ 0.3',
        ratio >= 0.3,
      ],
      ['Node a hold', `${node.toFixed(1)} ms`, '≤ 8 ms', node <= 8],
      ['round trips', trips.toFixed(1), '≤ 9', trips <= 9],
      ['statements, begin and commit included', statements.toFixed(1), '', true],
    ] as const
    const lines = rows.map(([what, got, target, met]) => `| ${what} | ${met ? got : `**${got}**`} | ${target} |`)
    write('Holds in 40 rooms', before, ['| what | measured | target |', '| --- | --- | --- |', ...lines].join('\n'))
  }
  if (parts.has('purchases')) {
    const before = load()
    const own = Object.assign(new URL(postgres.url), { pathname: 'purchases' }).href
    runToEnd('psql', [postgres.url, '-qc', 'create database purchases'])
    await seedBookings(own, 10_000)
    const lines = (await measurePurchases(own)).map(({ processes, perSecond, node, sql, around }) => {
      const missed = processes === 2 && perSecond < 40
      const shown = missed ? `**${perSecond.toFixed(1)}**` : perSecond.toFixed(1)
      return `| ${processes} | ${shown} | ${processes === 2 ? '≥ 40' : ''} | ${node.toFixed(1)} + ${sql.toFixed(1)} | ${around.toFixed(1)} |`
    })
    write(
      'Whole purchases',
      before,
      [
        'Held, ordered, paid and verified through the JSON API, eight at once; mails, webhooks and jobs of earlier ones run beside.',
        '',
        '| servers | a second | target | Node + Postgres a purchase, ms | families, provider and mail server, ms |',
        '| ---: | ---: | ---: | --- | ---: |',
        ...lines,
      ].join('\n'),
    )
  }
  if (parts.has('growth')) {
    const databases = ['small', 'large'].map((name) => Object.assign(new URL(postgres.url), { pathname: name }).href)
    for (const [index, url] of databases.entries()) {
      runToEnd('psql', [postgres.url, '-qc', `create database ${index ? 'large' : 'small'}`])
      await seedBookings(url, index ? Number(values.rows) : 10_000)
    }
    const before = load()
    const growth = ['bench/growth.ts', ...databases]
    const { stdout, status } = spawnSync('node_modules/.bin/tsx', growth, { stdio: ['ignore', 'pipe', 'inherit'] })
    if (status !== 0) throw new Error(`The measurement of growth ended with ${status}.`)
    const about = `From 10,000 to ${values.rows} bookings in 160 rooms, one request at a time; the goal is 1.5.`
    write('Growth', before, `${about}\n\n${stdout.toString().trim()}`)
  }
} finally {
  postgres.stop()
}
process.exit(0)

/** Puts a part into the file and onto the screen at once, so that what fails later takes nothing with it. */
function write(name: string, loadBefore: string, table: string): void {
  const day = new Date().toISOString().slice(0, 10)
  const section = `## ${name}\n\n${day}, ${machine}; load ${loadBefore} before, ${load()} after.\n\n${table}`
  console.log(`${section}\n`)
  const [, ...sections] = (existsSync(values.into) ? readFileSync(values.into, 'utf8') : '').trim().split(/^(?=## )/m)
  const kept = sections.map((one) => one.trim()).filter((one) => !one.startsWith(`## ${name}\n`))
  const known = (one: string) => PARTS.findIndex((part) => one.startsWith(`## ${part}\n`))
  const place = (one: string) => (known(one) < 0 ? PARTS.length : known(one))
  const all = [...kept, section].sort((a, b) => place(a) - place(b))
  writeFileSync(values.into, `${[...HEAD, ...all].join('\n\n')}\n`)
}

/** Every third minute, and the last. */
function memoryTable([postgres = [], embedded = []]: readonly (readonly Memory[])[]): string {
  const cell = (one: Memory | undefined) => (one ? `${one.now.toFixed(0)} (${one.peak.toFixed(0)})` : '')
  const shown = postgres.filter(({ minute }, index) => minute % 3 === 0 || index === postgres.length - 1)
  return [
    'What visitors, staff, programs and strangers send, in turns: memory of the server in MB, and its peak so far.',
    '',
    '| minute | on Postgres | on the embedded database |',
    '| ---: | ---: | ---: |',
    ...shown.map((one) => `| ${one.minute} | ${cell(one)} | ${cell(embedded[one.minute])} |`),
  ].join('\n')
}

function pageTable(figures: readonly PageFigures[]): string {
  const cost = ({ node, sql }: Figures) => `${node.toFixed(1)} + ${sql.toFixed(1)}`
  const bold = (text: string, missed: boolean) => (missed ? `**${text}**` : text)
  const lines = figures.map(({ page, target, own, bare, raw, statements }) => {
    const ratio = own.perSecond / bare.perSecond
    const shown = `${ratio.toFixed(2)} (${own.perSecond.toFixed(0)} of ${bare.perSecond.toFixed(0)})`
    const judged = bold(shown, target !== undefined && ratio < target)
    const share = bare.node / (own.node + own.sql)
    const byTime = bold(share.toFixed(2), target !== undefined && share < target)
    return `| ${page} | ${judged} | ${target === undefined ? '' : `≥ ${target.toFixed(2)}`} | ${cost(own)} | ${cost(bare)} | ${byTime} | ${cost(raw)} | ${statements} | ${own.kilobytes.toFixed(1)} KB |`
  })
  return [
    '| page | share of the bare page (a second) | target | own, ms | bare, ms | share by processor time | by hand, ms | statements | size |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
