import { describe, expect, test } from 'vitest'
import { eachText } from '~/domain/booking-texts'
import { preparationsOf, preparationWords } from '~/domain/preparations'
import type { LineKind } from '~/domain/pricing'

const NO_TEXTS = eachText(() => '')
const line = (kind: LineKind, name: string, count = 1) => ({ kind, name, count })
const words = (...given: Parameters<typeof preparationsOf>) => preparationsOf(...given).map(preparationWords)

describe('what must be prepared for a visit', () => {
  test('the name stands on the first cake, and letters are written as they were ordered', () => {
    const lines = [
      line('package', 'Celebration'),
      line('occasion', 'Birthday'),
      line('addon', 'LED Name'),
      line('led-lettering', 'LED Name'),
      line('addon', 'LED Number'),
      line('addon', 'Fog Entry', 2),
      line('extra-persons', 'Extra persons', 2),
      line('cake', 'Red Velvet'),
      line('cake', 'Truffle', 2),
      line('gift', 'Teddy Bear'),
      line('coupon', 'TENTH'),
    ]
    const texts = {
      ...NO_TEXTS,
      celebrantName: 'Aarav',
      ledName: 'AARAV & Mia',
      ledNumber: '18',
      nameOnCake: 'Happy 18th',
    }
    expect(words({ lines, texts, inclusions: [] })).toEqual([
      'LED Name “AARAV & Mia”',
      'LED Number “18”',
      '2 × Fog Entry',
      'Red Velvet “Happy 18th”',
      '2 × Truffle',
      'Teddy Bear',
    ])
  })

  test('what the package decorates counts, its film and its cake do not', () => {
    const inclusions = ['4k Dolby Theater', 'Decoration', 'Cake', 'Smoke Entry']
    expect(preparationsOf({ lines: [], texts: NO_TEXTS, inclusions })).toEqual([
      { kind: 'decoration', name: 'Decoration', count: 1 },
      { kind: 'decoration', name: 'Smoke Entry', count: 1 },
    ])
  })

  test('kinds say who sees to it', () => {
    const lines = [line('cake', 'Truffle'), line('addon', 'LED Name'), line('addon', 'Confetti'), line('gift', 'Roses')]
    const found = preparationsOf({ lines, texts: { ...NO_TEXTS, ledName: 'MIA' }, inclusions: ['Decoration'] })
    expect(found.map(({ kind }) => kind)).toEqual(['cake', 'lettering', 'addon', 'gift', 'decoration'])
  })

  test('a piece that asks for name and number is lettered with both', () => {
    const texts = { ...NO_TEXTS, ledName: 'AARAV', ledNumber: '7' }
    const both = (name: string) => words({ lines: [line('addon', name)], texts, inclusions: [] })
    expect(both('LED Name & Number')).toEqual(['LED Name & Number “AARAV 7”'])
    expect(both('LED Number')).toEqual(['LED Number “7”'])
  })

  test('letters that nobody has told are said to be missing, not passed over', () => {
    const texts = { ...NO_TEXTS, ledName: ' ' }
    const lines = [line('addon', 'LED Name'), line('addon', 'LED Number'), line('cake', 'Truffle')]
    expect(preparationsOf({ lines, texts, inclusions: [] })).toEqual([
      { kind: 'lettering', name: 'LED Name', count: 1, untold: true },
      { kind: 'lettering', name: 'LED Number', count: 1, untold: true },
      { kind: 'cake', name: 'Truffle', count: 1 },
    ])
    expect(words({ lines, texts, inclusions: [] })).toEqual([
      'LED Name (not told yet)',
      'LED Number (not told yet)',
      'Truffle',
    ])
    const half = { lines: [line('addon', 'LED Name & Number')], texts: { ...texts, ledNumber: '7' }, inclusions: [] }
    expect(words(half)).toEqual(['LED Name & Number “7” (not all told yet)'])
  })
})
