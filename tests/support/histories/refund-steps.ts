import { eq, inArray } from 'drizzle-orm'
import { refunds } from '~/db/schema'
import { DESK_MODES } from '~/domain/payment-mode'
import { handOverRefund, refundOwed, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { anyStaff, pick, standing } from './choices'
import type { Deed } from './steps'
import type { World } from './world'

/** A refund that waits for somebody, or is tried again. */
async function unsent({ db }: World, n: number) {
  const rows = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.status, ['queued', 'failed', 'with-staff']))
    .orderBy(refunds.id)
  return pick(rows, n)
}

/** What staff do about money that is to go back. */
export const REFUND_STEPS: Record<string, Deed> = {
  'staff hand a refund over': {
    weight: 4,
    run: async (world, _model, a, b) => {
      const refund = await unsent(world, a)
      if (!refund) return
      const { bookingId, id, amount: shown } = refund
      const mode = b % 3 ? undefined : pick(DESK_MODES, a)
      const handed = await handOverRefund(world.context, anyStaff(world, b), bookingId, id, { shown, mode })
      if (handed.ok) world.reach('refund handed over')
    },
  },
  'staff send a refund again': {
    weight: 2,
    run: async (world, _model, a, b) => {
      const [stuck] = await world.db.select().from(refunds).where(eq(refunds.status, 'with-staff')).limit(1)
      const refund = stuck ?? (await unsent(world, a))
      if (refund) await sendRefundAgain(world.context, anyStaff(world, b), refund.bookingId, refund.id)
    },
  },
  'staff give back what is owed': {
    weight: 1,
    run: async (world, _model, a, b) => {
      const booking = await standing(world, a)
      if (booking) await refundOwed(world.context, anyStaff(world, b), booking.id)
    },
  },
}
