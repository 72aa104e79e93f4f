import { and, asc, count, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { COUNTED_STATUS } from '~/db/counted-status'
import { comingFrom } from '~/db/occupancy'
import { bookings, coupons } from '~/db/schema'
import { within } from '~/db/within'
import { formatDate } from '~/domain/calendar'
import type { Described } from '~/domain/changes'
import { type CouponFigures, couponFigures } from '~/domain/coupon'
import { COUPON_TYPE_WORDS } from '~/domain/coupon-types'
import { deskDate } from '~/domain/desk-day'
import { formatRupees, paise } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import {
  type Added,
  addOnce,
  type RecordKind,
  type Saved,
  saveVersioned,
  UNREAD,
} from '~/features/back-office/save.server'
import { actingIn } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import type { CouponValues } from './coupon-forms.server'

export type CouponRow = typeof coupons.$inferSelect

/** Every coupon, by code; they hold everywhere, so every member of staff manages all of them (rule K3). */
export const listCoupons = ({ db }: AppContext) => db.select().from(coupons).orderBy(asc(coupons.code))

/** A coupon with its version, for its form; undefined when there is none. */
export const findCouponRecord = ({ db }: AppContext, id: string) =>
  db.query.coupons.findFirst({ where: eq(coupons.id, id) })

/** How many bookings to come used a coupon. */
export async function couponInUse({ db, clock, business }: AppContext, code: string): Promise<number> {
  const today = deskDate(business.timeZone, clock.now())
  return db.$count(bookings, and(eq(bookings.couponCode, code), comingFrom(today)))
}

const summed = (amount: SQLWrapper) => sql`sum(${amount})`.mapWith((all) => paise(Number(all)))

/** What each of some coupons brought within a scope, by its code (rule M34). */
export async function couponsBrought(
  { db }: Pick<AppContext, 'db'>,
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, CouponFigures>> {
  const { couponCode: code, couponPrice, total, locationId } = bookings
  const uses = codes.length
    ? await db
        .select({
          ...{ code, status: COUNTED_STATUS, bookings: count() },
          ...{ couponPrice: summed(couponPrice), total: summed(total) },
        })
        .from(bookings)
        .where(and(inArray(code, [...codes]), within(scope, locationId)))
        .groupBy(code, COUNTED_STATUS)
    : []
  return new Map(codes.map((one) => [one, couponFigures(uses.filter((use) => use.code === one))]))
}

/** `10%` or `₹200`. */
export const discountText = ({ type, discount }: Pick<CouponRow, 'type' | 'discount'>): string =>
  type === 'percentage' ? `${discount / 100}%` : formatRupees(paise(discount))

/** Adds a coupon, once under an id, and writes it into the audit log; `code-taken` when another one has its code. */
export async function addCoupon(
  context: AppContext,
  staff: Staff,
  values: CouponValues,
  id: string,
): Promise<Added<'code-taken'>> {
  return refusingTakenCode(() =>
    addOnce(
      () =>
        context.db.transaction(async (tx) => {
          const [row] = await tx
            .insert(coupons)
            .values({ id, ...columnsOf(values) })
            .returning()
          const after = row && describe(row)
          await recordChange(context, tx, staff, { action: 'added', entity: 'Coupon', id, name: values.code, after })
          return { ok: true, id }
        }),
      () => updateCoupon(context, staff, id, { ...values, version: UNREAD }),
    ),
  )
}

/** Saves a coupon, unless somebody else saved it since the form was opened. Bookings keep the terms they used. */
export async function updateCoupon(
  context: AppContext,
  staff: Staff,
  id: string,
  values: CouponValues,
): Promise<Saved<'code-taken'>> {
  return refusingTakenCode(() => saveColumns(context, staff, id, columnsOf(values), values.version))
}

/** Opens or closes a coupon. */
export const setCouponStatus = (context: AppContext, staff: Staff, id: string, active: boolean) =>
  saveColumns(context, staff, id, { active })

const COUPON: RecordKind<typeof coupons, CouponRow> = {
  entity: 'Coupon',
  table: coupons,
  find: (tx, _, id) => tx.query.coupons.findFirst({ where: eq(coupons.id, id) }),
  named: ({ code: name }) => ({ name }),
  describe: (coupon) => describe(coupon),
}

const saveColumns = (context: AppContext, staff: Staff, id: string, columns: Partial<CouponRow>, version?: number) =>
  saveVersioned(
    context,
    actingIn(staff),
    COUPON,
    { id, version },
    {
      columns,
      wanted: (before) => describe({ ...before, ...columns }),
    },
  )

/** Deletes a coupon; false when there is none. Bookings keep what it took off. */
export async function deleteCoupon(context: AppContext, staff: Staff, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [gone] = await tx.delete(coupons).where(eq(coupons.id, id)).returning()
    if (!gone) return false
    await recordChange(context, tx, staff, {
      action: 'deleted',
      entity: 'Coupon',
      id,
      name: gone.code,
      before: describe(gone),
    })
    return true
  })
}

const CODE_TAKEN = { ok: false, reason: 'code-taken', message: 'This code exists already' } as const

async function refusingTakenCode<Saving>(work: () => Promise<Saving>): Promise<Saving | typeof CODE_TAKEN> {
  try {
    return await work()
  } catch (error) {
    if (constraintRefusal(error)?.constraint !== 'coupons_code') throw error
    return CODE_TAKEN
  }
}

const columnsOf = ({ status, version: _, ...values }: CouponValues) => ({ ...values, active: status })

function describe(coupon: CouponRow): Described {
  return {
    Code: coupon.code,
    Type: COUPON_TYPE_WORDS[coupon.type],
    Discount: discountText(coupon),
    'Expire Date': formatDate(coupon.expireDate),
    Status: coupon.active ? 'Active' : 'In Active',
    'Scroll coupon': coupon.scrollCoupon ? 'Show' : 'Hide',
    'Scrolling text': coupon.scrollingText,
  }
}
