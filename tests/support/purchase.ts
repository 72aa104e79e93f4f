import { createHmac } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { newId, newToken } from '~/db/new-id'
import { bookingEvents, bookingLines, bookings, outbox, paymentAttempts, payments, refunds } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import type { LetterKind } from '~/domain/letters'
import { paise, rupees } from '~/domain/money'
import { type PlacedHold, placeHold } from '~/features/booking/place-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { startPayment, type Verified, verifyPayment } from '~/features/money/checkout.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { takePayment } from '~/features/money/take-payment.server'
import { receiveWebhook } from '~/features/money/webhook.server'
import type { Payment, Refund } from '~sandbox/razorpay/ledger'
import { KEYS, type TestApp, type TheatreApp } from './app'
import { basicDraft, OWNER } from './theatre'

/** Presses Pay: the answer, whatever it is. */
export const pressPay = ({ context }: TestApp, draft: Draft) => placeHold(context, { draft, dropped: undefined })

/** Presses Pay where it must succeed. */
export async function holdSlot(app: TestApp, draft: Draft): Promise<PlacedHold> {
  const placed = await pressPay(app, draft)
  if (!placed.ok) throw new Error(`${placed.reason}: ${placed.message}`)
  return placed
}

/** Holds a slot and opens the provider's order. */
export async function openOrder(app: TestApp, draft: Draft) {
  const { bookingId, linkToken, attemptId } = await holdSlot(app, draft)
  const started = await startPayment(app.context, attemptId ?? '')
  if (!started.ok) throw new Error(started.message)
  return { bookingId, linkToken, attemptId: attemptId ?? '', orderId: started.orderId }
}

/** Opens an order for the rest of a booking, or for a part of it, in paise; answers the order's id. */
export async function openBalance({ context, clock }: TestApp, bookingId: string, amount: number): Promise<string> {
  const id = newId()
  await context.db.insert(paymentAttempts).values({
    ...{ id, bookingId, token: newToken(), receipt: `bk_${id}`, keyId: KEYS.keyId },
    ...{ amount: paise(amount), purpose: 'balance', createdAt: clock.now() },
  })
  const started = await startPayment(context, id)
  if (!started.ok) throw new Error(started.message)
  return started.orderId
}

/** What the checkout hands to the browser after a payment. */
export const claimOf = ({ emulator }: TestApp, { id: paymentId, order_id: orderId }: Payment) => ({
  orderId,
  paymentId,
  signature: emulator.ledger.signature(orderId, paymentId),
})

/** The browser comes back from the checkout. */
export const comeBack = (app: TestApp, payment: Payment): Promise<Verified> =>
  verifyPayment(app.context, claimOf(app, payment))

/** Books and pays with the browser coming back at once. */
export async function purchase(app: TestApp, draft: Draft) {
  const order = await openOrder(app, draft)
  const payment = app.emulator.pay(order.orderId, 'upi', 'success')
  const verified = await comeBack(app, payment)
  if (!verified.ok || verified.state !== 'booked') throw new Error('The purchase did not go through.')
  return { ...order, payment }
}

let sent = 0

/** Sends a signed webhook about a payment, as the provider would. */
export function sendWebhook(
  app: TestApp,
  event: string,
  payment: Payment,
  {
    eventId = `evt_${++sent}`,
    secret = KEYS.webhookSecret,
    refund,
  }: { eventId?: string; secret?: string; refund?: Refund } = {},
) {
  const payload = { payment: { entity: payment }, ...(refund && { refund: { entity: refund } }) }
  const body = JSON.stringify({ entity: 'event', event, payload })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return receiveWebhook(app.context, body, { signature, eventId })
}

/** The provider refuses the next refund that it is asked for. */
export function refuseNextRefund({ emulator }: TestApp): void {
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'No balance.' } })
  emulator.arm({ method: 'POST', path: '/v1/payments', times: 1, status: 400, body })
}

/** A booking as the database has it, with all its rows. */
export async function storedBooking({ context: { db } }: TestApp, bookingId: string) {
  const booking = await db.query.bookings.findFirst({
    where: eq(bookings.id, bookingId),
    // in the order in which they came: a database may hand rows out in any
    with: {
      lines: { orderBy: asc(bookingLines.position) },
      payments: { orderBy: [asc(payments.receivedAt), asc(payments.createdAt), asc(payments.id)] },
      refunds: { orderBy: [asc(refunds.createdAt), asc(refunds.id)] },
      attempts: { orderBy: [asc(paymentAttempts.createdAt), asc(paymentAttempts.id)] },
    },
  })
  if (!booking) throw new Error('There is no such booking.')
  const events = await db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, bookingId))
    .orderBy(asc(bookingEvents.at), asc(bookingEvents.id))
  return { ...booking, events: events.map(({ kind }) => kind) }
}

/** The payment of a booking that has one. */
export async function paymentOf({ context: { db } }: TestApp, bookingId: string) {
  const [row] = await db.select().from(payments).where(eq(payments.bookingId, bookingId))
  if (!row) throw new Error('The payment is missing.')
  return row
}

/** A paid booking of which so many rupees are queued to go back. */
export async function queuedRefund(app: TheatreApp, amount: number) {
  const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
  await app.work()
  const row = await paymentOf(app, bookingId)
  await app.context.db.transaction((tx) =>
    queueRefund(app.context, tx, row, { reason: 'Asked by phone', amount: rupees(amount) }),
  )
  const [refund] = (await storedBooking(app, bookingId)).refunds
  if (!refund) throw new Error('The refund is missing.')
  return { bookingId, payment, refundId: refund.id }
}

/** Books at the front desk, where so many rupees are paid in cash. */
export async function bookAtDesk({ context }: TestApp, draft: Draft, advance = 0) {
  const placed = await placeStaffBooking(context, OWNER, draft, { advance: rupees(advance), mode: 'cash', note: '' })
  if (!placed.ok) throw new Error(`${placed.reason}: ${placed.message}`)
  return placed
}

/** How many mails of a kind wait or went out. */
export async function mailsOf({ context: { db } }: TestApp, kind: LetterKind): Promise<number> {
  return (await db.select().from(outbox).where(eq(outbox.kind, kind))).length
}

/** A booking’s status. */
export const statusOf = async (app: TestApp, bookingId: string) => (await storedBooking(app, bookingId)).status

/** Takes rupees in cash for a booking of which so much is shown to be due. */
export const takeCash = ({ context }: TestApp, bookingId: string, amount: number, shown: number) =>
  takePayment(context, OWNER, bookingId, {
    amount: rupees(amount),
    shown: rupees(shown),
    mode: 'cash',
    reference: '',
  })
