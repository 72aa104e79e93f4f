import { expect, test } from 'vitest'
import { deskModeOf } from '~/domain/payment-mode'

test.each([
  ['online', 'cash'],
  ['cash', 'cash'],
  ['upi', 'upi'],
  ['card', 'card'],
] as const)('what was paid by %s is handed over by %s, unless staff say otherwise', (paid, given) =>
  expect(deskModeOf(paid)).toBe(given))
