import { describe, expect, it } from 'vitest'
import { QUESTIONS } from '~/content/about'
import { REFUND_POLICY, TERMS } from '~/content/policies'
import {
  type BookingForPolicy,
  explanationFor,
  isInHouse,
  isOpenToChanges,
  NOTICE_HOURS,
  quoteCancellation,
  quoteReschedule,
  refundsAsked,
} from '~/domain/cancellation-policy'
import { rupees } from '~/domain/money'
import { day, ist } from './sample-offers'

const HOUR = 3_600_000
/** A Thursday evening. */
const thursday: BookingForPolicy = {
  visitDate: day('2027-01-21'),
  start: ist('2027-01-21T19:00:00'),
  rescheduleCount: 0,
}
const on = (date: string): BookingForPolicy => ({ ...thursday, visitDate: day(date), start: ist(`${date}T19:00:00`) })
const earlier = (booking: BookingForPolicy, ms: number) => new Date(booking.start.getTime() - ms)

describe('a visit is open to changes by its link', () => {
  const during = { from: ist('2027-01-21T19:00:00'), to: ist('2027-01-21T22:00:00') }
  it.each([
    ['that stands, before it begins', 'booked', 'expected', '18:59:59', true, false],
    ['that has begun', 'booked', 'expected', '19:00:00', false, false],
    ['whose guests came early', 'booked', 'arrived', '18:20:00', false, true],
    ['whose guests are there', 'booked', 'arrived', '20:00:00', false, true],
    ['that is over', 'booked', 'arrived', '22:00:00', false, false],
    ['to which nobody came', 'booked', 'no-show', '20:00:00', false, false],
    ['that was cancelled after they came', 'cancelled', 'arrived', '18:20:00', false, false],
    ['that waits for its payment', 'pending', 'expected', '18:20:00', false, false],
  ] as const)('%s', (_, status, attendance, at, open, inHouse) => {
    const [visit, now] = [{ status, attendance, during }, ist(`2027-01-21T${at}`)]
    expect([isOpenToChanges(visit, now), isInHouse(visit, now)]).toEqual([open, inHouse])
  })
})

describe('cancelling', () => {
  it.each([
    ['well before', thursday, 200 * HOUR, 'in-time', 'less-charges'],
    ['exactly 72 hours before', thursday, 72 * HOUR, 'in-time', 'less-charges'],
    ['a moment later', thursday, 72 * HOUR - 1, 'too-late', 'nothing'],
    ['after the start', thursday, -HOUR, 'too-late', 'nothing'],
    ['a Friday', on('2027-01-22'), 200 * HOUR, 'weekend', 'nothing'],
    ['a Saturday', on('2027-01-23'), 200 * HOUR, 'weekend', 'nothing'],
    ['a Sunday', on('2027-01-24'), 200 * HOUR, 'weekend', 'nothing'],
    ['a Monday', on('2027-01-25'), 200 * HOUR, 'in-time', 'less-charges'],
    ['one that was moved', { ...thursday, rescheduleCount: 1 }, 200 * HOUR, 'rescheduled', 'nothing'],
  ] as const)('%s', (_, booking, ahead, reason, gives) => {
    const quote = quoteCancellation(booking, earlier(booking, ahead))
    expect(quote).toMatchObject({ reason, gives })
    expect(quote.explanation).not.toBe('')
  })

  it('judges the day of the visit in India, where Thursday night in UTC is Friday', () => {
    const late = { ...thursday, visitDate: day('2027-01-22'), start: ist('2027-01-22T00:30:00') }
    expect(quoteCancellation(late, earlier(late, 100 * HOUR)).reason).toBe('weekend')
  })

  it('gives back everything when the business cancels, charges included', () => {
    for (const booking of [thursday, on('2027-01-23'), { ...thursday, rescheduleCount: 1 }]) {
      expect(quoteCancellation(booking, earlier(booking, HOUR), 'business')).toMatchObject({
        reason: 'by-business',
        gives: 'everything',
      })
    }
  })
})

describe('the words of a cancellation', () => {
  it.each([
    ['in time, less the charge of online money', 200 * HOUR, 999, 975.42, 'Refunded except payment-gateway charges.'],
    ['in time, of cash that comes back whole', 200 * HOUR, 999, 999, 'Refunded in full.'],
    ['in time, where nothing is held', 200 * HOUR, 0, 0, 'We hold no money of it, so nothing comes back.'],
    ['too late, whatever is held', HOUR, 999, 0, 'There is no refund less than 72 hours before the booking.'],
    ['too late, of what is owed anyway', HOUR, 500, 500, 'There is no refund less than 72 hours before the booking.'],
  ])('%s', (_, ahead, held, back, words) => {
    const quote = quoteCancellation(thursday, earlier(thursday, ahead))
    expect(explanationFor(quote, rupees(held), rupees(back))).toBe(words)
  })
})

describe('the hours', () => {
  it('are those of the published words', () => {
    const words = [...TERMS.items, ...REFUND_POLICY.items, ...QUESTIONS.map(({ answer }) => answer)]
    const said = words.flatMap((text) => [...text.matchAll(/(\d+) hours before/g)].map(([, hours]) => Number(hours)))
    expect(said).toEqual(Array(4).fill(NOTICE_HOURS))
  })
})

describe('rescheduling', () => {
  it.each([
    ['in time', thursday, 72 * HOUR, true],
    ['too late', thursday, 72 * HOUR - 1, false],
    ['a weekend booking', on('2027-01-23'), 100 * HOUR, false],
    ['a second time', { ...thursday, rescheduleCount: 1 }, 100 * HOUR, false],
  ])('%s', (_, booking, ahead, allowed) => {
    expect(quoteReschedule(booking, earlier(booking, ahead)).allowed).toBe(allowed)
  })
})

describe('staff who delete a booking', () => {
  const part = (sum: number) => (sum > 0 ? [{ payment: 'p', online: true, amount: rupees(sum) }] : [])
  it.each([
    ['in time, of online money', 975, 999, 0, ['policy', 'full', 'none'], 'policy'],
    ['in time, of cash', 999, 999, 0, ['policy', 'none'], 'full'],
    ['too late', 0, 999, 0, ['policy', 'full'], 'none'],
    ['too late, with some of it owed', 200, 999, 200, ['policy', 'full'], 'none'],
    ['of money that is all owed', 200, 200, 200, ['policy'], 'none'],
    ['where nothing is held', 0, 0, 0, ['policy'], 'none'],
  ] as const)('are asked about no two refunds that come to the same: %s', (_, policy, full, none, asked, policyIs) => {
    expect(refundsAsked({ policy: part(policy), full: part(full), none: part(none) })).toEqual({ asked, policyIs })
  })
})
