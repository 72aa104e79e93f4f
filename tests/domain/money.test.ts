import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatRupees,
  formatRupeesExact,
  paise,
  parseRupees,
  percentOf,
  priceWords,
  rupees,
  shownSum,
  sum,
  times,
  toRupeeNumber,
  typedRupees,
  ungrouped,
} from '~/domain/money'
import { formatAmount } from '~/domain/open-money'

describe('money', () => {
  it.each([
    [149_900, '₹1,499'],
    [149_950, '₹1,499.50'],
    [149_905, '₹1,499.05'],
    [0, '₹0'],
    [1, '₹0.01'],
    [12_345_600, '₹1,23,456'],
    [-9_990, '−₹99.90'],
  ])('%i paise read %s', (amount, text) => expect(formatRupees(paise(amount))).toBe(text))

  it.each([
    [149_900, '₹1,499.00'],
    [0, '₹0.00'],
    [-9_990, '−₹99.90'],
  ])('%i paise on a paper read %s', (amount, text) => expect(formatRupeesExact(paise(amount))).toBe(text))

  it.each([
    [149_950, '₹1,499.50'],
    [0, 'Free'],
    [-9_990, '−₹99.90'],
  ])('%i paise for one thing read %s', (amount, text) => expect(priceWords(paise(amount))).toBe(text))

  it.each([
    [149_900, '1499'],
    [149_950, '1499.50'],
    [5, '0.05'],
  ])('%i paise stand in a field as %s', (amount, text) => expect(typedRupees(paise(amount))).toBe(text))

  it('of another currency names it', () =>
    expect([formatAmount(paise(49_900), 'INR'), formatAmount(paise(49_950), 'USD')]).toEqual(['₹499', '499.50 USD']))

  it.each([
    ['1499', 149_900],
    ['1,499.5', 149_950],
    ['₹ 99', 9_900],
    [' ₹99', 9_900],
    ['99₹', 9_900],
    ['99 ₹ ', 9_900],
    ['₹1,00,000', 10_000_000],
    ['1,000,000', 100_000_000],
    ['12,34,567.5', 123_456_750],
    ['123,456', 12_345_600],
    ['1 499', 149_900],
    [' 0.05 ', 5],
    ['0', 0],
    ['9999999.99', 999_999_999],
  ])('a person types %s', (text, amount) => expect(parseRupees(text)).toBe(amount))

  it.each([
    '',
    '1.234',
    '-5',
    '1e3',
    'abc',
    '.5',
    '1.',
    '12345678',
    'NaN',
    '१',
    '50%',
    '14₹99',
    'Rs₹99',
    '99₹.50',
  ])('refuses %j', (text) => expect(parseRupees(text)).toBeUndefined())

  // whoever types them may mean rupees with paise
  it.each([
    '10,50',
    '10,5',
    '12,5',
    '1,4',
    '1,2345',
    '1234,567',
    '1,499,',
    ',50',
    '1,,499',
    '1.499,50',
    '1,0,000',
    '0,500',
    '10 50',
  ])('never takes the comma of %j for nothing', (text) =>
    expect([parseRupees(text), ungrouped(text)]).toEqual([undefined, undefined]))

  // a field of a form with pictures may be as long
  it.each(['', '5', '₹', '5 ₹'])('of %j and endless blanks is refused at once', (text) => {
    const began = performance.now()
    expect(parseRupees(`${text}${' '.repeat(128_000)}x`)).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it.each([
    ['99900', 99_900],
    ['0', 0],
    ['-5', -5],
    ['', undefined],
    [' ', undefined],
    ['1.5', undefined],
    ['1e300', undefined],
    ['0x10', undefined],
    ['1e3', undefined],
    ['--5', undefined],
    ['all', undefined],
    [null, undefined],
  ])('a form sends %j back as the sum that was shown', (sent, amount) => expect(shownSum(sent)).toBe(amount))

  it('refuses parts of a paisa, and knows one zero', () => {
    expect(() => paise(0.5)).toThrow(RangeError)
    expect(() => paise(Number.NaN)).toThrow(RangeError)
    expect(Object.is(paise(-0), 0)).toBe(true)
  })

  it.each([
    [1_234.56, 123_456],
    [0.29, 29],
    [1_234.565, 123_457],
    [19.99, 1_999],
  ])('%d rupees are whole paise', (amount, expected) => expect(rupees(amount)).toBe(expected))

  it.each([
    [10_000, 1_000, 1_000],
    [5, 1_000, 1],
    [4, 1_000, 0],
    [333, 5_000, 167],
    [149_950, 1_250, 18_744],
    [100, 10_000, 100],
  ])('of %i paise, %i hundredths of a percent are %i, half up', (amount, hundredths, expected) =>
    expect(percentOf(paise(amount), hundredths)).toBe(expected))

  it('survives the way out and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (amount) => {
        expect(parseRupees(formatRupees(paise(amount)))).toBe(amount)
        expect(rupees(toRupeeNumber(paise(amount)))).toBe(amount)
      }),
    )
  })

  it('rounds a percentage to the nearest paisa', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(10_000), (amount, hundredths) => {
        const off = percentOf(paise(amount), hundredths) - (amount * hundredths) / 10_000
        expect(off).toBeGreaterThan(-0.5)
        expect(off).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('adds and multiplies', () => {
    expect(sum([])).toBe(0)
    expect(sum([rupees(1), paise(-50)])).toBe(50)
    expect(times(rupees(30), 3)).toBe(9_000)
  })
})
