import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOf } from '~/domain/shares'

describe('shares in percent', () => {
  it.each([
    [[], []],
    [
      [0, 0],
      [0, 0],
    ],
    [[5], [100]],
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [251, 211],
      [54.3, 45.7],
    ],
  ])('%j are %j', (counts, shares) => {
    expect(sharesOf(counts)).toEqual(shares)
  })

  it('add up to exactly 100, and a larger count never has the smaller share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 }), (counts) => {
        fc.pre(counts.some(Boolean))
        const shares = sharesOf(counts)
        expect(shares.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1_000)
        counts.forEach((count, index) => {
          counts.forEach((other, at) => {
            if (count > other) expect(shares[index]).toBeGreaterThanOrEqual(shares[at] ?? 0)
          })
        })
      }),
    )
  })
})
