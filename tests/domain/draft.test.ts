import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeCount,
  choosePlace,
  choosePlaces,
  type Draft,
  emptyDraft,
  type ItemCount,
  inThisRoom,
  leftAside,
  losesSomething,
  MAX_COUNT,
  MAX_ITEMS,
  type PlaceChange,
  restore,
  setCount,
  toggleOccasion,
} from '~/domain/draft'
import { day, OFFERS } from './sample-offers'

const FULL: Draft = {
  attemptId: 'attempt',
  cityId: 'bengaluru',
  locationId: 'indiranagar',
  screenId: 'aurora',
  date: day('2027-01-21'),
  slotId: 'evening',
  customer: { name: 'Asha', email: 'asha@gmail.com', number: '9876543210' },
  people: 6,
  termsAccepted: true,
  packageId: 'royal',
  occasionId: 'birthday',
  celebrantName: 'Meera',
  addons: [{ id: 'led-name', count: 1 }],
  cakes: [{ id: 'truffle', count: 1 }],
  gifts: [{ id: 'rose', count: 2 }],
  ledName: 'Meera',
  nameOnCake: 'Happy birthday',
  couponCode: 'LOVE10',
  payChoice: 'advance',
}

const PLACES = ['cityId', 'locationId', 'screenId', 'date'] as const
const chosenKeys = (draft: Draft) =>
  Object.entries(draft)
    .filter(([key, value]) => value !== undefined && key !== 'attemptId' && key !== 'payChoice' && String(value) !== '')
    .map(([key]) => key)

describe('choosing a place resets what depends on the old one', () => {
  it.each([
    ['city', { kind: 'city', id: 'mysuru' }, ['cityId']],
    ['location', { kind: 'location', id: 'hebbal' }, ['cityId', 'locationId']],
    ['screen', { kind: 'screen', id: 'nova' }, ['cityId', 'locationId', 'screenId']],
    ['date', { kind: 'date', date: day('2027-01-22') }, ['cityId', 'locationId', 'screenId', 'date']],
  ] as [string, PlaceChange, string[]][])('another %s', (_, change, kept) => {
    const { draft, dropped } = choosePlace({ draft: FULL }, change)
    expect(chosenKeys(draft)).toEqual(kept)
    expect(draft.attemptId).toBe('attempt')
    expect(dropped).toMatchObject({ packageId: 'royal', customer: FULL.customer, cakes: FULL.cakes })
    for (const place of [...PLACES, 'slotId', 'attemptId']) expect(dropped).not.toHaveProperty(place)
  })

  it.each([
    { kind: 'city', id: 'bengaluru' },
    { kind: 'location', id: 'indiranagar' },
    { kind: 'screen', id: 'aurora' },
    { kind: 'date', date: day('2027-01-21') },
  ] as PlaceChange[])('the same $kind again resets nothing', (change) => {
    expect(choosePlace({ draft: FULL }, change)).toEqual({ draft: FULL, dropped: undefined })
  })

  it.each([
    ['the first', { kind: 'screen', id: 'nova' }, { kind: 'date', date: day('2027-01-22') }],
    ['a later one', { kind: 'screen', id: 'aurora' }, { kind: 'date', date: day('2027-01-22') }],
  ] as [string, PlaceChange, PlaceChange][])('of several places %s tells what was dropped', (_, ...changes) => {
    const { draft, dropped } = choosePlaces({ draft: FULL }, changes)
    expect([draft.date, draft.packageId]).toEqual(['2027-01-22', undefined])
    expect(dropped).toMatchObject({ packageId: 'royal', customer: FULL.customer, cakes: FULL.cakes })
  })

  it('a new date in a staff edit resets only the slot', () => {
    const date = day('2027-01-22')
    expect(choosePlace({ draft: FULL }, { kind: 'date', date }, { staffEdit: true })).toEqual({
      draft: { ...FULL, date, slotId: undefined },
      dropped: undefined,
    })
  })

  it('keeps nothing aside when there was nothing to lose', () => {
    const early = { ...emptyDraft('attempt'), cityId: 'bengaluru', slotId: 'evening' }
    const blank = { customer: { name: '', email: '', number: '' }, termsAccepted: false, people: 4 }
    for (const draft of [early, { ...early, people: 4 }, { ...early, ...blank }]) {
      expect(choosePlace({ draft }, { kind: 'location', id: 'hebbal' }).dropped).toBeUndefined()
    }
  })

  it('takes the same choice twice as once', () => {
    const changes = fc.constantFrom<PlaceChange>(
      { kind: 'city', id: 'mysuru' },
      { kind: 'location', id: 'hebbal' },
      { kind: 'screen', id: 'nova' },
      { kind: 'date', date: day('2027-01-22') },
    )
    fc.assert(
      fc.property(changes, (change) => {
        const once = choosePlace({ draft: FULL }, change).draft
        expect(choosePlace({ draft: once }, change)).toEqual({ draft: once, dropped: undefined })
      }),
    )
  })
})

