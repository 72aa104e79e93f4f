import { expect, test } from 'vitest'
import { roomLacks } from '~/domain/room-lacks'

test.each([
  [1, 1, undefined],
  [0, 1, 'No slots yet: visitors do not see it'],
  [2, 0, 'No packages yet: visitors do not see it'],
  [0, 0, 'No slots and no packages yet: visitors do not see it'],
])('of an open room with %i slots and %i packages its owner reads: %s', (slots, packages, words) =>
  expect(roomLacks({ slots, packages })).toBe(words))
