import { sql } from 'drizzle-orm'
import { bookings, refunds } from '~/db/schema'
import { openDisputes } from './dispute-steps'
import { Broken, type Model } from './model'
import type { World } from './world'

/** Longer than the books give to what is lying. */
const A_DAY_AND_MORE_MINUTES = 26 * 60 + 5
const MOST_NIGHTS = 4

/** What holds after every step, whatever happens. */
export async function keepsItsPromises(world: World, { stands, cancelled }: Model): Promise<void> {
  const { wrong, statuses } = await world.look()
  if (wrong.length) throw new Broken(wrong.join('; '))
  for (const id of stands) {
    if (statuses.get(id) !== 'booked') throw new Broken(`booking ${id} was told to stand and is ${statuses.get(id)}`)
  }
  for (const id of cancelled) {
    if (statuses.get(id) !== 'cancelled') throw new Broken(`booking ${id} was cancelled and is ${statuses.get(id)}`)
  }
}

/** Lets everything end that is under way: nothing fails any more, nights pass. */
export async function comeToRest(world: World): Promise<void> {
  const { emulator, ledger } = world
  world.countStrikes()
  emulator.clearFaults()
  world.setDown(false)
  Object.assign(emulator.behaviour, {
    webhooksReversed: false,
    webhookDelayMs: 0,
    webhookCopies: 1,
    listLagMs: 0,
    paymentsBetweenPages: 0,
    listsOpenTries: true,
    refundsStart: 'processed',
    refundsProcessMs: null,
    receipts: 'reject',
  })
  ledger.setBalance(null)
  for (const refund of ledger.refunds.values()) {
    if (refund.status === 'pending') ledger.settleRefund(refund.id, 'processed')
  }
  openDisputes(world).forEach(({ id }, nth) => {
    ledger.moveDispute(id, nth % 2 ? 'won' : 'lost')
  })
  // the database stamps changes by a clock of its own, which is months behind: to those who look for what changed lately they would be old
  await world.db.update(bookings).set({ updatedAt: world.now() })
  await world.db.update(refunds).set({ updatedAt: world.now() })
  // by then the night's comparison answers for everything that was told; a refund that failed takes a few nights more
  for (let nights = 0; nights < MOST_NIGHTS && (nights === 0 || (await isUnderWay(world))); nights++) {
    await world.pass(A_DAY_AND_MORE_MINUTES)
    await world.night()
  }
  // papers follow what they are about within a minute
  await world.minute()
}

/** Whether something will still move by itself. */
async function isUnderWay(world: World): Promise<boolean> {
  const found = await world.rows(sql`
    select 1 from bookings where status = 'pending'
    union all select 1 from refunds where mode = 'online' and status in ('queued', 'pending', 'failed')
    union all select 1 from webhook_inbox where done_at is null
    union all select 1 from outbox where sent_at is null limit 1`)
  return found.length > 0
}
