import { addsUp } from '~/domain/payment-purposes'
import { verifyPayment } from '~/features/money/checkout.server'
import { logPaymentFailure, releaseHold } from '~/features/money/leave-payment.server'
import { findAttempt } from '~/features/money/payment-attempt.server'
import { isFreed } from '~/features/stored-booking/attempt-name.server'
import { namedFault } from '~sandbox/razorpay/faults'
import type { Payment } from '~sandbox/razorpay/ledger'
import { paid, pick, triesOf } from './choices'
import { comeAndPress } from './customer-steps'
import { onHostedPage, sendForm } from './hosted-page'
import { Broken, type Family, type Model } from './model'
import type { Deed } from './steps'
import type { World } from './world'

const SCRIPT = '<script>alert(1)</script>'

/** The browser comes back with what the checkout gave it. */
async function comeBack(world: World, model: Model, family: Family, payment: Payment): Promise<void> {
  const status = (await world.look()).statuses.get(family.bookingId)
  if (++family.returns > 1) world.reach('F8 again')
  else if (status === 'booked') world.reach('F4 before the browser')
  if (status === 'expired') world.reach('F8 after the hold')
  const signature = world.ledger.signature(payment.order_id, payment.id)
  const verified = await verifyPayment(world.context, { orderId: payment.order_id, paymentId: payment.id, signature })
  if (verified.ok && verified.state === 'booked') model.stands.add(verified.booking.id)
}

/** What comes out of the provider's window or hosted page, or is said to. */
export const CHECKOUT_STEPS: Record<string, Deed> = {
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
  'a family books': {
    weight: 8,
    run: async (world, model, a) => {
      const family = await comeAndPress(world, model, a)
      if (family.orderId) await comeBack(world, model, family, world.emulator.pay(family.orderId, 'card', 'success'))
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
      if (second.status === 'refunded' && !second.captured) world.reach('F12 two windows')
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
      const kinds = ['upper-case', 'cut', 'without an order', 'of another order']
      const claims = [
        { orderId: family.orderId, paymentId: payment.id, signature: right.toUpperCase() },
        { orderId: family.orderId, paymentId: payment.id, signature: ours.slice(0, 63) },
        { orderId: '', paymentId: payment.id, signature: right },
        // another order's right triple, posted to no attempt that is known
        { token: 'not-this-one', orderId: payment.order_id, paymentId: payment.id, signature: right },
      ]
      const claim = claims[b % claims.length]
      // who has paid on a booking's own page, or whose booking has a new link since, proves that by the signature (rule D5); as it was
      // before: what the claim settles may have its old link again
      const found = await findAttempt(world.context, { orderId: payment.order_id })
      const byOrder = found && (addsUp(found.attempt.purpose) || isFreed(found.booking))
      const verified = claim && (await verifyPayment(world.context, claim))
      const proven = claim?.signature === right && byOrder
      if (verified?.ok && !(proven && verified.attempt.providerOrderId === payment.order_id)) {
        throw new Broken('a forged way back was believed')
      }
      world.reach(`F9 ${kinds[b % kinds.length]}`)
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
      if (held && open && outcome === 'released') throw new Broken('a slot was released while a payment was open')
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
      if (before === 'pending' && outcome === 'released')
        throw new Broken('a slot was released while the bank was asked')
      await world.pass(2)
      if (world.payment(id).status !== 'created') return
      world.ledger.authorise(world.payment(id))
      world.reach('F10 yes after two minutes')
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
      const metadata = (['json-text', 'nested', 'absent'] as const)[b % 3] ?? 'absent'
      Object.assign(world.emulator.behaviour, { failureMetadata: metadata, failureDescription: SCRIPT })
      const closed = b % 5 === 0
      const form = await onHostedPage(world, family, closed ? 'close' : 'upi', { vpa: 'failure@razorpay' })
      if (!form) return
      const before = (await world.look()).statuses.get(family.bookingId)
      const answer = await sendForm(form)
      if (answer.status >= 400) throw new Broken(`a reported failure was answered with ${answer.status}`)
      if ((await world.look()).statuses.get(family.bookingId) !== before) throw new Broken('a report was believed')
      await logPaymentFailure(world.context, { orderId: family.orderId }, '')
      world.reach(`F18 ${closed ? 'closed' : metadata}`)
    },
  },
  'the checkout script does not come': {
    weight: 2,
    run: async (world, model, a) => {
      world.emulator.arm(namedFault('F17 checkout.js missing', 1))
      const script = await fetch(world.context.gateway.checkout.scriptUrl).catch(() => undefined)
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family || script?.ok) return
      // the page offers the hosted form instead, in a tab whose countdown stood still: our clock rules
      await world.pass(11)
      const form = await onHostedPage(world, family, 'upi', { vpa: 'success@razorpay' })
      if (!form?.fields.has('razorpay_payment_id')) return
      family.returns++
      const answer = await sendForm(form)
      if (answer.status >= 400) throw new Broken(`a way back was answered with ${answer.status}`)
      const { statuses } = await world.look()
      if (statuses.get(family.bookingId) === 'booked') model.stands.add(family.bookingId)
      world.reach('F17 hosted page, late')
    },
  },
}
