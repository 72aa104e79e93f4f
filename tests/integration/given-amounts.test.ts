import { describe, expect, test } from 'vitest'
import { catalogueForm } from '~/features/catalogue/catalogue-forms.server'
import { couponForm } from '~/features/coupon/coupon-forms.server'
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
