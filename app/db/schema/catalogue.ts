import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CATALOGUE_KINDS } from '~/domain/catalogue-kinds'
import { COUPON_TYPES } from '~/domain/coupon-types'
import { atLeast, calendarDate, id, instant, paise, timestamps, version } from './columns'

export const catalogueKind = pgEnum('catalogue_kind', CATALOGUE_KINDS)

/** Occasions, add-ons, cakes and gifts: one shape, so one table. `special` and `specialPrice` are for cakes. */
export const catalogueItems = pgTable(
  'catalogue_items',
  {
    id: id(),
    kind: catalogueKind('kind').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    price: paise('price').notNull(),
    position: integer('position').notNull().default(0),
    image: text('image'),
    active: boolean('active').notNull().default(true),
    special: boolean('special').notNull().default(false),
    specialPrice: paise('special_price'),
    archivedAt: instant('archived_at'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('catalogue_items_list').on(table.kind, table.position, table.name, table.id),
    atLeast('catalogue_items_prices', 0, table.price, table.specialPrice),
  ],
)

export const couponType = pgEnum('coupon_type', COUPON_TYPES)

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text('code').notNull(),
    type: couponType('type').notNull(),
    /** Hundredths: of a rupee for `fixed` (paise), of a percent for `percentage`. */
    discount: integer('discount').notNull(),
    expireDate: calendarDate('expire_date').notNull(),
    active: boolean('active').notNull().default(true),
    scrollCoupon: boolean('scroll_coupon').notNull().default(false),
    scrollingText: text('scrolling_text').notNull().default(''),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('coupons_code').on(table.code),
    atLeast('coupons_discount', 0, table.discount),
    check('coupons_percentage', sql`${table.type} <> 'percentage' or ${table.discount} <= 10000`),
  ],
)
