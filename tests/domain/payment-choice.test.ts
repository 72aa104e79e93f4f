import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { ADVANCE, amountToCharge, needsPayment } from '~/domain/payment-choice'

describe('what is charged now', () => {
  it.each([
    ['advance', 2_999, 999],
    ['advance', 999, 999],
    ['advance', 500, 500],
    ['advance', 0, 0],
    ['full', 2_999, 2_999],
    ['full', 500, 500],
  ] as const)('%s of ₹%i is ₹%i', (choice, total, charged) =>
    expect(amountToCharge(choice, rupees(total))).toBe(rupees(charged)))

  it('is never more than the total nor, as an advance, than ₹999', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000).map(paise), (total) => {
        expect(amountToCharge('advance', total)).toBe(Math.min(total, ADVANCE))
        expect(amountToCharge('full', total)).toBe(total)
      }),
    )
  })

  it.each([
    [0, false],
    [99, false],
    [100, true],
  ])('a total of %i paise is paid online: %s', (total, expected) => expect(needsPayment(paise(total))).toBe(expected))
})
