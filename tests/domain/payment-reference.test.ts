import { expect, test } from 'vitest'
import { tidyReference } from '~/domain/payment-reference'

test.each([
  ['412345678901', '412345678901'],
  [' 4123 4567 8901 ', '412345678901'],
  ['#412345678901.', '412345678901'],
  ['UTR: 412345678901', '412345678901'],
  ['UPI Ref No 412345678901', '412345678901'],
  ['pay_Ab12Cd34Ef56Gh', 'pay_Ab12Cd34Ef56Gh'],
  // letters of the bank's own
  ['HDFCREF412345678901', 'HDFCREF412345678901'],
  ['UPI1A2B3C4D5', 'UPI1A2B3C4D5'],
  ['9'.repeat(40), '9'.repeat(40)],
  ['₹412345678901', undefined],
  ['412345678901₹', undefined],
  ['1234567', undefined],
  ['', undefined],
  ['9'.repeat(41), undefined],
  ["4123' or '1'='1", undefined],
])('a reference typed as “%s” is looked for as %s', (typed, wanted) => {
  expect(tidyReference(typed)).toBe(wanted)
})
