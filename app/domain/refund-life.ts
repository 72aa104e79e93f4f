import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations'
import { type Paise, paise, sum } from './money'
import { assertNever } from './result'

/**
 * Where a refund is. `queued`: to be sent, or to be handed over at the front desk; `pending`: the provider has it; `failed`:
 * refused or failed at the bank, and tried again later; `with-staff`: the tries are used up, somebody must see to it;
 * `processed`: the money has gone; `dropped`: it will not go, and counts for nothing.
 */
export const REFUND_STATUSES = ['queued', 'pending', 'failed', 'with-staff', 'processed', 'dropped'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

const ONLINE_WORDS = {
  queued: 'on its way',
  pending: 'on its way',
  failed: 'failed, is tried again',
  'with-staff': 'could not be sent, waits for you',
  processed: 'done',
  dropped: 'not sent',
} satisfies Record<RefundStatus, string>
const BY_HAND_WORDS = { ...ONLINE_WORDS, queued: 'to be handed over', processed: 'handed over' }

/**
 * Where a refund is, in words for the back office; `disputed`: a bank may still take back the payment that it is of; `by`: who handed it
 * over, where that was noted.
 */
export function refundWords(
  status: RefundStatus,
  { byHand, disputed, by = null }: { byHand: boolean; disputed: boolean; by?: string | null },
): string {
  if (waitsForDispute(status, disputed)) return 'waits until the dispute is decided'
  const words = (byHand ? BY_HAND_WORDS : ONLINE_WORDS)[status]
  return byHand && by && status === 'processed' ? `${words} by ${by}` : words
}

const ELSEWHERE = 'the booking needs the money, or it went back in another way.'
const BY_PROVIDER = {
  processed: 'The payment provider has sent this already.',
  queued: 'The payment provider is sending this now.',
}

/**
 * Why nothing that staff say of a refund concerns it any more, by where it is now. Who may have given the money by hand reads
 * whether that was right: where the provider sends it, or the booking needs it, it was not.
 */
export function waitsNoMoreWords(
  { status, byHand }: Pick<RefundLife, 'status' | 'byHand'>,
  said: 'handed-over' | 'again',
): string {
  const unlessGiven = said === 'handed-over' ? ' Give nothing for it, or take it back.' : ''
  if (status === 'dropped')
    return `This is not to be ${said === 'again' ? 'sent' : 'handed over'} any more: ${ELSEWHERE}${unlessGiven}`
  if (byHand)
    return status === 'processed' ? 'This was handed over already.' : 'This is to be handed over now, not sent.'
  return `${BY_PROVIDER[status === 'processed' ? status : 'queued']}${unlessGiven}`
}

/**
 * Who began a refund: we, somebody in the provider's own console, or the customer's bank, which took the money back by a
 * dispute that was lost.
 */
export const REFUND_ORIGINS = ['ours', 'provider', 'dispute'] as const
export type RefundOrigin = (typeof REFUND_ORIGINS)[number]

const ORIGIN_WORDS = {
  ours: 'Refund',
  provider: 'Refund',
  dispute: 'Dispute lost',
} satisfies Record<RefundOrigin, string>

/** What money that went back is called in the back office. */
export const originWords = (origin: RefundOrigin): string => ORIGIN_WORDS[origin]

/** The provider works on these, or is asked again by itself. */
export const REFUNDS_UNDER_WAY = ['queued', 'pending', 'failed'] as const satisfies readonly RefundStatus[]

/** The money of these has not left us: they can still wait, or give way to another refund. */
const UNSENT: readonly RefundStatus[] = ['queued', 'failed', 'with-staff']

/**
 * Whether a refund waits until a dispute about its payment is decided: until then nothing of it is sent or handed over (rule P23), or
 * it could go twice. What the provider has already goes its way.
 */
export const waitsForDispute = (status: RefundStatus, disputed: boolean): boolean => disputed && UNSENT.includes(status)

/** The statuses at which a refund is at its end, as far as we know: the money has gone, or will not go. */
export const ENDED_REFUNDS = ['processed', 'dropped'] as const satisfies readonly RefundStatus[]

/** Whether a refund is at its end; a bank may still send back what was processed. */
export const hasEnded = (status: RefundStatus): boolean => ENDED_REFUNDS.some((one) => one === status)

/** Whether a refund counts as money that went or is going back. */
export const isLiveRefund = (status: RefundStatus): boolean => status !== 'dropped'

/** What became of a booking's refunds by now. */
interface ReturnedByNow {
  /** What we gave back. */
  gone: Paise
  /** What has not reached its end yet, whatever it waits for. */
  coming: Paise
  /** What a bank took back by a dispute that was lost: nobody gave that. */
  taken: Paise
}

/** Whether a refund has not reached its end yet; what a bank took by a dispute, nobody sends. */
export const isComingBack = ({ status, origin }: { status: RefundStatus; origin: RefundOrigin }): boolean =>
  !hasEnded(status) && origin !== 'dispute'

/** What of refunds has gone back, what still comes back, and what a bank took. */
export function returnedByNow(
  refunds: readonly { amount: Paise; status: RefundStatus; origin: RefundOrigin }[],
): ReturnedByNow {
  const live = refunds.filter(({ status }) => isLiveRefund(status))
  const of = (some: typeof live) => sum(some.map(({ amount }) => amount))
  const given = live.filter(({ origin }) => origin !== 'dispute')
  return {
    gone: of(given.filter(({ status }) => status === 'processed')),
    coming: of(given.filter(isComingBack)),
    taken: of(live.filter(({ origin }) => origin === 'dispute')),
  }
}

export interface RefundLife {
  status: RefundStatus
  /** Cash, UPI or card at the front desk: somebody hands it over. */
  byHand: boolean
  /** Only what we began is ours to repeat. */
  origin: RefundOrigin
  /** How often it was refused or failed at the bank for certain. */
  failures: number
  /** How often in a row no clear answer came. */
  silences: number
  /** When it is looked at next; null when nothing is to be done by itself. */
  nextAt: Date | null
  createdAt: Date
}

/**
 * What happens to a refund. `taken`: the provider has it; `silence`: no clear answer, so it may have happened; `failed`: it
 * certainly did not happen; `again`: it is to be sent once more under a new key; `handed-over`: somebody gave the money
 * in another way; `dropped`: it is not to go, or went by another refund.
 */
export type RefundNews = 'taken' | 'silence' | 'failed' | 'processed' | 'again' | 'handed-over' | 'dropped'

/** How long after each failure the next try is made; after the last one it goes to staff. */
export const REFUND_WAITS_MS = [HOUR_MS, 3 * HOUR_MS, 9 * HOUR_MS, DAY_MS] as const
const LONGEST_SILENCE_MS = HOUR_MS
/** A job was given out for it; when that is lost, this is when it is noticed. */
const FIRST_LOOK_MS = 10 * MINUTE_MS
/** Until then it is to be with the provider, or in the customer's hand. */
const SENT_WITHIN_MS = DAY_MS
/** How long a customer's bank takes, in the words that they are told (rule P18). */
export const REFUND_DAYS = '5–7 working days'
/** How long a bank may take until somebody asks. */
const BANK_MS = 7 * DAY_MS

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** A refund that begins now, of ours unless another `origin` is named; one that is held is looked at first when it is held no longer. */
export const newRefund = (
  now: Date,
  {
    byHand,
    origin = 'ours',
    heldUntil,
  }: Pick<RefundLife, 'byHand'> & Partial<Pick<RefundLife, 'origin'>> & { heldUntil?: Date },
): RefundLife => ({
  status: 'queued',
  byHand,
  origin,
  failures: 0,
  silences: 0,
  nextAt: byHand ? null : (heldUntil ?? after(now, FIRST_LOOK_MS)),
  createdAt: now,
})

/** What a refund becomes by some news; undefined when the news does not concern one that is where this one is. */
export function refundAfter(life: RefundLife, news: RefundNews, now: Date): RefundLife | undefined {
  const { status, byHand, origin } = life
  const open = status === 'queued' || status === 'pending'
  const stuck = status === 'failed' || status === 'with-staff'
  const settled = { ...life, silences: 0, nextAt: null }
  switch (news) {
    case 'taken':
      return open && !byHand ? { ...life, status: 'pending', silences: 0, nextAt: nextFollow(life, now) } : undefined
    case 'silence':
      return open && !byHand ? silent(life, now) : undefined
    case 'failed':
      // a bank may send back what the provider had called done
      if (byHand || (!open && status !== 'processed')) return undefined
      return origin === 'ours' ? failed(life, now) : { ...settled, status: 'dropped' }
    case 'processed':
      // one that gave way to another may have gone all the same: the provider knows
      return status !== 'processed' && !byHand ? { ...settled, status: 'processed' } : undefined
    case 'again':
      return stuck ? { ...life, status: 'queued', silences: 0, nextAt: after(now, FIRST_LOOK_MS) } : undefined
    case 'handed-over':
      return stuck || (byHand && status === 'queued') ? { ...settled, status: 'processed' } : undefined
    case 'dropped':
      return status === 'queued' || stuck ? { ...settled, status: 'dropped' } : undefined
    default:
      return assertNever(news)
  }
}

function failed(life: RefundLife, now: Date): RefundLife {
  const wait = REFUND_WAITS_MS[life.failures]
  const failures = life.failures + 1
  return wait === undefined
    ? { ...life, status: 'with-staff', failures, silences: 0, nextAt: null }
    : { ...life, status: 'failed', failures, silences: 0, nextAt: after(now, wait) }
}

function silent(life: RefundLife, now: Date): RefundLife {
  const wait = Math.min(LONGEST_SILENCE_MS, MINUTE_MS * 2 ** Math.min(life.silences, 10))
  return { ...life, silences: life.silences + 1, nextAt: after(now, wait) }
}

/** A pending refund is asked about at growing ages, at least once a day. */
function nextFollow({ createdAt }: RefundLife, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return after(now, Math.min(DAY_MS, Math.max(HOUR_MS, age)))
}

/** By when a refund that begins now is to be on its way. */
export const refundDueAt = (now: Date): Date => after(now, SENT_WITHIN_MS)

/** What has been at the bank since before this is late there. */
export const lateAtBankSince = (now: Date): Date => after(now, -BANK_MS)

/** Whether a refund takes longer than it should: a day to be sent or handed over, a week at the bank. */
export function isLateRefund(
  { status, createdAt, dueAt }: { status: RefundStatus; createdAt: Date; dueAt: Date },
  now: Date,
): boolean {
  if (hasEnded(status)) return false
  return status === 'pending' ? createdAt < lateAtBankSince(now) : dueAt < now
}

/** What of a payment has not gone back and is not on its way back. */
export function refundableOf(payment: Paise, refunds: readonly { amount: Paise; status: RefundStatus }[]): Paise {
  const gone = refunds.filter(({ status }) => isLiveRefund(status))
  return paise(Math.max(0, payment - sum(gone.map(({ amount }) => amount))))
}

/**
 * What becomes of the refunds of a payment that were not sent yet when `gone` of it went back in another way: the newest
 * give way first, but after all others what may have gone already since no clear answer came, so that never more goes back
 * than was paid. Answers only those that change, with what is left of each.
 */
export function makeRoom<Unsent extends { amount: Paise; status: RefundStatus; silences: number; createdAt: Date }>(
  payment: Paise,
  refunds: readonly Unsent[],
  gone: Paise,
): { refund: Unsent; left: Paise }[] {
  const live = refunds.filter(({ status }) => isLiveRefund(status))
  let over = sum(live.map(({ amount }) => amount)) + gone - payment
  const newest = live
    .filter(({ status }) => UNSENT.includes(status))
    .sort((a, b) => Number(a.silences > 0) - Number(b.silences > 0) || b.createdAt.getTime() - a.createdAt.getTime())
  const changed: { refund: Unsent; left: Paise }[] = []
  for (const refund of newest) {
    if (over <= 0) break
    const taken = Math.min(over, refund.amount)
    over -= taken
    changed.push({ refund, left: paise(refund.amount - taken) })
  }
  return changed
}
