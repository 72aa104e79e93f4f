import { todayIn } from '~/domain/calendar'
import { judgeCoupon, normalizeCode } from '~/domain/coupon'
import { deleted } from '~/features/api/answer-shapes.server'
import { notFound, Refusal, refuse } from '~/features/api/call.server'
import { couponJson, couponTermsJson } from '~/features/api/catalogue-shapes.server'
import { judge } from '~/features/api/read-body.server'
import { addOnceByKey, overlay, refusedSave } from '~/features/api/save-record.server'
import { couponBody, couponCalls } from '~/features/api/site-calls.server'
import { COUPON_FAULTS, couponForm } from '~/features/coupon/coupon-forms.server'
import { addCoupon, deleteCoupon, findCouponRecord, listCoupons, updateCoupon } from '~/features/coupon/coupons.server'
import { findCoupon, packageNameOf } from '~/features/offer/on-offer.server'
import { listTickerCoupons } from '~/features/site/home-queries.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { currentRequest } from '~/platform/request-watch.server'

const today = ({ business, clock }: AppContext) => todayIn(business.timeZone, clock.now())

async function oneCoupon(context: AppContext, id: string) {
  const coupon = await findCouponRecord(context, id)
  return coupon ? { coupon: couponJson(coupon) } : notFound()
}

const api = apiRoute(
  answers(couponCalls.ticker, async ({ context }) => {
    const rows = await listTickerCoupons(context.db, today(context))
    const coupons = rows.map((row) => ({ ...couponTermsJson(row), scrollingText: row.scrollingText }))
    return { coupons, totalDocuments: coupons.length }
  }),
  answers(couponCalls.validate, async ({ context, body: { code, date, package: named } }) => {
    // nobody has a name here but the address, so that no code can be locked for others
    const tooMany = await tooManyTries(context, 'coupon', currentRequest()?.address ?? '')
    if (tooMany) return refuse(429, tooMany)
    const packageName = named === undefined ? undefined : await packageNameOf(context.db, named)
    const judged = judgeCoupon(await findCoupon(context.db, normalizeCode(code)), date, packageName)
    return judged.ok
      ? { coupon: couponTermsJson(judged.coupon) }
      : refuse(422, judged.message, { fields: { code: judged.message } })
  }),
  answers(couponCalls.list, async ({ context }) => {
    const coupons = (await listCoupons(context)).map(couponJson)
    return { coupons, totalDocuments: coupons.length }
  }),
  answers(couponCalls.add, ({ context, staff, body, attempt }) =>
    addOnceByKey(
      context,
      staff,
      { ...attempt, entity: 'Coupon' },
      (id) => oneCoupon(context, id),
      async (id) => {
        const values = judge(couponForm(today(context)), { scrollCoupon: 'false', ...body })
        return values instanceof Refusal ? values : addCoupon(context, staff, values, id)
      },
      { faults: COUPON_FAULTS },
    ),
  ),
  answers(couponCalls.update, async ({ context, staff, id, body }) => {
    const before = await findCouponRecord(context, id)
    if (!before) return notFound()
    const whole = overlay(couponBody, couponJson(before), body)
    const values = judge(couponForm(today(context), before.expireDate), whole)
    if (values instanceof Refusal) return values
    const saved = await updateCoupon(context, staff, id, values)
    return saved.ok ? oneCoupon(context, id) : refusedSave(saved, { faults: COUPON_FAULTS })
  }),
  answers(couponCalls.remove, async ({ context, staff, id }) =>
    (await deleteCoupon(context, staff, id)) ? deleted(id) : notFound(),
  ),
)

export const loader = api.loader
export const action = api.action
