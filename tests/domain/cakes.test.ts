import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CakeChoice, freeCakeWords, priceCakes } from '~/domain/cakes'
import { paise, rupees } from '~/domain/money'
import { totalOf } from './sample-offers'

const plain = (price: number, count = 1): CakeChoice => ({
  price: rupees(price),
  count,
  special: false,
  specialPrice: null,
})
const special = (price: number, extra: number, count = 1): CakeChoice => ({
  ...plain(price, count),
  special: true,
  specialPrice: rupees(extra),
})

const cakes = fc.array(
  fc.record({
    price: fc.nat(500_000).map(paise),
    count: fc.integer({ min: 1, max: 20 }),
    special: fc.boolean(),
    specialPrice: fc.option(fc.nat(100_000).map(paise)),
  }),
  { maxLength: 8 },
)

describe('exactly one cake unit is free', () => {
  it.each([
    ['a plain one', [plain(500)], [0]],
    ['a special one', [special(700, 150)], [150]],
    ['one unit of three', [plain(500, 3)], [1_000]],
    ['one unit of two special ones', [special(700, 150, 2)], [850]],
    ['only of the first', [plain(500), special(700, 150)], [0, 700]],
    ['in the order of selection', [special(700, 150), plain(500, 2)], [150, 1_000]],
    ['a special price counts only on a special cake', [{ ...plain(500), specialPrice: rupees(150) }], [0]],
    ['special without a price', [{ ...plain(500), special: true }], [0]],
    ['no cake', [], []],
  ])('%s', (_, chosen, amounts) => {
    expect(priceCakes(chosen).map(({ amount }) => amount)).toEqual(amounts.map(rupees))
  })

  it('says so in words', () => {
    expect(priceCakes([special(700, 150), plain(500)]).map(({ explanation }) => explanation)).toEqual([
      'first cake free, special +₹150',
      undefined,
    ])
    expect(priceCakes([plain(500)])[0]?.explanation).toBe('first cake free')
  })

  it('passes to the next one when the free one is removed', () => {
    const [, ...rest] = [plain(500), special(700, 150), plain(400)]
    expect(priceCakes(rest)[0]).toMatchObject({ amount: rupees(150), freeUnits: 1 })
  })

  it('saves exactly the first cake once, never goes below zero, and frees one unit', () => {
    fc.assert(
      fc.property(cakes, (chosen) => {
        const priced = priceCakes(chosen)
        const [first] = chosen
        const full = chosen.reduce((total, { price, count }) => total + price * count, 0)
        const instead = first?.special ? (first.specialPrice ?? 0) : 0
        expect(totalOf(priced)).toBe(full - (first?.price ?? 0) + instead)
        expect(priced.every(({ amount }) => amount >= 0)).toBe(true)
        expect(priced.filter(({ freeUnits }) => freeUnits === 1)).toHaveLength(Math.min(1, chosen.length))
      }),
    )
  })
})

describe('before a cake is chosen its card says what it costs as the free one', () => {
  it.each([
    [plain(599), 'Included'],
    [special(699, 150), '+₹150 as your free cake'],
    [{ ...special(699, 150), specialPrice: null }, 'Included'],
  ])('%j: %s', (cake, words) => expect(freeCakeWords(cake)).toBe(words))
})
