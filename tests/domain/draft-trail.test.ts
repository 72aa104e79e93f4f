import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DraftRun, layOver, longerTrail, overtaken, readMark, TRAIL_LENGTH, writeMark } from '~/domain/draft-trail'

/** A draft's life so far. */
interface Life {
  version: number
  trail: DraftRun<string>[]
  state: string
}

const change = ({ version, trail, state }: Life, page: string): Life => ({
  version: version + 1,
  trail: longerTrail({ version, trail }, page, state),
  state: `${state}${page}`,
})
const changedBy = (pages: string) => [...pages].reduce(change, { version: 1, trail: [], state: '' } as Life)

describe('a page is overtaken', () => {
  test.each([
    ['', { version: 1, page: 'a' }, undefined],
    ['aaa', { version: 1, page: 'a' }, undefined],
    ['aaa', { version: 3, page: 'a' }, undefined],
    ['b', { version: 2, page: 'a' }, undefined],
    ['b', { version: 1, page: 'a' }, { since: '' }],
    ['ab', { version: 2, page: 'a' }, { since: 'a' }],
    ['aba', { version: 1, page: 'a' }, { since: '' }],
    ['ab', { version: 3, page: 'a' }, undefined],
    // a version that never was is of another draft's life
    ['a', { version: 9, page: 'a' }, { since: undefined }],
    ['ab', undefined, { since: '' }],
    ['', undefined, { since: undefined }],
  ])('after %j, drawn as %j', (pages, mark, expected) => {
    expect(overtaken(changedBy(pages), mark)).toEqual(expected)
  })

  test('whoever changes it, exactly when another page did since it was drawn', () => {
    const pages = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 * TRAIL_LENGTH })
    fc.assert(
      fc.property(pages, fc.nat(), (all, at) => {
        const drawn = at % (all.length + 1)
        const missed = all.slice(drawn).some((page) => page !== 'a')
        expect(overtaken(changedBy(all.join('')), { version: drawn + 1, page: 'a' }) !== undefined).toBe(missed)
      }),
    )
  })

  test('also when changes since then left no trail', () => {
    const trail = [{ from: 4, to: 5, page: 'a', before: 'later' }]
    expect(overtaken({ version: 5, trail }, { version: 2, page: 'a' })).toEqual({ since: 'later' })
  })

  test('also when it lags behind further than anybody remembers', () => {
    const kept = changedBy('ab'.repeat(TRAIL_LENGTH))
    expect(kept.trail).toHaveLength(TRAIL_LENGTH)
    expect(overtaken(kept, { version: 1, page: 'a' })).toEqual({ since: kept.trail[0]?.before })
  })
})

test('changes of one page without another in between are one run', () => {
  expect(changedBy('aabba').trail).toEqual([
    { from: 1, to: 3, page: 'a', before: '' },
    { from: 3, to: 5, page: 'b', before: 'aa' },
    { from: 5, to: 6, page: 'a', before: 'aabb' },
  ])
  const run = { from: 1, to: 3, page: 'a', before: '' }
  expect(longerTrail({ version: 5, trail: [run] }, 'a', 'later')).toEqual([
    run,
    { from: 5, to: 6, page: 'a', before: 'later' },
  ])
})

test('two answers worked out from the same state both stand; of one field the last one does', () => {
  const read = { draft: { slot: 'a', name: 'x', people: 2 }, note: '' }
  const slot = { draft: { ...read.draft, slot: 'b' }, note: '' }
  const name = { draft: { ...read.draft, name: 'y', people: 3 }, note: 'n' }
  expect(layOver(read, name, slot)).toEqual({ draft: { slot: 'b', name: 'y', people: 3 }, note: 'n' })
  expect(layOver(read, { ...read, draft: { ...read.draft, slot: 'c' } }, slot).draft.slot).toBe('c')
  expect(layOver(read, read, slot)).toEqual(slot)
})

test('a mark is read as it was written, and for its own draft only', () => {
  const mark = { version: 12, page: 'p_-1' }
  expect(readMark('one', writeMark('one', mark))).toEqual(mark)
  for (const text of [
    writeMark('two', mark),
    'one.x.p',
    'one.7',
    'one.7.',
    'one.-1.p',
    'one.7x.p',
    'one.7.p!',
    'one.7.!p',
    '',
    null,
    7,
  ]) {
    expect(readMark('one', text)).toBeUndefined()
  }
})
