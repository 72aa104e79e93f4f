import { expect, test } from 'vitest'
import { searchText } from '~/domain/search-text'
import { LONGEST } from '~/domain/text-limits'

test.each([
  ['Asha', 'Asha'],
  ['  +91 98450 00003 ', '+91 98450 00003'],
  ['   ', ''],
  ['x'.repeat(LONGEST.search), 'x'.repeat(LONGEST.search)],
  ['x'.repeat(5_000), 'x'.repeat(LONGEST.search)],
  // a space, and half a character, where it is cut
  [`${'x'.repeat(LONGEST.search - 1)} y`, 'x'.repeat(LONGEST.search - 1)],
  [`${'x'.repeat(LONGEST.search - 1)}🎂`, 'x'.repeat(LONGEST.search - 1)],
])('%j is searched for as %j', (typed, searched) => {
  expect(searchText(typed)).toBe(searched)
})
