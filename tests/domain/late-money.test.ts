import { describe, expect, it } from 'vitest'
import { BOOKING_STATUSES, canMove } from '~/domain/booking-status'
import { bookedInsteadWords, fateOf, isOfLateMoney, type PaidBooking, RETURNS, saysTooLate } from '~/domain/late-money'

const LATE: PaidBooking = {
  status: 'expired',
  held: false,
  balance: false,
  begun: false,
  known: true,
  closed: false,
  offered: true,
  scheduled: true,
  bookedOtherwise: false,
}

describe('money that comes', () => {
  it.each([
    ['for a hold that runs', { status: 'pending', held: true }, 'book'],
    ['for one whose date was closed meanwhile', { status: 'pending', held: true, closed: true }, 'book'],
    ['for one whose room was closed meanwhile', { status: 'pending', held: true, offered: false }, 'book'],
    ['for one whose slot has begun', { status: 'pending', held: true, begun: true }, 'book'],
    ['for a hold that ran out', {}, 'book late'],
    ['for one that ran out and was not tidied', { status: 'pending' }, 'book late'],
    ['for one whose slot has begun', { begun: true }, 'visit-begun'],
    ['for one that ran out this moment, and has begun', { status: 'pending', begun: true }, 'visit-begun'],
    ['for one whose date was closed', { closed: true }, 'date-closed'],
    ['for one whose room has other hours now', { status: 'pending', held: true, scheduled: false }, 'book'],
    ['for one whose hours the room no longer has', { scheduled: false }, 'hours-gone'],
    ['for one whose room is gone with all its hours', { offered: false, scheduled: false }, 'room-gone'],
    ['for one whose room is gone', { offered: false }, 'room-gone'],
    ['for one that nobody knows any more', { known: false }, 'forgotten'],
    ['for one whose family has booked another way since', { bookedOtherwise: true }, 'booked-otherwise'],
    [
      'for a hold that runs, of a family that has booked too',
      { status: 'pending', held: true, bookedOtherwise: true },
      'book',
    ],
    ['for what was cancelled', { status: 'cancelled' }, 'cancelled'],
    ['as the balance of what was cancelled', { status: 'cancelled', balance: true }, 'cancelled'],
    ['as asked for by staff, of a hold that runs', { status: 'pending', held: true, balance: true }, 'book'],
    ['as asked for by staff, of one that ran out', { balance: true }, 'book late'],
    ['as the balance of what stands', { status: 'booked', balance: true }, 'balance'],
    ['twice', { status: 'booked' }, 'paid-twice'],
  ] as const)('%s %o: %s', (_, booking, expected) => {
    const fate = fateOf({ ...LATE, ...booking })
    const late = fate.to === 'book' && fate.late ? ' late' : ''
    expect(fate.to === 'return' ? fate.why : `${fate.to}${late}`).toBe(expected)
  })

  it('and goes back is told by the words of its refund from what a booking gives back', () => {
    expect(Object.values(RETURNS).every(({ refund }) => isOfLateMoney(refund))).toBe(true)
    expect(isOfLateMoney('Asked by phone')).toBe(false)
  })

  it('books only where the status may move so', () => {
    for (const status of BOOKING_STATUSES) {
      const fate = fateOf({ ...LATE, status })
      expect(fate.to === 'book').toBe(canMove(status, 'booked', 'late-payment'))
    }
  })
})

it('of money that came while its evening was booked it is said that it is, under its code where that may be told', () => {
  expect(bookedInsteadWords('LUM-7K2Q9')).toBe(
    'Your visit was booked by another payment (LUM-7K2Q9). This one is returned to you.',
  )
  expect(bookedInsteadWords()).toBe('Your visit was booked by another payment. This one is returned to you.')
})

it('money that a cancelled booking does not have is not said to have come too late', () => {
  const late = BOOKING_STATUSES.filter(saysTooLate)
  expect(late).toEqual(BOOKING_STATUSES.filter((one) => one !== 'cancelled'))
  expect(late).toContain('expired')
})
