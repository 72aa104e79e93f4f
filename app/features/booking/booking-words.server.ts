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
    ...describePlace(booking),
    People: String(booking.people),
    Package: itemsOf('package'),
    Occasion: itemsOf('occasion'),
    ...textWords(booking),
    Addons: itemsOf('addon'),
    Cakes: itemsOf('cake'),
    Gifts: itemsOf('gift'),
    Coupon: itemsOf('coupon'),
    [TECHNICAL_FAILURE]: itemsOf('reduction'),
    ...describeMoney(booking, paid ?? received),
    Note: booking.note,
  }
}

/** A booking in words for a place that it leaves: nothing of its guests, who are guests of another place now (rule M25). */
export const describeLeaving = (booking: StoredBooking): Described => ({
  ...describePlace(booking),
  ...describeMoney(booking, ledgerOfRows(booking, booking.payments, booking.refunds).received),
})

type Place = Pick<StoredBooking, 'locationName' | 'screenName' | 'visitDate' | 'slotFrom' | 'slotTo'>

const describePlace = ({ locationName, screenName, visitDate, slotFrom: from, slotTo: to }: Place): Described => ({
  ...{ Location: locationName, Screen: screenName, Date: formatDate(visitDate), Slot: formatSlot({ from, to }) },
})

const describeMoney = ({ total }: Pick<StoredBooking, 'total'>, received: Paise): Described => ({
  ...{ Total: formatRupees(total), Received: formatRupees(received) },
})
