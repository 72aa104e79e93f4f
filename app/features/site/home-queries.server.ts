import { and, asc, eq, gte } from 'drizzle-orm'
import { cachedWhileOnOffer } from '~/db/offer-cache.server'
import { banners, coupons } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'

/** Active banners in the owner's order. */
export const listActiveBanners = cachedWhileOnOffer('banners', (db) => {
  const { id, title, description, link, image } = banners
  return db
    .select({ id, title, description, link, image })
    .from(banners)
    .where(eq(banners.active, true))
    .orderBy(asc(banners.position), asc(banners.id))
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
