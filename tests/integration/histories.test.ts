import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseKind, databaseKinds } from '../support/database'
import { FAULTS, type Model } from '../support/histories/model'
import { comeToRest, keepsItsPromises, losesNoRupee } from '../support/histories/promises'
import { anyBeginning, anyStep } from '../support/histories/steps'
import { World } from '../support/histories/world'

const kind = (process.env.HISTORIES_ON ?? databaseKinds.at(-1)) as DatabaseKind
/**
 * Each history is this long; `HISTORIES` of them are lived through, 300 unless named, with a new seed each time. The
 * embedded database takes several times as long, so there it is a few.
 */
const STEPS = 30
const histories = Number(process.env.HISTORIES ?? (kind === 'postgres' ? 300 : 20))
const seed = Number(process.env.HISTORIES_SEED ?? Date.now() % 2 ** 31)
/** What a failure printed: only that history is lived through again. */
const path = process.env.HISTORIES_PATH

let world: World
beforeAll(async () => {
  world = await World.open(kind)
})
afterAll(() => world?.close())

test(`${histories} histories of ${STEPS} steps keep every promise (seed ${seed})`, { timeout: 0 }, async () => {
  console.log(`histories: HISTORIES_SEED=${seed} HISTORIES=${histories} lives through the same again`)
  let lived = 0
  await fc.assert(
    fc.asyncProperty(anyBeginning, fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }), async (begin, steps) => {
      lived++
      await world.reset(begin)
      const model: Model = { families: [], stands: new Set(), cancelled: new Set() }
      await fc.asyncModelRun(() => ({ model, real: world }), steps)
      await comeToRest(world)
      await keepsItsPromises(world, model)
      await losesNoRupee(world)
    }),
    // a failed history is not made smaller unless wished: that takes minutes
    { numRuns: histories, seed, ...(path && { path }), endOnFailure: !process.env.HISTORIES_SHRINK },
  )
  world.countStrikes()
  const kinds = [...world.reached].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
  console.log(`histories: ${lived} lived through; ${kinds.map(([kind, times]) => `${kind}: ${times}`).join(', ')}`)
  const missed = FAULTS.filter((fault) => !kinds.some(([kind]) => kind.startsWith(`${fault} `)))
  // fewer may miss a rare one by chance
  if (histories >= 300 && !path) expect(missed, 'faults that no history reached').toEqual([])
})
