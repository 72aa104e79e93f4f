import { and, asc, eq, gte } from 'drizzle-orm'
import { cachedWhileOnOffer } from '~/db/offer-cache.server'
import { banners, coupons } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'

/** The owner's order of banners, wherever they stand; those of one position by their title. */
export const BANNER_ORDER = [asc(banners.position), asc(banners.title), asc(banners.id)] as const

/** Active banners in the owner's order. */
export const listActiveBanners = cachedWhileOnOffer('banners', (db) => {
  const { id, title, description, link, image } = banners
  return db
    .select({ id, title, description, link, image })
    .from(banners)
    .where(eq(banners.active, true))
    .orderBy(...BANNER_ORDER)
})

/** Coupons for the ticker: active, scrolling and not expired. */
export const listTickerCoupons = cachedWhileOnOffer('ticker', (db, today: CalendarDate) => {
  const { code, scrollingText, type, discount, expireDate } = coupons
  return db
    .select({ code, scrollingText, type, discount, expireDate })
    .from(coupons)
    .where(and(eq(coupons.active, true), eq(coupons.scrollCoupon, true), gte(coupons.expireDate, today)))
    .orderBy(asc(coupons.code))
})
