import { and, eq, isNull } from 'drizzle-orm'
import { moneyCases } from '~/db/schema'
import { settleCase } from '~/features/money/settle-money.server'
import { OWNER } from '../theatre'
import { leftOf, pick, triesOf } from './choices'
import type { Model } from './model'
import type { Deed } from './steps'
import type { World } from './world'

/** Disputes that no bank has decided. */
export const openDisputes = ({ ledger }: World) =>
  [...ledger.disputes.values()].filter(({ status }) => status === 'open' || status === 'under_review')

/** A customer's bank asks for a payment, or half of it, back. */
async function question(world: World, { families }: Model, a: number, b: number) {
  const tries = families.flatMap((family) => triesOf(world, family))
  const payment = pick(
    tries.filter(({ status }) => status === 'captured'),
    a,
  )
  if (!payment) return undefined
  const left = await leftOf(world, payment)
  if (left <= 0) return undefined
  world.reach('dispute opened')
  return world.ledger.openDispute(payment.id, { amount: b % 3 ? left : Math.ceil(left / 2) })
}

/** A customer's bank asks for money back. */
export const DISPUTE_STEPS: Record<string, Deed> = {
  'a bank questions a payment': {
    weight: 3,
    run: async (world, model, a, b) => void (await question(world, model, a, b)),
  },
  'a dispute goes on': {
    weight: 4,
    run: async (world, model, a, b) => {
      // a bank may decide otherwise later
      const dispute =
        pick(b % 5 ? openDisputes(world) : [...world.ledger.disputes.values()], a) ??
        (await question(world, model, a, b))
      if (!dispute) return
      const news = (['under_review', 'won', 'lost', 'closed', 'lost'] as const)[b % 5] ?? 'won'
      world.ledger.moveDispute(dispute.id, news)
      world.reach(`dispute ${news}`)
    },
  },
  'a bank takes what it won in parts, and later': {
    weight: 1,
    run: async (world, model, a, b) => {
      const dispute = pick(openDisputes(world), a) ?? (await question(world, model, a, b))
      if (!dispute) return
      const { amount } = world.ledger.moveDispute(dispute.id, 'lost')
      dispute.amount_deducted = b % 2 ? 0 : Math.ceil(amount / 2)
      await world.work()
      await world.pass(1)
      dispute.amount_deducted = amount
      world.reach('dispute lost in parts')
    },
  },
  'staff settle a dispute outside': {
    weight: 1,
    run: async (world, _model, a) => {
      const rows = await world.db
        .select({ id: moneyCases.id })
        .from(moneyCases)
        .where(and(isNull(moneyCases.settledAt), eq(moneyCases.kind, 'dispute')))
        .orderBy(moneyCases.id)
      const found = pick(rows, a)
      if (found) await settleCase(world.context, OWNER, found.id, 'Agreed with the bank')
    },
  },
}
