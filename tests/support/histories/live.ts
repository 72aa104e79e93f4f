import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseKind, databaseKinds } from '../database'
import { reachedIn } from '../leave-nothing'
import { settlesEachBooking } from './booking-promises'
import { tellsNobodyTwice } from './letter-promises'
import { FAULTS, type Model } from './model'
import { givesNothingTwice, losesNoRupee } from './money-promises'
import { comeToRest, keepsItsPromises } from './promises'
import { anyBeginning, anyStep } from './steps'
import { saysOneSum } from './sum-promises'
import { World } from './world'

const kind = (process.env.HISTORIES_ON ?? databaseKinds.at(-1)) as DatabaseKind
/** Each history is this long. */
const STEPS = 30
/** Files that share the histories of a run, so that no processor waits for the others. */
const SHARES = 3
/** So many find every fault, in all shares together; fewer may miss a rare one by chance. */
const ENOUGH = 150
/** The rarest fault strikes in every twelfth; where one strikes in fewer than one of so many, the world has come to a stand. */
const SELDOM = 100
/** `HISTORIES` of them are lived through, 150 unless named; the embedded database takes several times as long. */
const histories = Math.ceil(Number(process.env.HISTORIES ?? (kind === 'postgres' ? ENOUGH : 21)) / SHARES)
/** What a failure printed: only that history is lived through again. */
const only = process.env.HISTORIES_PATH

type Reached = readonly (readonly [kind: string, times: number])[]

/** Lives through one share of a run's histories, with a new seed each time. */
export function liveThroughHistories(share: 1 | 2 | 3): void {
  const seed = Number(process.env.HISTORIES_SEED ?? (Date.now() * SHARES + share) % 2 ** 31)
  const repeat = `HISTORIES_SEED=${seed} HISTORIES=${histories * SHARES}`
  let world: World
  beforeAll(async () => {
    world = await World.open(kind)
  })
  afterAll(() => world?.close())

  test(`${histories} histories of ${STEPS} steps keep every promise (seed ${seed})`, { timeout: 0 }, async () => {
    console.log(`histories: ${repeat} npm test -- tests/histories/${share}.test.ts lives through the same again`)
    let lived = 0
    await fc.assert(
      fc.asyncProperty(
        anyBeginning,
        fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
        async (begin, steps) => {
          lived++
          await world.reset(begin)
          const model: Model = { families: [], stands: new Set(), cancelled: new Set() }
          await fc.asyncModelRun(() => ({ model, real: world }), steps)
          await comeToRest(world)
          await keepsItsPromises(world, model)
          await losesNoRupee(world)
          await givesNothingTwice(world)
          await settlesEachBooking(world)
          await tellsNobodyTwice(world)
          await saysOneSum(world)
        },
      ),
      // a failed history is not made smaller unless wished: that takes minutes
      { numRuns: only ? 1 : histories, seed, ...(only && { path: only }), endOnFailure: !process.env.HISTORIES_SHRINK },
    )
    world.countStrikes()
    const kinds = [...world.reached].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    console.log(`histories: ${lived} lived through; ${kinds.map(([kind, times]) => `${kind}: ${times}`).join(', ')}`)
    const all = await reachedByAll(share, kinds)
    if (!all || histories * SHARES < ENOUGH || only) return
    const times = (fault: string) =>
      all.reduce((count, [kind, times]) => (kind.startsWith(`${fault} `) ? count + times : count), 0)
    const least = (histories * SHARES) / SELDOM
    const missed = FAULTS.map((fault) => [fault, times(fault)] as const).filter(([, count]) => count < least)
    expect(missed, 'faults that histories reached too seldom').toEqual([])
  })
}

/** What the shares of this run have reached together; undefined while one of them is under way, or is not part of the run. */
async function reachedByAll(share: number, kinds: Reached): Promise<Reached | undefined> {
  const folder = reachedIn()
  await mkdir(folder, { recursive: true })
  // whole at once: another share may be reading
  await writeFile(`${folder}-${share}`, JSON.stringify(kinds))
  await rename(`${folder}-${share}`, path.join(folder, `${share}.json`))
  const done = await readdir(folder)
  if (done.length < SHARES) return undefined
  const all = await Promise.all(done.map((file) => readFile(path.join(folder, file), 'utf8')))
  return all.flatMap((text) => JSON.parse(text) as Reached)
}
