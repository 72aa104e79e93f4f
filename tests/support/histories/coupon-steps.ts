import { eq } from 'drizzle-orm'
import { coupons } from '~/db/schema'
import { date } from '../theatre'
import { pick } from './choices'
import type { Deed } from './steps'

/** What becomes of a coupon: it takes off less or more, ends between two visits, is off, and is as it was. */
const TERMS: readonly Partial<typeof coupons.$inferInsert>[] = [
  { discount: 5_000 },
  { expireDate: date('2027-03-08') },
  { active: false },
  { discount: 1_000, expireDate: date('2027-12-31'), active: true },
]

/** A coupon changes while it is in use. */
export const COUPON_STEPS: Record<string, Deed> = {
  'a coupon changes': {
    weight: 2,
    run: async ({ db }, _model, a) => {
      const terms = pick(TERMS, a)
      if (terms) await db.update(coupons).set(terms).where(eq(coupons.code, 'TENTH'))
    },
  },
}
