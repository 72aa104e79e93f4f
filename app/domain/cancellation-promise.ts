import { clockTimeIn, formatClockTime, formatDayMonth, formatWeekday, todayIn } from './calendar'
import {
  type BookingForPolicy,
  changesEnd,
  NOTICE_HOURS,
  quoteCancellation,
  quoteReschedule,
} from './cancellation-policy'
import { DAY_MS, MINUTE_MS } from './durations'
import { formatRupees, type Paise, paise, sum } from './money'
import { type HeldPayment, partsOfCancellation, sumsOf } from './refund-parts'

/** What the provider's charge usually is, its tax included; known exactly once a payment is captured. */
const USUAL_CHARGE = 0.0236

/** A payment that has not been made yet, with the charge that it will probably have. */
export const expectedPayment = (amount: Paise, now: Date): HeldPayment => ({
  payment: 'expected',
  online: true,
  receivedAt: now,
  held: amount,
  fee: paise(Math.round(amount * USUAL_CHARGE)),
})

interface Money {
  held: readonly HeldPayment[]
  total: Paise
  /** The charge is an expectation: said as "about". */
  expected?: boolean
}

/** A page is read as it is asked for; a letter and a calendar file are read later, when a countdown would be wrong. */
export type ReadWhen = 'now' | 'later'

/** An instant in a sentence: `Mon 18 Jan, 7:00 PM`. */
export function shortMoment(at: Date, zone: string): string {
  const date = todayIn(zone, at)
  return `${formatWeekday(date).slice(0, 3)} ${formatDayMonth(date)}, ${formatClockTime(clockTimeIn(zone, at))}`
}

/** `5 h 20 min`, down to the minute. */
function leftWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/**
 * What cancelling and moving come to for this very booking, in rupees and minutes (rule M27): made by what carries it out, of
 * the booking's own payments, its day and its start. On the last day it says how long is left to whoever reads it now.
 */
export function cancellationPromise(
  booking: BookingForPolicy,
  money: Money,
  now: Date,
  zone: string,
  read: ReadWhen = 'now',
): string {
  const { held, total, expected = false } = money
  const { gives, reason } = quoteCancellation(booking, now)
  const { all } = sumsOf(partsOfCancellation(held, total, gives).parts)
  const back = `${expected ? 'about ' : ''}${formatRupees(all)}`
  switch (reason) {
    case 'in-time': {
      const end = changesEnd(booking)
      const left = end.getTime() - now.getTime()
      const until = `${shortMoment(end, zone)}${read === 'now' && left <= DAY_MS ? ` (${leftWords(left)} left)` : ''}`
      const moves = quoteReschedule(booking, now).allowed
      if (all === 0)
        return `If you cancel it, nothing comes back.${moves ? ` You may move it once until ${until}.` : ''}`
      const move = moves ? ' You may move it once until then.' : ''
      return `Cancel by ${until} and ${back} comes back${lessWords(held, all, expected)}. After that nothing.${move}`
    }
    case 'weekend':
      return `This visit is on a ${formatWeekday(booking.visitDate)}: such a booking cannot be moved, and if you cancel it, ${nothingOr(all)} comes back.`
    case 'too-late':
      return `Your visit begins less than ${NOTICE_HOURS} hours from now: it cannot be moved any more, and if you cancel it, ${nothingOr(all)} comes back.`
    default:
      return `This booking has used its one move: it cannot be moved again, and if you cancel it, ${nothingOr(all)} comes back.`
  }
}

/**
 * That nothing comes back of visits like this one, and that they cannot be moved: for who still chooses a day. Empty where something
 * would come back, or it could be moved (rules M20, M22).
 */
export function finalWords(booking: BookingForPolicy, now: Date): string {
  const { gives, reason } = quoteCancellation(booking, now)
  if (gives !== 'nothing' || quoteReschedule(booking, now).allowed) return ''
  const which =
    reason === 'weekend' ? `on a ${formatWeekday(booking.visitDate)}` : `less than ${NOTICE_HOURS} hours away`
  return `Visits ${which} cannot be moved or refunded.`
}

const nothingOr = (all: Paise) => (all > 0 ? formatRupees(all) : 'nothing')

/** What of the money is not in what comes back, and why; empty when all of it is. */
function lessWords(held: readonly HeldPayment[], all: Paise, expected: boolean): string {
  const paid = sum(held.map((one) => one.held))
  if (all >= paid) return ''
  return ` (${formatRupees(paid)} less ${expected ? 'about ' : ''}${formatRupees(paise(paid - all))} the bank keeps)`
}
