import { eq } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { bookings, paymentAttempts } from '~/db/schema'
import { rupees } from '~/domain/money'
import { ASKED_SUMS, DEADLINES } from '~/domain/money-request'
import { holdByStaff } from '~/features/booking/staff-booking.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { askForMoney, extendHold } from '~/features/money/money-request.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { takePayment } from '~/features/money/take-payment.server'
import { basicDraft, OWNER } from '../theatre'
import { choice, pick } from './choices'
import type { Family, Model } from './model'
import type { Deed } from './steps'
import type { World } from './world'

/** Somebody who knows a link, with what their page lets them pay now. */
async function somebodyToPay(world: World, { families }: Model, n: number) {
  const family = pick(
    families.filter(({ linkToken }) => linkToken),
    n,
  )
  const found = family && (await findCustomerBooking(world.context, family.linkToken))
  return family && found?.payable ? { family, payable: found.payable, booking: found.booking } : undefined
}

/** Slots that staff hold, money that they ask for, and customers who pay it on their own page. */
export const ASKED_STEPS: Record<string, Deed> = {
  'staff hold a slot and ask for money': {
    weight: 5,
    run: async (world, model, a, b) => {
      const draft = basicDraft(world.theatre, choice(world, a))
      const asking = { deadline: DEADLINES[b % 3] ?? 'two-hours', sum: ASKED_SUMS[b % 2] ?? 'full', note: '' }
      const held = await holdByStaff(world.context, OWNER, draft, asking)
      if (!held.ok) return
      const known = { bookingId: held.bookingId, linkToken: held.linkToken, attemptId: '', orderId: '' }
      model.families.push({ draft: { ...draft, attemptId: newId() }, ...known, dismissed: false, returns: 0 })
    },
  },
  'a customer presses pay on their own page': {
    weight: 10,
    run: async (world, model, a, b) => {
      const found = await somebodyToPay(world, model, a)
      if (!found) return
      const { family, payable } = found
      const sum = payable.asked > 0 && b % 3 ? 'asked' : 'due'
      const opened = await payOnOwnPage(world.context, family.linkToken, { sum, shown: payable[sum] })
      if (!opened.ok) return
      const [attempt] = await world.db.select().from(paymentAttempts).where(eq(paymentAttempts.token, opened.order))
      const orderId = attempt?.providerOrderId ?? ''
      if (model.families.some((one) => one.orderId === orderId)) return
      // an order of its own beside whatever else they have open
      const payer: Family = { ...family, attemptId: attempt?.id ?? '', orderId, dismissed: false, returns: 0 }
      model.families.push(payer)
    },
  },
  'staff ask for another sum, or later': {
    weight: 3,
    run: async (world, model, a, b) => {
      const found = await somebodyToPay(world, model, a)
      if (!found) return
      const { booking, payable } = found
      if (b % 2) await extendHold(world.context, OWNER, booking.id, { deadline: DEADLINES[b % 3] ?? 'half-hour' })
      else {
        const own = rupees(1 + (b % 700))
        await askForMoney(world.context, OWNER, booking.id, { sum: 'own', own, shown: payable.due })
      }
    },
  },
  'the desk takes the money instead': {
    weight: 3,
    run: async (world, model, a, b) => {
      const found = await somebodyToPay(world, model, a)
      if (!found) return
      const { booking, payable } = found
      const amount = b % 2 ? payable.due : rupees(100)
      const taken = await takePayment(world.context, OWNER, booking.id, {
        ...{ amount, shown: payable.due, mode: 'cash', reference: '' },
      })
      if (!taken.ok) return
      const [now] = await world.db.select().from(bookings).where(eq(bookings.id, booking.id))
      if (now?.status === 'booked') model.stands.add(booking.id)
    },
  },
}
