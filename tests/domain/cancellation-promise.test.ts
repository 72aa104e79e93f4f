import { describe, expect, it } from 'vitest'
import { cancellationPromise, expectedPayment, finalWords } from '~/domain/cancellation-promise'
import { paise, rupees } from '~/domain/money'
import type { HeldPayment } from '~/domain/refund-parts'
import { day, ist, ZONE } from './sample-offers'

const at = (date: string, rescheduleCount = 0) => ({
  visitDate: day(date),
  start: ist(`${date}T19:30:00`),
  rescheduleCount,
})
const online: HeldPayment = {
  payment: 'p1',
  online: true,
  receivedAt: ist('2027-01-10T12:00:00'),
  held: rupees(999),
  fee: paise(2_358),
}
const NOW = ist('2027-01-10T12:00:00')
const promise = (booking = at('2027-01-21'), held = [online], now = NOW) =>
  cancellationPromise(booking, { held, total: rupees(3_000) }, now, ZONE)

describe('the promise of a booking', () => {
  it('names the minute, the rupees and what the bank keeps', () => {
    expect(promise()).toBe(
      'Cancel by Mon 18 Jan, 7:30 PM and ₹975.42 comes back (₹999 less ₹23.58 the bank keeps). After that nothing. You may move it once until then.',
    )
  })

  it('counts down on the last day, and its last minute is the policy’s', () => {
    expect(promise(at('2027-01-21'), [online], ist('2027-01-18T14:10:00'))).toMatch(/7:30 PM \(5 h 20 min left\) and/)
    expect(promise(at('2027-01-21'), [online], ist('2027-01-18T19:30:00'))).toMatch(/\(0 min left\) and ₹975\.42/)
    expect(promise(at('2027-01-21'), [online], ist('2027-01-18T19:30:01'))).toMatch(
      /less than 72 hours .* nothing comes/,
    )
  })

  it('does not count down where it is read later', () => {
    const last = ist('2027-01-18T14:10:00')
    const written = cancellationPromise(at('2027-01-21'), { held: [online], total: rupees(3_000) }, last, ZONE, 'later')
    expect(written).toMatch(/^Cancel by Mon 18 Jan, 7:30 PM and ₹975\.42/)
  })

  it.each([
    ['a Friday', at('2027-01-22'), /on a Friday: .* cannot be moved, .* nothing comes back/],
    ['one that was moved', at('2027-01-21', 1), /has used its one move: .* nothing comes back/],
  ])('names the fact of %s', (_, booking, words) => expect(promise(booking)).toMatch(words))

  it('gives back what was paid beyond the price, whatever the day', () => {
    const held = [{ ...online, held: rupees(3_500) }]
    expect(promise(at('2027-01-22'), held)).toMatch(/if you cancel it, ₹500 comes back/)
  })

  it('says about while the bank’s charge is not known', () => {
    const expected = { held: [expectedPayment(rupees(999), NOW)], total: rupees(3_000), expected: true }
    expect(cancellationPromise(at('2027-01-21'), expected, NOW, ZONE)).toContain(
      'about ₹975.42 comes back (₹999 less about ₹23.58 the bank keeps)',
    )
  })

  it('promises nothing where nothing was paid yet, and that it may be moved', () => {
    expect(promise(at('2027-01-21'), [])).toBe(
      'If you cancel it, nothing comes back. You may move it once until Mon 18 Jan, 7:30 PM.',
    )
  })

  it('promises what was handed over at the theatre whole, since no bank keeps anything of it', () => {
    const cash = { ...online, payment: 'p2', online: false, held: rupees(1_000), fee: paise(0) }
    expect(promise(at('2027-01-21'), [cash])).toContain('and ₹1,000 comes back. After that nothing.')
    expect(promise(at('2027-01-21'), [online, cash])).toContain(
      '₹1,975.42 comes back (₹1,999 less ₹23.58 the bank keeps).',
    )
  })
})

describe('who still chooses a day', () => {
  const days = ['01-13', '01-14', '01-15', '01-16', '01-17', '01-18', '01-21', '01-22', '01-23', '01-24'].map((one) =>
    at(`2027-${one}`),
  )

  it.each([
    ['a Friday', '2027-01-22', 'Visits on a Friday cannot be moved or refunded.'],
    ['a Sunday', '2027-01-24', 'Visits on a Sunday cannot be moved or refunded.'],
    ['a visit that is near', '2027-01-12', 'Visits less than 72 hours away cannot be moved or refunded.'],
    ['a Thursday', '2027-01-21', ''],
  ])('of %s reads what is final', (_, date, words) => expect(finalWords(at(date), NOW)).toBe(words))

  it('is told so exactly where the promise before paying says it', () => {
    const money = { held: [expectedPayment(rupees(999), NOW)], total: rupees(3_000), expected: true }
    for (const one of days)
      expect(finalWords(one, NOW) !== '').toBe(/nothing comes back/.test(cancellationPromise(one, money, NOW, ZONE)))
  })
})
