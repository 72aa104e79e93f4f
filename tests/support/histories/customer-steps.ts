import { eq } from 'drizzle-orm'
import { paymentAttempts, refunds } from '~/db/schema'
import { sum, ZERO } from '~/domain/money'
import {
  cancelByCustomer,
  findChangeable,
  previewMove,
  rescheduleByCustomer,
} from '~/features/booking/customer-changes.server'
import { type PlacedHold, placeHold } from '~/features/booking/place-booking.server'
import { logPaymentFailure, releaseHold, startPayment, verifyPayment } from '~/features/money/checkout.server'
import { action as comeBackByForm } from '~/routes/payment/return'
import { type FaultName, NAMED_FAULTS, namedFault } from '~sandbox/razorpay/faults'
import type { Payment } from '~sandbox/razorpay/ledger'
import { basicDraft, date } from '../theatre'
import type { Deed } from './steps'
import { Broken, type Family, type Model, type World } from './world'

const TIMES = ['10:00', '13:00', '19:00']
/** Tomorrow, within the notice of a cancellation; and a Monday and a Friday beyond it. */
const DATES = ['2027-03-02', '2027-03-08', '2027-03-12'].map(date)

/** Slots are few, so that families meet. */
export const choice = ({ theatre }: World, n: number) => ({
  date: DATES[n % 3],
  slotId: theatre.aurora.slots[TIMES[Math.floor(n / 3) % 2] ?? ''],
})

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Tries of a family at its order, oldest first. */
export const triesOf = ({ ledger }: World, { orderId }: Family): Payment[] =>
  orderId ? ledger.paymentsOf(orderId) : []

const paid = (world: World, family: Family) =>
  triesOf(world, family).find(({ captured, status }) => captured || status === 'authorized')

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

function newFamily(world: World, model: Model, n: number): Family {
  const payChoice = n % 4 ? 'advance' : 'full'
  const draft = basicDraft(world.theatre, { ...choice(world, n), payChoice })
  const family = { draft, bookingId: '', linkToken: '', attemptId: '', orderId: '', dismissed: false, returns: 0 }
  model.families.push(family)
  return family
}

/** The browser comes back with what the checkout gave it; a forged claim must be refused. */
async function comeBack(world: World, model: Model, family: Family, payment: Payment): Promise<void> {
  const before = await world.look()
  if (++family.returns > 1 || before.statuses.get(family.bookingId) === 'expired') world.reach('F8')
  if (before.statuses.get(family.bookingId) === 'booked') world.reach('F4')
  const signature = world.ledger.signature(payment.order_id, payment.id)
  const verified = await verifyPayment(world.context, { orderId: payment.order_id, paymentId: payment.id, signature })
  if (verified.ok && verified.state === 'booked') model.stands.add(verified.booking.id)
}

const ORDER_FAULTS = (Object.keys(NAMED_FAULTS) as FaultName[]).filter((name) => /^F[123] /.test(name))

