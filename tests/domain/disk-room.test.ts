import { expect, test } from 'vitest'
import { isNearlyFull, roomWords } from '~/domain/disk-room'

const GB = 1024 ** 3

test.each([
  ['20 GB', 'a gibibyte', GB, 20 * GB, false],
  ['20 GB', 'a byte less than a gibibyte', GB - 1, 20 * GB, true],
  ['20 GB', 'nothing', 0, 20 * GB, true],
  ['2 GB', 'a tenth', 0.2 * GB, 2 * GB, false],
  ['2 GB', 'less than a tenth', 0.19 * GB, 2 * GB, true],
])('of a disk of %s %s is free: is it nearly full?', (_, __, free, size, full) => {
  expect(isNearlyFull({ free, size })).toBe(full)
})

test('what is free is said in gigabytes', () => {
  expect(roomWords({ free: 0.44 * GB, size: 20 * GB })).toBe('0.4 of 20.0 GB')
})
