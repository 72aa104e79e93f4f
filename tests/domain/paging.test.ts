import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rupees, ZERO } from '~/domain/money'
import { countedPage, countLimit, foundWords, pageOf } from '~/domain/paging'

describe('pages of a list', () => {
  it.each([
    [0, 1, 1, 1, 0],
    [10, 1, 1, 1, 0],
    [11, 2, 2, 2, 10],
    [25, 99, 3, 3, 20],
    [25, 0, 1, 3, 0],
    [25, -4, 1, 3, 0],
    [25, 2.9, 2, 3, 10],
    [25, Number.NaN, 1, 3, 0],
  ])('of %i rows, page %d is page %i of %i from row %i', (total, wanted, page, pages, offset) =>
    expect(pageOf(total, wanted)).toEqual({ page, pages, offset, limit: 10 }))

  it('show every row once', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        const { pages } = pageOf(total, 1, limit)
        const rows = Array.from({ length: pages }, (_, at) => pageOf(total, at + 1, limit)).flatMap(({ offset }) =>
          Array.from({ length: Math.min(limit, total - offset) }, (_, at) => offset + at),
        )
        expect(rows).toEqual(Array.from({ length: total }, (_, at) => at))
      }),
    )
  })

  it.each([
    [1, 1_000],
    [90, 1_000],
    [300, 3_100],
    [-5, 1_000],
    // no number that a database would refuse
    [1e300, 1_000_100],
    [Number.POSITIVE_INFINITY, 1_000_100],
  ])('for page %i counts to %i', (wanted, most) => expect(countLimit(wanted)).toBe(most))

  it('are known to the end, or as far as was counted', () => {
    expect(countedPage(13, 1_000, 5)).toMatchObject({ page: 2, pages: 2, total: 13, more: false })
    expect(countedPage(1_000, 1_000, 1)).toMatchObject({ pages: 100, total: 1_000, more: false })
    expect(countedPage(1_001, 1_000, 1)).toMatchObject({ pages: 100, total: 1_000, more: true })
    expect(countedPage(3_101, 3_100, 300)).toMatchObject({ page: 300, pages: 310, more: true })
  })

  it('say how many were found', () => {
    expect(foundWords({ total: 13, more: false })).toBe('13 found')
    expect(foundWords({ total: 1_000, more: true })).toBe('more than 1,000 found')
    expect(foundWords({ total: 94, more: false, due: rupees(150_460) })).toBe('94 found, ₹1,50,460 due')
    expect(foundWords({ total: 0, more: false, due: ZERO })).toBe('0 found, ₹0 due')
  })
})