describe('a second change of mind', () => {
  const first = choosePlace({ draft: FULL }, { kind: 'date', date: day('2027-01-22') })
  const nobody = { name: '', email: '', number: '' }
  const another = { name: 'Meera', email: '', number: '90000 00017' }

  it.each([
    ['nothing', {}, {}],
    ['the number of people alone', { people: 8 }, { people: 8 }],
    ['the room’s fewest people, which nobody chose', { people: OFFERS.minPeople }, {}],
    ['details that stand empty', { customer: nobody, people: OFFERS.minPeople, termsAccepted: false }, {}],
    ['the name alone', { customer: { ...nobody, name: 'Ira' } }, { customer: { ...FULL.customer, name: 'Ira' } }],
    ['somebody else’s details', { customer: another }, { customer: another, termsAccepted: false }],
    ['another package', { packageId: 'basic' }, { packageId: 'basic' }],
    ['another gift', { gifts: [{ id: 'frame', count: 1 }] }, { gifts: [{ id: 'frame', count: 1 }] }],
    ['another name in lights', { ledName: 'Ira' }, { ledName: 'Ira' }],
    ['paying in full', { payChoice: 'full' as const }, { payChoice: 'full' }],
  ])('keeps aside what the first dropped, and what was chosen since: %s', (_, since, expected) => {
    const draft = { ...first.draft, ...since }
    for (const change of [
      { kind: 'date', date: day('2027-01-23') },
      { kind: 'screen', id: 'nova' },
      { kind: 'city', id: 'mysuru' },
    ] as PlaceChange[]) {
      const second = choosePlace({ draft, dropped: first.dropped, offers: OFFERS }, change)
      expect(second.dropped).toEqual({ ...first.dropped, ...expected })
      expect(chosenKeys(second.draft)).not.toContain('customer')
    }
  })

  it('keeps it aside also where it resets nothing', () => {
    const { draft, dropped } = first
    const same = choosePlaces({ draft, dropped }, [
      { kind: 'screen', id: 'aurora' },
      { kind: 'date', date: day('2027-01-22') },
    ])
    expect(same).toEqual(first)
    const dateless = { ...draft, date: undefined }
    expect(choosePlace({ draft: dateless, dropped }, { kind: 'date', date: day('2027-01-23') }).dropped).toEqual(
      dropped,
    )
  })
})

describe('going on with a draft', () => {
  const { dropped = {} } = choosePlace({ draft: FULL }, { kind: 'city', id: 'mysuru' })

  it.each([
    ['all of it is there', {}, undefined],
    ['a name in lights is not', { ledName: undefined }, dropped],
    ['the cakes are not', { cakes: [] }, dropped],
    ['the room’s fewest people stand there', { people: OFFERS.minPeople }, dropped],
    ['another package was chosen', { packageId: 'basic' }, undefined],
  ])('leaves aside what was dropped, unless the draft has it: %s', (_, without, expected) =>
    expect(leftAside({ draft: { ...FULL, ...without }, dropped, offers: OFFERS })).toEqual(expected))

  it('has nothing aside when nothing was dropped', () => expect(leftAside({ draft: FULL })).toBeUndefined())

  it('keeps aside where no room is chosen yet what there is to bring back', () => {
    const dropped = { couponCode: 'LOVE10' }
    expect(leftAside({ draft: emptyDraft('attempt'), dropped })).toBe(dropped)
    expect(leftAside({ draft: FULL, dropped })).toBeUndefined()
  })
})

