import { expect } from 'vitest'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { holdByStaff, type StaffHold } from '~/features/booking/staff-booking.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { checkBooks } from '~/features/money/books-check.server'
import { ownPageCheckout, payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { takePayment } from '~/features/money/take-payment.server'
import type { TheatreApp } from './app'
import { storedBooking } from './purchase'
import { basicDraft, OWNER } from './theatre'

/** Money that staff ask for: slots held by staff, and what is paid for them. Amounts are rupees. */
export function askedMoney(app: TheatreApp) {
  const draft = (attemptId = 'attempt-held'): Draft => ({ ...basicDraft(app.theatre), attemptId })

  /** Holds a slot for two hours against the advance, unless told otherwise. */
  async function hold(more: Partial<StaffHold> = {}, of = draft()) {
    const asking: StaffHold = { deadline: 'two-hours', sum: 'advance', ...more }
    const held = await holdByStaff(app.context, OWNER, of, { note: '', ...asking })
    if (!held.ok) throw new Error(`${held.reason}: ${held.message}`)
    return { id: held.bookingId, token: held.linkToken }
  }

  /** Presses Pay on the booking's own page, which shows this sum; answers the checkout. */
  async function press(token: string, shown: number, sum: 'asked' | 'due' = 'asked') {
    const opened = await payOnOwnPage(app.context, token, { sum, shown: rupees(shown) })
    if (!opened.ok) throw new Error(`${opened.reason}: ${opened.message}`)
    const checkout = await ownPageCheckout(app.context, token, opened.order)
    if (!checkout) throw new Error('There is nothing to pay.')
    return checkout
  }

  /** Takes cash at the front desk. */
  const take = (id: string, amount: number, shown: number) =>
    takePayment(app.context, OWNER, id, { amount: rupees(amount), shown: rupees(shown), mode: 'cash', reference: '' })

  /** What the front desk sees of the request. */
  const request = async (id: string) => (await deskVisit(app.context, { kind: 'all' }, id))?.request

  /** A booking's status with what was received and refunded, in books that are right. */
  async function booked(id: string) {
    const { received, refunded, status } = await storedBooking(app, id)
    expect(await checkBooks(app.context)).toEqual([])
    return [status, received / 100, refunded / 100]
  }

  return { draft, hold, press, take, request, booked }
}
