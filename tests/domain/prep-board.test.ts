import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepKeys, prepState, prepTime, readPrepKey, readyBy } from '~/domain/prep-board'
import type { Preparation } from '~/domain/preparations'

test('what a room needs stands ready a quarter of an hour before its slot', () => {
  expect(readyBy(new Date('2027-03-12T13:30:00Z'))).toEqual(new Date('2027-03-12T13:15:00Z'))
})

test.each([
  ['18:45', 'ahead'],
  ['18:46', 'late'],
  ['21:59', 'late'],
  ['22:00', 'over'],
])('what a visit from 7 to 10 PM needs is at %s: %s', (time, expected) => {
  const at = (clock: string) => new Date(`2027-03-12T${clock}:00+05:30`)
  expect(prepTime({ from: at('19:00'), to: at('22:00') }, at(time))).toBe(expected)
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

const gift = (name: string): Preparation => ({ kind: 'gift', name, count: 1 })

test('one that is called as the second of another has its own key, wherever it stands', () => {
  expect(prepKeys(['Balloon', 'Balloon', 'Balloon:2'].map(gift))).toEqual([
    ...['gift:Balloon', 'gift:Balloon:2', 'gift:Balloon:2:1'],
  ])
  expect(prepKeys(['Balloon:2', 'Balloon', 'Balloon'].map(gift))).toEqual([
    ...['gift:Balloon:2:1', 'gift:Balloon', 'gift:Balloon:2'],
  ])
})

test('each thing has a key of its own, whatever it is called, and an ordinary name the key that ticks are stored by', () => {
  const things = (name: fc.Arbitrary<string>) =>
    fc.array(fc.record({ kind: fc.constantFrom('gift' as const, 'cake' as const), name, count: fc.constant(1) }), {
      maxLength: 12,
    })
  const numbered = fc.constantFrom('Balloon', 'Balloon:2', 'Balloon:3', 'Balloon:2:2', 'Balloon:', ':2', '')
  fc.assert(
    fc.property(things(fc.oneof(numbered, fc.string())), (wanted) => {
      const keys = prepKeys(wanted)
      expect(new Set(keys).size).toBe(wanted.length)
      // of what it was made stands in it, once the thing itself is gone
      expect(keys.map(readPrepKey)).toEqual(wanted.map(({ kind, name }) => ({ kind, name })))
      const plain = wanted.map(({ kind, name }) => `${kind}:${name}`)
      for (const [at, key] of keys.entries())
        if (plain.indexOf(plain[at] ?? '') === at && !/:\d+$/.test(wanted[at]?.name ?? '')) expect(key).toBe(plain[at])
    }),
  )
  fc.assert(
    fc.property(things(fc.constantFrom('Balloon', 'Rose: red', 'No. 5', 'LED 2')), (wanted) => {
      const plain = wanted.map(({ kind, name }) => `${kind}:${name}`)
      const before = (at: number) => plain.slice(0, at).filter((key) => key === plain[at]).length
      expect(prepKeys(wanted)).toEqual(plain.map((key, at) => (before(at) ? `${key}:${before(at) + 1}` : key)))
    }),
  )
})

test('of a key that none of ours is, the whole is the name', () => {
  expect(readPrepKey('Truffle')).toEqual({ kind: 'addon', name: 'Truffle' })
  expect(readPrepKey('a cake:Truffle')).toEqual({ kind: 'addon', name: 'a cake:Truffle' })
  expect(readPrepKey('cake:Truffle:12')).toEqual({ kind: 'cake', name: 'Truffle' })
})

test.each([
  ['addon', 'Balloons: 24, gold'],
  ['lettering', 'LED: your name'],
  ['decoration', 'Rose Heart On Table'],
] as const)('the key of %s %s is read whole', (kind, name) => {
  expect(prepKeys([{ kind, name, count: 1 }]).map(readPrepKey)).toEqual([{ kind, name }])
})
