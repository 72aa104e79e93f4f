import { expect, test } from 'vitest'
import { namedRoom } from '~/domain/named-room'

const KORAMANGALA = { id: 'a', places: ['kor', 'Koramangala'] }
const INDIRANAGAR = { id: 'b', places: ['ind', 'Indiranagar'] }
const SECOND = { id: 'c', places: ['ind', 'Indiranagar'] }
const NOWHERE = { id: 'd', places: [] }
const BOTH = [KORAMANGALA, INDIRANAGAR]

test.each([
  ['the only one of its name', [KORAMANGALA], undefined, undefined, 'a'],
  ['none of its name', [], { name: 'Koramangala' }, undefined, undefined],
  ['the one at the location that is named', BOTH, { id: 'Indiranagar', name: 'Indiranagar' }, undefined, 'b'],
  ['the one at the location of that id, whatever its name', BOTH, { id: 'ind', name: 'Renamed' }, undefined, 'b'],
  ['the only one, at another location', [KORAMANGALA], { name: 'Indiranagar' }, undefined, 'location'],
  ['one of two locations', BOTH, undefined, undefined, 'location'],
  ['one of two, of which one stands nowhere', [KORAMANGALA, NOWHERE], undefined, undefined, 'location'],
  ['one of two at a location', [INDIRANAGAR, SECOND], { name: 'Indiranagar' }, undefined, 'screen'],
  ['one of two, both at one location', [INDIRANAGAR, SECOND], undefined, undefined, 'screen'],
  ['one of three, two of them at one location', [INDIRANAGAR, SECOND, KORAMANGALA], undefined, undefined, 'location'],
  ['the booking’s own', BOTH, undefined, 'a', 'a'],
  ['the booking’s own, of two at its location', [INDIRANAGAR, SECOND], { id: 'ind' }, 'c', 'c'],
  ['another one than the booking’s own, by its location', BOTH, { id: 'ind' }, 'a', 'b'],
])('a room that is named, %s', (_, alike, place, own, expected) => {
  const found = namedRoom(alike, place, own)
  expect(found.ok ? found.room?.id : found.reason).toBe(expected)
})
