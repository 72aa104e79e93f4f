import { z } from 'zod'
import type { CalendarDate } from '~/domain/calendar'
import { normalizeCode } from '~/domain/coupon'
import { COUPON_TYPES } from '~/domain/coupon-types'
import { formatRupees, rupees, ungrouped } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import { dateField, groupingFault, judged, onOff, optionalText, versionField } from '~/platform/form-fields.server'

/** Of hundredths, as discounts are stored: 100 %, and ₹1,00,000. */
const PERCENT_MAX = 10_000
const FIXED_MAX = rupees(1_00_000)

const code = judged((text) => {
  if (!text) return 'Code is required'
  const fits = /^[A-Z0-9_-]{3,}$/.test(text) && text.length <= LONGEST.couponCode
  return fits ? undefined : `Code must be 3 to ${LONGEST.couponCode} letters, digits, - or _`
}, normalizeCode)

/** Hundredths of a percent or of a rupee, from what was typed. */
const hundredths = z
  .string()
  .default('')
  .transform((text, check): number => {
    const plain = ungrouped(text.replace(/^\s*₹|[₹%]\s*$/g, '')) ?? ''
    // what is far too large is a number too: the limit of its type says how much may be
    const number = /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
    if (number) return Math.round(number * 100)
    const fault = number === 0 ? 'Discount must be more than 0' : 'Discount must be a number, as 10 or 12.50'
    const message = text.trim() ? (groupingFault('Discount', text) ?? fault) : 'Discount is required'
    check.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/**
 * The form of a coupon. It may not expire before today, unless that is the date it has already.
 */
export const couponForm = (today: CalendarDate, before?: CalendarDate) =>
  z
    .object({
      code,
      type: z.enum(COUPON_TYPES, { error: 'Type is required' }),
      discount: hundredths,
      expireDate: dateField('Expire date').refine(
        (date) => date >= today || date === before,
        'Expire date is in the past',
      ),
      status: onOff('Status'),
      scrollCoupon: onOff('Scroll coupon'),
      scrollingText: optionalText('Scrolling text', LONGEST.ticker),
      version: versionField,
    })
    .superRefine(({ type, discount, scrollCoupon, scrollingText }, check) => {
      if (type === 'percentage' && discount > PERCENT_MAX) {
        check.addIssue({ code: 'custom', path: ['discount'], message: 'Discount can be at most 100%' })
      }
      if (type === 'fixed' && discount > FIXED_MAX) {
        check.addIssue({
          code: 'custom',
          path: ['discount'],
          message: `Discount can be at most ${formatRupees(FIXED_MAX)}`,
        })
      }
      if (scrollCoupon && !scrollingText) {
        check.addIssue({ code: 'custom', path: ['scrollingText'], message: 'Scrolling text is required to show it' })
      }
    })
/** At which field of the form a refused save stands. */
export const COUPON_FAULTS = { 'code-taken': 'code' }
export type CouponValues = z.output<ReturnType<typeof couponForm>>