describe('bringing back what was dropped', () => {
  const { draft, dropped = {} } = choosePlace({ draft: FULL }, { kind: 'date', date: day('2027-01-22') })

  it('restores everything but date and slot while all is still on offer', () => {
    expect(restore(draft, dropped, OFFERS)).toEqual({ ...FULL, date: '2027-01-22', slotId: undefined, restored: true })
  })

  it('leaves out what is no longer on offer', () => {
    const less = { ...OFFERS, packages: [], occasions: [], addons: [], gifts: [], cakes: OFFERS.cakes.slice(1) }
    expect(restore(draft, dropped, less)).toMatchObject({
      packageId: undefined,
      occasionId: undefined,
      addons: [],
      gifts: [],
      cakes: [{ id: 'truffle', count: 1 }],
    })
  })

  it.each([
    ['nothing, while all is on offer', {}, false],
    ['a package of another screen', { packages: [] }, true],
    ['an occasion', { occasions: [] }, true],
    ['another cake than its own', { cakes: OFFERS.cakes.slice(1) }, false],
    ['its cake', { cakes: OFFERS.cakes.filter(({ id }) => id !== 'truffle') }, true],
    ['no room for the party, which is fitted', { capacity: 4 }, false],
  ])('says whether something cannot come back: %s', (_, less, expected) =>
    expect(losesSomething(dropped, { ...OFFERS, ...less })).toBe(expected))

  it.each([
    ['what this room sells itself', 'royal', undefined, 'royal'],
    ['the same of another room', 'grand', ' royal ', 'royal'],
    ['nothing of that name', 'grand', 'Grand', 'grand'],
    ['nobody knows any more', 'grand', undefined, 'grand'],
  ])('a package that is brought back to another room is this one’s: %s', (_, packageId, name, expected) => {
    expect(inThisRoom({ packageId }, name, OFFERS)).toEqual({ packageId: expected })
  })

  it('says so of what was dropped only', () => {
    const nothing = { ...OFFERS, packages: [], occasions: [], addons: [], cakes: [], gifts: [] }
    expect(losesSomething({ people: 4 }, nothing)).toBe(false)
    expect(losesSomething({ gifts: [{ id: 'rose', count: 1 }] }, OFFERS)).toBe(false)
    const both = [
      { id: 'rose', count: 1 },
      { id: 'gone', count: 1 },
    ]
    expect(losesSomething({ gifts: both }, OFFERS)).toBe(true)
  })

  it('makes up nothing that was not dropped', () => {
    expect(restore(emptyDraft('attempt'), {}, OFFERS)).toMatchObject({ people: undefined, gifts: [], cakes: [] })
  })

  it.each([
    { addons: [{ id: 'fog', count: 1 }] },
    { cakes: [{ id: 'vanilla', count: 1 }] },
    { gifts: [{ id: 'rose', count: 1 }] },
    { celebrantName: 'Aarav' },
  ])('keeps a single thing aside: %j', (single) => {
    const before = { ...emptyDraft('attempt'), date: day('2027-01-21'), ...single }
    expect(choosePlace({ draft: before }, { kind: 'date', date: day('2027-01-22') }).dropped).toMatchObject(single)
  })

  it('brings back how many come where one alone stands there, in a room whose package includes nobody', () => {
    const includesNobody = { ...OFFERS, minPeople: 0 }
    expect(restore({ ...draft, people: 1 }, { ...dropped, people: 6 }, includesNobody).people).toBe(6)
    expect(restore({ ...draft, people: 2 }, { ...dropped, people: 6 }, includesNobody).people).toBe(2)
  })

  it('fits the party to the room', () => {
    expect(restore(draft, dropped, { ...OFFERS, minPeople: 2, capacity: 4 }).people).toBe(4)
    expect(restore(draft, dropped, { ...OFFERS, minPeople: 8, capacity: 12 }).people).toBe(8)
  })

  it('pays as it was to be paid', () => {
    const inFull = { ...dropped, payChoice: 'full' as const }
    expect(restore(draft, inFull, OFFERS).payChoice).toBe('full')
    expect(restore({ ...draft, payChoice: 'full' }, dropped, OFFERS).payChoice).toBe('full')
  })

  it('leaves alone what was answered since', () => {
    const answered = { ...draft, packageId: 'basic', gifts: [{ id: 'frame', count: 1 }], people: 5 }
    expect(restore(answered, dropped, OFFERS)).toMatchObject({
      packageId: 'basic',
      gifts: [{ id: 'frame', count: 1 }],
      people: 5,
      occasionId: 'birthday',
    })
  })

  it.each([
    [
      'a detail that was saved empty',
      { customer: { name: 'Ira', email: '', number: '' } },
      { customer: { name: 'Ira', email: 'asha@gmail.com', number: '9876543210' } },
    ],
    ['a tick that was not made', { termsAccepted: false }, { termsAccepted: true }],
    ['the number of people, while the room’s fewest stand there', { people: OFFERS.minPeople }, { people: 6 }],
  ])('brings back %s', (_, since, expected) =>
    expect(restore({ ...draft, ...since }, dropped, OFFERS)).toMatchObject(expected))

  it('mixes nobody’s details with another’s', () => {
    const somebodyElse = { customer: { name: 'Meera', email: '', number: '90000 00017' }, termsAccepted: false }
    expect(restore({ ...draft, ...somebodyElse }, dropped, OFFERS)).toMatchObject(somebodyElse)
    const same = { customer: { name: 'Asha', email: '', number: '+91 98765 43210' } }
    expect(restore({ ...draft, ...same }, dropped, OFFERS).customer?.email).toBe('asha@gmail.com')
  })

  it('is known to the draft until something is dropped again', () => {
    const back = restore(draft, dropped, OFFERS)
    expect(back.restored).toBe(true)
    const again = choosePlace(
      { draft: { ...back, date: day('2027-01-21') } },
      { kind: 'date', date: day('2027-01-22') },
    )
    expect([again.draft.restored, again.dropped && 'restored' in again.dropped]).toEqual([undefined, false])
  })

  it('twice is once', () => {
    const once = restore(draft, dropped, OFFERS)
    expect(restore(once, dropped, OFFERS)).toEqual(once)
  })
})

