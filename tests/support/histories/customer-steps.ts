import { eq } from 'drizzle-orm'
import { refunds } from '~/db/schema'
import { sum, ZERO } from '~/domain/money'
import {
  cancelByCustomer,
  findChangeable,
  previewMove,
  rescheduleByCustomer,
} from '~/features/booking/customer-changes.server'
import { type PlacedHold, placeHold } from '~/features/booking/place-booking.server'
import { startPayment } from '~/features/money/checkout.server'
import { type FaultName, NAMED_FAULTS, namedFault } from '~sandbox/razorpay/faults'
import { basicDraft, fullDraft } from '../theatre'
import { choice, pick, triesOf } from './choices'
import { Broken, type Family, type Model } from './model'
import type { Deed } from './steps'
import { HANGS_MS, type World } from './world'

async function press(world: World, model: Model, family: Family): Promise<void> {
  const placed = await placeHold(world.context, { draft: family.draft, dropped: undefined })
  if (!placed.ok) return
  learn(model, family, placed)
  if (!placed.attemptId) return
  const started = await startPayment(world.context, placed.attemptId)
  if (started.ok) family.orderId = started.orderId
}

function learn(model: Model, family: Family, { bookingId, linkToken, attemptId, status }: PlacedHold): void {
  if (family.orderId && family.bookingId !== bookingId) {
    // the window of the earlier order may still be open somewhere
    model.families.push({ ...family })
    family.orderId = ''
  }
  Object.assign(family, { bookingId, linkToken, attemptId: attemptId ?? '' })
  if (status === 'booked') model.stands.add(bookingId)
}

/** A family comes and presses pay; one that gets no slot has no order. */
export async function comeAndPress(world: World, model: Model, n: number): Promise<Family> {
  const family = newFamily(world, model, n)
  await press(world, model, family)
  return family
}

/** Another family wants what one has wanted, and presses pay. */
export const wantTheSame = (world: World, model: Model, { date: day, slotId }: Family['draft']) =>
  press(world, model, newFamily(world, model, 1, { date: day, slotId }))

function newFamily(world: World, model: Model, n: number, wanted = choice(world, n)): Family {
  const payChoice = n % 4 ? 'advance' : 'full'
  const { theatre } = world
  const draft =
    n % 5
      ? basicDraft(theatre, { ...wanted, payChoice })
      : fullDraft(theatre, { ...wanted, payChoice, couponCode: 'TENTH' })
  const family = { draft, bookingId: '', linkToken: '', attemptId: '', orderId: '', dismissed: false, returns: 0 }
  model.families.push(family)
  return family
}

const ORDER_FAULTS = (Object.keys(NAMED_FAULTS) as FaultName[]).filter((name) => /^F[123] /.test(name))

export const CUSTOMER_STEPS: Record<string, Deed> = {
  'a family comes and presses pay': {
    weight: 10,
    run: comeAndPress,
  },
  'a family presses pay again': {
    weight: 4,
    run: async (world, model, a) => {
      const family = pick(model.families, a)
      if (family) await press(world, model, family)
    },
  },
  'a family presses pay and the provider does not do its part': {
    weight: 6,
    run: async (world, model, a, b) => {
      const name = pick(ORDER_FAULTS, b) ?? ORDER_FAULTS[0]
      if (!name) return
      const hangs = name.startsWith('F1 ')
      world.emulator.arm({ ...namedFault(name), ...(hangs && { delayMs: HANGS_MS }) })
      const pressing = () => press(world, model, newFamily(world, model, a))
      await (hangs ? world.impatiently(pressing) : pressing())
    },
  },
  'a family pays': {
    weight: 16,
    run: async (world, model, a, b) => {
      const family = pick(model.families, a)
      if (!family?.orderId || triesOf(world, family).some(({ status }) => status === 'authorized')) return
      if (world.ledger.order(family.orderId).status === 'paid') return
      const outcome = (['success', 'success', 'success', 'failure', 'authorize', 'pending'] as const)[b % 6]
      world.emulator.pay(family.orderId, 'upi', outcome ?? 'success')
    },
  },
  'a customer cancels': {
    weight: 4,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter((one) => model.stands.has(one.bookingId)),
        a,
      )
      const found = family && (await findChangeable(world.context, family.linkToken))
      if (!found) return
      const { all } = found.options.cancellation.sums
      const goingBack = async () => {
        const rows = await world.db.select().from(refunds).where(eq(refunds.bookingId, family.bookingId))
        return sum(rows.filter(({ status }) => status !== 'dropped').map(({ amount }) => amount))
      }
      const before = await goingBack()
      const answer = await cancelByCustomer(world.context, family.linkToken, all)
      if (!answer.ok) throw new Broken(`a cancellation was offered and refused: ${answer.reason}`)
      const more = (await goingBack()) - before
      if (more !== all) throw new Broken(`${all} was promised, ${more} goes back`)
      model.stands.delete(family.bookingId)
      model.cancelled.add(family.bookingId)
    },
  },
  'a customer moves the booking': {
    weight: 2,
    run: async (world, model, a, b) => {
      const family = pick(
        model.families.filter((one) => model.stands.has(one.bookingId)),
        a,
      )
      const found = family && (await findChangeable(world.context, family.linkToken))
      if (!found) return
      const { date: day, slotId } = choice(world, b)
      if (!day || !slotId) return
      const move = { date: day, slotId }
      const { priced } = await previewMove(world.context, found, move)
      await rescheduleByCustomer(
        world.context,
        family.linkToken,
        move,
        priced && { total: priced.total, returned: ZERO },
      )
    },
  },
}
