import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BookingForPolicy, quoteCancellation, quoteReschedule } from '~/domain/cancellation-policy'
import { paise, rupees } from '~/domain/money'
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
const paid = [{ amount: rupees(999), fee: paise(2_358) }]

describe('cancelling', () => {
  it.each([
    ['well before', thursday, 200 * HOUR, 'in-time', 97_542],
    ['exactly 72 hours before', thursday, 72 * HOUR, 'in-time', 97_542],
    ['a moment later', thursday, 72 * HOUR - 1, 'too-late', 0],
    ['after the start', thursday, -HOUR, 'too-late', 0],
    ['a Friday', on('2027-01-22'), 200 * HOUR, 'weekend', 0],
    ['a Saturday', on('2027-01-23'), 200 * HOUR, 'weekend', 0],
    ['a Sunday', on('2027-01-24'), 200 * HOUR, 'weekend', 0],
    ['a Monday', on('2027-01-25'), 200 * HOUR, 'in-time', 97_542],
    ['one that was moved', { ...thursday, rescheduleCount: 1 }, 200 * HOUR, 'rescheduled', 0],
  ] as const)('%s', (_, booking, ahead, reason, refund) => {
    const quote = quoteCancellation(booking, paid, earlier(booking, ahead))
    expect(quote).toMatchObject({ reason, refund })
    expect(quote.explanation).not.toBe('')
  })

  it('judges the day of the visit in India, where Thursday night in UTC is Friday', () => {
    const late = { ...thursday, visitDate: day('2027-01-22'), start: ist('2027-01-22T00:30:00') }
    expect(quoteCancellation(late, paid, earlier(late, 100 * HOUR)).reason).toBe('weekend')
  })

  it('gives back everything when the business cancels, charges included', () => {
    for (const booking of [thursday, on('2027-01-23'), { ...thursday, rescheduleCount: 1 }]) {
      expect(quoteCancellation(booking, paid, earlier(booking, HOUR), 'business')).toMatchObject({
        reason: 'by-business',
        refund: rupees(999),
      })
    }
  })

  it('never gives back more than was paid online, nor less than nothing', () => {
    const payments = fc.array(fc.record({ amount: fc.nat(500_000).map(paise), fee: fc.nat(10_000).map(paise) }))
    fc.assert(
      fc.property(payments, fc.integer({ min: -300, max: 300 }), fc.nat(2), (rows, hours, rescheduleCount) => {
        const booking = { ...thursday, rescheduleCount }
        const { refund } = quoteCancellation(booking, rows, earlier(booking, hours * HOUR))
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(rows.reduce((total, { amount }) => total + amount, 0))
      }),
    )
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
