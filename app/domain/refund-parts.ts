import type { LedgerState } from './ledger'
import { formatRupees, type Paise, paise, sum, ZERO } from './money'
import { SMALLEST_PAYMENT } from './payment-choice'
import { REFUND_DAYS } from './refund-life'

/** A payment that counts, with what of it has not gone back and is not on its way back. */
export interface HeldPayment {
  payment: string
  /** Came by the payment provider, and goes back by it; anything else is handed over at the front desk. */
  online: boolean
  receivedAt: Date
  held: Paise
  /** The provider's charge with its tax. */
  fee: Paise
}

/** What of one payment goes back. A promise is a list of these, and the very list is queued. */
export interface RefundPart {
  payment: string
  /** By the provider; else it is handed over at the front desk. */
  online: boolean
  amount: Paise
}

/** What a list of parts comes to, by the way it goes. */
export interface ReturnedSums {
  online: Paise
  desk: Paise
  all: Paise
  /** Neither yet: it waits until a bank has decided about the payment that it is of (rule P23). */
  waits?: Paise
  /** How much of what waited to be handed over pays for the booking again (rule M17). */
  needed?: Paise
  /** How much of what is handed over at the front desk was by now. */
  given?: Paise
  /** The refunds by which it goes, where they have begun. */
  refunds?: readonly string[]
}

/** What a cancellation refunds of the money that is not owed anyway; charges are the provider’s, so that desk money has none. */
export type Rest = 'everything' | 'less-charges' | 'nothing'

/** Whether a sum of a payment goes back by the provider, which sends nothing below ₹1. */
export const goesOnline = (online: boolean, amount: Paise): boolean => online && amount >= SMALLEST_PAYMENT

type Entered = Pick<HeldPayment, 'payment' | 'receivedAt'>

/** Puts payments in order, the newest first; of one moment the one that was entered last: ids sort as they were made. */
export const newestFirst = (a: Entered, b: Entered): number =>
  b.receivedAt.getTime() - a.receivedAt.getTime() || (a.payment < b.payment ? 1 : -1)

const keptOf = (held: readonly HeldPayment[]): Paise => sum(held.map((one) => one.held))

/**
 * What is owed because more was received than the booking costs: of the newest payment first, never more than it still
 * holds, whole and without a charge (rule M17).
 */
export function partsOwed(held: readonly HeldPayment[], total: Paise): RefundPart[] {
  let open = keptOf(held) - total
  return [...held].sort(newestFirst).flatMap(({ payment, online, held: left }) => {
    const amount = paise(Math.max(0, Math.min(left, open)))
    open -= amount
    return amount > 0 ? [{ payment, online: goesOnline(online, amount), amount }] : []
  })
}

/**
 * Which of the refunds that wait to be handed over, in the order in which they began, are taken back once so much is to be paid again:
 * the newest, as many as pay for it (rule M17). What is owed beyond it is worked out anew.
 */
export function takenBack<Task extends { amount: Paise }>(tasks: readonly Task[], remaining: Paise): Task[] {
  let open: number = remaining
  return [...tasks].reverse().filter(({ amount }) => {
    const taken = open > 0
    open -= amount
    return taken
  })
}

export interface CancellationParts {
  /** Owed whatever the policy says. */
  owed: RefundPart[]
  /** What comes on top of it. */
  rest: RefundPart[]
  /** Both, one part a payment: what is queued. */
  parts: RefundPart[]
}

/** What a cancellation refunds: first what is owed, whole; then what is given of the rest. */
export function partsOfCancellation(held: readonly HeldPayment[], total: Paise, given: Rest): CancellationParts {
  const owed = partsOwed(held, total)
  const owedOf = (payment: string) => owed.find((part) => part.payment === payment)?.amount ?? ZERO
  const rest = held.flatMap(({ payment, online, held: left, fee }) => {
    if (given === 'nothing') return []
    const charge = given === 'everything' ? 0 : fee
    const amount = paise(Math.max(0, left - owedOf(payment) - charge))
    return amount > 0 ? [{ payment, online: goesOnline(online, amount), amount }] : []
  })
  const restOf = (payment: string) => rest.find((part) => part.payment === payment)?.amount ?? ZERO
  const parts = held
    .map(({ payment, online }) => ({ payment, online, amount: sum([owedOf(payment), restOf(payment)]) }))
    .filter(({ amount }) => amount > 0)
    .map((part) => ({ ...part, online: goesOnline(part.online, part.amount) }))
  return { owed, rest, parts }
}

