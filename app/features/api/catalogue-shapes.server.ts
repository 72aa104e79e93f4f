import { z } from 'zod'
import type { banners, catalogueItems, coupons } from '~/db/schema'
import { type CalendarDate, toIsoMidnightUtc } from '~/domain/calendar'
import type { CouponTerms } from '~/domain/coupon'
import { COUPON_TYPES } from '~/domain/coupon-types'
import { toRupeeNumber } from '~/domain/money'
import { dayShape, rupeesShape, versionShape } from './answer-shapes.server'

const item = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  price: rupeesShape,
  position: z.number().int(),
  image: z.string().nullable(),
  status: z.boolean(),
  version: versionShape,
})

/** Occasions, add-ons and gifts alike; cakes with their special price. */
export const itemShape = item.meta({ id: 'Item', description: 'An occasion, an add-on or a gift.' })
export const cakeShape = item
  .extend({ special: z.boolean(), specialPrice: rupeesShape.nullable() })
  .meta({ id: 'Cake', description: 'One cake of a booking is free; a special one then costs its special price.' })

/** An item of the catalogue as calls answer it. */
export const itemJson = (row: typeof catalogueItems.$inferSelect): z.input<typeof cakeShape> => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  price: toRupeeNumber(row.price),
  position: row.position,
  image: row.image,
  status: row.active,
  version: row.version,
  special: row.special,
  specialPrice: row.specialPrice === null ? null : toRupeeNumber(row.specialPrice),
})

const couponTerms = z.object({
  code: z.string(),
  type: z.enum(COUPON_TYPES),
  discount: z.number().meta({ description: 'Percent, or rupees when it is fixed.' }),
  expireDate: dayShape.meta({ description: 'The last visit date it is good for, midnight UTC.' }),
  date: dayShape.meta({ description: 'The same as expireDate.' }),
})

export const couponTermsShape = couponTerms.meta({ id: 'CouponTerms' })
export const tickerCouponShape = couponTerms.extend({ scrollingText: z.string() }).meta({ id: 'PublicCoupon' })
export const couponShape = couponTerms
  .extend({
    _id: z.string(),
    status: z.boolean(),
    scrollCoupon: z.boolean(),
    scrollingText: z.string(),
    version: versionShape,
  })
  .meta({ id: 'Coupon', description: 'A coupon, for staff.' })

interface Terms {
  code: string
  type: CouponTerms['type']
  discount: number
  expireDate: CalendarDate
}

/** What a coupon is worth and until when, as calls answer it. */
export function couponTermsJson({ code, type, discount, expireDate }: Terms): z.input<typeof couponTermsShape> {
  const until = toIsoMidnightUtc(expireDate)
  // hundredths of a percent or of a rupee
  return { code, type, discount: discount / 100, expireDate: until, date: until }
}

/** A whole coupon as calls answer it, for staff. */
export const couponJson = (row: typeof coupons.$inferSelect): z.input<typeof couponShape> => ({
  ...couponTermsJson(row),
  _id: row.id,
  status: row.active,
  scrollCoupon: row.scrollCoupon,
  scrollingText: row.scrollingText,
  version: row.version,
})

export const bannerShape = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    link: z.string(),
    image: z.string(),
    status: z.boolean(),
    position: z.number().int(),
    version: versionShape,
  })
  .meta({ id: 'Banner' })

/** A banner as calls answer it. */
export const bannerJson = (row: typeof banners.$inferSelect): z.input<typeof bannerShape> => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  link: row.link,
  image: row.image,
  status: row.active,
  position: row.position,
  version: row.version,
})
