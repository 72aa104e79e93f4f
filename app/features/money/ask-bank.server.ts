import { asc, eq } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { REFUND_DAYS } from '~/domain/refund-life'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth, type Settled, type SettledState } from './settle-payment.server'

type BankAnswer = SettledState | 'cancelled' | 'unreachable'

/** What was found, in words for somebody who paid and sees nothing. */
const WORDS: Record<BankAnswer, string> = {
  booked: 'Every payment that the bank knows of is in your booking: the room is yours.',
  waiting:
    'Your bank has the payment and has not confirmed it yet. We keep asking, and write to you as soon as it does.',
  returned:
    'The bank has your payment, but it came too late to be used. Nothing of it is lost: this page says what becomes of it.',
  cancelled: 'The bank has your payment for this booking, which was cancelled: this page says what goes back of it.',
  'nothing-yet': `The bank knows of no payment for this booking. If money has left your account, it comes back there by itself within ${REFUND_DAYS}; we keep asking until then.`,
  unreachable:
    'The bank could not be asked just now. Nothing is lost: we ask it again by ourselves. Please try again in a moment.',
}

/** The same of one sum among others of which something else was found. */
const EACH: Record<Exclude<BankAnswer, 'nothing-yet'>, (sum: string) => string> = {
  booked: (sum) => `${sum} is in your booking: the room is yours.`,
  waiting: (sum) => `${sum} is with your bank, which has not confirmed it yet: we keep asking, and write to you.`,
  returned: (sum) => `${sum} came too late or was too much: what is not used of it goes back, as this page says.`,
  cancelled: (sum) => `${sum} was paid for this booking, which was cancelled: this page says what goes back of it.`,
  unreachable: (sum) => `Of ${sum} the bank could not be asked just now: please try again in a moment.`,
}

const ORDER = ['booked', 'waiting', 'returned', 'cancelled', 'unreachable'] as const

/**
 * Asks the provider about every order of a booking and makes our books follow on the spot (rule P24); says what was found, of
 * each sum where it is not the same of all. `good` when everything that was paid is in the booking.
 */
export async function askBank(context: AppContext, bookingId: string): Promise<{ words: string; good: boolean }> {
  const attempts = await context.db.query.paymentAttempts.findMany({
    where: eq(paymentAttempts.bookingId, bookingId),
    orderBy: [asc(paymentAttempts.createdAt), asc(paymentAttempts.id)],
  })
  const sums = new Map<BankAnswer, Paise>()
  for (const { providerOrderId, amount } of attempts) {
    if (!providerOrderId) continue
    const settled = await applyGatewayTruth(context, providerOrderId)
    const answer = settled.ok ? answerOf(settled) : 'unreachable'
    sums.set(answer, paise((sums.get(answer) ?? 0) + amount))
  }
  const found = ORDER.filter((one) => sums.has(one))
  const [only] = found
  if (found.length > 1) {
    return { words: found.map((one) => EACH[one](formatRupees(sums.get(one) ?? paise(0)))).join(' '), good: false }
  }
  return { words: WORDS[only ?? 'nothing-yet'], good: only === 'booked' }
}

/** What is kept of a cancelled booking is no money that came too late. */
const answerOf = ({ state, booking }: Extract<Settled, { ok: true }>): BankAnswer =>
  state === 'returned' && booking.status === 'cancelled' ? 'cancelled' : state
