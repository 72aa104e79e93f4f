import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees } from '~/domain/money'
import {
  explainedLine,
  lineWords,
  ownPriceGone,
  type PricedItem,
  type PricingInput,
  packagePriceOn,
  priceBooking,
  summarize,
} from '~/domain/pricing'
import { BASIC, COUPON, day, NOTHING_CHOSEN, partsAddUp, ROYAL } from './sample-offers'

const one = (id: string, name: string, price: number, count = 1): PricedItem => ({
  id,
  name,
  price: rupees(price),
  count,
})
const LED = one('led-name', 'LED Name', 300)
const VANILLA = one('vanilla', 'Vanilla', 500)
const TRUFFLE: PricedItem = { ...one('truffle', 'Truffle', 700), special: true, specialPrice: rupees(150) }
const BIRTHDAY = { id: 'birthday', name: 'Birthday', price: rupees(500) }
const coupon = { ...COUPON, code: 'LOVE10' }
const fixed = { ...coupon, type: 'fixed' as const }

const EXAMPLES: [string, Partial<PricingInput>, number][] = [
  ['the package alone', {}, 2_999],
  ['its custom price on the date', { visitDate: day('2027-02-14') }, 4_999],
  [
    'a custom price of nothing',
    { package: { ...ROYAL, customPrices: [{ date: day('2027-01-21'), price: paise(0) }] } },
    0,
  ],
  ['fewer people than the minimum', { people: 2 }, 2_999],
  ['three people more', { people: 7 }, 2_999 + 600],
  ['an occasion', { occasion: BIRTHDAY }, 2_999 + 500],
  [
    'add-ons, the first one not free',
    { addons: [one('fog', 'Fog', 400, 2), one('sash', 'Sash', 99.5)] },
    2_999 + 899.5,
  ],
  ['gifts, the first one not free', { gifts: [one('rose', 'Rose', 99, 3)] }, 2_999 + 297],
  ['one free cake', { cakes: [VANILLA] }, 2_999],
  ['one free unit of two', { cakes: [{ ...VANILLA, count: 2 }] }, 2_999 + 500],
  ['a free special cake and a plain one', { cakes: [TRUFFLE, VANILLA] }, 2_999 + 150 + 500],
  ['eight letters', { addons: [LED], ledName: 'Shreyas!' }, 2_999 + 300],
  ['eleven letters', { addons: [LED], ledName: 'Birthday Ma' }, 2_999 + 300 + 90],
  ['letters that nobody puts up', { ledName: 'Birthday Ma' }, 2_999],
  ['10 % off everything', { people: 5, coupon }, 2_879.1],
  ['₹500 off', { coupon: { ...fixed, discount: 50_000 } }, 2_499],
  ['more off than there is', { coupon: { ...fixed, discount: 9_999_900 } }, 0],
  ['Basic', { package: BASIC }, 1_499],
]

