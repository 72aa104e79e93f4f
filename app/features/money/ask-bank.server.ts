import { asc, eq } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { isOfLateMoney, saysTooLate } from '~/domain/late-money'
import { formatRupees, type Paise, paise, sum, ZERO } from '~/domain/money'
import { isLiveRefund, REFUND_DAYS } from '~/domain/refund-life'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { receivedOf } from './desk-money.server'
import { applyGatewayTruth, type Settled, type SettledState } from './settle-payment.server'

type BankAnswer = SettledState | 'cancelled' | 'gone-back' | 'disputed' | 'unreachable'

/** What was found, in words for somebody who paid and sees nothing. */
const WORDS: Record<BankAnswer, string> = {
  booked: 'Every payment that the bank knows of is in your booking: the room is yours.',
  waiting:
    'Your bank has the payment and has not confirmed it yet. We keep asking, and write to you as soon as it does.',
  returned:
    'The bank has your payment, but it came too late or was too much. Nothing of it is lost: this page says what becomes of it.',
  cancelled: 'The bank has your payment for this booking, which was cancelled: this page says what goes back of it.',
  'gone-back': 'What was paid for this booking went back, as this page says.',
  disputed: 'Your bank took the payment back, after a dispute: it is not in your booking any more.',
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
  'gone-back': (sum) => `${sum} went back, as this page says.`,
  disputed: (sum) => `Your bank took ${sum} back, after a dispute: it is not in your booking any more.`,
  unreachable: (sum) => `Of ${sum} the bank could not be asked just now: please try again in a moment.`,
}

const ORDER = ['booked', 'waiting', 'returned', 'cancelled', 'gone-back', 'disputed', 'unreachable'] as const

/**
 * Asks the provider about every order of a booking and makes our books follow on the spot (rule P24); says what was found, of
 * each sum where it is not the same of all. `good` when everything that was paid is in the booking.
 */
export async function askBank(context: AppContext, bookingId: string): Promise<{ words: string; good: boolean }> {
  const attempts = await context.db.query.paymentAttempts.findMany({
    where: eq(paymentAttempts.bookingId, bookingId),
    orderBy: [asc(paymentAttempts.createdAt), asc(paymentAttempts.id)],
  })
  const answers: { attempt: string; amount: Paise; answer: BankAnswer }[] = []
  for (const { id: attempt, providerOrderId, amount } of attempts) {
    if (!providerOrderId) continue
    const settled = await applyGatewayTruth(context, providerOrderId)
    answers.push({ attempt, amount, answer: settled.ok ? answerOf(settled) : 'unreachable' })
  }
  const sums = new Map<BankAnswer, Paise>()
  const add = (answer: BankAnswer, amount: Paise) => sums.set(answer, paise((sums.get(answer) ?? 0) + amount))
  const moneyOf = await moneyByAttempt(context, bookingId)
  for (const { attempt, amount, answer } of answers) {
    const { received, late, disputed, goneBack } = moneyOf(attempt)
    if (answer === 'booked' || answer === 'cancelled') {
      // of what was cancelled the page says itself what goes back
      const gone = answer === 'booked' ? goneBack : ZERO
      add(answer, paise(received - late - disputed - gone))
      if (late > 0) add('returned', late)
      if (gone > 0) add('gone-back', gone)
    } else add(answer, answer === 'returned' ? paise(received - disputed) : amount)
    if (disputed > 0) add('disputed', disputed)
  }
  const found = ORDER.filter((one) => sums.has(one))
  // an order of which no payment came says nothing beside one of which some did
  const told = found.filter((one) => sums.get(one))
  if (told.length > 1) {
    return { words: told.map((one) => EACH[one](formatRupees(sums.get(one) ?? ZERO))).join(' '), good: false }
  }
  const only = told[0] ?? found[0] ?? 'nothing-yet'
  return { words: WORDS[only], good: only === 'booked' }
}

/**
 * What the payments of a booking's orders came to, by the order's attempt: all that came, and of it what was `late` or too much, what
 * the bank took back after a dispute, and what went or goes back for any other reason.
 */
async function moneyByAttempt({ db }: AppContext, bookingId: string) {
  const stored = await findStoredBooking(db, bookingId)
  const back = stored?.refunds.filter(({ status }) => isLiveRefund(status)) ?? []
  return (attempt: string) => {
    const own = receivedOf(stored?.payments ?? []).filter(({ attemptId }) => attemptId === attempt)
    const ids = own.map(({ id }) => id)
    const ofOwn = back.filter(({ paymentId }) => ids.includes(paymentId))
    const amountOf = (refunds: typeof ofOwn) => sum(refunds.map(({ amount }) => amount))
    const disputed = amountOf(ofOwn.filter(({ origin }) => origin === 'dispute'))
    const late = amountOf(ofOwn.filter(({ origin, reason }) => origin !== 'dispute' && isOfLateMoney(reason)))
    const goneBack = paise(amountOf(ofOwn) - disputed - late)
    return { received: sum(own.map(({ amount }) => amount)), late, disputed, goneBack }
  }
}

/** What is kept of a cancelled booking is no money that came too late. */
const answerOf = ({ state, booking }: Extract<Settled, { ok: true }>): BankAnswer =>
  state === 'returned' && !saysTooLate(booking.status) ? 'cancelled' : state
