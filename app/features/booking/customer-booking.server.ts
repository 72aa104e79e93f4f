import { asc, eq } from 'drizzle-orm'
import { bookingLines, bookings } from '~/db/schema'
import { formatDate, formatSlot, formatWeekday } from '~/domain/calendar'
import { ledgerOf } from '~/domain/ledger'
import { summarize } from '~/domain/pricing'
import type { AppContext } from '~/platform/context.server'

/** A booking as its customer may see it, by the unguessable token of its link; undefined when there is none. */
export async function findCustomerBooking({ db }: AppContext, token: string) {
  const booking = await db.query.bookings.findFirst({
    where: eq(bookings.linkToken, token),
    with: { lines: { orderBy: asc(bookingLines.position) }, payments: true, refunds: true, location: true },
  })
  if (!booking) return undefined
  const payments = booking.payments.map(({ amount, status, voidedAt }) => ({
    amount,
    status,
    voided: voidedAt !== null,
  }))
  return {
    booking,
    view: {
      code: booking.code,
      status: booking.status,
      customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
      location: booking.locationName,
      addressLink: booking.location?.addressLink ?? null,
      screen: booking.screenName,
      date: `${formatWeekday(booking.visitDate)}, ${formatDate(booking.visitDate)}`,
      slot: formatSlot({ from: booking.slotFrom, to: booking.slotTo }),
      people: booking.people,
      celebrantName: booking.celebrantName,
      ledName: booking.ledName,
      ledNumber: booking.ledNumber,
      nameOnCake: booking.nameOnCake,
      lines: booking.lines,
      summary: summarize(booking.lines),
      total: booking.total,
      ledger: ledgerOf(booking.total, payments, booking.refunds),
    },
  }
}

export type CustomerBookingView = NonNullable<Awaited<ReturnType<typeof findCustomerBooking>>>['view']
