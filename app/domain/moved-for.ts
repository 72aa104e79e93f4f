import { type BookingForPolicy, quoteCancellation, quoteReschedule } from './cancellation-policy'
import { formatRupees, type Paise } from './money'
import { timesWords } from './times'

/** For whom staff move a booking to another date, slot or screen: its family asked for it, or the business had to (rule M22). */
export const MOVED_FOR = ['family', 'business'] as const
export type MovedFor = (typeof MOVED_FOR)[number]

const WORDS = {
  family: { said: 'The family asked for it', why: 'as the family asked' },
  business: { said: 'We had to move it', why: 'because we had to' },
} as const satisfies Record<MovedFor, { said: string; why: string }>

/** For whom a booking is moved, as staff say it. */
export const movedForWords = (movedFor: MovedFor): string => WORDS[movedFor].said

/** Said where a move is saved without saying for whom. */
export const ASKS_MOVED_FOR = 'Choose for whom the booking is moved'

/** Why a booking was moved, within a sentence; empty where nobody said it. */
export const moveReason = (movedFor: MovedFor | undefined): string => (movedFor ? WORDS[movedFor].why : '')

/** What a history says of a move; undefined where nobody said it: the family moved it itself, or it is from before this was asked. */
export const movedForIn = (detail: Readonly<Record<string, unknown>> | null): MovedFor | undefined =>
  MOVED_FOR.find((one) => one === detail?.movedFor)

/** How many moves a booking has used after one more; one that the business had to make is none of them. */
export const movesUsed = (before: number, movedFor: MovedFor): number => (movedFor === 'family' ? before + 1 : before)

/**
 * What a move comes to for the family, in words for whoever makes it. `booking` has the date and the start that it is moved to,
 * and the moves that were used before.
 */
export function moveMeaning(movedFor: MovedFor, booking: BookingForPolicy, now: Date): string {
  const after = { ...booking, rescheduleCount: movesUsed(booking.rescheduleCount, movedFor) }
  const { reason, explanation } = quoteCancellation(after, now)
  if (movedFor === 'family') return `Counts as its one move. ${explanation}`
  return reason === 'in-time'
    ? 'Does not count: the family keeps its move and its refund.'
    : `Does not count as its move. ${explanation}`
}

/** The same for a family that moves it itself, in the words of the policy; `back`: what would come back if it cancelled instead. */
export function ownMoveMeaning(booking: BookingForPolicy, now: Date, back: Paise): string {
  const after = { ...booking, rescheduleCount: movesUsed(booking.rescheduleCount, 'family') }
  const next = quoteReschedule(after, now)
  const { gives, explanation } = quoteCancellation(after, now)
  const lost =
    gives === 'nothing' && back > 0
      ? `Cancelled now, ${formatRupees(back)} would come back; once it is moved, nothing more does.`
      : ''
  return [next.allowed ? '' : next.explanation, explanation, lost].filter(Boolean).join(' ')
}

/** What a change makes of the total, in a sentence for whoever is to agree to it. */
export const totalWords = (now: Paise, before: Paise): string =>
  now === before
    ? `The total stays ${formatRupees(now)}.`
    : `The total becomes ${formatRupees(now)}; it was ${formatRupees(before)}.`

/** How often a booking was moved, in words: `never`, `once`; where the business had to, for whom: `once for the family, 2 times by us`. */
export function timesMoved(used: number, byBusiness: number): string {
  if (byBusiness === 0) return used === 0 ? 'never' : timesWords(used)
  return [...(used > 0 ? [`${timesWords(used)} for the family`] : []), `${timesWords(byBusiness)} by us`].join(', ')
}
