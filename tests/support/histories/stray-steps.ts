import { and, isNull, ne, sql } from 'drizzle-orm'
import { moneyCases } from '~/db/schema'
import { assignPayment, sendBack, settleCase } from '~/features/money/settle-money.server'
import { OWNER } from '../theatre'
import { anyStaff, leftOf, paid, pick, standing } from './choices'
import type { Family } from './model'
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

/** Captured payments that no booking has: of something else, not fitting, sent back as nobody's, or not looked at yet. */
async function homeless(world: World, n: number) {
  const booked = await world.rows<{ id: string }>(
    sql`select provider_payment_id as id from payments where booking_id is not null and mode = 'online'`,
  )
  const ids = new Set(booked.map(({ id }) => id))
  return pick(
    [...world.ledger.payments.values()].filter(({ id, status }) => status === 'captured' && !ids.has(id)),
    n,
  )
}

/** What becomes of money that no booking knew, or that did not fit. */
export const STRAY_STEPS: Record<string, Deed> = {
  'money without a home goes back in the console, and its events may be lost': {
    weight: 4,
    run: async (world, model, a, b) => {
      const { behaviour } = world.emulator
      const { webhooks } = behaviour
      // taken at this moment, and back before anybody has looked
      const mayPay = (family: Family) => family.orderId && world.ledger.order(family.orderId).status !== 'paid'
      const unpaid = model.families.filter((family) => mayPay(family) && !paid(world, family))
      const family = a % 2 ? pick(unpaid, a) : undefined
      const found = family ? world.emulator.pay(family.orderId, 'upi', 'success') : await homeless(world, a)
      if (found?.status !== 'captured') return
      await world.emulator.webhooks.sent()
      const left = await leftOf(world, found)
      if (b % 2) behaviour.webhooks = 'never'
      try {
        world.ledger.refund(found.id, { amount: b % 3 === 0 && left >= 200 ? Math.floor(left / 2) : left }, undefined)
        world.reach(
          `money without a home ${found.amount_refunded < found.amount ? 'in part' : 'whole'} back in the console`,
        )
      } catch {
        // the account has no money just now, or a bank has it already
      }
      behaviour.webhooks = webhooks
    },
  },
  'a bank questions money without a home': {
    weight: 1,
    run: async (world, _model, a, b) => {
      const found = await homeless(world, a)
      const left = found ? await leftOf(world, found) : 0
      if (!found || left < 2) return
      world.ledger.openDispute(found.id, { amount: b % 2 ? left : Math.ceil(left / 2) })
      world.reach('dispute about money without a home')
    },
  },
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
