import { z } from 'zod'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { CANCELLATION_REFUNDS } from '~/domain/cancellation-policy'
import { LONGEST } from '~/domain/text-limits'
import { deletedShape, doneShape, listOf, pageOfList } from './answer-shapes.server'
import { bookingChangeBody, customerBookingBody, staffBookingBody } from './booking-inputs.server'
import { bookingShape, staffBookingShape } from './booking-shapes.server'
import { describeCall } from './call.server'
import { bookingsQuery, dateInput, idInput, nameInput, rupeeNumber, textInput, wantedId } from './inputs.server'
import { slotShape } from './venue-shapes.server'

const oneBooking = z.object({ booking: staffBookingShape })
const dashboardQuery = bookingsQuery.pick({ fromDate: true, toDate: true, location: true, status: true })
const orderId = wantedId.min(1)

export const bookingCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/bookings',
    group: 'Bookings',
    summary: 'A page of bookings, the newest first',
    notes:
      'Without a status: those that are booked or were cancelled, and with a search also the holds that keep their slot now.',
    who: 'manage-bookings',
    query: bookingsQuery,
    answer: pageOfList('bookings', staffBookingShape),
    refusals: [422],
  }),
  one: describeCall({
    method: 'GET',
    path: '/api/bookings/{id}',
    group: 'Bookings',
    summary: 'One booking',
    notes: 'Personal data, so for staff; customers reach theirs through the link in their e-mail.',
    who: 'manage-bookings',
    answer: oneBooking,
  }),
  add: describeCall({
    method: 'POST',
    path: '/api/bookings',
    group: 'Bookings',
    summary: 'Book for a customer at the front desk or on the phone',
    notes: 'No hold and no online payment. A total that was sent must be the server’s.',
    who: 'manage-bookings',
    body: staffBookingBody,
    answer: oneBooking,
    status: 201,
    refusals: [404, 409, 422],
    repeatable: true,
  }),
  update: describeCall({
    method: 'PUT',
    path: '/api/bookings',
    group: 'Bookings',
    summary: 'Change a booking, its id in the body',
    notes: 'What is not sent stays as it is, at the price it was sold for.',
    who: 'manage-bookings',
    body: bookingChangeBody,
    answer: oneBooking,
    refusals: [404, 409, 422],
  }),
  remove: describeCall({
    method: 'DELETE',
    path: '/api/bookings/{id}',
    group: 'Bookings',
    summary: 'Delete a booking',
    notes:
      'It is cancelled and its row stays. What is owed goes back whole, the rest as the policy says, unless the body says otherwise. What is still due of a visit that has begun is written off. Where more would go back or be written off than the front desk may give, it is refused with 403.',
    who: 'manage-bookings',
    body: z.object({
      reason: z.string().max(LONGEST.reason).optional(),
      refund: z.enum(CANCELLATION_REFUNDS).optional(),
      refunded: rupeeNumber
        .optional()
        .meta({ description: 'Rupees that are expected to go back; refused with 409 when it is another sum.' }),
      writtenOff: rupeeNumber.optional().meta({
        description:
          'Rupees that are expected to be written off; refused with 409 when it is another sum, as once the visit has begun.',
      }),
    }),
    answer: deletedShape.extend({ refunded: z.number(), writtenOff: z.number() }).meta({ id: 'BookingDeleted' }),
    refusals: [409, 422],
  }),
}

const figures = z.object({
  totalIncome: z.number(),
  pendingAmount: z.number(),
  currentAmount: z.number(),
  totalBookings: z.number().int(),
  todayBookings: z.number().int(),
  totalScreens: z.number().int(),
})

