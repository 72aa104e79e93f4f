import { eq } from 'drizzle-orm'
import { type bookingLines, bookings, type payments, type refunds } from '~/db/schema'
import { countsAs, isBlocking } from '~/domain/booking-status'
import { textWords } from '~/domain/booking-texts'
import { formatDate, formatDay, formatSlot, todayIn } from '~/domain/calendar'
import { statusAt } from '~/domain/hold'
import { sum } from '~/domain/money'
import { invitedTo } from '~/domain/money-request'
import { mayStillCome } from '~/domain/order-watch'
import { explainedLine, summarize } from '~/domain/pricing'
import { isLiveRefund, REFUND_DAYS, returnedByNow, waitsForDispute } from '~/domain/refund-life'
import { untilWords } from '~/domain/rescue'
import { assertNever } from '~/domain/result'
import type { Scope } from '~/domain/staff-role'
import { unbroken } from '~/domain/unbroken'
import { paymentsInWords } from '~/features/booking/payment-words.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { disputedPayments } from '~/features/money/dispute.server'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { findBookingRow } from './booking-queries.server'

/** A booking as its customer may see it, by the unguessable token of its link; undefined when there is none. */
export async function findCustomerBooking(context: AppContext, token: string) {
  const { db, business, clock } = context
  const booking = await db.query.bookings.findFirst({
    where: eq(bookings.linkToken, token),
    with: {
      ...{ ...WITH_ROWS, location: true, request: true },
      attempts: { columns: { amount: true, underWayAt: true, nextCheckAt: true } },
    },
  })
  if (!booking) return undefined
  const disputed = await disputedPayments(db, booking.id)
  const returns = booking.refunds
    .filter(({ status }) => isLiveRefund(status))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      how: unbroken(
        waitsForDispute(refund.status, disputed.has(refund.paymentId))
          ? 'Waits until your bank has decided about your payment'
          : refund.heldUntil
            ? `Goes back by itself at ${untilWords(refund.heldUntil, clock.now(), business.timeZone)}, unless you choose another slot`
            : returnState(refund),
      ),
      since: formatDate(todayIn(business.timeZone, refund.settledAt ?? refund.createdAt)),
    }))
  const paid = paymentsInWords(booking.payments, business.timeZone)
  const owed = payableNow(booking, clock.now())
  const payable = invitedTo(owed, booking, clock.now())
  /** What may be under way at a bank: who pays it again might pay twice (rule S8). */
  const underWay = sum(booking.attempts.filter(mayStillCome).map(({ amount }) => amount))
  return { booking, view: invoiceView(booking), returns, paid, payable, owed, underWay }
}

/** Where one refund is, in words for the customer. */
function returnState({ mode, status, origin }: typeof refunds.$inferSelect): string {
  if (origin === 'dispute') return 'Taken back by your bank'
  if (mode !== 'online') return status === 'processed' ? 'Given to you at the theatre' : 'Waits for you at the theatre'
  switch (status) {
    case 'processed':
      return 'Sent back to the account you paid from'
    case 'failed':
    case 'with-staff':
      return 'It has not gone through yet; we are seeing to it'
    case 'dropped':
      return 'Withdrawn'
    case 'queued':
    case 'pending':
      return `On its way to the account you paid from, within ${REFUND_DAYS}`
    default:
      return assertNever(status)
  }
}

/** The same for staff, by its id; undefined outside the scope. */
export async function findBookingWithin({ db }: AppContext, scope: Scope, id: string) {
  const booking = await findBookingRow(db, scope, id)
  return booking && { booking, view: invoiceView(booking) }
}

type BookingRow = typeof bookings.$inferSelect
interface BookingWithRows extends BookingRow {
  lines: (typeof bookingLines.$inferSelect)[]
  payments: (typeof payments.$inferSelect)[]
  refunds: (typeof refunds.$inferSelect)[]
  location: { addressLink: string; address: string; parking: string } | null
}

/** Where and when a booking's visit is, in words. */
export const visitWords = (
  booking: Pick<BookingRow, 'locationName' | 'screenName' | 'visitDate' | 'slotFrom' | 'slotTo'>,
) => ({
  location: booking.locationName,
  screen: booking.screenName,
  date: formatDay(booking.visitDate),
  slot: unbroken(formatSlot({ from: booking.slotFrom, to: booking.slotTo })),
})
export type VisitWords = ReturnType<typeof visitWords>

/** A booking as its invoice shows it, to its customer and to staff alike. */
export function invoiceView(booking: BookingWithRows) {
  return {
    code: booking.code,
    status: booking.status,
    /** What it is called: a hold that was deleted is one that has ended, and no booking that was cancelled (rule E26). */
    called: countsAs(booking),
    /** Whether its slot is its own, held or booked. */
    blocks: isBlocking(booking.status),
    customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
    ...visitWords(booking),
    addressLink: booking.location?.addressLink ?? null,
    address: booking.location?.address ?? null,
    parking: booking.location?.parking ?? '',
    people: booking.people,
    texts: textWords(booking),
    lines: booking.lines.map((line) => ({ position: line.position, ...explainedLine(line) })),
    summary: summarize(booking.lines),
    total: booking.total,
    returned: returnedByNow(booking.refunds),
    ledger: ledgerOfRows(booking, booking.payments, booking.refunds),
  }
}

/** The same as it stands now: nothing may yet have written down that a hold has run out. */
export function viewNow(booking: BookingWithRows, now: Date): CustomerBookingView {
  const status = statusAt(booking, now)
  return { ...invoiceView(booking), status, called: countsAs({ ...booking, status }), blocks: isBlocking(status) }
}

export type CustomerBookingView = ReturnType<typeof invoiceView>
