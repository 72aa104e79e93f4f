import { expect, it } from 'vitest'
import { ageWords, waitsTooLong } from '~/domain/open-money'

const NOW = new Date('2027-01-21T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

it.each([
  [0, '0 min', false],
  [59, '59 min', false],
  [60, '1 h', false],
  [24 * 60, '24 h', false],
  [24 * 60 + 1, '24 h', true],
  [47 * 60 + 59, '47 h', true],
  [48 * 60, '2 days', true],
  [-5, '0 min', false],
])('what has waited %i minutes says so', (minutes, words, tooLong) => {
  expect(ageWords(ago(minutes), NOW)).toBe(words)
  expect(waitsTooLong(ago(minutes), NOW)).toBe(tooLong)
})
