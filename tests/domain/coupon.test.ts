import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COUPON_FAILED,
  type Coupon,
  couponDiscount,
  couponFigures,
  freshCode,
  judgeCode,
  judgeCoupon,
  normalizeCode,
  whyTakenOut,
} from '~/domain/coupon'
import { paise, rupees } from '~/domain/money'
import { COUPON, day } from './sample-offers'

const fixed = (discount: number): Coupon => ({ ...COUPON, type: 'fixed', discount })

describe('why a coupon that was used is taken out', () => {
  const sold = { coupon: { ...COUPON, expireDate: day('2027-01-31') } }
  const until = (last: string) => `it is good for visits until ${last}`
  it.each([
    ['past its last day', { coupon: COUPON }, 'Royal', until('14/02/2027')],
    [
      'ended since it was sold with it',
      { coupon: { ...COUPON, active: false }, stored: sold },
      'Royal',
      until('31/01/2027'),
    ],
    ['good for longer since', { coupon: COUPON, stored: sold }, 'Royal', until('14/02/2027')],
    [
      'sold with another one',
      { coupon: undefined, stored: { coupon: { ...sold.coupon, code: 'MORE' } } },
      'Royal',
      COUPON_FAILED,
    ],
    ['ended, which whoever types it does not learn', { coupon: { ...COUPON, active: false } }, 'Royal', COUPON_FAILED],
    ['unknown', { coupon: undefined }, 'Royal', COUPON_FAILED],
    ['with Basic', { coupon: COUPON }, 'Basic', 'Coupons are not offered for the Basic package'],
  ])('%s', (_, context, packageName, why) =>
    expect(whyTakenOut('LOVE10', { date: day('2027-02-15'), ...context }, packageName)).toBe(why))
})

describe('whether a coupon may be used', () => {
  it.each([
    ['before its last date', COUPON, '2027-02-13', 'Royal', 'ok'],
    ['on its last date', COUPON, '2027-02-14', 'Royal', 'ok'],
    ['after its last date', COUPON, '2027-02-15', 'Royal', 'invalid'],
    ['inactive', { ...COUPON, active: false }, '2027-01-21', 'Royal', 'invalid'],
    ['unknown', undefined, '2027-01-21', 'Royal', 'invalid'],
    ['with Basic', COUPON, '2027-01-21', 'Basic', 'basic-package'],
    ['with basic in other letters', COUPON, '2027-01-21', ' BASIC ', 'basic-package'],
    ['with a package that only begins like it', COUPON, '2027-01-21', 'Basic Plus', 'ok'],
    ['before a package is chosen', COUPON, '2027-01-21', undefined, 'ok'],
  ])('%s', (_, coupon, date, packageName, answer) => {
    const judged = judgeCoupon(coupon, day(date), packageName)
    expect(judged.ok ? 'ok' : judged.reason).toBe(answer)
    if (!judged.ok && judged.reason === 'invalid') expect(judged.message).toBe('Coupon Verfication has failed')
  })

  it.each([
    ['ended since', { ...COUPON, active: false }, 'LOVE10', '2027-02-14', 'Royal', COUPON.discount],
    ['worth more since', { ...COUPON, discount: 5_000 }, 'LOVE10', '2027-02-14', 'Royal', COUPON.discount],
    [
      'good for longer since',
      { ...COUPON, expireDate: day('2027-06-30') },
      'LOVE10',
      '2027-02-15',
      'Royal',
      COUPON.discount,
    ],
    [
      'good for longer and worth more since',
      { ...COUPON, discount: 5_000, expireDate: day('2027-06-30') },
      'LOVE10',
      '2027-02-15',
      'Royal',
      5_000,
    ],
    ['deleted since, on a later date', undefined, 'LOVE10', '2027-02-15', 'Royal', 'invalid'],
    ['deleted since, with Basic', undefined, 'LOVE10', '2027-02-14', 'Basic', 'basic-package'],
    [
      'ended, and not the one it was sold with',
      { ...COUPON, code: 'MORE', active: false },
      'MORE',
      '2027-02-14',
      'Royal',
      'invalid',
    ],
  ])('on an edit of a booking sold with it: %s', (_, coupon, code, date, packageName, answer) => {
    const judged = judgeCode(code, { date: day(date), coupon, stored: { coupon: COUPON } }, packageName)
    expect(judged.ok ? judged.coupon.discount : judged.reason).toBe(answer)
  })

  it.each([
    [['', ' '], '', undefined],
    [['', ' love10'], '', ' love10'],
    [['NOPE', 'nope '], 'Nope', undefined],
    [['NOPE', 'LOVE10'], 'NOPE', 'LOVE10'],
  ])('of the typed %j, %j being refused, applies %j first', (typed, refused, fresh) =>
    expect(freshCode(typed, refused)).toBe(fresh))

  it('compares codes trimmed and upper-cased', () => expect(normalizeCode(' love10 ')).toBe('LOVE10'))
  it.each([
    '\u200bLOVE10',
    'LOVE10\u200b ',
    '\u2068love10\u2069',
    '\ufefflove\u00ad10',
  ])('compares them without what a chat or a page pastes along unseen: %j', (pasted) =>
    expect(normalizeCode(pasted)).toBe('LOVE10'))
})

describe('what a coupon takes off', () => {
  it.each([
    ['10 %', COUPON, 149_950, 14_995],
    ['12.5 %, half up', { ...COUPON, discount: 1_250 }, 100_004, 12_501],
    ['100 %', { ...COUPON, discount: 10_000 }, 100_000, 100_000],
    ['more than everything', { ...COUPON, discount: 15_000 }, 100_000, 100_000],
    ['₹500', fixed(50_000), 149_900, 50_000],
    ['₹500 off less', fixed(50_000), 30_000, 30_000],
    ['off nothing', fixed(50_000), 0, 0],
  ])('%s', (_, coupon, subtotal, off) => expect(couponDiscount(coupon, paise(subtotal))).toBe(off))

  it('is never negative and never more than the subtotal', () => {
    const any = fc.record({
      type: fc.constantFrom('fixed' as const, 'percentage' as const),
      discount: fc.nat(1_000_000),
    })
    fc.assert(
      fc.property(any, fc.nat(10_000_000), (terms, subtotal) => {
        const off = couponDiscount({ ...terms, expireDate: COUPON.expireDate }, paise(subtotal))
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(subtotal)
      }),
    )
  })

  it('is whole paise', () => expect(couponDiscount({ ...COUPON, discount: 3_333 }, rupees(99.99))).toBe(3_333))
})

describe('what a coupon brought', () => {
  const use = (
    status: 'pending' | 'booked' | 'expired' | 'cancelled',
    bookings: number,
    off: number,
    total: number,
  ) => ({
    ...{ status, bookings, couponPrice: rupees(-off), total: rupees(total) },
  })
  const stood = use('booked', 3, 750, 6_750)

  it.each([
    ['by nobody', [], [0, 0, 0, 0]],
    ['by bookings that stand', [stood], [3, 0, 750, 6_750]],
    ['also by one that was cancelled', [stood, use('cancelled', 1, 250, 2_250)], [4, 1, 750, 6_750]],
    ['by a cancelled one alone', [use('cancelled', 1, 250, 2_250)], [1, 1, 0, 0]],
    ['by holds, which nobody booked', [use('pending', 2, 500, 4_500), use('expired', 1, 250, 2_250)], [0, 0, 0, 0]],
  ])('used %s', (_, uses, [used, cancelled, off, income]) =>
    expect(couponFigures(uses)).toEqual({ used, cancelled, discount: rupees(off ?? 0), income: rupees(income ?? 0) }))
})
