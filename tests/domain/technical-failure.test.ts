import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { refundFor, rentForTimeUsed } from '~/domain/technical-failure'

/** A room of ₹1,500 for three hours, with extras for ₹900, paid in full. */
const visit = { total: rupees(2_400), rent: rupees(1_500), slotMinutes: 180, kept: rupees(2_400) }

describe('a technical failure gives back what was paid minus the rent for the time used', () => {
  it.each([
    ['nothing was used', visit, 0, 0, 2_400],
    ['half of the slot', visit, 90, 750, 1_650],
    ['the whole slot: only the extras', visit, 180, 1_500, 900],
    ['a minute, to the paisa', visit, 1, 8.33, 2_391.67],
    ['only the advance was paid', { ...visit, kept: rupees(999) }, 60, 500, 499],
    ['less was paid than was used', { ...visit, kept: rupees(999) }, 150, 1_250, 0],
    ['a coupon made it cheaper than its rent', { ...visit, total: rupees(400), kept: rupees(400) }, 90, 400, 0],
  ])('%s', (_, failed, minutes, charge, refund) => {
    const costs = rentForTimeUsed(failed, minutes)
    expect(costs).toBe(rupees(charge))
    expect(refundFor(failed, costs)).toBe(rupees(refund))
  })

  it('never costs more than before, and never less for more time', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(paise)
    const failures = fc.record({
      total: amount,
      rent: amount,
      kept: amount,
      slotMinutes: fc.integer({ min: 1, max: 1_440 }),
    })
    fc.assert(
      fc.property(failures, fc.nat(1_440), fc.nat(1_440), (failed, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((one) => Math.min(one, failed.slotMinutes))
        const [cheaper, dearer] = [rentForTimeUsed(failed, less ?? 0), rentForTimeUsed(failed, more ?? 0)]
        expect(cheaper).toBeLessThanOrEqual(dearer)
        expect(dearer).toBeLessThanOrEqual(failed.total)
        expect(refundFor(failed, dearer)).toBeLessThanOrEqual(failed.kept)
      }),
    )
  })
})