describe('priceBooking', () => {
  it.each(EXAMPLES)('%s', (_, change, total) => {
    const priced = priceBooking({ ...NOTHING_CHOSEN, ...change })
    expect(priced.total).toBe(rupees(total))
    expect(partsAddUp(priced)).toBe(true)
  })

  const EVERYTHING: PricingInput = {
    ...NOTHING_CHOSEN,
    visitDate: day('2027-02-14'),
    people: 6,
    occasion: BIRTHDAY,
    addons: [LED],
    ledName: 'Birthday Ma',
    cakes: [TRUFFLE, VANILLA],
    gifts: [one('rose', 'Rose', 99, 2)],
    coupon,
  }

  it('adds up under the titles of the Order Summary, in its order', () => {
    const everything = priceBooking(EVERYTHING)
    expect(everything.summary.map(({ title, amount }) => `${title} ${amount / 100}`)).toEqual([
      'Package 4999',
      'Occasion 500',
      'Addons 390',
      'Extra Persons Amount 400',
      'Cakes 650',
      'Gifts 198',
      'Coupon -713.7',
    ])
    expect(everything.couponPrice).toBe(-71_370)
    expect(partsAddUp(everything)).toBe(true)
  })

  it('explains every amount that needs it', () => {
    const explained = priceBooking(EVERYTHING).summary.flatMap(({ explanations }) => explanations)
    expect(explained).toEqual([
      'price for 14 Feb',
      'LED: 11 characters, 3 extra × ₹30',
      '6 people, 2 extra × ₹200',
      'first cake free, special +₹150',
      'LOVE10: 10% off',
    ])
  })

  it('a customer reads the code of a coupon once, and all of what explains another line', () => {
    const read = priceBooking(EVERYTHING).lines.map(explainedLine)
    expect(read.flatMap(({ name, explanation }) => (explanation ? [`${name} / ${explanation}`] : []))).toEqual([
      'Royal / price for 14 Feb',
      'LED lettering / LED: 11 characters, 3 extra × ₹30',
      'Extra persons / 6 people, 2 extra × ₹200',
      'Truffle / first cake free, special +₹150',
      'LOVE10 / 10% off',
    ])
  })

  it.each([
    [1, 200, '1 person, 1 extra × ₹200'],
    [3, 600, '3 people, 3 extra × ₹200'],
  ])('takes every guest for an extra person where the package includes nobody: %i people', (people, amount, words) => {
    const { summary } = priceBooking({ ...NOTHING_CHOSEN, people, minPeople: 0, extraPersonPrice: rupees(200) })
    expect(summary.find(({ title }) => title === 'Extra Persons Amount')).toMatchObject({
      amount: rupees(amount),
      explanations: [words],
    })
  })

  it('costs at most what was charged after a technical failure, whatever else is on the bill', () => {
    const charged = (amount: number, more: Partial<PricingInput> = {}) =>
      priceBooking({ ...NOTHING_CHOSEN, coupon, charge: { amount: rupees(amount), explanation: null }, ...more })
    expect(charged(1_000).summary.at(-1)).toMatchObject({ title: 'Technical failure', amount: -169_910 })
    expect(charged(1_000).total).toBe(rupees(1_000))
    expect(charged(1_000, { occasion: BIRTHDAY }).total).toBe(rupees(1_000))
    expect(charged(9_999).total).toBe(rupees(2_699.1))
    expect(charged(0).total).toBe(0)
  })

  it('says of every line what was sold, at which terms', () => {
    const { lines } = priceBooking({ ...EVERYTHING, coupon: coupon && { ...coupon, type: 'fixed', discount: 30_000 } })
    const said = lines.map(({ name, count, free, special, specialPrice, explanation }) =>
      [name, count, free, special, specialPrice, explanation].join(' | '),
    )
    expect(said).toEqual([
      'Royal | 1 | false | false |  | price for 14 Feb',
      'Birthday | 1 | false | false |  | ',
      'LED Name | 1 | true | false |  | ',
      'LED lettering | 1 | false | false |  | LED: 11 characters, 3 extra × ₹30',
      'Extra persons | 2 | false | false |  | 6 people, 2 extra × ₹200',
      'Truffle | 1 | true | true | 15000 | first cake free, special +₹150',
      'Vanilla | 1 | false | false |  | ',
      'Rose | 2 | true | false |  | ',
      'LOVE10 | 1 | false | false |  | LOVE10: ₹300 off',
    ])
    expect(priceBooking(NOTHING_CHOSEN).lines[0]?.explanation).toBeNull()
  })

  it('leaves out what does not apply', () => {
    expect(priceBooking(NOTHING_CHOSEN).summary.map(({ title }) => title)).toEqual(['Package'])
    expect(summarize([])).toEqual([])
  })

  it('records the first add-on and gift as free, at their price', () => {
    const items = [one('fog', 'Fog', 400), one('sash', 'Sash', 100)]
    const { lines } = priceBooking({ ...NOTHING_CHOSEN, addons: items, gifts: items })
    const flags = lines.filter(({ kind }) => kind === 'addon' || kind === 'gift')
    expect(flags.map(({ free, amount }) => [free, amount])).toEqual([
      [true, 40_000],
      [false, 10_000],
      [true, 40_000],
      [false, 10_000],
    ])
  })

  it('knows the price of a package on a date', () => {
    expect(packagePriceOn(ROYAL, day('2027-02-14'))).toBe(rupees(4_999))
    expect(packagePriceOn(ROYAL, day('2027-02-15'))).toBe(rupees(2_999))
  })
})

const price = fc.nat(2_000_000).map(paise)
const items = (prefix: string) =>
  fc
    .uniqueArray(
      fc.record({
        id: fc.nat(30).map((id) => `${prefix}${id}`),
        name: fc.constantFrom('LED Name', 'Led Number', 'Fog', 'Photo frame', 'Rose'),
        price,
        count: fc.integer({ min: 1, max: 20 }),
        special: fc.boolean(),
        specialPrice: fc.option(price),
      }),
      { selector: ({ id }) => id, maxLength: 6 },
    )
    .map((list): PricedItem[] => list)

