import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { formatDate, todayIn } from '~/domain/calendar'
import { formatRupees } from '~/domain/money'
import { listQuery } from '~/features/back-office/list-page.server'
import {
  couponInUse,
  couponsBrought,
  deleteCoupon,
  discountText,
  findCouponRecord,
  listCoupons,
  setCouponStatus,
} from '~/features/coupon/coupons.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { afterDeletion } from '~/http/after-deletion.server'
import { readListAction } from '~/http/list-action.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Coupons · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-coupons')
  const { deleting, here } = listQuery(request)
  const [found, doomed] = await Promise.all([
    listCoupons(context),
    deleting ? findCouponRecord(context, deleting) : undefined,
  ])
  const codes = found.map(({ code }) => code)
  const brought = await couponsBrought(context, scopeOf(staff), codes)
  const today = todayIn(context.business.timeZone, context.clock.now())
  const rows = found.map((coupon) => ({
    id: coupon.id,
    code: coupon.code,
    discount: discountText(coupon),
    type: coupon.type === 'percentage' ? 'Percentage' : 'Fixed Amount',
    expires: formatDate(coupon.expireDate),
    over: coupon.expireDate < today,
    scroll: coupon.scrollCoupon ? 'Show' : 'Hide',
    active: coupon.active,
    brought: brought.get(coupon.code),
  }))
  const used = doomed && (await couponInUse(context, doomed.code))
  return { rows, here, doomed: doomed && { id: doomed.id, code: doomed.code, used } }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-coupons')
  const wanted = await readListAction(request)
  const { here } = listQuery(request)
  if (wanted.intent === 'delete') {
    const gone = await deleteCoupon(context, staff, wanted.id)
    return afterDeletion(context, staff, gone, { entity: 'Coupon', id: wanted.id, to: here })
  }
  const saved = await setCouponStatus(context, staff, wanted.id, wanted.active)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithNotice(here, 'Status updated')
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const COLUMNS: Column<Row>[] = [
  { head: 'Code', card: 'title', cell: ({ code }) => <span className="font-medium tracking-wide">{code}</span> },
  { head: 'Discount', align: 'right', cell: ({ discount }) => discount },
  { head: 'Type', cell: ({ type }) => type },
  {
    head: 'Expire Date',
    cell: ({ expires, over }) => (
      <span className="figures">
        {expires}
        {over && <span className="block text-xs text-wrong">expired</span>}
      </span>
    ),
  },
  {
    head: 'Used',
    align: 'right',
    cell: ({ code, brought }) =>
      brought?.used ? (
        <>
          <Link
            to={links.adminBookings({ coupon: code })}
            className="inline-flex min-h-11 items-center text-champagne hover:underline as-rows:min-h-0"
          >
            {brought.used === 1 ? '1 booking' : `${brought.used} bookings`}
          </Link>
          {brought.cancelled > 0 && <span className="block text-xs text-muted">{brought.cancelled} cancelled</span>}
        </>
      ) : (
        'not yet'
      ),
  },
  {
    head: 'Income',
    align: 'right',
    cell: ({ brought }) =>
      brought?.used ? (
        <>
          {formatRupees(brought.income)}
          <span className="block text-xs text-muted">{formatRupees(brought.discount)} given away</span>
        </>
      ) : (
        '—'
      ),
  },
  { head: 'Scroll', cell: ({ scroll }) => scroll },
  statusColumn(({ code }) => code),
  actionsColumn({
    nameOf: ({ code }) => code,
    edit: links.adminCouponEdit,
    remove: (id) => links.adminCoupons({ delete: id }),
  }),
]

export default function Coupons() {
  const { rows, here, doomed } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Coupons">
        <AddLink to={links.adminCouponAdd()}>Add Coupon</AddLink>
      </PageHead>
      <DataTable
        wide
        caption="Coupons"
        columns={COLUMNS}
        rows={rows}
        empty={
          <EmptyList what="coupons" filtered={false}>
            Those that scroll are shown on the home page.
          </EmptyList>
        }
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text={`If you Delete ${doomed.code} nobody can use it any more. Bookings that used it keep their discount.`}
          futureBookings={doomed.used}
          outcome="They keep their discount, and an edit honours it."
        />
      )}
    </>
  )
}
