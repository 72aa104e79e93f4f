import { createHmac } from 'node:crypto'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { receiveWebhook } from '~/features/money/webhook.server'
import { type FaultName, NAMED_FAULTS, namedFault } from '~sandbox/razorpay/faults'
import type { Payment } from '~sandbox/razorpay/ledger'
import type { Spoiling } from '~sandbox/razorpay/webhooks'
import { KEYS } from '../app'
import { OWNER } from '../theatre'
import { leftOf, pick, triesOf } from './choices'
import type { Model } from './model'
import type { Deed } from './steps'
import { HANGS_MS, type World } from './world'

const DAY_MINUTES = 24 * 60
const NAMES = Object.keys(NAMED_FAULTS) as FaultName[]
/** Those that strike whoever waits; a refund that hangs is a step of its own. */
const REFUND_FAULTS = NAMES.filter((name) => name.startsWith('F14') && !name.includes('hangs'))
const CAPTURE_FAULTS = NAMES.filter((name) => name.startsWith('F13'))
const SPOILINGS: readonly Spoiling[] = [
  'bad-signature',
  'upper-case-signature',
  'missing-signature',
  'old-secret',
  'reserialised',
  'missing-event-id',
  'wrong-event-id',
  'huge',
]

const waiting = (world: World, model: Model) =>
  model.families.flatMap((family) =>
    triesOf(world, family)
      .filter(({ status }) => status === 'created' || status === 'failed')
      .map((payment) => ({ family, payment })),
  )

/** Whether a bank has taken the money back. */
const isLost = ({ ledger }: World, { id }: Payment) =>
  [...ledger.disputes.values()].some(({ payment_id, status }) => payment_id === id && status === 'lost')

async function pass(world: World, minutes: number): Promise<void> {
  await world.pass(minutes)
  if (minutes >= 6 * 60) await world.night()
}

/** Waits until a moment that is to come. */
export async function passTo(world: World, moment: Date): Promise<void> {
  const minutes = Math.ceil((moment.getTime() - world.now().getTime()) / 60_000)
  if (minutes > 0) await pass(world, minutes)
}

