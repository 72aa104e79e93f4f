import { findRescue, returnAtOnce, takeOffer } from '~/features/booking/rescue.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { paid, pick } from './choices'
import { wantTheSame } from './customer-steps'
import { Broken, type Model } from './model'
import type { Deed } from './steps'
import type { World } from './world'

/** A family whose money waits takes another slot for it, or its money. */
async function choose(world: World, model: Model, a: number, b: number): Promise<void> {
  const rescues = []
  for (const { bookingId, linkToken } of model.families) {
    const stored = bookingId && (await findStoredBooking(world.db, bookingId))
    const rescue = stored && (await findRescue(world.context, stored))
    if (rescue) rescues.push({ bookingId, linkToken, offers: rescue.offers })
  }
  const found = pick(rescues, a)
  if (!found) return
  const offer = b % 4 ? pick(found.offers, b) : undefined
  if (!offer) {
    await returnAtOnce(world.context, found.linkToken)
    return
  }
  const taken = await takeOffer(world.context, found.linkToken, offer, offer.total)
  if (!taken.ok && taken.reason !== 'over') throw new Broken(`a slot was offered and refused: ${taken.reason}`)
  if (!taken.ok) return
  model.stands.add(found.bookingId)
  world.reach('rescued')
}

export const RESCUE_STEPS: Record<string, Deed> = {
  'a slot goes while the bank is slow': {
    weight: 4,
    run: async (world, model, a, b) => {
      const unpaid = model.families.filter(({ orderId, bookingId }) => orderId && !model.stands.has(bookingId))
      const family = pick(unpaid, a)
      if (!family) return
      const before = { ...family }
      await world.pass(16)
      await wantTheSame(world, model, before.draft)
      // a bank that still thinks about a try takes no other
      if (!paid(world, before)) world.emulator.pay(before.orderId, 'upi', 'success')
      await world.pass(1)
      if (b % 3) await choose(world, model, a, b)
    },
  },
  'a family whose slot went takes another one, or its money': { weight: 4, run: choose },
}
