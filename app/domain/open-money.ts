import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations'
import { EXACT, formatRupees, type Paise, WHOLE } from './money'

/** After this something about money has waited too long, and the owner is told. */
const TOO_LONG_MS = DAY_MS

/** What about money has waited since before this has waited too long. */
export const tooLongSince = (now: Date): Date => new Date(now.getTime() - TOO_LONG_MS)

/** Whether something about money has waited for more than a day. */
export const waitsTooLong = (since: Date, now: Date): boolean => since < tooLongSince(now)

/** How long something has waited, in whole minutes, then hours, and from two days on in days: `20 min`, `30 h`, `2 days`. */
export function ageWords(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime())
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  return `${Math.floor(age / DAY_MS)} days`
}

/** An amount as the provider names it, in hundredths of its currency: `₹499`, and `499.00 USD` where it is not ours. */
export const formatAmount = (amount: Paise, currency: string): string =>
  currency === 'INR' ? formatRupees(amount) : `${EXACT.format(amount / 100)} ${currency}`

/** What the customer's bank calls a payment, as pages and letters name it: `bank’s number 412345678901`. */
export const bankWords = (reference: string): string => `bank’s number ${reference}`

/** How much waits for whoever looks, and how much of it is not listed until something listed is done. */
export function waitingWords({
  waiting,
  listed,
  overdue,
}: {
  waiting: number
  listed: number
  overdue: number
}): string {
  if (!waiting) return 'Nothing waits for you'
  const wait = waiting === 1 ? '1 thing waits for you' : `${WHOLE.format(waiting)} things wait for you`
  const late = overdue ? `, ${WHOLE.format(overdue)} for more than a day` : ''
  return `${wait}${late}${waiting > listed ? `; the oldest ${WHOLE.format(listed)} are listed` : ''}`
}

/** How much has waited for more than a day, as the owner's letter begins: `1 thing`, `1,213 things`. */
export const thingsWords = (overdue: number): string => (overdue === 1 ? '1 thing' : `${WHOLE.format(overdue)} things`)

/** How much of that the letter does not list; undefined when it lists all. */
export function unlistedWords(overdue: number, listed: number): string | undefined {
  const beyond = overdue - listed
  if (beyond <= 0) return undefined
  const [are, they] = beyond === 1 ? ['is', 'it is'] : ['are', 'they are']
  return `${WHOLE.format(beyond)} of them ${are} not listed here; ${they} listed once some of what waits for you is done.`
}

/** How much is not right in the books, and how much of it is listed. */
export function booksWords(wrong: number, listed: number): string {
  if (!wrong) return 'Everything agrees'
  const things = wrong === 1 ? '1 thing is' : `${WHOLE.format(wrong)} things are`
  return `${things} not right${wrong > listed ? `; ${WHOLE.format(listed)} of them are listed` : ''}`
}
