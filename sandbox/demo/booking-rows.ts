import { newCode, newId, newToken } from '~/db/new-id'
import type * as schema from '~/db/schema'
import type { CalendarDate, ClockTime } from '~/domain/calendar'
import { type Paise, paise } from '~/domain/money'
import { ADVANCE } from '~/domain/payment-choice'
import type { PaymentMode } from '~/domain/payment-mode'
import { type PricingInput, priceBooking } from '~/domain/pricing'
import type { InstantRange } from '~/domain/slots'
import type { Room } from './bookings'

type BookingRow = typeof schema.bookings.$inferInsert
type PaymentRow = typeof schema.payments.$inferInsert

/** A slot of a room on a date. */
export interface Place {
  screen: Room
  date: CalendarDate
  from: ClockTime
  to: ClockTime
  during: InstantRange
}

interface Wanted extends Pick<PricingInput, 'people' | 'occasion' | 'addons' | 'cakes' | 'gifts'> {
  place: Place
  guest: { id: string; name: string; email: string; number: string }
  chosen: Room['packages'][number]
  ledName?: string
  bookedAt: Date
}

/** A booking with its lines, priced as the product prices it; `changes` are what its row says besides. */
export function bookingRows(
  { place, guest, chosen, people, occasion, addons, cakes, gifts, ledName = '', bookedAt }: Wanted,
  changes: Partial<BookingRow> & Pick<BookingRow, 'status'>,
) {
  const { screen, date, from, to, during } = place
  const { minPeople, extraPersonPrice, location } = screen
  const { lines, subtotal, couponPrice, total } = priceBooking({
    ...{ visitDate: date, package: chosen, people, minPeople, extraPersonPrice },
    ...{ occasion, addons, cakes, gifts, ledName, coupon: null },
  })
  const id = newId()
  const booking: BookingRow = {
    ...{ id, code: `LUM-${newCode()}`, linkToken: newToken(), attemptId: newId() },
    cityName: location?.city?.name ?? '',
    ...{ locationId: screen.locationId, locationName: location?.name ?? '' },
    ...{ screenId: screen.id, screenName: screen.name },
    ...{ visitDate: date, slotFrom: from, slotTo: to, during },
    ...{ customerId: guest.id, customerName: guest.name, customerEmail: guest.email, customerNumber: guest.number },
    ...{ people, minPeople, extraPersonPrice },
    ...{ packageId: chosen.id, packageName: chosen.name, packageInclusions: chosen.inclusions },
    ...{ ledName, couponPrice, subtotal, total, termsAcceptedAt: bookedAt, createdAt: bookedAt },
    ...changes,
  }
  return { id, total, booking, lines: lines.map((line, position) => ({ ...line, bookingId: id, position })) }
}

/** What was paid of a booking: the advance when it was booked, and the rest at the visit where that is said. */
export function paymentRows(
  { id, total }: { id: string; total: Paise },
  bookedAt: Date,
  rest?: { at: Date; mode: PaymentMode },
): PaymentRow[] {
  const advance = paise(Math.min(ADVANCE, total))
  const balance = paise(total - advance)
  const own = { bookingId: id, status: 'captured' as const }
  return [
    { ...own, amount: advance, purpose: 'advance', mode: 'upi', receivedAt: bookedAt },
    ...(rest && balance > 0
      ? [{ ...own, amount: balance, purpose: 'balance' as const, mode: rest.mode, receivedAt: rest.at }]
      : []),
  ]
}

/** A letter about a booking that has gone out: nothing of the demo goes out by itself. */
export const sentLetter = (
  kind: 'confirmation' | 'thank-you',
  id: string,
  createdAt: Date,
  sentAt = createdAt,
): typeof schema.outbox.$inferInsert => ({
  ...{ kind, dedupeKey: `${kind}:${id}:0`, payload: { bookingId: id } },
  ...{ createdAt, sentAt },
})