export const dashboardCalls = {
  info: describeCall({
    method: 'GET',
    path: '/api/bookings/getDashboardInfo',
    group: 'Dashboard',
    summary: 'The figures of the dashboard',
    notes: 'Of booked bookings unless a status is named. Amounts in rupees; the last two for super admins.',
    who: 'see-figures',
    query: dashboardQuery,
    answer: figures
      .extend({ totalCities: z.number().int().optional(), totalLocations: z.number().int().optional() })
      .meta({ id: 'DashboardInfo' }),
    refusals: [422],
  }),
  graph: describeCall({
    method: 'GET',
    path: '/api/bookings/getGraphData',
    group: 'Dashboard',
    summary: 'Each location’s part of the bookings, in percent',
    who: 'see-shares',
    query: dashboardQuery,
    answer: listOf(
      'graphData',
      z.object({ name: z.string(), location: z.string(), percentage: z.number() }).meta({ id: 'Share' }),
    ),
    refusals: [422],
  }),
}

export const checkoutCalls = {
  bookedSlots: describeCall({
    method: 'POST',
    path: '/api/bookings/getBookedSlots',
    group: 'Booking',
    summary: 'The slots of a screen that cannot be booked on a date',
    notes:
      'Booked, held by somebody who is paying, started, or too late: within an hour of its start only a Basic package is sold. A date that is closed, over or too far ahead says why.',
    who: 'everyone',
    body: z.object({ currentDate: dateInput, screenId: idInput }),
    answer: listOf(
      'bookedSlots',
      slotShape
        .extend({ status: z.enum(['booked', 'held', 'started', 'too-late', 'closed']) })
        .meta({ id: 'BookedSlot' }),
    ).extend({ closed: z.string().nullable() }),
    refusals: [404],
  }),
  book: describeCall({
    method: 'POST',
    path: '/api/bookings/customerBooking',
    group: 'Booking',
    summary: 'Hold a slot and open the payment',
    notes:
      'The slot is held until the booking’s `holdEndsAt`. The same booking again answers with the first result; another price than the server’s with 409 and the server’s summary. A booking of nothing to pay is booked at once, without an order.',
    who: 'everyone',
    body: customerBookingBody,
    answer: z.object({
      booking: bookingShape,
      razorpayOrderId: z.string().nullable(),
      razorpayKeyId: z.string(),
      amount: z.number().int().meta({ description: 'What is to be paid now, in paise.' }),
      currency: z.string(),
      timeout: z.number().int().meta({ description: 'Seconds that the payment window may stay open.' }),
    }),
    status: 201,
    refusals: [404, 409, 422, 429, 502],
    repeatable: true,
  }),
  verify: describeCall({
    method: 'POST',
    path: '/api/bookings/verifyPayment',
    group: 'Booking',
    summary: 'Check what the payment window handed over',
    notes: 'A right signature is not money: the provider is asked. Repeating it changes nothing.',
    who: 'everyone',
    body: z.object({
      razorpay_payment_id: wantedId.min(1),
      razorpay_order_id: orderId,
      razorpay_signature: nameInput.min(1),
    }),
    answer: z.object({
      success: z.boolean(),
      state: z.enum(['booked', 'waiting', 'returned', 'failed']),
      message: z.string(),
      booking: z
        .object({ _id: z.string(), code: z.string(), status: z.enum(BOOKING_STATUSES), link: z.string() })
        .optional()
        .meta({ description: 'The booking, with its customer’s own link.' }),
    }),
    refusals: [429, 502],
  }),
  dropOrder: describeCall({
    method: 'POST',
    path: '/api/bookings/delPreviousOrder',
    group: 'Booking',
    summary: 'Release a held slot after the payment window was dismissed',
    notes: 'Kept while a payment may still be under way. Repeating it changes nothing.',
    who: 'everyone',
    body: z.object({ orderId }),
    answer: doneShape,
    refusals: [429],
  }),
  logFailure: describeCall({
    method: 'POST',
    path: '/api/bookings/cancelPayment',
    group: 'Booking',
    summary: 'Log a payment that failed',
    notes: 'Not final: money may still come.',
    who: 'everyone',
    body: z.object({ orderId, reason: textInput.optional() }),
    answer: doneShape,
    refusals: [429],
  }),
}