export const PROVIDER_STEPS: Record<string, Deed> = {
  'the bank answers late': {
    weight: 24,
    run: async (world, model, a, b) => {
      const found = pick(waiting(world, model), a)
      if (!found) return
      const { family, payment } = found
      // at 11:59, 12:01 and 61:00 minutes of the payment's age, or now
      const age = [719, 721, 3_660][b % 4]
      const wait = age === undefined ? 0 : payment.created_at + age - Math.floor(world.now().getTime() / 1_000)
      if (wait > 0) await world.pass(wait / 60)
      const current = world.payment(payment.id)
      if (current.status !== 'created' && current.status !== 'failed') return
      const failedBefore = current.status === 'failed'
      const answered = world.ledger.authorise(current)
      if (age !== undefined && wait >= 0) world.reach(`F11 ${['11:59', '12:01', '61:00'][b % 4]}`)
      if (failedBefore && answered.captured) world.reach('F6 captured after failed')
      if (family.dismissed) world.reach('F10 yes after dismissal')
    },
  },
  'the bank says no': {
    weight: 2,
    run: async (world, model, a) => {
      const found = pick(
        waiting(world, model).filter(({ payment }) => payment.status === 'created'),
        a,
      )
      if (found) world.ledger.finish(found.payment, 'failure')
    },
  },
  'somebody captures in the console': {
    weight: 2,
    run: async (world, model, a) => {
      const open = model.families.filter(({ orderId }) => orderId && world.ledger.order(orderId).status !== 'paid')
      const family = pick(open, a)
      if (!family) return
      const payment =
        triesOf(world, family).find(({ status }) => status === 'authorized') ??
        world.emulator.pay(family.orderId, 'upi', 'authorize')
      world.ledger.capture(payment.id, { amount: payment.amount, currency: payment.currency })
      world.reach('F13 captured in the console')
    },
  },
  'somebody refunds in the console': {
    weight: 3,
    run: async (world, model, a, b) => {
      const tries = model.families.flatMap((family) => triesOf(world, family).map((payment) => ({ family, payment })))
      const found = pick(
        tries.filter(({ payment }) => payment.status === 'captured' && !isLost(world, payment)),
        a,
      )
      if (!found) return
      const left = await leftOf(world, found.payment)
      const stands = (await world.look()).statuses.get(found.family.bookingId)
      // of one that stands a part: what goes back whole takes the money from under it, which is what the books are to say then
      const whole = b % 4 > 1 && stands === 'cancelled'
      if (left <= (whole ? 0 : 20_000)) return
      try {
        world.ledger.refund(found.payment.id, { amount: whole ? left : b % 2 ? 10_000 : 100 }, undefined)
        if (whole) world.reach('refunded whole in the console')
      } catch {
        // the account has no money just now
      }
    },
  },
  'a refund fails, changes its speed, or is done, at the bank': {
    weight: 4,
    run: async (world, _model, a, b) => {
      const refund = pick(
        [...world.ledger.refunds.values()].filter(({ status }) => status === 'pending'),
        a,
      )
      if (!refund) return
      const news = (['processed', 'failed', 'speed_changed'] as const)[b % 3] ?? 'processed'
      if (news === 'speed_changed') {
        world.emulator.webhooks.send('refund.speed_changed', { refund, payment: world.payment(refund.payment_id) })
      } else world.ledger.settleRefund(refund.id, news)
      world.reach(`F14 ${news}`)
    },
  },
  'refunds begin in another way': {
    weight: 3,
    run: async (world, _model, a) => {
      world.emulator.behaviour.refundsStart = (['pending', 'processed', 'failed'] as const)[a % 3] ?? 'pending'
      world.emulator.behaviour.refundsProcessMs = a % 2 ? 3 * DAY_MINUTES * 60_000 : null
      if (a % 5 === 0) world.ledger.setBalance(a % 2 ? 0 : null)
    },
  },
  'a refund meets trouble': {
    weight: 3,
    run: async (world, _model, a) => {
      const name = pick(REFUND_FAULTS, a)
      if (name) world.emulator.arm(namedFault(name))
    },
  },
  'a refund is on its way, and its answer does not come': {
    weight: 3,
    run: async (world, model, a) => {
      const id = pick([...model.stands], a)
      const cancelled =
        id && (await cancelByStaff(world.context, OWNER, id, { reason: 'Asked by phone', refund: 'full' }))
      if (!cancelled || !cancelled.ok) return
      model.stands.delete(id)
      model.cancelled.add(id)
      world.emulator.arm({ ...namedFault('F14 refund hangs after success'), delayMs: HANGS_MS })
      await world.impatiently(() => world.work())
    },
  },
  'a capture meets trouble': {
    weight: 3,
    run: async (world, model, a) => {
      const name = pick(CAPTURE_FAULTS, a)
      if (name) world.emulator.arm(namedFault(name))
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family || world.ledger.order(family.orderId).status === 'paid') return
      if (triesOf(world, family).some(({ status }) => status === 'authorized')) return
      world.emulator.pay(family.orderId, 'upi', 'authorize')
      await world.pass(1)
    },
  },
  'reading meets trouble': {
    weight: 4,
    run: async (world, _model, a) => {
      const troubles = [
        { status: 500, body: '{}' },
        { cut: true },
        { status: 200, body: '<html>' },
        { status: 404, body: '{}' },
      ]
      world.emulator.arm({ method: 'GET', path: '/v1/', times: 1 + (a % 3), ...troubles[a % 4] })
    },
  },
  'money comes that is not ours, or does not fit': {
    weight: 3,
    run: async (world, model, a, b) => {
      const family = pick(
        model.families.filter((one) => one.orderId),
        a,
      )
      if (!family || b % 3 === 0) {
        world.ledger.strayPayment(49_900)
        return
      }
      const misfit = b % 3 === 1 ? { amount: 100 } : { currency: 'USD' }
      world.ledger.misfit(family.orderId, misfit)
      world.reach(`F9 another ${Object.keys(misfit)}`)
    },
  },
  'webhooks go another way': {
    weight: 6,
    run: async (world, _model, a, b) => {
      const { behaviour } = world.emulator
      behaviour.webhooksReversed = a % 2 === 0
      behaviour.webhookDelayMs = ([0, 0, 10, 20 * 60][b % 4] ?? 0) * 60_000
      behaviour.webhookCopies = a % 40 === 0 ? 10 : a % 3 === 0 ? 2 : 1
    },
  },
  'a webhook is spoilt on its way': {
    weight: 4,
    run: async (world, _model, a) => {
      const { behaviour, webhooks } = world.emulator
      if (behaviour.webhooks === 'never') return
      const kind = pick(SPOILINGS, a)
      if (kind) webhooks.spoil(kind)
    },
  },
  'a webhook comes again, or without an order': {
    weight: 3,
    run: async (world, _model, a, b) => {
      const { events } = world.emulator.webhooks
      const event = pick(b % 4 === 1 ? events.filter((one) => one.event === 'payment.failed') : events, a)
      if (event && b % 4) return void world.emulator.webhooks.replay(event.id)
      const body = JSON.stringify({
        event: 'payment.captured',
        payload: { payment: { entity: { id: `pay_Null${a}`, order_id: null } } },
      })
      const signature = createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex')
      await receiveWebhook(world.context, body, { signature, eventId: `evt_null_${a}_${b}` })
      world.reach('F9 without an order')
    },
  },
  'the provider uses another secret': {
    weight: 1,
    run: async (world) => world.emulator.webhooks.rotateSecret(KEYS.oldWebhookSecret),
  },
  'our webhook address is away, or back': {
    weight: 3,
    run: async (world) => {
      world.setDown(!world.down)
    },
  },
  'lists lag and their pages move': {
    weight: 1,
    run: async (world, _model, a) => {
      const { behaviour } = world.emulator
      behaviour.listLagMs = 5 * 60_000
      // what is sold elsewhere by the same account tells another address of itself
      const { webhooks } = behaviour
      behaviour.webhooks = 'never'
      behaviour.paymentsBetweenPages = 1
      world.ledger.setBalance(null)
      // a full page of one second; most went back, so that the list is long and the night is not
      const many = a % 4 === 0
      for (let nth = 0; many && nth < 101; nth++) world.ledger.refund(world.ledger.strayPayment(100).id, {}, undefined)
      behaviour.webhooks = webhooks
      await world.pass(90)
      await world.night()
      world.reach(many ? 'F15 101 in a second' : 'F15 lists lag')
    },
  },
  'a minute passes': { weight: 7, run: (world) => pass(world, 1) },
  'the hold ends': { weight: 5, run: (world) => pass(world, 16) },
  'hours pass': { weight: 3, run: (world, _model, a) => pass(world, 61 + (a % 3) * 60) },
  'a night passes': {
    weight: 1,
    run: (world) => {
      const morning = new Date(world.now().getTime() + 14 * 60 * 60_000)
      return world.isSoon(morning) ? passTo(world, morning) : pass(world, 5)
    },
  },
  'jobs are worked off': { weight: 10, run: (world) => world.work() },
  'the server starts anew': { weight: 4, run: (world) => world.restart() },
}
