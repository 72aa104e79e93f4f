import { expect, test } from 'vitest'
import { prepKeys, prepState, readPrepKey, readyBy } from '~/domain/prep-board'

test('what a room needs stands ready a quarter of an hour before its slot', () => {
  expect(readyBy(new Date('2027-03-12T13:30:00Z'))).toEqual(new Date('2027-03-12T13:15:00Z'))
})

test.each([
  ['nobody has ticked it', undefined, 'Red Velvet “Mia”, Aurora, 7 PM', 'open'],
  ['made as it is wanted', 'Red Velvet “Mia”, Aurora, 7 PM', 'Red Velvet “Mia”, Aurora, 7 PM', 'ready'],
  ['made with another name', 'Red Velvet “Mia”, Aurora, 7 PM', 'Red Velvet “Maya”, Aurora, 7 PM', 'changed'],
  ['made for another time', 'Red Velvet “Mia”, Aurora, 7 PM', 'Red Velvet “Mia”, Aurora, 1 PM', 'changed'],
])('a tick: %s', (_, made, wanted, expected) => {
  expect(prepState(made === undefined ? undefined : { made }, wanted)).toBe(expected)
})

test('a thing keeps its name while count and text change, and two of one name have their own', () => {
  const keys = prepKeys([
    { kind: 'cake', name: 'Truffle', count: 1, text: 'Mia' },
    { kind: 'cake', name: 'Truffle', count: 2 },
    { kind: 'gift', name: 'Truffle', count: 1 },
  ])
  expect(keys).toEqual(['cake:Truffle', 'cake:Truffle:2', 'gift:Truffle'])
  expect(keys.map(readPrepKey).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'cake Truffle',
    'cake Truffle',
    'gift Truffle',
  ])
})

test.each([
  ['addon', 'Balloons: 24, gold'],
  ['lettering', 'LED: your name'],
  ['decoration', 'Rose Heart On Table'],
] as const)('the key of %s %s is read whole', (kind, name) => {
  expect(prepKeys([{ kind, name, count: 1 }]).map(readPrepKey)).toEqual([{ kind, name }])
})
