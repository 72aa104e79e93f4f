import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOOKING_TEXT_NAMES, bookingText, eachText, openQuestion } from '~/domain/booking-texts'
import { ledLength } from '~/domain/led-lettering'
import {
  cakeLines,
  isCakeUnnamed,
  ledCells,
  madeAlike,
  PROOF_NAMES,
  proofsOf,
  shownTexts,
  textsEnd,
  typedOver,
  unmakeable,
  unnamedWords,
  untoldIn,
  untoldWords,
} from '~/domain/proof'

describe('the lights', () => {
  const shown = (text: string) =>
    ledCells(text)
      .map(({ shows }) => shows ?? '×')
      .join('|')

  test.each([
    ['latin letters as capitals', 'Aarav 7', 'A|A|R|A|V| |7'],
    ['letters with accents without them', 'Zoë É', 'Z|O|E| |E'],
    ['devanagari letter by letter with its signs', 'आरव मेहता', 'आ|र|व| |मे|ह|ता'],
    ['kannada', 'ಆರವ್', 'ಆ|ರ|ವ್'],
    ['every heart and star as one', 'Mia❤️💜⭐', 'M|I|A|♥|♥|★'],
    ['common signs', 'J & A!', 'J| |&| |A|!'],
    ['other emoji and scripts dark', 'M🦄李', 'M|×|×'],
    ['spaces around it not', '  Mia ', 'M|I|A'],
    ['a family as one place', '👨‍👩‍👧A', '×|A'],
  ])('show %s: %s', (_, text, expected) => expect(shown(text)).toBe(expected))

  test('have a place for each letter that is paid for', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => ledCells(text).length === ledLength(text)))
  })
})

describe('icing', () => {
  test.each([
    ['stands in one line', 'Happy 7', ['Happy 7']],
    ['breaks between words', 'Happy Birthday Aarav', ['Happy Birthday', 'Aarav']],
    ['cuts a word that is wider than the cake', 'Venkatanarasimharajuvaripeta', ['Venkatanarasim', 'harajuvaripeta']],
    ['writes every script', 'जन्मदिन मुबारक', ['जन्मदिन मुबारक']],
    ['keeps no more space than between words', ' Happy   Birthday ', ['Happy Birthday']],
    ['writes hearts and stars, no other emoji', 'Love 💖 🎂 you⭐', ['Love ♥ you★']],
    ['of nothing writes nothing', '  ', []],
  ])('%s: %s', (_, text, expected) => expect(cakeLines(text)).toEqual(expected))
})

test.each([
  ['lights', 'M🦄李🦄 ❤️', ['🦄', '李']],
  ['cake', 'M🦄李🦄 ❤️', ['🦄']],
  ['cake', 'Happy Birthday 7', []],
  ['lights', '7', []],
] as const)('what cannot be made on %s of %s', (on, text, expected) => expect(unmakeable(on, text)).toEqual(expected))

