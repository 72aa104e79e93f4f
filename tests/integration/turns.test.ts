import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StuckInLine } from '~/db/trouble.server'
import { createTurns } from '~/db/turns'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const SECOND = 1_000
const after = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * SECOND))

/** How many of a line of 20, whose work is all the same, are served, and when the last of them has its answer (seconds). */
async function lineOf20(work: () => Promise<unknown>) {
  const inTurn = createTurns()
  const all = Array.from({ length: 20 }, () => inTurn(['aurora'], work).then(() => performance.now()))
  const settled = Promise.allSettled(all).then((outcomes) => ({ outcomes, at: performance.now() }))
  const began = performance.now()
  // others in this process may have timers that never end
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  const { outcomes, at } = await settled
  return {
    served: outcomes.filter(({ status }) => status === 'fulfilled').length,
    seconds: Math.round(at - began) / SECOND,
  }
}

test('a long line that gets on is patient, however long it takes', async () => {
  expect(await lineOf20(() => after(2))).toEqual({ served: 20, seconds: 20 })
})

test('a line gets on too when its work is refused', async () => {
  const refuse = () => after(2).then(() => Promise.reject(new Error('The slot is taken.')))
  expect(await lineOf20(refuse)).toEqual({ served: 0, seconds: 20 })
})

test('where those in front give up after 3 seconds, nobody behind waits for longer than the next two', async () => {
  const giveUp = () => after(2.999).then(() => Promise.reject(new StuckInLine('The room is stuck.')))
  expect(await lineOf20(giveUp)).toEqual({ served: 0, seconds: 5.998 })
})
