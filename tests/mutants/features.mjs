import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { instrument, TREE } from './instrument.mjs'
import { Judge } from './judges.mjs'
import { learnReach } from './reach.mjs'
import { sampleOf } from './sample.mjs'
import { printScore } from './score.mjs'

/**
 * `npm run test:mutants:features`: tries a sample of small faults in what holds slots, moves money and leads through
 * the flow, on the embedded database. Each is tried on the tests that reach it, likeliest first. An interrupted run
 * goes on where it was; `-- again` tries those anew that stayed, on more of the tests, `-- fresh` all of them,
 * `-- money/refund:145 flow/` only what stands at these places. `DRAW=word` tries another sample than the usual one.
 */
const asked = process.argv.slice(2)
const [mode] = asked
const PLACES = asked.filter((word) => word.includes('/'))
const { MUTANTS, DRAW } = process.env
const PROCESSES = Number(process.env.MUTANT_PROCESSES ?? 2)
const RESULTS = `test-results/mutants-features${DRAW ? `-${DRAW}` : ''}.jsonl`
/** How many tests are asked at once, and at most about one mutant before somebody asks for `again`. */
const TURNS = [6, 12, 20]
const MOST = mode === 'again' || PLACES.length > 0 ? 500 : 40
/** Seconds for one file of chosen tests; twenty times what they take on a quiet machine. */
const LIMIT = 400

mkdirSync('test-results', { recursive: true })
const mutants = await instrument()
const judges = Array.from({ length: PROCESSES }, () => new Judge())
const tests = await learnReach(TREE, judges)
const sample = sampleOf(mutants, MUTANTS && Number(MUTANTS), DRAW).filter(isAsked)
console.log(`${mutants.length} faults are possible; ${sample.length} are tried by ${tests.length} tests.`)
const known = readResults()
// what few tests reach is soon done
const waiting = sample
  .filter(({ key }) => !known.has(key))
  .sort((one, other) => judgesOf(one).length - judgesOf(other).length)
await Promise.all(judges.map(workOff))
for (const judge of judges) await judge.end()
printScore(sample.map((mutant) => ({ ...mutant, ...known.get(mutant.key) })))

/** Without places all are; a place is a beginning of `money/refund:145`. */
function isAsked({ file, line }) {
  const place = `${file.replace(/^app\/features\/|\.server\.ts$/g, '')}:${line}`
  return (
    PLACES.length === 0 || PLACES.some((asked) => place === asked || (!asked.includes(':') && place.startsWith(asked)))
  )
}

async function workOff(judge) {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const started = Date.now()
    const result = { key: mutant.key, ...(await tryOut(judge, mutant)), seconds: (Date.now() - started) / 1000 }
    known.set(mutant.key, result)
    appendFileSync(RESULTS, `${JSON.stringify({ ...result, at: new Date().toISOString() })}\n`)
    const { file, line, was, becomes } = mutant
    console.log(
      `${result.noticed ? '✓' : '✗'} ${file}:${line} ${was.slice(0, 60)} → ${becomes.slice(0, 60)} (${result.by})`,
    )
  }
}

/** @returns {Promise<{ noticed: boolean, by: string }>} */
async function tryOut(judge, mutant) {
  const willing = judgesOf(mutant)
  if (willing.length === 0) return { noticed: false, by: 'no test reaches it' }
  for (const order of ordersOf(willing)) {
    const ask = () => judge.ask({ ...order, mutant: mutant.id }, LIMIT)
    const said = (await ask()) ?? (await ask())
    if (!said) {
      // one that dies without the mutant too is no witness
      const well = await judge.ask(order, LIMIT)
      if (!well || well.failed) continue
      return { noticed: true, by: `time, in ${order.file}` }
    }
    if (!said.failed) continue
    const again = { ...order, tests: order.tests.filter((name) => name === said.failed.name) }
    if (again.tests.length === 0) again.tests = order.tests
    const by = `${order.file}: ${said.failed.name}: ${said.failed.error.split('\n')[0]}`
    // without the mutant the same test passes in the same process, or the process is no witness any more
    const healthy = !said.failed.timedOut && (await judge.ask(again, LIMIT))
    if (healthy && !healthy.failed) return { noticed: true, by }
    await judge.end()
    const well = await judge.ask(again, LIMIT)
    if (!well || well.failed) continue
    const fresh = await judge.ask({ ...again, mutant: mutant.id }, LIMIT)
    if (!fresh || fresh.failed) {
      await judge.end()
      return { noticed: true, by: `${by} (twice)` }
    }
  }
  return { noticed: false, by: `${Math.min(willing.length, MOST)} of ${willing.length} tests pass` }
}

/**
 * Tests that reach a mutant: those of the file's own name, then one of each other file and again one, since files look at
 * different things. Within a file those first that reach little else.
 */
function judgesOf({ id, file }) {
  const own = file.replace(/^.*\/|\.server\.ts$/g, '')
  const reaching = tests.filter(({ reached }) => reached.has(id)).sort((a, b) => a.reached.size - b.reached.size)
  const rounds = new Map()
  const round = (test) => {
    if (test.file.includes(`/${own}.`)) return 0
    rounds.set(test.file, (rounds.get(test.file) ?? 0) + 1)
    return rounds.get(test.file)
  }
  const placed = reaching.map((test) => ({ test, round: round(test) }))
  return placed.sort((a, b) => a.round - b.round).map(({ test }) => test)
}

/** In turns that grow, each file's tests together. */
function* ordersOf(willing) {
  for (let from = 0, turn = 0; from < Math.min(willing.length, MOST); turn += 1) {
    const size = TURNS[turn] ?? TURNS.at(-1)
    const chosen = willing.slice(from, Math.min(from + size, MOST))
    for (const file of new Set(chosen.map((test) => test.file)))
      yield { file, tests: chosen.filter((test) => test.file === file).map(({ name }) => name) }
    from += size
  }
}

function readResults() {
  if (mode === 'fresh' || PLACES.length > 0 || !existsSync(RESULTS)) return new Map()
  const lines = readFileSync(RESULTS, 'utf8').trim().split('\n').filter(Boolean)
  const results = new Map(lines.map((line) => JSON.parse(line)).map((result) => [result.key, result]))
  return mode === 'again' ? new Map([...results].filter(([, { noticed }]) => noticed)) : results
}
