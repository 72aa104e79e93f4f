import { describe, expect, test } from 'vitest'
import { failureForm } from '~/features/booking-pages/back-office-forms.server'
import { catalogueForm } from '~/features/catalogue/catalogue-forms.server'
import { couponForm } from '~/features/coupon/coupon-forms.server'
import { takePaymentForm } from '~/features/front-desk/desk-forms.server'
import { closingForm, correctionForm } from '~/features/money/till-forms.server'
import { date } from '../support/theatre'

const CAKE = { name: 'Red Velvet', price: '799', position: '1', images: ['/media/a.webp'], special: 'on' }
const COUPON = { code: 'TENTH', expireDate: '2027-12-31', status: 'true', scrollCoupon: 'false' }

describe('an amount that cannot be is refused with its reason', () => {
  test.each([
    ['', 'Special price is required'],
    ['a lot', 'Special price must be an amount in rupees, 0 or more'],
    ['-5', 'Special price must be an amount in rupees, 0 or more'],
    ['12345678', 'Special price can be at most ₹99,99,999'],
    ['10,50', 'Special price has a comma or a space in the wrong place. Type 1,499, or 10.50 with a point'],
    ['₹1,23,45,678.50', 'Special price can be at most ₹99,99,999'],
  ])('a special price of “%s”', (specialPrice, message) => {
    const read = catalogueForm('cake').safeParse({ ...CAKE, specialPrice })
    expect(read.error?.issues).toMatchObject([{ path: ['specialPrice'], message }])
  })

  test.each([
    ['0', 'Amount must be more than ₹0'],
    ['₹0.00', 'Amount must be more than ₹0'],
    ['a lot', 'Amount must be an amount in rupees, more than ₹0'],
    ['-5', 'Amount must be an amount in rupees, more than ₹0'],
    ['', 'Amount is required'],
  ])('a sum of “%s”, where nothing is no sum: of a payment at the desk, and of an entry in a closed till', (amount, message) => {
    const paid = { intent: 'take-payment', mode: 'cash', shown: '1000' }
    const entry = { sign: 'less', reason: 'Change' }
    for (const read of [takePaymentForm.safeParse({ ...paid, amount }), correctionForm.safeParse({ ...entry, amount })])
      expect(read.error?.issues).toMatchObject([{ path: ['amount'], message }])
  })

  test('what may be nothing is taken', () => {
    const closed = closingForm.safeParse({ openingFloat: '0', counted: '0' })
    const failed = failureForm.safeParse({
      ...{ intent: 'technical-failure', minutesUsed: '0', charge: '0', kept: '0', reason: 'Projector' },
    })
    expect([closed.error?.issues, failed.error?.issues]).toEqual([undefined, undefined])
    expect(catalogueForm('gift').safeParse({ ...CAKE, price: '0' }).error?.issues).toBeUndefined()
  })

  test.each([
    ['percentage', '', 'Discount is required'],
    ['percentage', 'ten', 'Discount must be a number, as 10 or 12.50'],
    ['percentage', '12,5%', 'Discount has a comma or a space in the wrong place. Type 1,499, or 10.50 with a point'],
    ['fixed', '₹10,50', 'Discount has a comma or a space in the wrong place. Type 1,499, or 10.50 with a point'],
    ['percentage', '0', 'Discount must be more than 0'],
    ['percentage', '101', 'Discount can be at most 100%'],
    ['percentage', '1000000', 'Discount can be at most 100%'],
    ['fixed', '100001', 'Discount can be at most ₹1,00,000'],
    ['fixed', '₹10,00,000', 'Discount can be at most ₹1,00,000'],
  ])('a %s discount of “%s”', (type, discount, message) => {
    const read = couponForm(date('2027-03-01')).safeParse({ ...COUPON, type, discount })
    expect(read.error?.issues).toMatchObject([{ path: ['discount'], message }])
  })
})
