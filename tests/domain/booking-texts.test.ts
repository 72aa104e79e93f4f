import { describe, expect, it } from 'vitest'
import { BOOKING_STEPS } from '~/domain/booking-steps'
import {
  askedTexts,
  BOOKING_TEXT_NAMES,
  bookingText,
  draftTexts,
  eachText,
  openQuestions,
  textFaults,
  textsAskedAt,
  textWords,
  tidyTexts,
  typedTexts,
  unitsOf,
} from '~/domain/booking-texts'
import { emptyDraft, restore } from '~/domain/draft'
import { OFFERS } from './sample-offers'

/** Every text as long as it may be. */
const LONGEST = eachText((name) => (bookingText(name).digits ? '7' : 'x').repeat(bookingText(name).max))
const EVERYTHING = { addons: [{ name: 'LED Name' }, { name: 'LED Number' }], cakes: [{}] }
const NOTHING = { addons: [], cakes: [] }
const EMPTY = eachText(() => '')

describe('every text', () => {
  it('is asked for at one step of the flow', () => {
    const asked = BOOKING_STEPS.flatMap((step) => textsAskedAt(step as 'occasions', EVERYTHING))
    expect(asked.sort()).toEqual([...BOOKING_TEXT_NAMES].sort())
  })

  it('comes back from a reset, and does not write over what was typed since', () => {
    const fresh = emptyDraft('attempt')
    expect(restore(fresh, LONGEST, OFFERS)).toMatchObject(LONGEST)
    const typed = eachText((name) => LONGEST[name].slice(1) || '1')
    expect(restore({ ...fresh, ...typed }, LONGEST, OFFERS)).toMatchObject(typed)
  })

  it('is taken from its field without the spaces around it, emptied by an empty one, and stays without one', () => {
    const fields = (of: (name: string) => string) =>
      new Map(BOOKING_TEXT_NAMES.map((name) => [name as string, of(name)]))
    expect(
      typedTexts(
        {},
        fields((name) => ` ${name} `),
      ),
    ).toEqual(eachText((name) => name))
    expect(
      typedTexts(
        LONGEST,
        fields(() => ' '),
      ),
    ).toEqual(eachText(() => undefined))
    expect(typedTexts(LONGEST, new Map())).toEqual(LONGEST)
  })

  it('is stored and kept while something selected asks for it', () => {
    expect(askedTexts(LONGEST, EVERYTHING)).toEqual(LONGEST)
    expect(tidyTexts(LONGEST, EVERYTHING)).toEqual(LONGEST)
    expect(draftTexts(askedTexts(LONGEST, EVERYTHING))).toEqual(LONGEST)
  })

  it.each([
    ['celebrantName', true],
    ['ledName', false],
    ['ledNumber', false],
    ['nameOnCake', false],
  ] as const)('%s counts while nothing is selected: %s', (name, counts) => {
    expect(askedTexts(LONGEST, NOTHING)[name] !== '').toBe(counts)
    expect(tidyTexts(LONGEST, NOTHING)[name] !== undefined).toBe(counts)
  })

  it('is empty in a stored booking, and not there in a draft, when it was not typed', () => {
    expect(askedTexts({}, EVERYTHING)).toEqual(EMPTY)
    expect(draftTexts(EMPTY)).toEqual(eachText(() => undefined))
  })

  it('has a label of its own', () => {
    expect(new Set(Object.keys(textWords({}))).size).toBe(BOOKING_TEXT_NAMES.length)
    expect(textWords({ ledNumber: '21' })).toMatchObject({ 'Led Number': '21', 'Led Name': '' })
  })
})

describe('a text that does not fit', () => {
  it.each(BOOKING_TEXT_NAMES)('%s one longer than the longest', (name) => {
    expect(textFaults(LONGEST)).toEqual({})
    expect(Object.keys(textFaults({ ...LONGEST, [name]: `${LONGEST[name]}7` }))).toEqual([name])
  })

  it.each([
    [{ ledName: '❤️'.repeat(24) }, {}],
    [{ celebrantName: '🎂'.repeat(20) }, {}],
    [{ ledName: 'x'.repeat(25) }, { ledName: 'Led Name can have at most 24 characters' }],
    [{ ledNumber: '2026' }, { ledNumber: 'Led Number can have at most 2 digits' }],
    [{ ledNumber: '5a' }, { ledNumber: 'Led Number can have digits only' }],
    [{ ledNumber: 'fifty' }, { ledNumber: 'Led Number can have at most 2 digits' }],
    [{ nameOnCake: 'x'.repeat(41) }, { nameOnCake: 'Name On Cake can have at most 40 characters' }],
    // as a person counts them, whatever they are written with
    [{ celebrantName: 'ಪ್ರಿಯಾ '.repeat(6), nameOnCake: 'जन्मदिन मुबारक हो प्यारी प्रियंका और श्रीनिवास' }, {}],
    [{ celebrantName: 'நி'.repeat(40), nameOnCake: '🎂'.repeat(40) }, {}],
    [{ nameOnCake: 'நி'.repeat(41) }, { nameOnCake: 'Name On Cake can have at most 40 characters' }],
    // one person made of seven signs would burst the draft's cookie
    [{ ledName: '👨‍👩‍👧'.repeat(12) }, { ledName: 'Led Name is too long: please shorten it' }],
    [{ nameOnCake: '👨‍👩‍👧'.repeat(12) }, { nameOnCake: 'Name On Cake is too long: please shorten it' }],
  ])('%j: %j', (texts, faults) => expect(textFaults(texts)).toEqual(faults))

  it('is a fault of its own step only', () => {
    expect(textFaults({ ledNumber: 'x' }, 'cakes')).toEqual({})
    expect(textFaults({ ledNumber: 'x' }, 'addons')).not.toEqual({})
  })

  it('is no wider than its field', () => {
    for (const name of BOOKING_TEXT_NAMES) expect(LONGEST[name].length).toBeLessThanOrEqual(unitsOf(name))
  })
})

describe('a text that is paid for', () => {
  const lights = { addons: [{ name: 'LED Name' }, { name: 'LED Number' }, { name: 'Confetti' }], cakes: [{}] }
  const asked = (texts: object, more: object = {}) =>
    openQuestions(texts, { step: 'addons', selected: lights, ...more })

  it('is asked for while it is empty', () => {
    expect(asked({})).toEqual(['ledName', 'ledNumber'])
    expect(asked({ ledName: ' ', ledNumber: '21' })).toEqual(['ledName'])
  })

  it('is asked for once, and only while something paid for asks for it', () => {
    expect(asked({}, { toldLater: ['ledName'] })).toEqual(['ledNumber'])
    expect(asked({}, { selected: { addons: [{ name: 'Confetti' }], cakes: [] } })).toEqual([])
  })

  it('is the celebrant only where a short cut leads past the field', () => {
    expect(asked({}, { step: 'occasions' })).toEqual([])
    expect(asked({}, { step: 'occasions', shortCut: true })).toEqual(['celebrantName'])
    expect(asked({}, { step: 'occasions', shortCut: true, toldLater: ['celebrantName'] })).toEqual([])
  })

  it('is no name on a cake, which costs nothing', () => expect(asked({}, { step: 'cakes' })).toEqual([]))
})