const bookings: fc.Arbitrary<PricingInput> = fc.record({
  visitDate: fc.constantFrom(day('2027-01-21'), day('2027-02-14')),
  package: price.map((amount) => ({ ...ROYAL, price: amount })),
  people: fc.integer({ min: 1, max: 30 }),
  minPeople: fc.integer({ min: 0, max: 12 }),
  extraPersonPrice: price,
  occasion: fc.option(price.map((amount) => ({ ...BIRTHDAY, price: amount }))),
  addons: items('a'),
  cakes: items('c'),
  gifts: items('g'),
  ledName: fc.string({ unit: 'grapheme', maxLength: 24 }),
  coupon: fc.option(
    fc.record({
      code: fc.constant('ANY'),
      type: fc.constantFrom('fixed' as const, 'percentage' as const),
      discount: fc.nat(3_000_000),
      expireDate: fc.constant(day('2027-12-31')),
    }),
  ),
})

describe('for any booking', () => {
  it('the parts add up and the total is never below zero', () => {
    fc.assert(
      fc.property(bookings, (input) => partsAddUp(priceBooking(input))),
      { numRuns: 2_000 },
    )
  })

  it('removing what was added restores the price', () => {
    fc.assert(
      fc.property(bookings, items('new'), (input, added) => {
        for (const kind of ['addons', 'cakes', 'gifts'] as const) {
          const more = { ...input, [kind]: [...input[kind], ...added] }
          const back = { ...more, [kind]: more[kind].filter(({ id }) => !id.startsWith('new')) }
          expect(priceBooking(back)).toEqual(priceBooking(input))
        }
      }),
    )
  })

  it('the order of add-ons and gifts does not matter; of cakes, only the first does', () => {
    const reversed = <T>(list: readonly T[]) => [...list].reverse()
    fc.assert(
      fc.property(bookings, (input) => {
        const { total } = priceBooking(input)
        expect(priceBooking({ ...input, addons: reversed(input.addons), gifts: reversed(input.gifts) }).total).toBe(
          total,
        )
        const [first, ...rest] = input.cakes
        if (first) expect(priceBooking({ ...input, cakes: [first, ...reversed(rest)] }).total).toBe(total)
      }),
    )
  })

  it('one more of anything never makes it cheaper', () => {
    fc.assert(
      fc.property(bookings, fc.constantFrom('addons' as const, 'cakes' as const, 'gifts' as const), (input, kind) => {
        const more = { ...input, [kind]: input[kind].map((one) => ({ ...one, count: one.count + 1 })) }
        expect(priceBooking(more).total).toBeGreaterThanOrEqual(priceBooking(input).total)
      }),
    )
  })

  it('a coupon never makes it dearer, and leaves the other lines alone', () => {
    fc.assert(
      fc.property(bookings, (input) => {
        const [withIt, without] = [priceBooking(input), priceBooking({ ...input, coupon: null })]
        expect(withIt.total).toBeLessThanOrEqual(without.total)
        expect(withIt.subtotal).toBe(without.total)
      }),
    )
  })
})

describe('a package whose own price falls away by a move', () => {
  const line = (name: string, explanation: string | null, kind: 'package' | 'cake' = 'package') => ({
    ...{ kind, name, explanation },
  })
  const dated = line('Basic', 'price for 14 Feb')
  it.each([
    ['is named', [dated], [line('Basic', null)], ['Basic: before, it had the price for 14 Feb.']],
    [
      'is named as it was, where another one takes its place',
      [dated],
      [line('Royal', null)],
      [expect.stringMatching(/^Basic/)],
    ],
    [
      'is named though a cake explains itself',
      [dated],
      [line('Basic', null), line('Truffle', 'first cake free', 'cake')],
      [expect.stringMatching(/^Basic/)],
    ],
    [
      'is not named where the new date has one of its own',
      [dated],
      [line('Basic', 'price for 15 Feb'), line('Vanilla', null, 'cake')],
      [],
    ],
    ['is not named where there was none', [line('Basic', null)], [line('Basic', null)], []],
    ['is no matter of what else a line explains', [line('Truffle', 'first cake free', 'cake')], [], []],
  ])('%s', (_, before, after, words) => {
    expect(ownPriceGone(before, after)).toEqual(words)
  })
})

it.each([
  ['package', 'Celebration', 1, 2_399, 'Package, Celebration, ₹2,399'],
  ['occasion', 'Birthday', 1, 0, 'Occasion, Birthday, Free'],
  ['addon', 'Confetti', 2, 298, 'Addon, Confetti × 2, ₹298'],
  // its name says what it is, and its words how many
  ['extra-persons', 'Extra persons', 3, 600, 'Extra persons, ₹600'],
  ['cake', 'Chocolate Truffle', 1, 0, 'Cake, Chocolate Truffle, Free'],
  ['coupon', 'NOTHING', 1, 0, 'Coupon, NOTHING, ₹0'],
] as const)('a customer reads a line of kind %s by its name: %s × %i', (kind, name, count, price, read) => {
  const words = lineWords({ kind, name, count, amount: rupees(price) })
  expect([words.kind, words.name, words.amount].filter(Boolean).join(', ')).toBe(read)
})