/**
 * What goes back of money that a cancelled booking holds again, since it had gone back before and did not arrive: what the
 * cancellation would have given of it, and all of what came after the cancellation.
 */
export function partsAfterCancellation(
  held: readonly HeldPayment[],
  total: Paise,
  { at, gives }: { at: Date; gives: Rest },
): RefundPart[] {
  const late = held.filter(({ receivedAt }) => receivedAt > at)
  // of what was paid at the desk before it nothing comes back by itself: it was handed over, or kept by the policy of that day
  const before = held.filter((one) => !late.includes(one) && (one.online || gives !== 'less-charges'))
  return [...partsOfCancellation(before, total, gives).parts, ...partsOfCancellation(late, ZERO, 'everything').parts]
}

export const NOTHING_RETURNED: ReturnedSums = { online: ZERO, desk: ZERO, all: ZERO }

/** What a list of parts comes to: online, at the front desk and in all. */
export function sumsOf<Part extends Pick<RefundPart, 'online' | 'amount'>>(parts: readonly Part[]): ReturnedSums {
  const of = (some: readonly Part[]) => sum(some.map(({ amount }) => amount))
  return {
    online: of(parts.filter(({ online }) => online)),
    desk: of(parts.filter(({ online }) => !online)),
    all: of(parts),
  }
}

/**
 * What of sums that were told to go back does so by now, or went, and by which way: of `live`, the refunds that were told of and still
 * count and after them what has come in the place of others, no more than was told.
 */
export function stillReturned(
  told: ReturnedSums,
  live: readonly (Pick<RefundPart, 'online' | 'amount'> & { gone: boolean })[],
): ReturnedSums {
  let open: number = told.all
  const parts = live.map((one) => {
    const amount = paise(Math.min(one.amount, open))
    open -= amount
    return { ...one, amount }
  })
  const given = sumsOf(parts.filter(({ gone }) => gone)).desk
  return { ...told, ...sumsOf(parts), ...(given > 0 && { given }) }
}

/** The same sums where a bank's decision about payments keeps so much from going back. */
export function asWaiting(sums: ReturnedSums, kept: Pick<ReturnedSums, 'online' | 'desk'>): ReturnedSums {
  const online = paise(Math.min(sums.online, kept.online))
  const desk = paise(Math.min(sums.desk, kept.desk))
  return {
    ...sums,
    online: paise(sums.online - online),
    desk: paise(sums.desk - desk),
    waits: sum([online, desk]),
  }
}

/** What would go back by these parts, of which those of disputed payments wait for the bank (rule P23). */
export function sumsWhileDisputed(parts: readonly RefundPart[], disputed: ReadonlySet<string>): ReturnedSums {
  const waiting = parts.filter(({ payment }) => disputed.has(payment))
  return waiting.length ? asWaiting(sumsOf(parts), sumsOf(waiting)) : sumsOf(parts)
}

/** What goes back and how, in words for the customer: what would happen, or what has begun. Empty when nothing goes back. */
export function returnWords({ online, desk, waits = ZERO, given = ZERO }: ReturnedSums, when: 'would' | 'now'): string {
  const would = when === 'would'
  return [
    ...(online > 0
      ? [
          would
            ? `${formatRupees(online)} goes back to the account you paid from, within ${REFUND_DAYS}.`
            : `${formatRupees(online)} is on its way back to you and arrives within ${REFUND_DAYS}.`,
        ]
      : []),
    ...(given > 0 ? [`${formatRupees(given)} was given back to you at the theatre.`] : []),
    ...(desk > given
      ? [
          would
            ? `${formatRupees(desk)} is given back to you at the theatre.`
            : `${formatRupees(paise(desk - given))} waits for you at the theatre.`,
        ]
      : []),
    ...(waits > 0
      ? [
          `${formatRupees(waits)} waits until your bank has decided about your payment: then it comes from your bank, or from us within ${REFUND_DAYS}.`,
        ]
      : []),
  ].join(' ')
}

/** How the policy begins, too, where it gives nothing. */
const NO_REFUND = 'There is no refund'

interface MoneyByNow {
  /** What has gone back by now, and what still goes. */
  gone: Paise
  coming: ReturnedSums
  /** What a bank took by a dispute that was lost: nobody gave that back. */
  taken: Paise
}

const takenWords = (taken: Paise): string[] => (taken > 0 ? [`Your bank took back ${formatRupees(taken)}.`] : [])

