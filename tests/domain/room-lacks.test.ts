import { expect, test } from 'vitest'
import { roomLacks, whyUnsold } from '~/domain/room-lacks'

test.each([
  [1, 1, undefined],
  [0, 1, 'No slots yet: visitors do not see it'],
  [2, 0, 'No packages yet: visitors do not see it'],
  [0, 0, 'No slots and no packages yet: visitors do not see it'],
])('of an open room with %i slots and %i packages its owner reads: %s', (slots, packages, words) =>
  expect(roomLacks({ slots, packages })).toBe(words))

const open = { room: true, location: true, city: true, slots: 4, packages: 2 }
test.each([
  [{}, undefined],
  [{ room: false, location: false }, 'In Active'],
  [{ location: false, city: false }, 'Location closed'],
  [{ city: false, packages: 0 }, 'City closed'],
  [{ packages: 0 }, 'No packages'],
  [{ slots: 0 }, 'No slots'],
  [{ slots: 0, packages: 0 }, 'No slots and no packages'],
])('of a room with %o the desk reads why nothing of it is sold: %s', (lacking, words) =>
  expect(whyUnsold({ ...open, ...lacking })).toBe(words))