const lists = fc
  .uniqueArray(fc.record({ id: fc.nat(40).map(String), count: fc.integer({ min: 1, max: MAX_COUNT }) }), {
    selector: ({ id }) => id,
    maxLength: MAX_ITEMS,
  })
  .map((list): ItemCount[] => list)

describe('counts', () => {
  const rose = [{ id: 'rose', count: 1 }]

  it.each([
    ['one more', rose, 'rose', 1, [{ id: 'rose', count: 2 }]],
    ['a new one, last', rose, 'frame', 1, [...rose, { id: 'frame', count: 1 }]],
    ['one less than one', rose, 'rose', -1, []],
    ['one less of nothing', rose, 'frame', -1, rose],
    ['more than twenty', [{ id: 'rose', count: 20 }], 'rose', 1, [{ id: 'rose', count: 20 }]],
  ] as const)('%s', (_, items, id, by, expected) => expect(changeCount(items, id, by)).toEqual(expected))

  it.each([
    [0, []],
    [-3, []],
    [Number.NaN, []],
    [0.9, []],
    [2.9, [{ id: 'rose', count: 2 }]],
    [500, [{ id: 'rose', count: MAX_COUNT }]],
    [Number.POSITIVE_INFINITY, [{ id: 'rose', count: MAX_COUNT }]],
  ])('a count of %d', (count, expected) => expect(setCount(rose, 'rose', count)).toEqual(expected))

  it('takes no more different items than fit', () => {
    const full = Array.from({ length: MAX_ITEMS }, (_, at) => ({ id: String(at), count: 1 }))
    expect(setCount(full, 'one too many', 1)).toEqual(full)
    expect(setCount(full, '0', 2)[0]).toEqual({ id: '0', count: 2 })
  })

  it('removing what was added restores the list, and the order of the others stays', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: -5, max: 40 }), (items, count) => {
        expect(setCount(setCount(items, 'new', count), 'new', 0)).toEqual(items)
        const first = items[0]
        if (first) expect(setCount(items, first.id, 7).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      }),
    )
  })

  it('stays within its bounds whatever is pressed', () => {
    const presses = fc.array(fc.tuple(fc.nat(30).map(String), fc.constantFrom(1 as const, -1 as const)), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(presses, (all) => {
        const items = all.reduce<ItemCount[]>((list, [id, by]) => changeCount(list, id, by), [])
        expect(items.length).toBeLessThanOrEqual(MAX_ITEMS)
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        expect(items.every(({ count }) => count >= 1 && count <= MAX_COUNT)).toBe(true)
      }),
    )
  })
})

describe('occasion', () => {
  it('is deselected by selecting it again, and replaced by another', () => {
    expect(toggleOccasion(FULL, 'birthday').occasionId).toBeUndefined()
    expect(toggleOccasion(FULL, 'anniversary').occasionId).toBe('anniversary')
    expect(toggleOccasion(toggleOccasion(FULL, 'birthday'), 'birthday')).toEqual(FULL)
  })
})
