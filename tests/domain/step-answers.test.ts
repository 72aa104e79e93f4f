import { describe, expect, it } from 'vitest'
import { NAME_MAX, PEOPLE_MAX } from '~/domain/customer-details'
import { type Draft, emptyDraft, MAX_ITEMS } from '~/domain/draft'
import { EMAIL_MAX } from '~/domain/email-address'
import {
  answerDraft,
  answerItems,
  answerOccasion,
  answerPackage,
  itemFault,
  slotPressed,
  tooManyChosen,
} from '~/domain/step-answers'
import { LONGEST } from '~/domain/text-limits'
import { day } from './sample-offers'

const DRAFT: Draft = { ...emptyDraft('attempt'), packageId: 'royal', gifts: [{ id: 'rose', count: 2 }] }
const fields = (values: Record<string, string>) => new Map(Object.entries(values))

describe('the answer of a step, before it is judged', () => {
  it.each([
    ['locations', { location: 'l' }, { locationId: 'l' }],
    ['screens', { screen: 's' }, { screenId: 's' }],
    ['slots', { slot: 'x', shown: '2027-03-12' }, { slotId: 'x', date: '2027-03-12' }],
    ['slots', { slot: 'with:x', shown: '2027-03-12' }, { slotId: 'x', date: '2027-03-12' }],
    ['slots', { date: '2027-03-12', shown: '2027-03-11' }, { slotId: undefined, date: '2027-03-12' }],
    [
      'customer-details',
      { name: 'Asha', people: '4' },
      { customer: { name: 'Asha', email: '', number: '' }, people: 4, termsAccepted: false },
    ],
    [
      'customer-details',
      { name: '', terms: 'on' },
      { customer: { name: '', email: '', number: '' }, termsAccepted: true },
    ],
    ['customer-details', { people: '4' }, { customer: { name: '', email: '', number: '' }, people: 4 }],
    ['customer-details', { people: '0x4' }, { customer: { name: '', email: '', number: '' } }],
    ['gifts', { whole: '', 'count:rose': '0x3' }, { gifts: [] }],
    ['packages', { packageId: 'basic' }, { packageId: 'basic' }],
    ['packages', { packageId: 'basic', intent: 'with:royal' }, { packageId: 'royal' }],
    ['packages', { packageId: 'basic', intent: 'go:gifts' }, { packageId: 'basic' }],
    ['occasions', { celebrantName: 'Meera' }, { celebrantName: 'Meera' }],
    ['occasions', { occasionId: 'birthday' }, { occasionId: 'birthday' }],
    ['occasions', { occasionId: '', intent: 'with:birthday' }, { occasionId: 'birthday' }],
    ['occasions', { occasionId: 'birthday', intent: 'go:gifts' }, { occasionId: 'birthday' }],
    ['occasions', { occasionId: 'birthday', intent: 'occasion:' }, { occasionId: 'birthday' }],
    ['cakes', { intent: 'more:truffle' }, { cakes: [{ id: 'truffle', count: 1 }] }],
    ['payment', { advance: '5' }, {}],
    ['payment', { payChoice: 'full' }, { payChoice: 'full' }],
    ['payment', { payChoice: 'half' }, {}],
  ] as const)('%s', (step, sent, changed) => {
    expect(answerDraft(DRAFT, step, fields(sent))).toEqual({ ...DRAFT, ...changed })
  })

  it.each([
    [{ date: '2027-03-11' }, 'late'],
    [{}, 'late'],
    [{ date: '2027-03-12' }, undefined],
  ])('the late slot of the 11th is, after the calendar was sent with %j, %s', (sent, slotId) => {
    const chosen: Draft = { ...DRAFT, date: day('2027-03-11'), slotId: 'late' }
    expect(answerDraft(chosen, 'slots', fields(sent)).slotId).toBe(slotId)
  })

  it.each([
    [undefined, { slotId: undefined, leads: false }],
    ['', { slotId: undefined, leads: false }],
    [7, { slotId: undefined, leads: false }],
    ['late', { slotId: 'late', leads: false }],
    ['with:late', { slotId: 'late', leads: true }],
  ])('the press %j on a slot is %j', (value, pressed) => expect(slotPressed(value)).toEqual(pressed))

  it.each([
    ['0', undefined],
    ['-1', undefined],
    ['1', 1],
    ['2.5', undefined],
    [`${PEOPLE_MAX}`, PEOPLE_MAX],
    [`${PEOPLE_MAX + 1}`, undefined],
  ])('of %s people who come a draft keeps %s', (people, kept) => {
    expect(answerDraft(DRAFT, 'customer-details', fields({ people })).people).toBe(kept)
  })

  it('details that are too long are kept as far as a draft holds them', () => {
    const long = '1'.repeat(1_000)
    const { customer } = answerDraft(DRAFT, 'customer-details', fields({ name: long, email: long, number: long }))
    expect(Object.values(customer ?? {}).map(({ length }) => length)).toEqual([NAME_MAX, EMAIL_MAX, LONGEST.phone])
  })
})

