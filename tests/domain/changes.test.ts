import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesInWords, differences, divergences, listInWords } from '~/domain/changes'

it('three versions are told side by side wherever two of them differ', () => {
  const opened = { Name: 'Asha', Phone: '1', Slot: '10:00', People: '2' }
  const now = { ...opened, Name: 'Asha Rao', Slot: '17:00' }
  const yours = { ...now, Name: 'Asha M.', Phone: '2' }
  expect(divergences(opened, now, yours)).toEqual([
    { label: 'Name', before: 'Asha', after: 'Asha Rao', yours: 'Asha M.' },
    { label: 'Phone', before: '1', after: '1', yours: '2' },
    { label: 'Slot', before: '10:00', after: '17:00', yours: '17:00' },
  ])
})

describe('differences between two versions of a record', () => {
  it('are listed in the order of the labels', () => {
    const before = { Name: 'Rose', Price: '₹99', Image: 'rose.jpg' }
    expect(differences(before, { Name: 'Rose', Price: '₹120', Status: 'Active' })).toEqual([
      { label: 'Price', before: '₹99', after: '₹120' },
      { label: 'Image', before: 'rose.jpg', after: '' },
      { label: 'Status', before: '', after: 'Active' },
    ])
  })

  it('are none with itself, and swap with the sides', () => {
    const records = fc.dictionary(fc.constantFrom('Name', 'Price', 'Image'), fc.string())
    fc.assert(
      fc.property(records, records, (a, b) => {
        expect(differences(a, a)).toEqual([])
        const swapped = differences(b, a).map(({ label, before, after }) => ({ label, before: after, after: before }))
        expect(new Set(swapped.map((one) => JSON.stringify(one)))).toEqual(
          new Set(differences(a, b).map((one) => JSON.stringify(one))),
        )
      }),
    )
  })
})

it.each([
  [[], 'Saved. Nothing was changed.'],
  [[{ label: 'Date', before: '12/03/2027', after: '13/03/2027' }], 'Saved. Date: 13/03/2027 (was 12/03/2027).'],
  [
    [
      { label: 'Gifts', before: '2 × Roses ₹798', after: '' },
      { label: 'Coupon', before: '', after: 'TENTH ₹100' },
    ],
    'Saved. Gifts: none (was 2 × Roses ₹798); Coupon: TENTH ₹100.',
  ],
  // what is long is named alone
  [[{ label: 'Note', before: 'x'.repeat(41), after: 'Wheelchair' }], 'Saved. Note.'],
  [[{ label: 'Note', before: 'Wheelchair', after: 'x'.repeat(41) }], 'Saved. Note.'],
])('what was saved of %j is told in words: %s', (changes, words) => {
  expect(changesInWords(changes)).toBe(words)
})

it.each([
  [['4K', 'Dolby'], '4K, Dolby'],
  [['4K, Dolby'], '“4K, Dolby”'],
  [['“4K', 'Dolby”'], '““4K”, “Dolby”””'],
  [['a, 1', 'b, 2'], '“a, 1”, “b, 2”'],
  [['a, 1”, “b, 2'], '“a, 1””, “b, 2”'],
  [[], ''],
])('a list in words: %j', (list, words) => expect(listInWords(list)).toBe(words))
