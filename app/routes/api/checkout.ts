import { normalizePhone } from '~/domain/customer-details'
import { emptyDraft } from '~/domain/draft'
import { paymentWindowSeconds } from '~/domain/hold'
import { rupees, ZERO } from '~/domain/money'
import { amountToCharge } from '~/domain/payment-choice'
import { DONE } from '~/features/api/answer-shapes.server'
import { bookedSlots } from '~/features/api/booked-slots.server'
import { checkoutCalls } from '~/features/api/booking-calls.server'
import { draftOf } from '~/features/api/booking-draft.server'
import { refusedBooking } from '~/features/api/booking-refusals.server'
import { bookingJson } from '~/features/api/booking-shapes.server'
import { notFound, Refusal, refuse } from '~/features/api/call.server'
import { verifiedJson } from '~/features/api/verified-payment.server'
import { placeHold } from '~/features/booking/place-booking.server'
import { findWholeBooking } from '~/features/booking-pages/bookings.server'
import { startPayment, verifyPayment } from '~/features/money/checkout.server'
import { logPaymentFailure, releaseHold } from '~/features/money/leave-payment.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'

/** The booking that was placed, with what the provider's window needs. */
async function openedPayment(context: AppContext, bookingId: string, razorpayOrderId: string | null) {
  const booking = await findWholeBooking(context, { kind: 'all' }, bookingId)
  if (!booking) return notFound()
  const { holdEndsAt, payChoice, total } = booking
  return {
    booking: bookingJson(booking),
    razorpayOrderId,
    razorpayKeyId: context.gateway.checkout.keyId,
    amount: razorpayOrderId ? amountToCharge(payChoice, total) : ZERO,
    currency: 'INR',
    timeout: razorpayOrderId && holdEndsAt ? paymentWindowSeconds(holdEndsAt, context.clock.now()) : 0,
  }
}

/** The same with its order, which is made where there is none yet. */
async function startedPayment(context: AppContext, bookingId: string, attemptId: string) {
  const started = await startPayment(context, attemptId)
  return started.ok ? openedPayment(context, bookingId, started.orderId) : refuse(502, started.message)
}

const api = apiRoute(
  answers(checkoutCalls.bookedSlots, async ({ context, body: { currentDate, screenId } }) => {
    const found = await bookedSlots(context, screenId, currentDate)
    if (!found) return notFound('There is no such screen.')
    return { bookedSlots: found.slots, totalDocuments: found.slots.length, closed: found.closed }
  }),
  answers(checkoutCalls.book, async ({ context, body, attempt }) => {
    const tooMany = await tooManyTries(context, 'hold', normalizePhone(body.customer.number))
    if (tooMany) return refuse(429, tooMany)
    const made = await attempt.madeBefore()
    if (made) return openedPayment(context, made, null)
    const held = await attempt.heldBefore()
    if (held) return startedPayment(context, held.bookingId, held.attemptId)
    const base = {
      ...emptyDraft(''),
      termsAccepted: body.termsAccepted !== false,
      payChoice: body.fullPayment ? ('full' as const) : ('advance' as const),
    }
    const read = await draftOf(context, body, { base, staff: null })
    if (read instanceof Refusal) return read
    const draft = { ...read.draft, attemptId: attempt.idOf(read.draft) }
    const placed = await placeHold(context, { draft, dropped: undefined }, { total: rupees(body.totalPrice) })
    if (!placed.ok) return refusedBooking(placed)
    if (!placed.attemptId) return openedPayment(context, placed.bookingId, null)
    return startedPayment(context, placed.bookingId, placed.attemptId)
  }),
  answers(checkoutCalls.verify, async ({ context, body }) => {
    const orderId = body.razorpay_order_id
    const tooMany = await tooManyTries(context, 'payment', orderId)
    if (tooMany) return refuse(429, tooMany)
    const claim = { orderId, paymentId: body.razorpay_payment_id, signature: body.razorpay_signature }
    return verifiedJson(context, await verifyPayment(context, claim))
  }),
  answers(checkoutCalls.dropOrder, async ({ context, body: { orderId } }) => {
    const tooMany = await tooManyTries(context, 'payment', orderId)
    if (tooMany) return refuse(429, tooMany)
    await releaseHold(context, { orderId })
    return DONE
  }),
  answers(checkoutCalls.logFailure, async ({ context, body: { orderId, reason } }) => {
    const tooMany = await tooManyTries(context, 'payment', orderId)
    if (tooMany) return refuse(429, tooMany)
    await logPaymentFailure(context, { orderId }, reason ?? '')
    return DONE
  }),
)

export const loader = api.loader
export const action = api.action
