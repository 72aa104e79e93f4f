import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { buildProduct, installDependencies } from '../scripts/processes.mjs'
import { startPostgres } from '../scripts/throw-away-postgres.mjs'
import { measureHolds } from './holds'
import { measurePages } from './pages'
import { LOGGING } from './statements'

/**
 * `npm run bench`: how much of what the machine can do is left for visitors. Each figure is a ratio of two things measured
 * in turns in one run, so that it means the same on any machine; the table goes to .cache/bench.md.
 */
installDependencies()
await buildProduct()
const postgres = await startPostgres({ settings: ['max_connections=100', ...LOGGING] })
if (!postgres) throw new Error('The bench needs Postgres (Debian: apt-get install postgresql).')
const loadBefore = loadavg()[0] ?? 0
try {
  const pages = await measurePages(postgres)
  const holds = await measureHolds(postgres)
  const judged = (ok: boolean) => (ok ? 'met' : '**missed**')
  const rows = [
    ...pages.figures.flatMap(({ page, perSecond, ratio, statements, scriptKilobytes }) => [
      `| ${page}: throughput against a bare Remix page | ${ratio.toFixed(2)} (${perSecond.toFixed(0)} of ${(perSecond / ratio).toFixed(0)} a second) | ≥ 0.5 | ${judged(ratio >= 0.5)} |`,
      `| ${page}: SQL round trips | ${statements} | ≤ 3 | ${judged(statements <= 3)} |`,
      `| ${page}: JavaScript, gzipped | ${scriptKilobytes.toFixed(0)} KB | ≤ 110 KB | ${judged(scriptKilobytes <= 110)} |`,
    ]),
    `| hold: against its own SQL by pgbench | ${holds.ratio.toFixed(2)} (${holds.perSecond.toFixed(0)} of ${holds.bare.toFixed(0)} a second) | ≥ 0.3 | ${judged(holds.ratio >= 0.3)} |`,
    `| hold: SQL round trips, begin and commit included | ${holds.statements.toFixed(1)} | | |`,
  ]
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const date = new Date().toISOString().slice(0, 10)
  const table = ['| what | measured | target | |', '| --- | --- | --- | --- |', ...rows].join('\n')
  console.log(`${machine}, load ${loadBefore.toFixed(1)} before\n\n${table}`)
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/bench.md', `${date}, ${machine}, load ${loadBefore.toFixed(1)} before the run.\n\n${table}\n`)
} finally {
  postgres.stop()
}
