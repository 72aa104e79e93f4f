import { describe, expect, it } from 'vitest'
import { namedTwice, nameTaken, sameName } from '~/domain/same-name'

describe('a name', () => {
  it('is the same in any letters, and whatever spaces are around it', () => {
    expect([sameName('Gold', ' gold '), sameName('Gold', 'Golden'), sameName('', '')]).toEqual([true, false, true])
  })

  it('is the same with any spaces in it, as a page shows it, and however its accents are written', () => {
    expect([sameName('Red  Velvet', 'red\u00a0velvet'), sameName('Caf\u00e9', 'Cafe\u0301')]).toEqual([true, true])
    expect(sameName('Redvelvet', 'Red Velvet')).toBe(false)
  })

  it.each([
    ['Mysuru', ['Bengaluru'], undefined, false],
    ['mysuru ', ['Bengaluru', 'Mysuru'], undefined, true],
    ['Mysuru', ['MYSURU'], 'Bengaluru', true],
    // two of a name from before: each keeps it, in other letters too
    ['Mysuru', ['MYSURU'], 'Mysuru', false],
    ['MYSURU', ['MYSURU'], 'Mysuru', false],
  ])('%s beside %j, where it was %s before: taken %s', (name, others, had, taken) => {
    expect(nameTaken(name, others, had)).toBe(taken)
  })
})

describe('things of one list', () => {
  const [gold, silver] = [
    { id: 'g', name: 'Gold' },
    { id: 's', name: 'Silver' },
  ]

  it.each([
    ['of different names', [gold, silver], [], []],
    ['two new ones of a name', [{ name: 'Gold' }, { name: 'gold ' }], [], [1]],
    ['three of them', [{ name: 'Gold' }, { name: 'gold ' }, { name: 'GOLD' }], [], [1, 2]],
    ['a new one beside what is there', [gold, { name: 'gold' }], [gold], [1]],
    ['a new one above what is there', [{ name: 'gold' }, gold], [gold], [0]],
    ['one that is renamed to another', [gold, { ...silver, name: 'GOLD' }], [gold, silver], [1]],
    [
      'two that change their names with each other',
      [
        { ...gold, name: 'Silver' },
        { ...silver, name: 'Gold' },
      ],
      [gold, silver],
      [],
    ],
    ['two of a name from before', [gold, { id: 's', name: 'gold ' }], [gold, { id: 's', name: 'gold' }], []],
    [
      'a third one beside these',
      [gold, { id: 's', name: 'gold' }, { name: 'Gold' }],
      [gold, { id: 's', name: 'gold' }],
      [2],
    ],
    ['nameless ones, which are asked for a name', [{ name: '' }], [], []],
  ])('%s', (_, list, had, expected) => {
    expect(namedTwice(list, had)).toEqual(expected)
  })
})
