import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { takePayment } from '~/features/money/take-payment.server'
import { receiveWebhook } from '~/features/money/webhook.server'
import { KEYS, type TheatreApp } from './app'
import { moneyPage } from './open-money'
import { purchase, storedBooking } from './purchase'
import { basicDraft, OWNER } from './theatre'

export const LOST_UNBOOKED = 'A dispute was lost, and not all of it could be booked off'

/** A payment that its bank takes back, as the provider tells of it and as staff see it. */
export function disputed(app: TheatreApp) {
  const { seen, press: answerTo } = moneyPage(app)
  const paid = () => purchase(app, basicDraft(app.theatre))
  const cancel = (bookingId: string) =>
    cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })

  /** Takes what the provider has told since the last time; `reversed` in the wrong order. */
  async function receiveTold({ reversed = false } = {}) {
    const told = app.emulator.webhooks.events.splice(0)
    for (const { id: eventId, body } of reversed ? told.reverse() : told) {
      const signature = createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex')
      await receiveWebhook(app.context, body, { signature, eventId })
    }
  }
  /** Takes it, and does what follows from it. */
  async function hear(order?: { reversed: boolean }) {
    await receiveTold(order)
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  /** A payment's bank takes it back, and nobody contests that; answers the dispute. */
  async function lose(paymentId: string): Promise<string> {
    const { id } = app.emulator.ledger.openDispute(paymentId)
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    return id
  }
  /** Presses on the money page. */
  async function press(fields: Record<string, string>) {
    expect(await answerTo(fields)).toMatchObject({ ok: true })
  }
  /** Notes there what became of a dispute. */
  const settle = (id = '', note = '') => press({ intent: 'settle', id, note })
  /** The nightly comparison, without a single webhook. */
  async function night() {
    app.emulator.webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  const mails = (words: string) => app.mailbox.mails.filter(({ subject }) => subject.includes(words))
  const moneyOf = async (bookingId: string) => (await bookingPage(app.context, { kind: 'all' }, bookingId))?.view.ledger

  /** A booking whose payment was lost to a dispute, and taken at the desk an hour later. */
  async function paidAnew() {
    const { bookingId, payment } = await paid()
    const id = await lose(payment.id)
    app.clock.advanceMinutes(60)
    const { total } = await storedBooking(app, bookingId)
    const taking = { amount: total, shown: total, mode: 'cash', reference: '' } as const
    expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    return { bookingId, id, payment }
  }
  return { seen, paid, cancel, receiveTold, hear, lose, press, settle, night, mails, moneyOf, paidAnew }
}
