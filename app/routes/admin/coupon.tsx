import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { todayIn } from '~/domain/calendar'
import { CouponForm } from '~/features/coupon/coupon-form'
import { COUPON_FAULTS, couponForm } from '~/features/coupon/coupon-forms.server'
import { addCoupon, findCouponRecord, updateCoupon } from '~/features/coupon/coupons.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Coupon'} · Back office` }]

const BLANK = { type: 'percentage', status: 'true', scrollCoupon: 'false' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  await requireStaff(context, request, 'manage-coupons')
  const today = todayIn(context.business.timeZone, context.clock.now())
  if (!params.id)
    return { title: 'Add Coupon', adding: true, earliest: today, version: 0, entry: newId(), values: BLANK }
  const coupon = await findCouponRecord(context, params.id)
  if (!coupon) throw new Response(null, { status: 404 })
  const { code, type, discount, expireDate, active, scrollCoupon, scrollingText, version } = coupon
  const values = {
    code,
    type,
    discount: String(discount / 100),
    expireDate,
    status: String(active),
    scrollCoupon: String(scrollCoupon),
    scrollingText,
  }
  const earliest = expireDate < today ? expireDate : today
  return { title: `Edit ${code}`, adding: false, earliest, version, values }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-coupons')
  const today = todayIn(context.business.timeZone, context.clock.now())
  const before = params.id ? (await findCouponRecord(context, params.id))?.expireDate : undefined
  const form = await readForm(request, couponForm(today, before))
  if (!form.ok) return form.reply()
  const saved = params.id
    ? await updateCoupon(context, staff, params.id, form.value)
    : await addCoupon(context, staff, form.value, form.entry)
  if (!saved.ok) return refuseSave(form, saved, COUPON_FAULTS)
  return redirectWithNotice(links.adminCoupons(), `Coupon ${params.id ? 'updated' : 'added'} successfully!`)
}

export default function Coupon() {
  const { title, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={title} />
      <CouponForm answer={answer} {...rest} />
    </>
  )
}