describe('package and occasion', () => {
  it('takes the package that was sent, else keeps the old one', () => {
    expect(answerPackage(DRAFT, fields({ packageId: 'basic' })).packageId).toBe('basic')
    expect(answerPackage(DRAFT, fields({})).packageId).toBe('royal')
  })

  it('selects, deselects and names', () => {
    const named = answerOccasion(DRAFT, fields({ intent: 'occasion:birthday', celebrantName: ' Meera ' }))
    expect(named).toMatchObject({ occasionId: 'birthday', celebrantName: 'Meera' })
    expect(answerOccasion(named, fields({ intent: 'occasion:birthday' }))).toMatchObject({
      occasionId: undefined,
      celebrantName: 'Meera',
    })
    // a short cut takes it, and never takes it back
    expect(answerOccasion(named, fields({ intent: 'with:birthday' }))).toMatchObject({ occasionId: 'birthday' })
    expect(answerOccasion(named, fields({ intent: 'next', celebrantName: '' }))).toMatchObject({
      occasionId: 'birthday',
      celebrantName: undefined,
    })
  })
})

describe('items', () => {
  it.each([
    ['more:rose', [{ id: 'rose', count: 3 }]],
    ['less:rose', [{ id: 'rose', count: 1 }]],
    ['remove:rose', []],
    [
      'more:frame',
      [
        { id: 'rose', count: 2 },
        { id: 'frame', count: 1 },
      ],
    ],
    [
      'with:frame',
      [
        { id: 'rose', count: 2 },
        { id: 'frame', count: 1 },
      ],
    ],
    ['next', [{ id: 'rose', count: 2 }]],
    ['more:', [{ id: 'rose', count: 2 }]],
  ])('%s', (intent, expected) => expect(answerItems(DRAFT, 'gifts', fields({ intent })).gifts).toEqual(expected))

  it('takes the whole selection in the order of the form, so that presses cannot overtake each other', () => {
    const sent = fields({ whole: '1', 'count:frame': '1', 'count:rose': '4', 'count:none': '0', intent: 'more:rose' })
    expect(answerItems(DRAFT, 'gifts', sent).gifts).toEqual([
      { id: 'frame', count: 1 },
      { id: 'rose', count: 5 },
    ])
  })

  it('ignores counts that are not numbers and other kinds', () => {
    const after = answerItems(DRAFT, 'cakes', fields({ whole: '1', 'count:vanilla': 'many', 'count:truffle': '1' }))
    expect(after).toMatchObject({ cakes: [{ id: 'truffle', count: 1 }], gifts: DRAFT.gifts })
  })

  it('names each kind of which there are too many different things', () => {
    const things = (many: number) => Array.from({ length: many }, (_, at) => ({ id: `x${at}`, count: 2 }))
    const chosen = { addons: things(MAX_ITEMS), cakes: things(MAX_ITEMS + 1), gifts: things(40) }
    expect(tooManyChosen(chosen)).toEqual({
      cakes: 'A booking can have at most 12 different cakes: take another one out first.',
      gifts: 'A booking can have at most 12 different gifts: take another one out first.',
    })
    expect(tooManyChosen({ addons: [], cakes: [], gifts: things(MAX_ITEMS) })).toEqual({})
  })

  it.each([
    ['more:frame', MAX_ITEMS - 1, undefined],
    ['more:frame', MAX_ITEMS, 'A booking can have at most 12 different gifts: take another one out first.'],
    ['with:frame', MAX_ITEMS, 'A booking can have at most 12 different gifts: take another one out first.'],
    ['more:g1', MAX_ITEMS, undefined],
    ['less:g1', MAX_ITEMS, undefined],
    ['next', MAX_ITEMS, undefined],
  ])('%s beside %i other gifts is refused with: %s', (intent, many, words) => {
    const gifts = Array.from({ length: many }, (_, at) => ({ id: `g${at + 1}`, count: 1 }))
    const answered = answerItems({ ...DRAFT, gifts }, 'gifts', fields({ intent }))
    expect(itemFault(answered, 'gifts', fields({ intent }))).toBe(words)
  })

  it('keeps texts that were not asked and clears emptied ones', () => {
    const draft = { ...DRAFT, ledName: 'Meera', nameOnCake: 'Happy' }
    expect(answerItems(draft, 'addons', fields({ ledName: ' Asha ', ledNumber: '' }))).toMatchObject({
      ledName: 'Asha',
      ledNumber: undefined,
      nameOnCake: 'Happy',
    })
  })
})
