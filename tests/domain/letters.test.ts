import { expect, test } from 'vitest'
import { isLetterKept } from '~/domain/letters'

const sent = new Date('2027-03-01T04:30:00Z')

test.each([
  ['has not gone out', null, '2028-03-01T04:30:00Z', true],
  ['went out 29 days ago', sent, '2027-03-30T04:30:00Z', true],
  ['went out a second less than 30 days ago', sent, '2027-03-31T04:29:59Z', true],
  ['went out 30 days ago', sent, '2027-03-31T04:30:00Z', false],
])('a letter that %s: is a copy kept?', (_, sentAt, now, kept) => {
  expect(isLetterKept(sentAt, new Date(now))).toBe(kept)
})