export const CUSTOMER_STEPS: Record<string, Deed> = {
  'a family comes and presses pay': {
    weight: 14,
    run: (world, model, a) => press(world, model, newFamily(world, model, a)),
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
      world.emulator.arm({ ...namedFault(name), ...(hangs && { delayMs: 120 }) })
      if (hangs) world.context = { ...world.context, gateway: world.impatient }
      await press(world, model, newFamily(world, model, a))
      world.context = { ...world.context, gateway: world.patient }
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
  'a family pays and comes back': {
    weight: 10,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter(({ orderId }) => orderId),
        a,
      )
      if (!family || triesOf(world, family).some(({ status }) => status === 'authorized')) return
      if (world.ledger.order(family.orderId).status === 'paid') return
      await comeBack(world, model, family, world.emulator.pay(family.orderId, 'card', 'success'))
    },
  },
  'a browser comes back after all, or again': {
    weight: 5,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter((one) => paid(world, one)),
        a,
      )
      const payment = family && paid(world, family)
      if (payment) await comeBack(world, model, family, payment)
    },
  },
  'two windows pay one order': {
    weight: 2,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter(({ orderId }) => orderId),
        a,
      )
      if (!family || triesOf(world, family).some(({ status }) => status === 'authorized')) return
      world.emulator.pay(family.orderId, 'upi', 'success')
      const second = world.emulator.pay(family.orderId, 'card', 'success')
      if (second.status === 'refunded' && !second.captured) world.reach('F12')
    },
  },
  'somebody forges a way back': {
    weight: 3,
    run: async (world, model, a, b) => {
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      const other = pick(
        model.families.filter((one) => one !== family && paid(world, one)),
        b,
      )
      if (!family) return
      const payment = (other && paid(world, other)) ?? { id: 'pay_Forged00000001', order_id: family.orderId }
      const right = world.ledger.signature(payment.order_id, payment.id)
      const ours = world.ledger.signature(family.orderId, payment.id)
      const claims = [
        { orderId: family.orderId, paymentId: payment.id, signature: right.toUpperCase() },
        { orderId: family.orderId, paymentId: payment.id, signature: ours.slice(0, 63) },
        { orderId: '', paymentId: payment.id, signature: right },
        // another order's right triple, posted to this attempt
        { token: 'not-this-one', orderId: payment.order_id, paymentId: payment.id, signature: right },
      ]
      const claim = claims[b % claims.length]
      const verified = claim && (await verifyPayment(world.context, claim))
      if (verified?.ok) throw new Broken('a forged way back was believed')
      world.reach('F9')
    },
  },
  'a family dismisses the window': {
    weight: 4,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family) return
      const open = triesOf(world, family).some(({ status }) => status === 'created')
      const held = (await world.look()).statuses.get(family.bookingId) === 'pending'
      const { outcome } = await releaseHold(world.context, { orderId: family.orderId })
      if (held && open && outcome === 'released') throw new Broken('a slot was given back while a payment was open')
      if (open) family.dismissed = true
    },
  },
  'a family dismisses the window while the bank is asked, which says yes two minutes later': {
    weight: 3,
    run: async (world, model, a) => {
      const family = pick(
        model.families.filter((one) => one.orderId && world.ledger.order(one.orderId).status !== 'paid'),
        a,
      )
      if (!family || triesOf(world, family).some(({ status }) => status === 'authorized')) return
      const { id } = world.emulator.pay(family.orderId, 'upi', 'pending')
      const before = (await world.look()).statuses.get(family.bookingId)
      const { outcome } = await releaseHold(world.context, { orderId: family.orderId })
      if (before === 'pending' && outcome === 'released') throw new Broken('given back while the bank was asked')
      await world.pass(2)
      if (world.payment(id).status === 'created') world.ledger.authorise(world.payment(id))
      world.reach('F10')
    },
  },
  'the hosted page reports a failure': {
    weight: 3,
    run: async (world, model, a, b) => {
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family) return
      const [attempt] = await world.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, family.attemptId))
      const form = new FormData()
      form.set('error[code]', 'BAD_REQUEST_ERROR')
      form.set('error[description]', '<script>alert(1)</script>')
      if (b % 3 === 0) form.set('error[metadata]', JSON.stringify({ order_id: family.orderId }))
      if (b % 3 === 1) form.set('error[metadata][order_id]', family.orderId)
      const before = (await world.look()).statuses.get(family.bookingId)
      const request = new Request('http://localhost:3000/payment/return/x', { method: 'POST', body: form })
      const answer = await comeBackByForm({ request, params: { token: attempt?.token ?? '' }, context: {} })
      if (answer.status >= 400) throw new Broken(`a reported failure was answered with ${answer.status}`)
      if ((await world.look()).statuses.get(family.bookingId) !== before) throw new Broken('a report was believed')
      await logPaymentFailure(world.context, { orderId: family.orderId }, '')
      world.reach('F18')
    },
  },
  'the checkout script does not come': {
    weight: 2,
    run: async (world, model, a) => {
      world.emulator.arm(namedFault('F17 checkout.js missing', 1))
      await fetch(`${world.emulator.url}/v1/checkout.js`).catch(() => undefined)
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family || world.ledger.order(family.orderId).status === 'paid') return
      if (triesOf(world, family).some(({ status }) => status === 'authorized')) return
      // the hosted page in a tab whose countdown stood still: our clock rules
      await world.pass(11)
      await comeBack(world, model, family, world.emulator.pay(family.orderId, 'upi', 'success'))
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
