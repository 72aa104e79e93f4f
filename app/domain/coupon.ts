import type { BookingStatus } from './booking-status'
import { type CalendarDate, formatDate } from './calendar'
import type { COUPON_TYPES } from './coupon-types'
import { type Paise, paise, percentOf, sum } from './money'
import { isBasic } from './packages'
import type { Result } from './result'
import { withoutInvisible } from './visible-text'

export interface CouponTerms {
  type: (typeof COUPON_TYPES)[number]
  /** Hundredths: of a rupee for `fixed`, of a percent for `percentage`. */
  discount: number
  /** The last visit date it is good for. */
  expireDate: CalendarDate
}

export interface Coupon extends CouponTerms {
  code: string
  active: boolean
}

/** Codes are compared trimmed, upper-cased, and without what nobody sees in a pasted one (rule M10). */
export const normalizeCode = (code: string): string => withoutInvisible(code).trim().toUpperCase()

/** The first of the codes that are typed and was not refused yet, as it is typed: it is applied before anybody goes on (rule B26). */
export const freshCode = (typed: readonly string[], refused: string): string | undefined =>
  typed.find((code) => !['', normalizeCode(refused)].includes(normalizeCode(code)))

export const COUPON_FAILED = 'Coupon Verfication has failed'

/** Whether a coupon may be used for a visit. Unknown, inactive and expired ones get the same answer, against guessing. */
export function judgeCoupon(
  coupon: Coupon | undefined,
  visitDate: CalendarDate,
  packageName: string | undefined,
): Result<{ coupon: Coupon }, 'invalid' | 'basic-package'> {
  if (packageName !== undefined && isBasic(packageName)) {
    return { ok: false, reason: 'basic-package', message: 'Coupons are not offered for the Basic package' }
  }
  if (!coupon?.active || visitDate > coupon.expireDate) return { ok: false, reason: 'invalid', message: COUPON_FAILED }
  return { ok: true, coupon }
}

/** What a code is judged by: the visit's date, its coupon as it is today, and the coupon that the booking was sold with. */
export interface CodeContext {
  date: CalendarDate
  coupon?: Coupon
  stored?: { coupon: (CouponTerms & { code: string }) | null }
}

/**
 * Whether a code may be used: on an edit the booking's own by the terms that it was used with, whatever has become of the coupon, and
 * where these do not hold on that date by what the coupon is today, as any other one (rule M24).
 */
export function judgeCode(
  code: string,
  { date, coupon, stored }: CodeContext,
  packageName: string,
): ReturnType<typeof judgeCoupon> {
  const own = stored?.coupon?.code === code ? { ...stored.coupon, active: true } : undefined
  const asUsed = judgeCoupon(own, date, packageName)
  return asUsed.ok ? asUsed : judgeCoupon(coupon, date, packageName)
}

/**
 * Why a code that a draft or a booking has is taken out, to stand in a sentence. The last day of one that is good for an earlier visit is
 * no secret, since any earlier visit shows that it is; of others is said what whoever types them reads (rule M10).
 */
export function whyTakenOut(code: string, { date, coupon, stored }: CodeContext, packageName: string): string {
  const judged = judgeCode(code, { date, coupon, stored }, packageName)
  if (judged.ok || judged.reason !== 'invalid') return judged.ok ? '' : judged.message
  const own = stored?.coupon?.code === code ? [stored.coupon] : []
  const last = [...own, ...(coupon?.active ? [coupon] : [])]
    .map(({ expireDate }) => expireDate)
    .sort()
    .at(-1)
  return last ? `it is good for visits until ${formatDate(last)}` : judged.message
}

/** What a coupon takes off a subtotal: never more than the subtotal. */
export function couponDiscount(terms: CouponTerms, subtotal: Paise): Paise {
  const wanted = terms.type === 'fixed' ? paise(terms.discount) : percentOf(subtotal, terms.discount)
  return paise(Math.max(0, Math.min(wanted, subtotal)))
}

/** What the bookings of one status that used a coupon come to, in paise; what it took off is below nothing, as on their bills. */
interface CouponUses {
  /** As what they count (`countsAs`). */
  status: BookingStatus
  bookings: number
  couponPrice: Paise
  total: Paise
}

export interface CouponFigures {
  /** Bookings that stand or stood with it, those that were cancelled among them. */
  used: number
  cancelled: number
  /** What it took off the bookings that stand, and what these bring in, in paise. */
  discount: Paise
  income: Paise
}

/** What a coupon brought (rule M34): a cancelled booking used it, but neither gives anything away nor brings anything in. */
export function couponFigures(uses: readonly CouponUses[]): CouponFigures {
  const of = (wanted: BookingStatus) => uses.filter(({ status }) => status === wanted)
  const count = (some: readonly CouponUses[]) => some.reduce((all, { bookings }) => all + bookings, 0)
  const [stand, cancelled] = [of('booked'), count(of('cancelled'))]
  return {
    ...{ used: count(stand) + cancelled, cancelled },
    discount: sum(stand.map(({ couponPrice }) => paise(Math.abs(couponPrice)))),
    income: sum(stand.map(({ total }) => total)),
  }
}
