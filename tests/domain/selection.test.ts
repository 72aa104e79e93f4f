import { describe, expect, it } from 'vitest'
import type { BookingStep } from '~/domain/booking-steps'
import type { CalendarDate } from '~/domain/calendar'
import { type Draft, emptyDraft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { priceBooking } from '~/domain/pricing'
import {
  defaultPackage,
  givenWords,
  type Offers,
  offersToPrice,
  placeGone,
  resolveSelection,
  type StoredLine,
  type StoredTerms,
  tidyDraft,
  withoutGiven,
  withoutGone,
  withoutMore,
} from '~/domain/selection'
import { answerDraft } from '~/domain/step-answers'
import { BASIC, COUPON, day, item, OFFERS, partsAddUp, ROYAL } from './sample-offers'

const CONTEXT = { date: day('2027-01-21'), lastHour: false }
const DRAFT: Draft = { ...emptyDraft('attempt'), packageId: 'royal', people: 4, occasionId: 'birthday' }

const select = (
  draft: Partial<Draft>,
  offers: Offers = OFFERS,
  context: Partial<Parameters<typeof resolveSelection>[2]> = {},
) => {
  const selection = resolveSelection({ ...DRAFT, ...draft }, offers, { ...CONTEXT, ...context })
  if (!selection) throw new Error('nothing to select')
  const priced = priceBooking(selection.input)
  expect(partsAddUp(priced)).toBe(true)
  return { ...selection, priced }
}

describe('the package that stands selected', () => {
  it.each([
    ['the first one', OFFERS.packages, false, 'royal'],
    ['Basic inside the last hour', OFFERS.packages, true, 'basic'],
    ['the first one where there is no Basic', [ROYAL], true, 'royal'],
    ['never a deleted one', [{ ...ROYAL, deleted: true }, BASIC], false, 'basic'],
  ])('is %s', (_, packages, lastHour, id) => {
    expect(defaultPackage(packages, lastHour)?.id).toBe(id)
  })

  it('is none on a screen without packages', () => {
    expect(defaultPackage([], false)).toBeUndefined()
    expect(resolveSelection(DRAFT, { ...OFFERS, packages: [] }, CONTEXT)).toBeUndefined()
  })
})

it.each([
  ['a room that is gone', { screenId: 'aurora', slotId: 'late' }, false, true, /^The room you chose/],
  ['a slot that is gone', { screenId: 'aurora', slotId: 'late' }, true, false, /^The slot you chose/],
  ['both gone', { screenId: 'aurora', slotId: 'late' }, false, false, /^The room you chose/],
  ['both there', { screenId: 'aurora', slotId: 'late' }, true, true, undefined],
  ['no slot yet', { screenId: 'aurora' }, true, false, undefined],
  ['no room yet', {}, false, false, undefined],
])('of a place that was chosen, %s, is said %s', (_, chosen, screen, slot, words) => {
  const said = placeGone({ screenId: undefined, slotId: undefined, ...chosen }, { screen, slot })
  if (words) expect(said).toMatch(words)
  else expect(said).toBeUndefined()
})

describe('what the package gives already', () => {
  const smoky = { ...ROYAL, inclusions: [...ROYAL.inclusions, 'Smoke Entry'] }
  const offers = { ...OFFERS, packages: [smoky, BASIC] }
  const addons = [
    { id: 'fog', count: 2 },
    { id: 'led-number', count: 1 },
  ]
  const names = (selection: ReturnType<typeof select>) => selection.input.addons.map(({ name }) => name)

  it('is not sold beside it, and that is said', () => {
    const with_ = select({ addons }, offers)
    expect(names(with_)).toEqual(['Led Number'])
    expect(givenWords(with_)).toBe('Royal gives Fog entry already: taken out.')
    expect(withoutGiven({ ...DRAFT, addons }, offers, with_).addons).toEqual([{ id: 'led-number', count: 1 }])
    const without = select({ packageId: 'basic', addons }, offers)
    expect([names(without), givenWords(without)]).toEqual([['Fog entry', 'Led Number'], undefined])
    expect(withoutGiven({ ...DRAFT, addons }, offers, without).addons).toEqual(addons)
  })

  it('stays on a booking that was sold both, until that takes another package', () => {
    const line = { count: 2, unitPrice: rupees(400), special: false, specialPrice: null }
    const sold = (packageId: string) => ({
      ...{ visitDate: CONTEXT.date, extraPersonPrice: rupees(200), minPeople: 4, people: 4, coupon: null },
      lines: [
        { ...line, kind: 'package' as const, itemId: packageId, count: 1 },
        { ...line, kind: 'addon' as const, itemId: 'fog' },
      ],
    })
    expect(names(select({ addons }, offers, { stored: sold('royal') }))).toEqual(['Fog entry', 'Led Number'])
    expect(names(select({ addons }, offers, { stored: sold('basic') }))).toEqual(['Led Number'])
  })
})

describe('what is taken once', () => {
  const counts = (stored?: number) =>
    select(
      {
        addons: [{ id: 'led-name', count: 3 }],
        gifts: [
          { id: 'frame', count: 9 },
          { id: 'rose', count: 9 },
        ],
        ledName: 'A',
      },
      OFFERS,
      stored
        ? {
            stored: {
              ...{ visitDate: CONTEXT.date, extraPersonPrice: rupees(200), minPeople: 4, people: 4, coupon: null },
              lines: [
                {
                  kind: 'addon',
                  itemId: 'led-name',
                  count: stored,
                  unitPrice: rupees(300),
                  special: false,
                  specialPrice: null,
                },
              ],
            },
          }
        : {},
    )

  it('is sold once, whatever is asked for, and stays as it was sold', () => {
    const of = ({ input }: ReturnType<typeof counts>) => [...input.addons, ...input.gifts].map(({ count }) => count)
    expect(of(counts())).toEqual([1, 1, 9])
    expect(of(counts(2))).toEqual([2, 1, 9])
    const draft = { ...DRAFT, addons: [{ id: 'led-name', count: 3 }], gifts: [{ id: 'rose', count: 9 }] }
    expect(withoutMore(draft, counts(2))).toEqual({
      draft: { ...draft, addons: [{ id: 'led-name', count: 2 }] },
      words: 'There can be no more of LED Name than 2.',
    })
    expect(withoutMore({ ...draft, addons: [] }, counts())).toEqual({ draft: { ...draft, addons: [] } })
  })

  it('is no cake, whatever that is called', () => {
    const offers = { ...OFFERS, cakes: [item('photo', 'Photo cake', 900)] }
    expect(select({ cakes: [{ id: 'photo', count: 2 }] }, offers).input.cakes).toMatchObject([{ count: 2 }])
  })
})

describe('what a browser is given to price a step early', () => {
  const draft = {
    ...DRAFT,
    packageId: 'royal',
    occasionId: 'birthday',
    people: 6,
    ledName: 'ASHA',
    addons: [{ id: 'led-name', count: 1 }],
    cakes: [{ id: 'truffle', count: 1 }],
    gifts: [
      { id: 'rose', count: 2 },
      { id: 'frame', count: 1 },
    ],
  }
  const priced = (offers: typeof OFFERS, step: BookingStep, fields: Record<string, string>, date: CalendarDate) => {
    const answered = answerDraft(draft, step, new Map(Object.entries(fields)))
    const selection = resolveSelection(answered, offers, { date, lastHour: false })
    return { selection, priced: selection && priceBooking(selection.input) }
  }

  it.each<[BookingStep, Record<string, string>]>([
    ['customer-details', { people: '9' }],
    ['packages', { packageId: 'basic' }],
    ['packages', { packageId: 'royal' }],
    ['occasions', { intent: 'occasion:anniversary' }],
    ['occasions', { intent: 'occasion:birthday' }],
    ['addons', { intent: 'more:fog' }],
    ['addons', { intent: 'remove:led-name' }],
    ['cakes', { intent: 'more:vanilla' }],
    ['gifts', { intent: 'more:frame' }],
    ['payment', {}],
  ])('prices %s with %j as all that is on offer does', (step, fields) => {
    for (const date of [day('2027-01-21'), day('2027-02-14')]) {
      const needed = offersToPrice(OFFERS, draft, step, date)
      const [some, all] = [priced(needed, step, fields, date), priced(OFFERS, step, fields, date)]
      expect(some.priced).toEqual(all.priced)
      expect(some.selection?.notices).toEqual([])
    }
  })

  it('is not the whole catalogue', () => {
    const { occasions, addons, cakes, gifts, packages } = offersToPrice(OFFERS, draft, 'cakes', day('2027-01-21'))
    expect([occasions, addons, cakes, gifts].map((items) => items.map(({ id }) => id))).toEqual([
      ['birthday'],
      ['led-name'],
      ['vanilla', 'truffle'],
      ['rose', 'frame'],
    ])
    expect(packages.flatMap(({ customPrices }) => customPrices)).toEqual([])
  })
})

describe('what a draft names, as it is on offer', () => {
  it('takes names and prices from the catalogue, in the order of selection', () => {
    const gifts = [
      { id: 'frame', count: 1 },
      { id: 'rose', count: 2 },
    ]
    const { input } = select({ gifts })
    expect(input.gifts.map(({ name, price, count }) => [name, price, count])).toEqual([
      ['Photo frame', 34_950, 1],
      ['Rose', 9_900, 2],
    ])
  })

  it('drops what is gone, once in words', () => {
    const gone = [{ id: 'gone', count: 1 }]
    const { input, notices } = select({ addons: gone, gifts: gone, occasionId: 'gone', packageId: 'gone' })
    expect(input).toMatchObject({ addons: [], gifts: [], occasion: null, package: { id: 'royal' } })
    expect(notices).toEqual([
      'The package you chose is no longer offered; please choose again.',
      'The occasion you chose is no longer offered.',
      'Something you selected is no longer offered and was taken out.',
    ])
  })

  it('leaves what is gone out of a draft, and any other draft as it is', () => {
    const [gone, there] = [
      { id: 'gone', count: 1 },
      { id: 'led-number', count: 1 },
    ]
    const draft = {
      ...DRAFT,
      addons: [gone, there],
      cakes: [gone],
      gifts: [gone],
      packageId: 'gone',
      occasionId: 'gone',
    }
    expect(withoutGone(draft, OFFERS)).toEqual({ ...draft, addons: [there], cakes: [], gifts: [] })
    expect(withoutGone({ ...draft, gifts: [] }, OFFERS).addons).toEqual([there])
    const whole = { ...DRAFT, addons: [there] }
    expect(withoutGone(whole, OFFERS)).toBe(whole)
  })

  it('counts cakes only while the package includes Cake', () => {
    const cakes = [{ id: 'truffle', count: 2 }]
    expect(select({ cakes }).priced.total).toBe(rupees(2_999 + 500 + 150 + 700))
    const basic = select({ cakes, packageId: 'basic' })
    expect([basic.cakes, basic.priced.total]).toEqual([false, rupees(1_499 + 500)])
  })

  it('charges lettering only while an add-on asks for a name', () => {
    const ledName = 'Birthday Ma'
    expect(select({ ledName, addons: [{ id: 'led-name', count: 1 }] }).priced.total).toBe(
      rupees(2_999 + 500 + 300 + 90),
    )
    expect(select({ ledName, addons: [{ id: 'fog', count: 1 }] }).priced.total).toBe(rupees(2_999 + 500 + 400))
  })
})

describe('a coupon in the draft', () => {
  const couponCode = 'LOVE10'

  it.each([
    ['counts', {}, { coupon: COUPON }, -34_990, []],
    ['drops out with Basic', { packageId: 'basic' }, { coupon: COUPON }, 0, [/Basic package/]],
    [
      'drops out when the visit moves past its last date',
      {},
      { coupon: COUPON, date: day('2027-02-15') },
      0,
      [/^Coupon LOVE10 was taken out: it is good for visits until 14\/02\/2027\.$/],
    ],
    [
      'drops out when it is gone',
      {},
      { coupon: undefined },
      0,
      [/LOVE10 was taken out: Coupon Verfication has failed/],
    ],
  ])('%s', (_, change, context, couponPrice, notices) => {
    const { priced, notices: told, couponOut } = select({ couponCode, ...change }, OFFERS, context)
    expect(priced.couponPrice).toBe(couponPrice)
    // and is known as what is said of the coupon
    expect([couponOut].filter(Boolean)).toEqual(told)
    expect(told).toEqual(notices.map((words) => expect.stringMatching(words)))
  })
})

describe('editing a stored booking', () => {
  const line = (
    kind: StoredLine['kind'],
    itemId: string,
    price: number,
    more: Partial<StoredLine> = {},
  ): StoredLine => ({
    kind,
    itemId,
    count: 1,
    unitPrice: rupees(price),
    special: false,
    specialPrice: null,
    ...more,
  })
  const stored: StoredTerms = {
    visitDate: day('2027-01-21'),
    people: 6,
    minPeople: 4,
    extraPersonPrice: rupees(100),
    coupon: null,
    lines: [
      line('package', 'royal', 2_500),
      line('occasion', 'birthday', 400),
      line('gift', 'rose', 50, { count: 2 }),
      line('cake', 'truffle', 600, { special: true, specialPrice: rupees(100) }),
    ],
  }
  const same: Partial<Draft> = { people: 6, gifts: [{ id: 'rose', count: 2 }], cakes: [{ id: 'truffle', count: 1 }] }
  const asStored = 2_500 + 400 + 100 + 100 + 2 * 100

  it.each([
    ['nothing', {}, asStored],
    ['a note only', { celebrantName: 'Meera' }, asStored],
    ['a new gift', { gifts: [...(same.gifts ?? []), { id: 'frame', count: 1 }] }, asStored + 349.5],
    ['one more of a gift', { gifts: [{ id: 'rose', count: 3 }] }, asStored - 100 + 3 * 99],
    ['the party', { people: 7 }, asStored - 200 + 3 * 200],
    ['the occasion', { occasionId: 'anniversary' }, asStored - 400 + 600],
    ['the package', { packageId: 'basic', cakes: [] }, asStored - 2_500 - 100 + 1_499],
  ])('changing %s', (_, change, total) => {
    expect(select({ ...same, ...change }, OFFERS, { stored }).priced.total).toBe(rupees(total))
  })

  it('keeps the price of the package on another date, unless one of the two has its own', () => {
    const movedTo = (date: string, of = stored) =>
      select(same, OFFERS, { stored: of, date: day(date) }).priced.total - rupees(asStored - 2_500)
    expect(movedTo('2027-01-28')).toBe(rupees(2_500))
    expect(movedTo('2027-02-14')).toBe(rupees(4_999))
    const often = { ...ROYAL, customPrices: [...ROYAL.customPrices, { date: day('2027-12-31'), price: rupees(5_999) }] }
    const valentine = { stored, date: day('2027-02-14') }
    expect(select({}, { ...OFFERS, packages: [often] }, valentine).priced.lines[0]?.unitPrice).toBe(rupees(4_999))
    const [own, ...others] = stored.lines
    const dated = own ? { ...stored, lines: [{ ...own, explanation: 'Price of the day' }, ...others] } : stored
    expect([movedTo('2027-01-21', dated), movedTo('2027-01-28', dated)]).toEqual([rupees(2_500), rupees(2_999)])
  })

  it('keeps what was charged after a technical failure, as long as its terms say so', () => {
    const charge = { amount: rupees(900), explanation: '40 of 180 minutes used' }
    const failed = select(same, OFFERS, { stored: { ...stored, charge } })
    expect([failed.input.charge, failed.priced.total]).toEqual([charge, rupees(900)])
    const lines = [...stored.lines, line('reduction', 'none', 900)]
    expect(select(same, OFFERS, { stored: { ...stored, lines } }).input.charge).toBeUndefined()
  })

  it('looks for a price among lines of its own kind', () => {
    const odd = { ...stored, lines: [line('cake', 'royal', 1), ...stored.lines] }
    expect(select(same, OFFERS, { stored: odd }).priced.total).toBe(rupees(asStored))
  })

  it('keeps the words of a price that was the date’s own', () => {
    const date = day('2027-02-14')
    const valentine = {
      ...stored,
      visitDate: date,
      lines: [line('package', 'royal', 4_500, { explanation: 'price for 14 Feb' })],
    }
    const [first] = select({}, OFFERS, { stored: valentine, date }).priced.lines
    expect(first).toMatchObject({ unitPrice: rupees(4_500), explanation: 'price for 14 Feb' })
    expect(select(same, OFFERS, { stored }).priced.lines[0]?.explanation).toBeNull()
  })

  it('keeps a deleted item at the price it was sold for', () => {
    const offers = { ...OFFERS, gifts: [item('rose', 'Rose', 50, { deleted: true })] }
    expect(select(same, offers, { stored })).toMatchObject({ notices: [], priced: { total: rupees(asStored) } })
  })

  it('honours the coupon it was sold with, by its old terms', () => {
    const coupon = { code: 'LOVE10', type: 'percentage' as const, discount: 1_000, expireDate: day('2027-01-31') }
    const kept = { stored: { ...stored, coupon }, coupon: { ...COUPON, active: false } }
    expect(select({ ...same, couponCode: 'LOVE10' }, OFFERS, kept).priced.total).toBe(rupees(asStored * 0.9))
    const moved = select({ ...same, couponCode: 'LOVE10' }, OFFERS, { ...kept, date: day('2027-02-01') })
    expect(moved.priced.couponPrice).toBe(0)
    expect(moved.notices).toEqual(['Coupon LOVE10 was taken out: it is good for visits until 31/01/2027.'])
  })

  it('takes the coupon as it is today where the terms it was sold with do not hold, and only there', () => {
    const used = { code: 'LOVE10', type: 'percentage' as const, discount: 2_000, expireDate: day('2027-01-31') }
    const today = { ...COUPON, expireDate: day('2027-05-30') }
    const priced = (date: string, coupon: typeof today) =>
      select({ ...same, couponCode: 'LOVE10' }, OFFERS, {
        ...{ stored: { ...stored, coupon: used }, coupon },
        date: day(date),
      }).input.coupon
    expect(priced(stored.visitDate, today)).toEqual(used)
    expect(priced('2027-02-01', today)).toMatchObject({ discount: COUPON.discount, expireDate: '2027-05-30' })
    expect(priced('2027-02-01', { ...today, active: false })).toBeNull()
    expect(priced('2027-06-01', today)).toBeNull()
    // of another booking's code nothing is kept
    const other = { stored: { ...stored, coupon: { ...used, code: 'OTHER' } }, coupon: { ...today, active: false } }
    expect(select({ ...same, couponCode: 'LOVE10' }, OFFERS, other).input.coupon).toBeNull()
  })
})

describe('tidying', () => {
  const full: Draft = {
    ...DRAFT,
    addons: [
      { id: 'led-name', count: 1 },
      { id: 'led-number', count: 1 },
    ],
    cakes: [{ id: 'vanilla', count: 1 }],
    ledName: 'Meera',
    ledNumber: '21',
    nameOnCake: 'Happy',
  }

  it.each([
    ['nothing while everything is asked', {}, ROYAL.inclusions, full],
    [
      'the LED name',
      { addons: [{ id: 'led-number', count: 1 }] },
      ROYAL.inclusions,
      { ledName: undefined, ledNumber: '21' },
    ],
    [
      'the LED number',
      { addons: [{ id: 'led-name', count: 1 }] },
      ROYAL.inclusions,
      { ledName: 'Meera', ledNumber: undefined },
    ],
    ['the name on the cake', { cakes: [] }, ROYAL.inclusions, { nameOnCake: undefined }],
    ['cakes of a package without Cake', {}, BASIC.inclusions, { cakes: [], nameOnCake: undefined, ledName: 'Meera' }],
    [
      'the wish to tell later what is asked no more',
      { addons: [{ id: 'led-number', count: 1 }], toldLater: ['ledName', 'ledNumber', 'nameOnCake'] },
      BASIC.inclusions,
      { toldLater: ['ledNumber'] },
    ],
  ] satisfies [
    string,
    Partial<Draft>,
    readonly string[],
    Partial<Draft>,
  ][])('clears %s', (_, change, inclusions, expected) => {
    const tidy = tidyDraft({ ...full, ...change }, OFFERS, inclusions)
    expect(tidy).toMatchObject(expected)
    expect(tidyDraft(tidy, OFFERS, inclusions)).toEqual(tidy)
  })
})
