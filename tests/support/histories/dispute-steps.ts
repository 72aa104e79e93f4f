import { pick, triesOf } from './choices'
import type { Deed } from './steps'
import type { World } from './world'

/** Disputes that no bank has decided. */
export const openDisputes = ({ ledger }: World) =>
  [...ledger.disputes.values()].filter(({ status }) => status === 'open' || status === 'under_review')

/** A customer's bank asks for money back. */
export const DISPUTE_STEPS: Record<string, Deed> = {
  'a bank questions a payment': {
    weight: 2,
    run: async (world, model, a, b) => {
      const tries = model.families.flatMap((family) => triesOf(world, family))
      const payment = pick(
        tries.filter(({ status }) => status === 'captured'),
        a,
      )
      if (!payment) return
      const left = payment.amount - payment.amount_refunded
      world.ledger.openDispute(payment.id, { amount: b % 3 ? left : Math.ceil(left / 2) })
      world.reach('dispute opened')
    },
  },
  'a dispute goes on': {
    weight: 2,
    run: async (world, _model, a, b) => {
      // a bank may decide otherwise later
      const dispute = pick(b % 5 ? openDisputes(world) : [...world.ledger.disputes.values()], a)
      if (!dispute) return
      const news = (['under_review', 'won', 'lost', 'closed'] as const)[b % 4] ?? 'won'
      world.ledger.moveDispute(dispute.id, news)
      world.reach(`dispute ${news}`)
    },
  },
}
