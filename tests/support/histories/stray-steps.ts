import { and, isNull, ne } from 'drizzle-orm'
import { moneyCases } from '~/db/schema'
import { assignPayment, sendBack, settleCase } from '~/features/money/settle-money.server'
import { OWNER } from '../theatre'
import { anyStaff, pick, standing } from './choices'
import type { Deed } from './steps'
import type { World } from './world'

/** A payment that is in no booking, and that nobody has seen to. */
async function openCase({ db }: World, n: number) {
  const rows = await db
    .select()
    .from(moneyCases)
    .where(and(isNull(moneyCases.settledAt), ne(moneyCases.kind, 'dispute')))
    .orderBy(moneyCases.id)
  return pick(rows, n)
}

/** What becomes of money that no booking knew, or that did not fit. */
export const STRAY_STEPS: Record<string, Deed> = {
  'staff find the booking of stray money': {
    weight: 4,
    run: async (world, _model, a, b) => {
      const found = await openCase(world, a)
      const booking = found && (await standing(world, b))
      const by = b % 3 ? OWNER : anyStaff(world, a)
      const assigned = booking && (await assignPayment(world.context, by, found.id, booking.code))
      if (assigned?.ok) world.reach('stray money assigned')
    },
  },
  'the owner sends stray money back, or has settled it': {
    weight: 3,
    run: async (world, _model, a, b) => {
      const found = await openCase(world, a)
      if (!found) return
      const seen =
        b % 4 ? sendBack(world.context, OWNER, found.id) : settleCase(world.context, OWNER, found.id, 'Paid by UPI')
      if ((await seen).ok) world.reach(b % 4 ? 'stray money sent back' : 'stray money settled')
    },
  },
}
