import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { changedSinceShown, markOf } from '~/domain/shown-booking'

const mark = (changes: Partial<Record<'place' | 'time' | 'package' | 'extras', string>> = {}) =>
  markOf({ place: 'a', time: 'b', package: 'c', extras: 'd', ...changes }, String)
const total = rupees(1_499)
const now = { total, mark: mark() }

test('what is pressed as it was shown is what is meant; what was not sent is not compared', () => {
  expect(changedSinceShown(now, now)).toBeUndefined()
  expect(changedSinceShown({}, now)).toBeUndefined()
  expect(changedSinceShown({ total }, now)).toBeUndefined()
  expect(changedSinceShown({ total }, {})).toBeUndefined()
})

test.each([
  [{ place: 'x' }, 'the room'],
  [{ time: 'x' }, 'its time'],
  [{ package: 'x' }, 'the package'],
  [{ extras: 'x' }, 'what comes with it'],
  [{ place: 'x', extras: 'x' }, 'the room, what comes with it'],
])('a booking of which %o was shown says that %s has changed', (shown, words) => {
  const said = `Since you looked, this has changed: ${words}. Please look at it once more, then press again.`
  expect(changedSinceShown({ total, mark: mark(shown) }, now)).toBe(said)
})

test('another price is said alone, and beside what else has changed', () => {
  expect(changedSinceShown({ total: rupees(1_299), mark: mark() }, now)).toBe(
    'The price is now ₹1,499 instead of ₹1,299. Press again if that is fine.',
  )
  expect(changedSinceShown({ total: rupees(1_299), mark: mark({ package: 'x' }) }, now)).toContain(
    'the package, the price, which is now ₹1,499 instead of ₹1,299.',
  )
})

test('a mark that is none of ours differs, and so does one of a booking that has none', () => {
  expect(changedSinceShown({ total, mark: '' }, now)).toContain('the room, its time')
  expect(changedSinceShown(now, { total })).toContain('the room, its time')
})
