import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BookingForPolicy, quoteCancellation, quoteReschedule } from '~/domain/cancellation-policy'
import { rupees, ZERO } from '~/domain/money'
import {
  MOVED_FOR,
  movedForIn,
  movedForWords,
  moveMeaning,
  moveReason,
  movesUsed,
  ownMoveMeaning,
  timesMoved,
  totalWords,
} from '~/domain/moved-for'
import { day, ist } from './sample-offers'

const NOW = ist('2027-01-10T12:00:00')
const at = (date: string, rescheduleCount = 0): BookingForPolicy => ({
  visitDate: day(date),
  start: ist(`${date}T19:30:00`),
  rescheduleCount,
})
const THURSDAY = '2027-01-21'
const SATURDAY = '2027-01-23'
const TOO_LATE = '2027-01-12'

describe('a move by staff', () => {
  it.each([
    ['family', 0, 1],
    ['family', 1, 2],
    ['business', 0, 0],
    ['business', 1, 1],
  ] as const)('for the %s, of a booking with %i moves used, leaves %i', (movedFor, before, after) => {
    expect(movesUsed(before, movedFor)).toBe(after)
  })

  it('that the business had to make takes neither the move nor the refund, however often it has to', () => {
    const [asked, had] = MOVED_FOR.map((movedFor) => at(THURSDAY, movesUsed(0, movedFor))) as [
      BookingForPolicy,
      BookingForPolicy,
    ]
    expect([quoteReschedule(asked, NOW).allowed, quoteCancellation(asked, NOW).gives]).toEqual([false, 'nothing'])
    expect([quoteReschedule(had, NOW).allowed, quoteCancellation(had, NOW).gives]).toEqual([true, 'less-charges'])
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MOVED_FOR)), (moves) => {
        const used = moves.reduce((count, movedFor) => movesUsed(count, movedFor), 0)
        expect(quoteReschedule(at(THURSDAY, used), NOW).allowed).toBe(!moves.includes('family'))
      }),
    )
  })

  it.each([
    ['family', at(THURSDAY), 'Counts as its one move. There is no refund for rescheduled bookings.'],
    ['family', at(SATURDAY), 'Counts as its one move. There is no refund for Friday, Saturday or Sunday bookings.'],
    ['business', at(THURSDAY), 'Does not count: the family keeps its move and its refund.'],
    // what it has is judged by the new day, and by what it used before
    [
      'business',
      at(SATURDAY),
      'Does not count as its move. There is no refund for Friday, Saturday or Sunday bookings.',
    ],
    ['business', at(TOO_LATE), 'Does not count as its move. There is no refund less than 72 hours before the booking.'],
    ['business', at(THURSDAY, 1), 'Does not count as its move. There is no refund for rescheduled bookings.'],
  ] as const)('for the %s means what the policy makes of it', (movedFor, booking, words) => {
    expect(moveMeaning(movedFor, booking, NOW)).toBe(words)
  })
})

it('the family that moves it itself reads what a cancellation gives after that', () => {
  const once = 'A booking can be rescheduled once.'
  expect(ownMoveMeaning(at(THURSDAY), NOW, ZERO)).toBe(`${once} There is no refund for rescheduled bookings.`)
  expect(ownMoveMeaning(at(THURSDAY), NOW, rupees(975.42))).toBe(
    `${once} There is no refund for rescheduled bookings. Cancelled now, ₹975.42 would come back; once it is moved, nothing more does.`,
  )
  expect(ownMoveMeaning(at(SATURDAY), NOW, ZERO)).toBe(
    `${once} There is no refund for Friday, Saturday or Sunday bookings.`,
  )
  expect(ownMoveMeaning(at(TOO_LATE), NOW, ZERO)).toBe(
    `${once} There is no refund less than 72 hours before the booking.`,
  )
})

it.each([
  [4_247, 3_747, 'The total becomes ₹4,247; it was ₹3,747.'],
  [0, 3_747, 'The total becomes ₹0; it was ₹3,747.'],
  [3_747, 3_747, 'The total stays ₹3,747.'],
])('a total of ₹%s after ₹%s: %s', (now, before, words) => {
  expect(totalWords(rupees(now), rupees(before))).toBe(words)
})

describe('what was said of a move', () => {
  it('is read from its history, where it is one of the two words', () => {
    expect(
      [{ movedFor: 'family' }, { movedFor: 'business' }, { movedFor: 'nobody' }, {}, null].map(movedForIn),
    ).toEqual(['family', 'business', undefined, undefined, undefined])
  })

  it('is said in words', () => {
    expect(MOVED_FOR.map(movedForWords)).toEqual(['The family asked for it', 'We had to move it'])
    expect([...MOVED_FOR, undefined].map(moveReason)).toEqual(['as the family asked', 'because we had to', ''])
  })

  it.each([
    [0, 0, 'never'],
    [1, 0, 'once'],
    [3, 0, '3 times'],
    [0, 1, 'once by us'],
    [1, 2, 'once for the family, 2 times by us'],
  ])('%i moves used and %i by the business: %s', (used, byBusiness, words) => {
    expect(timesMoved(used, byBusiness)).toBe(words)
  })
})
