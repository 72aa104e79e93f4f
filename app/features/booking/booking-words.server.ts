import { textWords } from '~/domain/booking-texts'
import { formatDate, formatSlot } from '~/domain/calendar'
import type { Described } from '~/domain/changes'
import { formatRupees, type Paise } from '~/domain/money'
import { type LineKind, TECHNICAL_FAILURE } from '~/domain/pricing'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'

type Lines = readonly Pick<StoredBooking['lines'][number], 'kind' | 'name' | 'count' | 'amount'>[]

/** A booking in words, for the audit log and for comparing two versions; `paid` when it is not what its rows say. */
export function describeBooking(booking: Omit<StoredBooking, 'lines'> & { lines: Lines }, paid?: Paise): Described {
  const itemsOf = (wanted: LineKind) =>
    booking.lines
      .filter(({ kind }) => kind === wanted)
      .map(({ name, count, amount }) => `${count > 1 ? `${count} × ` : ''}${name} ${formatRupees(amount)}`)
      .join(', ')
  const { received } = ledgerOfRows(booking, booking.payments, booking.refunds)
  return {
    Customer: booking.customerName,
    Phone: booking.customerNumber,
    Email: booking.customerEmail,
    Location: booking.locationName,
    Screen: booking.screenName,
    Date: formatDate(booking.visitDate),
    Slot: formatSlot({ from: booking.slotFrom, to: booking.slotTo }),
    People: String(booking.people),
    Package: itemsOf('package'),
    Occasion: itemsOf('occasion'),
    ...textWords(booking),
    Addons: itemsOf('addon'),
    Cakes: itemsOf('cake'),
    Gifts: itemsOf('gift'),
    Coupon: itemsOf('coupon'),
    [TECHNICAL_FAILURE]: itemsOf('reduction'),
    Total: formatRupees(booking.total),
    Received: formatRupees(paid ?? received),
    Note: booking.note,
  }
}