describe('the texts of a booking that are made', () => {
  test('are those of which it is promised that they can be told later, and no other', () => {
    const asked = BOOKING_TEXT_NAMES.filter((name) => bookingText(name).question)
    const later = asked.filter((name) => /tell us later/.test(openQuestion(name)))
    expect(later).toEqual(asked.filter((name) => PROOF_NAMES.includes(name)))
    expect(later.length).toBeLessThan(asked.length)
  })

  const texts = { ...eachText(() => ''), celebrantName: 'Mia', ledName: ' MIA ', ledNumber: '7' }

  test('are those of what was bought, empty while nobody has told them', () => {
    const bought = { addons: [{ name: 'LED Name' }], cakes: [{}] }
    expect(proofsOf(texts, bought)).toEqual([
      { name: 'ledName', label: 'Led Name', on: 'lights', text: 'MIA' },
      { name: 'nameOnCake', label: 'Name On Cake', on: 'cake', text: '' },
    ])
    expect(proofsOf(texts, { addons: [], cakes: [] })).toEqual([])
  })

  test('cannot be right while those in lights are untold; a cake may go without a name', () => {
    const bought = { addons: [{ name: 'LED Name' }, { name: 'LED Number' }], cakes: [{}] }
    expect(untoldIn(proofsOf({ ...texts, ledName: ' ' }, bought))).toEqual(['Led Name'])
    expect(untoldIn(proofsOf(texts, bought))).toEqual([])
  })

  test('are asked for until the deadline, and after it by telephone', () => {
    const untold = ['Led Name', 'Led Number']
    const of = { phone: '9845012345', until: 'Fri 12 Mar, 7:00 AM' }
    expect(untoldWords(untold, of)).toBe(
      'We still need the words for your Led Name and Led Number by Fri 12 Mar, 7:00 AM',
    )
    expect(untoldWords(untold, { ...of, until: null })).toBe(
      'We still need the words for your Led Name and Led Number: please call 9845012345 now.',
    )
    // a reminder may be read by whom it surprises
    expect(untoldWords(untold, { ...of, secret: true })).toBe(
      'We still need some words from you for your booking by Fri 12 Mar, 7:00 AM',
    )
    expect(untoldWords([], of)).toBeUndefined()
  })

  test('a name for the cake is asked for, as long as none is told', () => {
    const bought = { addons: [], cakes: [{}] }
    expect(isCakeUnnamed(proofsOf({ ...texts, nameOnCake: ' ' }, bought))).toBe(true)
    expect(isCakeUnnamed(proofsOf({ ...texts, nameOnCake: 'Maya' }, bought))).toBe(false)
    expect(isCakeUnnamed(proofsOf({ ...texts, nameOnCake: '' }, { ...bought, cakes: [] }))).toBe(false)
    expect(unnamedWords('Fri 12 Mar, 7:00 AM')).toBe(
      'You have not told us a name for your cake: tell us by Fri 12 Mar, 7:00 AM, or it comes without one.',
    )
  })

  test('stay confirmed while none of them changes', () => {
    expect(madeAlike(texts, { ...texts, celebrantName: 'Maya' })).toBe(true)
    expect(madeAlike(texts, { ...texts, nameOnCake: 'Maya' })).toBe(false)
  })

  test('can be changed until so many hours before the slot', () => {
    expect(textsEnd(new Date('2027-03-12T13:30:00Z'), 12)).toEqual(new Date('2027-03-12T01:30:00Z'))
  })

  /** The page showed RIYA in lights and Riya on the cake; by now the lights say PRIYA. */
  const written = (ledName: string, nameOnCake: string) => ({ ...eachText(() => ''), ledName, nameOnCake })
  const [drawn, now] = [shownTexts(written('RIYA', 'Riya')), written('PRIYA', 'Riya')]
  test.each([
    ['what was left alone is as it stands now', drawn, written('RIYA', 'Tara'), written('PRIYA', 'Tara'), []],
    ['what both have changed stays, and is told', drawn, written('MAYA', 'Riya'), written('MAYA', 'Riya'), ['PRIYA']],
    [
      'what both have changed to the same is told to nobody',
      drawn,
      written('PRIYA', 'Riya'),
      written('PRIYA', 'Riya'),
      [],
    ],
    [
      'of a page that says what is no list all of it stays',
      'null',
      written('RIYA', 'Riya'),
      written('RIYA', 'Riya'),
      ['PRIYA'],
    ],
    ['of a page that says nothing all of it stays', '{', written('RIYA', 'Riya'), written('RIYA', 'Riya'), ['PRIYA']],
  ])('typed over texts that have changed meanwhile: %s', (_, shown, typed, over, met) => {
    const found = typedOver(shown, typed, now)
    expect(found.typed).toMatchObject({ ledName: over.ledName, nameOnCake: over.nameOnCake })
    expect(found.met.map(({ text }) => text)).toEqual(met)
  })
})
