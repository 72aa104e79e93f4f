import { expect, test } from 'vitest'
import { isGivenUp, isLetterKept, isLongAway } from '~/domain/letters'

const sent = new Date('2027-03-01T04:30:00Z')

test.each([
  ['has not gone out', null, '2028-03-01T04:30:00Z', true],
  ['went out 29 days ago', sent, '2027-03-30T04:30:00Z', true],
  ['went out a second less than 30 days ago', sent, '2027-03-31T04:29:59Z', true],
  ['went out 30 days ago', sent, '2027-03-31T04:30:00Z', false],
])('a letter that %s: is a copy kept?', (_, sentAt, now, kept) => {
  expect(isLetterKept(sentAt, new Date(now))).toBe(kept)
})

test.each([
  ['was refused at the last of twelve tries in five days', 'details', 12, '2027-03-06T04:30:00Z', true],
  ['was refused for a second less', 'details', 40, '2027-03-06T04:29:59Z', false],
  ['was tried a few times only, since nobody was there to try', 'reminder', 11, '2027-04-06T04:30:00Z', false],
  [
    'is news about an account to an address that is nobody’s any more',
    'account-news',
    12,
    '2027-03-06T04:30:00Z',
    true,
  ],
  ['has the links of bookings, for a mistyped address', 'booking-links', 12, '2027-03-06T04:30:00Z', true],
  ['is a link for a new password', 'password-reset', 12, '2027-03-06T04:30:00Z', true],
  ['is the list of what waits about money', 'open-money', 40, '2027-04-06T04:30:00Z', false],
  ['says that nobody can pay', 'orders-refused', 40, '2027-04-06T04:30:00Z', false],
  ['tells of money that no booking knows', 'unknown-money', 40, '2027-04-06T04:30:00Z', false],
  ['is a visitor’s message', 'contact-message', 40, '2027-04-06T04:30:00Z', false],
] as const)('a letter that %s: is it given up?', (_, kind, attempts, now, given) => {
  expect(isGivenUp({ kind, createdAt: sent, attempts }, new Date(now))).toBe(given)
})

const minutesAfter = (minutes: number) => new Date(sent.getTime() + minutes * 60_000)

test.each([
  [0, false],
  [9, false],
  [10, true],
  [300, true],
])('a mail server that was not found %i minutes ago is long away: %s', (minutes, long) => {
  expect(isLongAway(sent, minutesAfter(minutes))).toBe(long)
})
