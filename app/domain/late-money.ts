import type { BookingStatus } from './booking-status'

/** Why money that came goes back, with the words for the refund's row and for the customer's letter. */
export const RETURNS = {
  'slot-taken': {
    refund: 'The slot was no longer free when the payment arrived',
    letter: 'reached us when somebody else had the slot',
  },
  'visit-begun': {
    refund: 'The visit had begun when the payment arrived',
    letter: 'reached us after the slot had begun',
  },
  'date-closed': {
    refund: 'The date was closed when the payment arrived',
    letter: 'reached us when that day was closed',
  },
  'room-gone': {
    refund: 'The room was no longer offered when the payment arrived',
    letter: 'reached us when the room was no longer offered',
  },
  'hours-gone': {
    refund: 'The room no longer had these hours when the payment arrived',
    letter: 'reached us when the room no longer had these hours',
  },
  forgotten: {
    refund: 'Nobody knew whose the booking was when the payment arrived',
    letter: 'reached us long after its time',
  },
  cancelled: {
    refund: 'The payment arrived after the booking was cancelled',
    letter: 'reached us after the booking was cancelled',
  },
  'paid-twice': {
    refund: 'Paid twice',
    letter: 'came a second time',
  },
  'booked-otherwise': {
    refund: 'Another payment of the same family had booked a visit already',
    letter: 'reached us when another payment of yours had booked your visit already',
  },
  unfitting: {
    refund: 'It did not fit what was asked for',
    letter: 'did not fit what was asked for',
  },
  'not-arrived': {
    refund: 'An earlier refund did not arrive',
    letter: 'was to go back to you before, and that did not arrive',
  },
  'not-booked': {
    refund: 'Paid, and not booked',
    letter: 'was for a booking that did not come about',
  },
  'too-much': {
    refund: 'Paid more than was due',
    letter: 'was more than was still to be paid',
  },
} as const satisfies Record<string, { refund: string; letter: string }>

export type ReturnReason = keyof typeof RETURNS

const REFUNDS: ReadonlySet<string> = new Set(Object.values(RETURNS).map(({ refund }) => refund))

/** Whether a refund is of money that came too late or was too much, by the words of its row: that money was never a booking's. */
export const isOfLateMoney = (reason: string): boolean => REFUNDS.has(reason)

/** What is said of money that goes back while its family's evening is booked; the code where it may be told. */
export const bookedInsteadWords = (code?: string): string =>
  `Your visit was booked by another payment${code ? ` (${code})` : ''}. This one is returned to you.`

/** What is known when money for a booking comes. */
export interface PaidBooking {
  status: BookingStatus
  /** A pending booking whose hold still runs. */
  held: boolean
  /** Paid on top of what the booking holds, if it stands: a balance, or what staff asked for. */
  balance: boolean
  /** The slot has begun. */
  begun: boolean
  /** Whose it is has not been erased. */
  known: boolean
  /** Staff have closed the date at its place. */
  closed: boolean
  /** Room, location and city are still offered, and belong together as they did. */
  offered: boolean
  /** The room's schedule still has the slot. */
  scheduled: boolean
  /** Another one of the same attempt was booked, which its family paid for since it began this one. */
  bookedOtherwise: boolean
}

/** Money books, pays a balance, or goes back for a reason. */
export type Fate = { to: 'book'; late: boolean } | { to: 'balance' } | { to: 'return'; why: ReturnReason }

/**
 * What money does that comes for a booking. A living hold is a promise, whatever has changed since. One that ran out or was given up
 * books again while its slot could still be bought, unless its family has booked another way since; whether it is free, the database
 * says. What was cancelled stays cancelled (rules P14, S5, S7).
 */
export function fateOf(paid: PaidBooking): Fate {
  const { status, held, balance, begun, known, closed, offered, scheduled, bookedOtherwise } = paid
  const back = (why: ReturnReason): Fate => ({ to: 'return', why })
  if (status === 'booked') return balance ? { to: 'balance' } : back('paid-twice')
  if (status === 'cancelled') return back('cancelled')
  if (status === 'pending' && held) return { to: 'book', late: false }
  if (!known) return back('forgotten')
  if (bookedOtherwise) return back('booked-otherwise')
  if (begun) return back('visit-begun')
  if (closed) return back('date-closed')
  if (!offered) return back('room-gone')
  return scheduled ? { to: 'book', late: true } : back('hours-gone')
}

/** Whether money that a booking does not have is said to have come too late: to one that was cancelled it may have come in time (rule P24). */
export const saysTooLate = (status: BookingStatus): boolean => status !== 'cancelled'
