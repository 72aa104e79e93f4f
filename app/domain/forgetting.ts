import type { Attendance, BookingStatus } from './booking-status'
import { DAY_MS } from './durations'
import { isReceived, type LedgerPayment } from './ledger'
import { type Paise, rupees, ZERO } from './money'

/** Days after which whoever never paid is forgotten, counted from the end of the booking, as the privacy policy says (content/policies). */
export const UNPAID_KEPT_DAYS = 30

/** An invoice of so much names its buyer by law (Rule 46 of the CGST Rules, tax-document.ts): it is not made nameless by itself. */
const INVOICE_NAMES_FROM = rupees(50_000)

/** A booking as far as it decides whether the books need to know whose it was. */
interface Ended {
  status: BookingStatus
  attendance: Attendance
  total: Paise
  /** When the visit was to end, or it was cancelled, or its hold ran out. */
  endedAt: Date
  payments: readonly Pick<LedgerPayment, 'status' | 'voided'>[]
  /** Money of it has not come to its end: it waits to be settled, is disputed or on its way. */
  moneyUnderWay: boolean
}

/**
 * Whether nobody came to a visit that is over: as staff noted, or, where they noted nothing, since whoever comes pays what there is to
 * pay.
 */
const nobodyCame = ({ attendance, total }: Ended): boolean =>
  attendance === 'no-show' || (attendance === 'expected' && total > ZERO)

/** Whether its customer's name may leave the papers of a visit that stood. */
const mayBeNameless = ({ total }: Ended): boolean => total < INVOICE_NAMES_FROM

/**
 * Whether its customer is forgotten by now (rule D2): nothing was paid for it, it came to nothing, and that is so many days ago. Who
 * came and owes is not, nor anybody whose money came, though all of it went back: the books say whose it was.
 */
export function isForgotten(booking: Ended, now: Date): boolean {
  const { status, endedAt, payments, moneyUnderWay } = booking
  if (moneyUnderWay || payments.some(isReceived)) return false
  const cameToNothing = status === 'booked' ? nobodyCame(booking) && mayBeNameless(booking) : status !== 'pending'
  return cameToNothing && now.getTime() - endedAt.getTime() > UNPAID_KEPT_DAYS * DAY_MS
}
