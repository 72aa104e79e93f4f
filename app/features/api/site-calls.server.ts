import { z } from 'zod'
import { COUPON_TYPES } from '~/domain/coupon-types'
import { LONGEST } from '~/domain/text-limits'
import { deletedShape, doneShape, listOf } from './answer-shapes.server'
import { describeCall } from './call.server'
import { bannerShape, couponShape, couponTermsShape, tickerCouponShape } from './catalogue-shapes.server'
import {
  countInput,
  dateInput,
  digitsInput,
  discountInput,
  flagInput,
  nameInput,
  pictureInput,
  statusBody,
  textInput,
  versionInput,
} from './inputs.server'

export const couponBody = z.object({
  code: textInput.optional(),
  type: z.enum(COUPON_TYPES).optional(),
  discount: discountInput.optional(),
  expireDate: dateInput.optional(),
  status: flagInput.optional(),
  scrollCoupon: flagInput.optional(),
  scrollingText: textInput.optional(),
  version: versionInput,
})
const oneCoupon = z.object({ coupon: couponShape })

export const couponCalls = {
  ticker: describeCall({
    method: 'GET',
    path: '/api/coupons/userCoupons',
    group: 'Coupons',
    summary: 'The coupons that scroll on the site',
    who: 'everyone',
    answer: listOf('coupons', tickerCouponShape),
    shared: true,
  }),
  validate: describeCall({
    method: 'POST',
    path: '/api/coupons/validate',
    group: 'Coupons',
    summary: 'Whether a coupon is good for a visit on a date',
    notes: 'Unknown, inactive and expired coupons are refused alike. A coupon is never good for the Basic package.',
    who: 'everyone',
    body: z.object({
      code: z.string().min(1).max(LONGEST.typedCouponCode),
      date: dateInput,
      package: nameInput.optional().meta({ description: 'The name or the id of the package, when it is known.' }),
    }),
    answer: z.object({ coupon: couponTermsShape }),
    refusals: [422, 429],
  }),
  list: describeCall({
    method: 'GET',
    path: '/api/coupons',
    group: 'Coupons',
    summary: 'All coupons',
    who: 'manage-coupons',
    answer: listOf('coupons', couponShape),
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/coupons',
    group: 'Coupons',
    summary: 'Add a coupon',
    who: 'manage-coupons',
    body: couponBody,
    requires: ['code', 'type', 'discount', 'expireDate', 'status'],
    answer: oneCoupon,
    status: 201,
    refusals: [409, 422],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/coupons/{id}',
    group: 'Coupons',
    summary: 'Change a coupon, or only its status',
    notes: 'What is not sent stays as it is.',
    who: 'manage-coupons',
    body: couponBody,
    answer: oneCoupon,
    refusals: [409, 422],
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/coupons/{id}',
    group: 'Coupons',
    summary: 'Delete a coupon',
    who: 'manage-coupons',
    answer: deletedShape,
  }),
}

export const bannerBody = z.object({
  title: textInput.optional(),
  description: textInput.optional(),
  position: countInput.optional(),
  link: textInput.optional(),
  status: flagInput.optional(),
  image: pictureInput.optional(),
  version: versionInput,
})
const oneBanner = z.object({ banner: bannerShape })

export const bannerCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/banners',
    group: 'Banners',
    summary: 'Banners',
    notes: 'Visitors are shown the active ones.',
    who: 'everyone',
    answer: listOf('banners', bannerShape),
    shared: true,
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/banners',
    group: 'Banners',
    summary: 'Add a banner',
    who: 'manage-banners',
    body: bannerBody,
    requires: ['title', 'description', 'link', 'position', 'image', 'status'],
    multipart: {},
    answer: oneBanner,
    status: 201,
    refusals: [422],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/banners/{id}',
    group: 'Banners',
    summary: 'Change a banner',
    notes: 'What is not sent stays as it is.',
    who: 'manage-banners',
    body: bannerBody,
    multipart: {},
    answer: oneBanner,
    refusals: [409, 422],
  }),
  status: describeCall({
    method: 'PUT',
    path: '/api/banners/status/{id}',
    group: 'Banners',
    summary: 'Show or hide a banner',
    who: 'manage-banners',
    body: statusBody,
    answer: oneBanner,
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/banners/{id}',
    group: 'Banners',
    summary: 'Delete a banner',
    who: 'manage-banners',
    answer: deletedShape,
  }),
}

export const contactCalls = {
  send: describeCall({
    method: 'POST',
    path: '/api/sendContactForm',
    group: 'Contact',
    summary: 'Send a message to the business',
    who: 'everyone',
    body: z.object({
      name: textInput.optional(),
      phone: digitsInput.optional(),
      email: textInput.optional(),
      message: textInput.optional(),
    }),
    requires: ['name', 'phone', 'email', 'message'],
    answer: doneShape.extend({ data: z.object({ message: z.string() }) }).meta({ id: 'MessageSent' }),
    refusals: [422, 429],
  }),
}