/** That a cancellation gives nothing back, and what went or goes back all the same, as by an edit before it. */
export function noRefundWords({ gone, coming, taken }: MoneyByNow): string {
  if (gone + coming.all === 0) return [`${NO_REFUND} for this booking.`, ...takenWords(taken)].join(' ')
  return [
    'There is no further refund for this booking.',
    ...(gone > 0 ? [`${formatRupees(gone)} went back to you before.`] : []),
    ...(coming.all > 0 ? [returnWords(coming, 'now')] : []),
    ...takenWords(taken),
  ].join(' ')
}

/** What a customer who asks to cancel has paid, and what is not asked for any more; `taken`: by a bank, of what counts as refunded. */
export function paidBeforeCancelling(
  { received, refunded, remaining }: Pick<LedgerState, 'received' | 'refunded' | 'remaining'>,
  taken: Paise,
): string {
  const paid = received > 0 ? `You have paid ${formatRupees(received)}` : 'You have paid nothing yet'
  const given = paise(refunded - taken)
  const back = given > 0 ? `, of which ${formatRupees(given)} went back or is about to` : ''
  const open = remaining > 0 ? `; the open ${formatRupees(remaining)} falls away` : ''
  return [`${paid}${back}${open}.`, ...takenWords(taken)].join(' ')
}

interface PaidMoney extends MoneyByNow {
  received: Paise
}

/** The money that was paid before a booking was cancelled. */
export interface CancelledMoney extends PaidMoney {
  /** What the cancellation itself gave back. */
  returned: Paise
  /** Why the policy gave what it gave; empty where staff chose otherwise. */
  why: string
  /** What came after it: the cancellation has nothing to say of that, and all of it goes back. */
  late?: PaidMoney
}

/** What became of the money of a cancelled booking, in words for its customer: what comes back, or why nothing does (rule M20). */
export function cancelledWords({ late, ...before }: CancelledMoney): string {
  if (!late?.received) return wordsOfCancelled(before)
  const none = 'Nothing had been paid for it when it was cancelled.'
  return [before.received === 0 ? none : wordsOfCancelled(before), lateWords(late)].join(' ')
}

function wordsOfCancelled({ received, returned, gone, coming, taken, why }: CancelledMoney): string {
  if (received === 0) return 'Nothing was paid for it, so nothing comes back.'
  // the policy's own words say it already, and why
  if (gone + coming.all === 0 && why.startsWith(NO_REFUND)) return [why, ...takenWords(taken)].join(' ')
  const money =
    returned > 0 && gone + coming.all > 0
      ? [returnWords(coming, 'now'), gone > 0 ? `${formatRupees(gone)} went back to you.` : '', ...takenWords(taken)]
      : [noRefundWords({ gone, coming, taken })]
  return [...money, why].filter(Boolean).join(' ')
}

/** What became of money that came for a booking when it was cancelled already. */
function lateWords({ received, gone, coming, taken }: PaidMoney): string {
  const late = formatRupees(received)
  if (gone === received) return `${late} that came after the cancellation went back to you in full.`
  if (coming.online === received)
    return `${late} that came after the cancellation is on its way back to you in full and arrives within ${REFUND_DAYS}.`
  return [
    `${late} came after the cancellation.`,
    ...(gone > 0 ? [`${formatRupees(gone)} of it went back to you.`] : []),
    ...(coming.all > 0 ? [returnWords(coming, 'now')] : []),
    ...takenWords(taken),
  ].join(' ')
}

type SumsOfCancelled = Omit<CancelledMoney, 'why' | 'returned'>

/** All that was ever paid for a cancelled booking, and what became of it. */
export function wholeOf({ late, ...before }: SumsOfCancelled) {
  const parts = late ? [before, late] : [before]
  const of = (amountOf: (money: PaidMoney) => Paise) => sum(parts.map(amountOf))
  return {
    received: of((money) => money.received),
    gone: of((money) => money.gone),
    coming: of((money) => money.coming.all),
    taken: of((money) => money.taken),
  }
}

/** What of the money of a cancelled booking stays with the business. */
export function keptOfCancelled(money: SumsOfCancelled): Paise {
  const { received, gone, coming, taken } = wholeOf(money)
  return paise(Math.max(0, received - gone - coming - taken))
}

/** The same for staff. */
export function returnWordsForStaff({ online, desk, waits = ZERO }: ReturnedSums): string {
  return [
    ...(online > 0 ? [`${formatRupees(online)} by the payment provider`] : []),
    ...(desk > 0 ? [`${formatRupees(desk)} handed over by you`] : []),
    ...(waits > 0 ? [`${formatRupees(waits)} once the dispute is decided`] : []),
  ].join(', ')
}
